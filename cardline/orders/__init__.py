"""The order form of Cardline: its questions, and how a POST is turned into orders."""
