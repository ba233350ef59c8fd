"""Cardline: country cards, one line from the least to the most, and figures nobody has seen."""
