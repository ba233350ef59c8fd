"""Still to be written."""
