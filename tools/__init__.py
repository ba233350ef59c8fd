"""Scripts used by the Makefile, by CI and by authors of titles."""
