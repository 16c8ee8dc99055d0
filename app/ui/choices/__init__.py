"""What a person can choose: settings, a profile for a chat, commands, first questions."""
