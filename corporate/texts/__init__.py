"""The texts of the Corporate Game in the reader's language: names, figures, and a sentence for every code,
event and line of a score."""
