"""Cardline: players place country cards in a line from the least to the most, without seeing the figures."""
