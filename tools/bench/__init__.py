"""Benchmarks: the cost of a turn compared with a bare driver that reads and writes the same bytes (`make
bench`)."""
