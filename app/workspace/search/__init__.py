"""Finding names and text in the folder."""
