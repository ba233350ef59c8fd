"""The order forms of MegaCorps: the questions, and how a POST is turned into orders."""
