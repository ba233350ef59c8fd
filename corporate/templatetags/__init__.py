"""The Corporate Game's template tags."""
