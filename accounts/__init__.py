"""Users: accounts, log-in, and preferences (language, time zone, theme)."""
