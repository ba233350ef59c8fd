"""The order forms of MegaCorps: what each question asks, and how a post becomes orders."""
