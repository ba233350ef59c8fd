"""The pages of MegaCorps: each module computes the values of one template from a scene."""
