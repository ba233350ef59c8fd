"""The order forms of Contrôle Global: its kinds of orders, and how a POST is turned into orders."""
