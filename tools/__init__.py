"""Small scripts behind the commands of the Makefile."""
