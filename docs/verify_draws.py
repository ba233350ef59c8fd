#!/usr/bin/env python3
"""Checks the draws of a finished game of Noon. It needs Python 3.9 or later and nothing else.

    python3 verify_draws.py draws-GAME.json [SEAL OR FINGERPRINT ...]

The file is downloaded from the page "Draws" of the game. After it may stand what you hold yourself: seals
and fingerprints from your receipts and mails, which must occur in the file. It ends with 0 if all is well,
with 1 if something differs, and says where.

What is checked, for each turn:
- Its seal is the SHA-256 of its seed.
- The fingerprint of a form is the HMAC-SHA256 of turn, player and orders, keyed by the form's salt; of a
  form with a text that stays closed it is not checked, as its salt stays closed.
- Resolutions are counted from 0 without a gap. The key of one is the HMAC-SHA256, keyed by the seed, of the
  version of the key (2), the count `nth`, and the SHA-256 of each player's orders. Keys of version 1, made by
  the first releases, hold the fingerprints instead: there the site could try salts until the draws suited
  it, and ranges were not kept.
- Each draw is computed from the key, its name and its range, and compared.

What nobody can check: whether somebody who reads the database knew a seed before noon.
"""

import hashlib
import hmac
import json
import sys


def encoded(value):
    """JSON as the site writes it: no spaces, every letter as it is."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def fingerprint(turn, form):
    """The orders are in the file as the text from which the fingerprint is computed."""
    message = encoded([turn, form["player"]])[:-1] + b"," + form["orders"].encode() + b"]"
    return mac(bytes.fromhex(form["salt"]), message).hex()[:24].upper()


def key_of(seed, resolution):
    forms = resolution["forms"]
    if resolution["key"] == 1:
        prints = sorted([form["player"], form["fingerprint"]] for form in forms)
        return mac(seed, encoded([resolution["nth"], prints]))
    if resolution["key"] != 2:
        raise ValueError(f"a key of version {resolution['key']}, which this program does not know")
    hashes = sorted([form["player"], hashlib.sha256(form["orders"].encode()).hexdigest()] for form in forms)
    return mac(seed, encoded([2, resolution["nth"], hashes]))


def below(key, n, name):
    """A number in 0..n-1: 64 bits, drawn again while they lie in the incomplete last stretch."""
    limit = 2**64 - 2**64 % n
    attempt = 0
    while True:
        message = name if attempt == 0 else f"{name}\0{attempt}"
        value = int.from_bytes(mac(key, message.encode())[:8], "big")
        if value < limit:
            return value % n
        attempt += 1


def draw(key, label, kind, n):
    if kind in ("below", "pick"):
        return below(key, n, label)
    if kind == "percent" and n == 100:
        return below(key, 100, label) + 1
    if kind == "shuffle":
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            other = below(key, last + 1, f"{label}#{last}")
            order[last], order[other] = order[other], order[last]
        return order
    raise ValueError(f"a draw of kind {kind} among {n}, which this program does not know")


def check_resolution(turn, seed, resolution, count):
    """What differs in one resolution of a turn, in words; `count` counts the checks."""
    for form in resolution["forms"]:
        if not form["salt"]:
            count["fingerprints closed"] += 1
        elif fingerprint(turn, form) != form["fingerprint"]:
            yield f"the fingerprint of {form['player']} does not fit the orders"
        else:
            count["fingerprints"] += 1
    count["old keys"] += resolution["key"] == 1
    key = key_of(seed, resolution)
    for label, (kind, n, value) in resolution["draws"].items():
        if kind == "" and resolution["key"] == 1:
            count["draws without a range"] += 1
        elif (again := draw(key, label, kind, n)) != value:
            yield f"the draw {label} is {value} in the file and {again} when computed"
        else:
            count["draws"] += 1


def check_turn(turn, count):
    seed = bytes.fromhex(turn["seed"])
    if hashlib.sha256(seed).hexdigest() != turn["seal"]:
        yield "the seed does not fit the seal"
    count["seals"] += 1
    if [resolution["nth"] for resolution in turn["resolutions"]] != list(range(len(turn["resolutions"]))):
        yield "resolutions are missing"
    for resolution in turn["resolutions"]:
        yield from check_resolution(turn["turn"], seed, resolution, count)


def main(path, held):
    with open(path, encoding="utf-8") as file:
        turns = json.load(file)["turns"]
    forms = [form for turn in turns for resolution in turn["resolutions"] for form in resolution["forms"]]
    known = {turn["seal"].upper() for turn in turns} | {form["fingerprint"] for form in forms}
    count = dict.fromkeys(
        ["seals", "fingerprints", "draws", "fingerprints closed", "draws without a range", "old keys"], 0
    )
    wrong = [f"not in the file: {one}" for one in held if one.replace(" ", "").upper() not in known]
    for turn in turns:
        try:
            wrong += [f"{turn['turn']}: {what}" for what in check_turn(turn, count)]
        except (KeyError, TypeError, ValueError) as problem:
            wrong.append(f"{turn['turn']}: cannot be read: {problem}")
    print("Checked: " + ", ".join(f"{number} {what}" for what, number in count.items()) + ".")
    if count["old keys"]:
        print(f"{count['old keys']} resolutions have keys with salts: the site could have chosen the draws.")
    print("\n".join(wrong) or "All of it is as it should be.")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
