"""Macht$piele: three to five players run one company against each other, for six kinds of points."""
