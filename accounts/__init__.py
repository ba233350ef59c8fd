"""People: who they are, how they log in, in which language, at which hour and in which light they read."""
