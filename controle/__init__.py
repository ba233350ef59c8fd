"""Contrôle Global: two to six organizations, a small world, and a civil society that strikes back."""
