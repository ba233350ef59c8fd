"""The newsroom: editions written from the public events of a game so far, and from nothing else."""
