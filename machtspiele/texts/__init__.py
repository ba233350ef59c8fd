"""The sentences of Macht$piele."""
