"""All SQL for reading that is written by hand, because the ORM takes longer to build these statements than
the database takes to answer them. Everything else is read through the models.

A function gives one statement with its values and says which columns come, in order. Its text does not
change with the number of rows. `tests/games/test_statements.py` has both databases explain each of them:
none reads a whole table.

`pages`: what one reader sees of a game; `lobby`: lists of games; `resolution`: whole games, which `vault`
and the services alone may read.
"""
