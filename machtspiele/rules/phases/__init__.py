"""The phases of a turn: phase I, the events, the actions, bribes, the Board Meeting event, doors."""
