"""The pages of MegaCorps: each module makes the values of one template from a scene."""
