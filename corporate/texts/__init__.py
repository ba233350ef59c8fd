"""The words of a Corporate Game: names, figures, and a sentence for every code, event and line of a score."""
