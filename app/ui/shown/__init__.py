"""What a text or an element looks like on the page, whatever is in it."""
