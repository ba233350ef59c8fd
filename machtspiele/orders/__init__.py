"""The order forms of Macht$piele: its kinds of orders, and how a POST is turned into orders."""
