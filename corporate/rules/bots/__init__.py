"""The parts of a bot's form, one module per subject; `bot` combines them."""
