"""The few acts on the disk that a change is made of, each whole or not at all."""
