"""Who may talk to the app, and whose folder it is."""
