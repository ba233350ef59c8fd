"""The pure rules of Contrôle Global."""
