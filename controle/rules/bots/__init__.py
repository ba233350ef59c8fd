"""How the bot decides, from one view and no more."""
