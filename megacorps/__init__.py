"""MegaCorps: companies, governments and wars, and the most money at the end."""
