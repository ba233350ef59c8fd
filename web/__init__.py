"""What any Django site could use: limits, error pages, headers, compression, a cache, hand-written SQL."""
