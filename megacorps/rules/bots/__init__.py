"""How a bot decides: what a change of the board is worth to it (`worth.py`), then question by question."""
