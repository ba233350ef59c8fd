"""The texts of Contrôle Global in the reader's language."""
