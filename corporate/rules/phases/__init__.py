"""The steps of the order of the day, by theme; `noon` puts them in order."""
