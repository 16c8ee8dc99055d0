"""Names below the root: how they are read, found and opened."""
