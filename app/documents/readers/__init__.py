"""One module for each kind of document, with a function `read`. They are imported in the worker alone."""
