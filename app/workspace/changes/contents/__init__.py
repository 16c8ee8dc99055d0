"""The content that a change gives a file: worked out from what it holds, nothing touched."""
