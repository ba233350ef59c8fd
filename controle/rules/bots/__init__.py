"""How the bot decides, from its own view."""
