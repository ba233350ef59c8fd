"""The bot: the worth of a position, the possible actions, and the answers to every question."""
