"""The pages of Contrôle Global: the world, its rounds, the cards, the scores, the rule book."""
