"""The pages of Cardline: each module makes the values of one template from a scene."""
