"""The pages of Macht$piele: the company, the minutes, the scores, the rule book."""
