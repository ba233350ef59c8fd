"""The order form of a Corporate Game: each kind of order with its question, its cost, and how it is read."""
