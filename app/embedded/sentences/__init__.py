"""What the helper says, in English and Japanese: one module for each thing it speaks of."""
