"""The platform: games, players, turns, order forms and events of any title. It names none."""
