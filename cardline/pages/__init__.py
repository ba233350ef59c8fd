"""The pages of Cardline: each module computes the values of one template from a scene."""
