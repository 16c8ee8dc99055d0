"""Text files: their encodings, their lines, a page at a time."""
