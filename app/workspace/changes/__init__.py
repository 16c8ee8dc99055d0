"""Changes to the folder: planned, asked about, made whole, read back, and undone."""
