"""What the person wants to be changed."""
