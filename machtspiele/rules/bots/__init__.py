"""The bot: what a position is worth, what can be done in it, and the answers to every question."""
