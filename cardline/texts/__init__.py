"""The words of Cardline: names, amounts, and a sentence for every code and event."""
