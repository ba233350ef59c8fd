"""Macht$piele: one company, three to five players who run it against each other, and six kinds of points."""
