"""The pages of a Corporate Game: each module computes the values of one template from a scene."""
