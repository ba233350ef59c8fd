"""The order form of Cardline: what it asks, and how a post becomes orders."""
