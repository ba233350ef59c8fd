"""What one turn costs, beside what a bare driver needs for the same bytes: `make bench`."""
