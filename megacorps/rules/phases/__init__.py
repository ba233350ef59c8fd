"""The steps of the game: one file each, run by `advance`."""
