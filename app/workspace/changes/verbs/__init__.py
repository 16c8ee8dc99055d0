"""The changes that can be asked for, one file each: planned first, then carried out."""
