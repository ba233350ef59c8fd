"""Contrôle Global: two to six organizations compete in a small world, and civil society strikes back."""
