"""Reading a document of any size in parts: notes on each, and an answer from the notes."""
