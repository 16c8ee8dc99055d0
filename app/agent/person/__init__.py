"""The person's word: what they asked for, what they allow, and what they say to the app itself."""
