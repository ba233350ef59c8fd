"""What the rules of every title would otherwise copy: pure, beside the contract, and naming no title."""
