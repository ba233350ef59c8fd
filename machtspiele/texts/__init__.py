"""The texts of Macht$piele in the reader's language."""
