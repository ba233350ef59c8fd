"""What the order forms of titles have in common, beside the skin protocol. It knows no title.

`reading` turns what was typed into values; `fields` are what a question asks; `kinds` what a kind of order
answers; `posts` make a whole form of a POST; `form` makes the values of the page; `money` and `sentences`
write sums and tables of sentences. Their templates are in `templates/games/formkit/`.
"""
