"""Tool calls on the page: rows, the questions that they ask, and Undo."""
