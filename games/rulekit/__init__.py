"""Pure code for the rules of titles: what each would otherwise write for itself. It knows the contract and no
title."""
