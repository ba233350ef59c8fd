"""The texts of MegaCorps in the reader's language: names, sums, sentences."""
