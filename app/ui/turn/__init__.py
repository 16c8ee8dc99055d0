"""A turn on the page: texts that grow, thoughts, tasks, and ways to go on."""
