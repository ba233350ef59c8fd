"""The Corporate Game: ten corporations of Manhattan, eight quarters, one noon a day."""
