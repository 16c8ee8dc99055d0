"""What the terminal shows, and how it asks."""
