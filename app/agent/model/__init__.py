"""Asking the model: what it is shown, how its reply is read, and what is said when it did not fit."""
