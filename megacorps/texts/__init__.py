"""What MegaCorps says to its readers, in their language: names, sums, sentences."""
