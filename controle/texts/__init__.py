"""The sentences of Contrôle Global."""
