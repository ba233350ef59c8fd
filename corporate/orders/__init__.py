"""The order form of a Corporate Game: what each kind of order asks, what it costs, how a post becomes it."""
