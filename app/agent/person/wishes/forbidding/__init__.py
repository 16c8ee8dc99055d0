"""What the person wants to be left alone."""
