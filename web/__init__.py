"""What any Django site would have: limits, error pages, headers, compression, a cache that may go away."""
