"""Reads the Newsfeeds of many games as a proof-reader would: `python -m tools.newsroom --games 1000`.

Whole games of 2 to 8 players, of bots and of players of any legal form in turn, are played by the rules
alone, and each edition is read in both languages. A fault is

- a sentence, headline or line that was printed before in the same game;
- an edition that contradicts itself or the facts: two articles on one subject, a superlative that is none,
  an attempt told as harmless at a house that shrank, calm on a day that was not, a tomorrow after the end;
- an event that is not told;
- a headline, kicker or word longer than its column;
- a field, a code, a French elision or contraction left undone.

Prints each fault with its game, the figures, and for each kind of sentence how many variants it has, how
often a game prints it, the most that one game printed, and whether variants are wanting to what is frequent.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

# Phrasings are marked for translation as they are imported, which asks for the settings.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.utils import translation

from corporate.rules import RULES
from corporate.rules.events.news import CitizenshipLostNews, CitizenshipNews
from corporate.texts import names
from corporate.texts.newsroom.edition import compose
from corporate.texts.newsroom.ending import Place
from corporate.texts.newsroom.memory import Day, days_of
from corporate.texts.newsroom.stocks import ALL
from corporate.texts.newsroom.story import Edition
from corporate.texts.newsroom.writer import Sentence
from games.contract import Dice, Event, PlayerId

LANGUAGES = ("en", "fr")
PEOPLE = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès", "Jack", "Shiro", "Lena")
HEADLINE, KICKER, WORD = 76, 44, 19  # letters
AHEAD = re.compile(r"\btomorrow|next turn|coming turn|\bdemain|prochain tour", re.IGNORECASE)
CODE = re.compile(r"[{}|]|\b[a-z]+_[a-z_]+\b| {2}| [.,]|'")
FIGURE = re.compile(r"[−\d]")
UNDONE = re.compile(
    r"\b(?:de|que) (?:A|Horizon|In)|\bque une?\b|\b[Dd]e une? (?:actif|part|coup|point|jour)"
    r"|\b(?:de|à) les?\b|\b[Dd][eu] (?:la )?(?:Contr|Garde)|« | »|\w [:;?!]"
)
END = re.compile(r"(?<=[.?!…])\s+")
DUE = 12  # variants of what is printed in every other game or more often
OFTEN = 0.5
BARE = re.compile(r"final_|back_|shares_of$")  # of the last edition alone, or values and nothing else


@dataclass
class Counted:
    """What the editions of some games were made of. `kinds`: articles by kind, leads apart; `sentences`: of
    each stock, how many were printed in each game that printed one."""

    games: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    sentences: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def rate(self, stock: str) -> float:
        """How often a game prints a sentence of this stock, on average."""
        return sum(self.sentences.get(stock, ())) / max(self.games, 1)

    def short(self) -> list[str]:
        """The stocks of whole sentences that are printed often and have fewer than twelve variants."""
        return [
            slug
            for slug, stock in sorted(ALL.items())
            if self.rate(slug) >= OFTEN
            and len(stock.variants) < DUE
            and not BARE.match(slug)
            and stock.variants[0][-1].endswith(".")
        ]


@dataclass
class Game:
    """A game as everybody could follow it: the public events of each chapter, and the scores."""

    name: str
    told: dict[int, list[Event]] = field(default_factory=lambda: defaultdict(list))
    places: Sequence[Place] = ()


def play(number: int) -> Game:
    """A whole game: of bots, or of players of any legal form."""
    count = 2 + number % 7
    makers = (RULES.advise, RULES.sample)
    players = tuple(PlayerId(f"p{seat + 1}") for seat in range(count))
    options = {option.key: option.default for option in RULES.meta.options}
    state = RULES.setup(players, options, Dice(b"newsroom %d" % number)).state
    game, step = Game(f"game {number}"), 0
    while windows := [window for window in RULES.windows(state.public) if not window.is_door]:
        window, step = windows[0], step + 1
        forms = {}
        for seat, player in enumerate(players):
            maker = makers[(number + seat) % 3 == 0]
            orders = maker(state.seen_by(player), window, Dice(b"%d/%d/%d" % (number, step, seat)))
            if orders is not None:
                forms[player] = orders
        chapter = state.public.turn
        outcome = RULES.resolve(state, window, forms, Dice(b"noon %d/%d" % (number, step)))
        game.told[chapter] += [event for event in outcome.events if "public" in event.to]
        state = outcome.state
    game.places = [Place(row.player, row.rank, row.score) for row in RULES.standings(state.public) or ()]
    return game


def name(player: str) -> str:
    return PEOPLE[(int(player[1:]) - 1) % len(PEOPLE)]


def sentences(edition: Edition) -> Iterator[Sentence]:
    """Each sentence of an edition, without the clauses within them."""
    for story in edition.every():
        yield from (story.head, *story.more)
    for brief in edition.briefs:
        yield from brief.lines
    yield from (line for _turn, line in edition.looking_back)


def faults(game: Game, counted: Counted) -> Iterator[str]:
    """What a proof-reader would send back, in both languages. `counted`: to it what was printed is added."""
    days = days_of(game.told, max(game.told))
    editions = compose(days, name, game.places)
    printed = {day.turn for day in days if day.rows or day.opening}
    if {edition.turn for edition in editions} != printed:
        yield f"{game.name}: editions of {[edition.turn for edition in editions]}, not {sorted(printed)}"
    counted.games += 1
    for edition in editions:
        for story in edition.every():
            counted.kinds[f"lead {story.kind}" if story is edition.lead else story.kind] += 1
    for slug, count in Counter(one.stock for edition in editions for one in sentences(edition)).items():
        counted.sentences[slug].append(count)
    for language in LANGUAGES:
        seen: dict[str, int] = {}
        for edition in editions:
            day = next(day for day in days if day.turn == edition.turn)
            with translation.override(language):
                found = [*_repeats(edition, seen), *_forms(edition, language), *_facts(edition, day)]
            yield from (f"{game.name}, turn {edition.turn}, {language}: {fault}" for fault in found)


def _repeats(edition: Edition, seen: dict[str, int]) -> Iterator[str]:
    for text in edition.texts():
        for sentence in {text, *END.split(text)}:
            if sentence in seen and len(sentence.split()) > 2:
                yield f"{sentence!r} was printed on turn {seen[sentence]}"
            seen[sentence] = edition.turn


def _forms(edition: Edition, language: str) -> Iterator[str]:
    """Lengths, codes, grammar that can be seen from outside."""
    for story in edition.every():
        if len(story.headline) > HEADLINE:
            yield f"a headline of {len(story.headline)} letters: {story.headline!r}"
        if len(story.kicker) > KICKER:
            yield f"a kicker of {len(story.kicker)} letters: {story.kicker!r}"
        if long := [word for word in story.headline.split() if len(word) > WORD]:
            yield f"a word wider than its column: {long}"
        if story.headline.endswith("."):
            yield f"a headline with a full stop: {story.headline!r}"
    for text in edition.texts():
        if CODE.search(text):
            yield f"something left over in {text!r}"
        if opens := [sentence for sentence in END.split(text) if FIGURE.match(sentence)]:
            yield f"a figure opens a sentence: {opens}"
        if language == "fr" and UNDONE.search(text):
            yield f"French left undone in {text!r}"


def _facts(edition: Edition, day: Day) -> Iterator[str]:
    """Compare what the edition says with what happened, computed from the events again."""
    rows = {row.corporation: row for row in day.rows}
    alive = [row for row in day.rows if not row.crashed]
    stories = edition.every()
    subjects = Counter(story.subject for story in stories if story.subject)
    if double := [subject for subject, count in subjects.items() if count > 1]:
        yield f"two articles on {double}"
    if len({story.kind for story in stories}) < len(stories):
        yield "two articles of a kind"
    for story in stories:
        row = rows.get(story.subject)
        match story.kind:
            case "rise" if row is None or any(
                one.change >= row.change for one in rows.values() if one != row
            ):
                yield f"{story.subject} did not rise most"
            case "fall" if row is None or any(
                one.change <= row.change for one in rows.values() if one != row
            ):
                yield f"{story.subject} did not fall most"
            case "leader" if alive[0].corporation != story.subject or alive[0].was_rank == 1:
                yield f"{story.subject} did not take the lead"
            case "held" | "foiled" if row is None or row.change < 0:
                yield f"{story.subject} is told to be unharmed, and shrank"
            case "quiet" if (
                any(run.success for run in day.runs)
                or any(abs(one.change) > 1 for one in rows.values())
                or any(one.rank == 1 != one.was_rank for one in rows.values())
            ):
                yield "calm, on a day that was not"
            case "crash" if row is None or not row.crashed:
                yield f"{story.subject} has not crashed"
    whole = " ".join([*edition.texts()])
    if day.over and edition.lead.kind != "over":
        yield f"the last edition leads with {edition.lead.kind}"
    if day.over and AHEAD.search(whole):
        yield f"the last edition speaks of {AHEAD.findall(whole)}"
    for brief in edition.briefs:
        if brief.lines[0].stock in ("effect_first", "effect_last"):
            ends = alive[0 if brief.kind == "first" else -1 :][:1]
            if brief.title != "".join(row.corporation for row in ends):
                yield f"{brief.title} is told to be {brief.kind}, and does not end the day so"
    yield from (f"not told: {what}" for what in _untold(edition, day))


def _untold(edition: Edition, day: Day) -> Iterator[str]:
    """Events that no article and no brief names."""
    briefs = {brief.kind: brief.text for brief in edition.briefs}
    stories = {
        story.subject: " ".join([story.headline, story.body, *story.rest]) for story in edition.every()
    }
    kinds = {story.kind for story in edition.every()}
    for run in day.runs:
        key = f"{run.run}/{run.target}/{'won' if run.success else 'lost'}"
        covered = any(key in story.covers for story in edition.every())
        text = (
            stories[run.target]
            if covered
            else briefs.get(f"{run.run}/{'won' if run.success else 'lost'}", "")
        )
        if names.corp(run.target) not in text:
            yield str(run)
    for bought in day.shares:
        if f"{names.corp(bought.corporation)} ({bought.owns})" not in briefs.get("shares", ""):
            yield str(bought)
    for rise in day.influence:
        text = briefs.get("influence", "")
        if name(rise.player) not in text or str(rise.level) not in text:
            yield str(rise)
    papers: list[CitizenshipNews | CitizenshipLostNews] = [*day.citizens, *day.stateless]
    for one in papers:
        text = briefs.get("citizenship", "")
        if name(one.player) not in text or names.corp(one.corporation) not in text:
            yield str(one)
    for effect in day.effects:
        text = briefs.get(effect.which, "")
        if any(names.corp(delta.corporation) not in text for delta in effect.deltas if delta.delta):
            yield str(effect)
    everything = " ".join(edition.texts())
    for crash in day.crashes:
        if names.corp(crash.corporation) not in everything:
            yield str(crash)
    if day.council is not None and not any(kind.startswith("council") for kind in kinds):
        yield str(day.council)
    if day.over and not all(name(player) in everything for player in day.over.winners):
        yield str(day.over)


def read(numbers: Iterable[int]) -> tuple[list[str], Counted]:
    """The faults of these games, and what their editions are made of."""
    counted = Counted()
    return [fault for number in numbers for fault in faults(play(number), counted)], counted


def main(argv: list[str]) -> int:
    """0 if no fault was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args(argv)
    django.setup()
    found, counted = read(range(given.first, given.first + given.games))
    editions = sum(count for kind, count in counted.kinds.items() if kind.startswith("lead "))
    kinds = ", ".join(f"{kind} {count}" for kind, count in counted.kinds.most_common())
    short = counted.short()
    table = [
        f"{slug:24} {len(ALL[slug].variants):3} variants {counted.rate(slug):6.2f} a game"
        f" {max(counted.sentences[slug]):3} at most{'  TOO FEW' * (slug in short)}"
        for slug in sorted(counted.sentences, key=lambda slug: -counted.rate(slug))
    ]
    figures = f"{given.games} games, {editions} editions, {len(found)} faults"
    sys.stdout.write("\n".join([*found, figures, kinds, *table]) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
