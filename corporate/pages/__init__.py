"""The pages of a Corporate Game: each module makes the values of one template from a scene."""
