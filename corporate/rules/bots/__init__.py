"""What a bot thinks of, subject by subject; `bot` puts it together."""
