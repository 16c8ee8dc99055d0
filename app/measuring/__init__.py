"""One question under three conditions, and what each costs."""
