"""What order forms of titles have in common. It knows no title.

`reading` turns typed strings into values; `fields` has the fields of a question; `kinds` the interface of a
kind of order; `posts` turns a POST into a whole form; `form` prepares the values of the page; `money` formats
sums; `sentences` has tables of sentences. The templates are in `templates/games/formkit/`.
"""
