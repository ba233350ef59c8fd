"""How a bot decides: `worth.py` values a change of the board, the other modules answer the questions."""
