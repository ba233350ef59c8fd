"""A game's policy in plain sentences, shown before joining and while the game runs."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct, field

from .clock import EVERY_DAY, next_deadline
from .countdown import noon_text
from .models import ABANDONED_AFTER, Game, OnMissed
from .policies import PresetName, consequences, preset_of
from .registry import skin_for
from .skin import figures

FORTNIGHT = 14
LONGEST_RUN = 3  # from this number of consecutive days on only the first and the last are named


class PolicyDay(Struct, frozen=True):
    """A day of the next fortnight: its short name, its number, and a text for screen readers. `plays`:
    whether the game has a noon on it."""

    name: str
    number: int
    said: str
    plays: bool


class PolicyPart(Struct, frozen=True):
    """One heading of the policy, with its sentences; `fortnight`: the next days, where they are shown;
    `steps`: what follows the first, the second, the third time."""

    heading: str
    sentences: list[str]
    fortnight: list[PolicyDay] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)


def policy_of(game: Game, now: datetime, zone: str) -> list[PolicyPart]:
    """The policy of a game with a clock; `zone`: the reader's, "" for the game's own. No query."""
    return [
        PolicyPart(_("Noons"), _noons(game, now, zone), fortnight_of(game, now)),
        PolicyPart(_("Closing early"), [_early(game)]),
        PolicyPart(_("Waiting"), [_waiting(game)]),
        PolicyPart(_("Noons missed in a row"), _missing(game), steps=_steps(game)),
        PolicyPart(_("Being away"), [_away()]),
        PolicyPart(_("Leaving"), _leaving(game)),
        PolicyPart(_("Deciding together"), _together()),
        PolicyPart(_("Bots"), [_bots(game)]),
        PolicyPart(_("Talk"), _talk(game)),
    ]


def policy_name(game: Game) -> str:
    """The preset whose choices a game has; "" if they are its creator's own. No query."""
    found = preset_of(game)
    return "" if found is PresetName.OWN else str(found.label)


def days_text(days: Collection[int]) -> str:
    """The days played, in a few words: "every day", "from Monday to Friday", "on Monday and Thursday"."""
    played = sorted(set(days) & EVERY_DAY)
    if len(played) == len(EVERY_DAY):
        return _("every day")
    first, last = played[0], played[-1]
    if len(played) >= LONGEST_RUN and last - first == len(played) - 1:
        return _("from %(first)s to %(last)s") % {"first": WEEKDAYS[first], "last": WEEKDAYS[last]}
    each = [pgettext("a day of the week", "%(day)s") % {"day": WEEKDAYS[day]} for day in played]
    return _("on %(days)s") % {"days": figures.listed(each)}


def dates_text(game: Game, now: datetime) -> str:
    """The dates to come on which a game has no noon, in a sentence; "" for none."""
    calendar, today = game.calendar, now.astimezone(ZoneInfo(game.zone)).date()
    ahead = sorted(day for day in calendar.left_out if day >= today and day.weekday() in calendar.days)
    if not ahead:
        return ""
    named = figures.listed([figures.date_text(day, "j F Y") for day in ahead])
    text = ngettext("No noon on this date: %(dates)s.", "No noon on these dates: %(dates)s.", len(ahead))
    return text % {"dates": named}


def fortnight_of(game: Game, now: datetime) -> list[PolicyDay]:
    """The next fourteen days in the game's zone, today's first."""
    calendar, today = game.calendar, now.astimezone(ZoneInfo(game.zone)).date()
    days = (today + timedelta(days=ahead) for ahead in range(FORTNIGHT))
    return [_day(day, calendar.plays_on(day)) for day in days]


def _day(day: date, plays: bool) -> PolicyDay:
    month = figures.date_text(day, "F")
    said = _("%(month)s, noon") if plays else _("%(month)s, no noon")
    return PolicyDay(figures.date_text(day, "D"), day.day, said % {"month": month}, plays)


def _noons(game: Game, now: datetime, zone: str) -> list[str]:
    hour = noon_text(next_deadline(game.calendar, now, 0), game.zone, zone)
    strikes = _("Noon strikes %(days)s. Its hour: %(hour)s.")
    notice = ngettext(
        "A turn closes at the first noon that leaves everybody %(hours)s hour or more.",
        "A turn closes at the first noon that leaves everybody %(hours)s hours or more.",
        game.notice,
    )
    sentences = [strikes % {"days": days_text(game.days), "hour": hour}, dates_text(game, now)]
    return [text for text in (*sentences, notice % {"hours": game.notice}) if text]


def _early(game: Game) -> str:
    if not skin_for(game.title).rules.meta.at_noon:
        return _("A turn closes as soon as everybody awaited has answered, at noon at the latest.")
    if game.close_when_all_ready:
        return _("A turn closes before its noon once everybody has said to be ready.")
    return _("Never: only a game master can close a turn before its noon, and the ledger says why.")


def _waiting(game: Game) -> str:
    if not game.waits:
        return _("The table waits for nobody: noon strikes when it is due.")
    often = ngettext(
        "Once in the game a player may ask for a day, whether anything is saved or not.",
        "Twice in the game, each place once, a player may ask for a day, whether anything is saved or not.",
        game.waits,
    )
    then = _("Noon then comes on the next day played. All are told; nobody learns who asked.")
    return figures.sentence(often, then)


def _missing(game: Game) -> list[str]:
    if skin_for(game.title).rules.meta.absence:
        text = _(
            "Nobody waits beyond noon. The rules of the game say what becomes of who is absent; nobody loses "
            "a place for it."
        )
        return [text]
    found = [_("Nobody waits beyond noon. The rules of the game say what becomes of a turn without orders.")]
    if set(consequences(game)) & {OnMissed.OFFERED, OnMissed.BOT}:
        found.append(_("Where nobody at all hands in, nobody loses a place: the game pauses itself."))
    return found


def _steps(game: Game) -> list[str]:
    """What follows each noon missed in a row, [] if nothing ever does."""
    found = consequences(game)
    if set(found) == {OnMissed.NOTHING}:
        return []
    texts = {
        OnMissed.NOTHING: _("nothing happens."),
        OnMissed.TOLD: _("all are told, after noon."),
        OnMissed.OFFERED: _(
            "all are told, and the place is offered. Its player keeps it until somebody takes it over; with "
            "the first noon not missed, it is no longer offered."
        ),
        OnMissed.BOT: _("a bot plays there, and the place is offered; all are told."),
    }
    times = (_("The first: %(what)s"), _("The second: %(what)s"), _("The third: %(what)s"))
    return [time % {"what": texts[what]} for time, what in zip(times, found, strict=True)]


def _away() -> str:
    return _(
        "Days away are welcome, with any plan: a noon within them counts as missed only for those who chose "
        "that nothing is handed in. The table reads who is away and until when."
    )


def _together() -> list[str]:
    return [
        _(
            "More than half of the people who have a place may pause the game, let it go on, move noon by a "
            "day, replace whoever has missed two noons, or end it as it stands. Silence agrees to going on, "
            "and to nothing else."
        ),
        _(
            "After three noons for which no person has filled in a form, the game pauses itself. Any player "
            "lets it go on; after %(days)s days it is abandoned, without final places."
        )
        % {"days": ABANDONED_AFTER.days},
    ]


def policy_lines(game: Game, now: datetime, zone: str) -> list[tuple[str, str]]:
    """The policy as a letter has it: each heading with its sentences, in one line. No query."""
    return [(part.heading, " ".join([*part.sentences, *part.steps])) for part in policy_of(game, now, zone)]


def _bots(game: Game) -> str:
    if game.bots_play:
        return _("A bot may hold a place. It sees what a player there would see, and nothing else.")
    return _("No bot ever holds a place: people alone play here.")


def _leaving(game: Game) -> list[str]:
    if skin_for(game.title).rules.meta.leaves:
        return [_("You may leave at any time, by the rules of the game.")]
    sentences = {
        Game.OnLeave.EMPTY: _(
            "You may leave at any time; all are told. The place is offered, and stays empty until somebody "
            "takes it over."
        ),
        Game.OnLeave.BOT: _(
            "You may leave at any time; all are told. The place is offered, and a bot plays there until "
            "somebody takes it over."
        ),
    }
    twelve = _("Whoever takes a place over has twelve hours at least before a noon that counts.")
    return [sentences[Game.OnLeave(game.on_leave)], twelve]


def _talk(game: Game) -> list[str]:
    sentences = {
        Game.Press.ALL: _("Everybody talks with everybody: at the table, in groups and in letters."),
        Game.Press.TABLE: _("Players talk at the table alone: what one says, all of them read."),
        Game.Press.NONE: _("Players do not talk to each other here. They write to the game masters only."),
    }
    found = [sentences[Game.Press(game.press)]]
    if game.is_public and game.press != Game.Press.NONE:
        found.append(_("Spectators read what the table says from the next noon on."))
    return found
