"""The texts of Cardline in the reader's language: names, amounts, and a sentence for every code and event."""
