"""What was there before each change, kept outside the folder, and the way back to it."""
