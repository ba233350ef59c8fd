"""The platform: accounts' games, players, turns, order forms, events. It names no title."""
