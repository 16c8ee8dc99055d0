"""Running tool calls: side by side where they only read, one by one where they change something."""
