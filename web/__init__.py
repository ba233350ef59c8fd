"""What any Django site would have: limits, error pages, headers, compression, a cache, rows as models."""
