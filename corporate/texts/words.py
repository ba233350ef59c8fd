"""Sentences made from the tables: effects of corporations, coalitions, Backgrounds and titles."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from ..rules import content
from . import figures, names


def place_in_ranking(rank: int) -> str:
    """A rank in words, as in effects: 1 is the first, -1 the last."""
    if rank == 1:
        return _("the first")
    if rank == 2:
        return _("the second")
    if rank == -1:
        return _("the last")
    if rank == -2:
        return _("the second to last")
    if rank < 0:
        return _("number {rank} from the end").format(rank=-rank)
    return _("the {ordinal}").format(ordinal=figures.ordinal(rank))


def effect(slug: str, when: str) -> str:
    """The effects of a corporation when it is first or last: "Horizon −1, the last −1"."""
    return ", ".join(
        f"{names.corp(hit.corporation) if hit.corporation else place_in_ranking(hit.rank or 1)}"
        f" {figures.signed(hit.delta)}"
        for hit in content.CORPORATIONS[slug].effects
        if hit.when == when
    )


def presentation(slug: str) -> str:
    """One or two sentences about a corporation, which no rule depends on; "" for an unknown one."""
    return {
        "ares": _(
            "Arms, uniforms, and the firm that guards the wall your rivals want to climb. "
            "Ares likes neighbours who are too weak to matter and too poor to move."
        ),
        "aztechnology": _(
            "Half of what Manhattan eats, most of what it drinks, and a pyramid where the "
            "lights never go out. "
            "Its quarrel with Horizon is older than the street names."
        ),
        "horizon": _(
            "A smile, a studio, a billion subscribers. "
            "Horizon notices everything, and lets you know it has noticed."
        ),
        "neonet": _(
            "Whoever built the network keeps a key to every door of it. "
            "Few break into NeoNET; fewer say afterwards what they saw."
        ),
        "prometheus": _(
            "Engineers first, accountants a distant second. "
            "Small today, and already drawing tomorrow’s power stations."
        ),
        "renraku": _(
            "Libraries, archives, and a tower that remembers your name. "
            "Renraku trades in what others have forgotten to protect."
        ),
        "saeder-krupp": _(
            "Steel, banks, and an owner who has outlived every board. "
            "Nothing at Saeder-Krupp is in a hurry, except the fall of whoever comes second."
        ),
        "shiawase": _(
            "A family, a nuclear plant, and manners to match both. "
            "Its people are hard to poach: they were born there."
        ),
        "sony": _(
            "Screens, songs, and the device on which you are reading this. "
            "Sony shares its good days with its cousins, and its bad ones with the weakest."
        ),
        "spinrad": _(
            "A racing team with a conglomerate attached. "
            "Spinrad climbs fast, brakes late, and does not always finish."
        ),
    }.get(slug, "")


# ---- coalitions -------------------------------------------------------------------------------


def council_effect(row: content.CouncilEffect) -> str:
    """One effect of a victory at the MDC."""
    who = names.coalition(row.coalition)
    runs = figures.listed([names.run(run) for run in row.runs])
    match row.kind:
        case "assets":
            text = (
                ngettext(
                    "each corporation of {coalition} gains {count} asset",
                    "each corporation of {coalition} gains {count} assets",
                    row.delta,
                )
                if row.delta > 0
                else ngettext(
                    "each corporation of {coalition} loses {count} asset",
                    "each corporation of {coalition} loses {count} assets",
                    -row.delta,
                )
            )
            return text.format(coalition=who, count=abs(row.delta))
        case "percent_of_runs_targeting":
            return _("next turn, runs against corporations of {coalition}: {percent} ({runs})").format(
                coalition=who, percent=figures.signed_percent(row.delta), runs=runs
            )
        case "percent_of_runs_sponsored":
            return _("next turn, runs launched by players of {coalition}: {percent} ({runs})").format(
                coalition=who, percent=figures.signed_percent(row.delta), runs=runs
            )
        case "forbid" if "protection" in row.orders:
            return _("next turn, no Protections from players of {coalition}").format(coalition=who)
        case "forbid":
            return _("next turn, no speculations from players of {coalition}").format(coalition=who)
        case "keep_lost_stakes":
            return _(
                "next turn, players of {coalition} get the stakes of their lost speculations back"
            ).format(coalition=who)
    return _("next turn, speculations of players of {coalition}: odds {delta}").format(
        coalition=who, delta=figures.signed(row.delta)
    )


def coalition_effects(slug: str, last: bool = False) -> list[str]:
    """All effects of a coalition's victory, one clause each. `last`: for the last turn of a game, on which a
    victory with an effect on the next turn changes nothing."""
    rows = [row for row in content.COALITIONS[slug].effects if row.turn == "this" or not last]
    return [figures.capital(council_effect(row)) for row in rows] or [figures.capital(_too_late())]


def _too_late() -> str:
    return _("no turn is left for its effects")


def coalition_pitch(slug: str, last: bool = False) -> str:
    """The benefit of joining a coalition, on one line of the form; `last` as above."""
    row = content.COALITIONS[slug].effects[0]
    if last and row.turn == "next":
        return _too_late()
    match row.kind:
        case "assets":
            rival = content.COALITIONS[slug].effects[1]
            return _("member corporations {up}, those of {rival} {down}").format(
                up=figures.signed(row.delta),
                rival=names.coalition(rival.coalition),
                down=figures.signed(rival.delta),
            )
        case "percent_of_runs_targeting":
            return _("next turn: {percent} to runs against its corporations").format(
                percent=figures.signed_percent(row.delta)
            )
        case "percent_of_runs_sponsored":
            return _("next turn: {percent} to your runs ({runs})").format(
                percent=figures.signed_percent(row.delta),
                runs=figures.listed([names.run(run) for run in row.runs]),
            )
        case "keep_lost_stakes":
            return _("next turn: lost stakes come back")
    return _("next turn: odds {delta}").format(delta=figures.signed(row.delta))


# ---- titles and Backgrounds -------------------------------------------------------------------


_MEASURES: Final = {
    "big_boss": gettext_noop("shares of the first corporation"),
    "patriarch": gettext_noop("influence"),
    "builder": gettext_noop("shares of one single corporation"),
    "conqueror": gettext_noop("corporations dominated"),
    "opportunist": gettext_noop("corporations held"),
    "rentier": gettext_noop("money counted"),
    "leader": gettext_noop("turns in the winning coalition"),
    "wall_street_man": gettext_noop("speculations won"),
    "spymaster": gettext_noop("successful Information runs"),
    "code_breaker": gettext_noop("successful Datasteals"),
    "arsonist": gettext_noop("successful Sabotages"),
    "matchmaker": gettext_noop("successful Extractions"),
    "paranoid_datasteal": gettext_noop("Protections against Datasteals"),
    "paranoid_sabotage": gettext_noop("Protections against Sabotage"),
    "paranoid_extraction": gettext_noop("Protections against Extraction"),
}


def measure(slug: str) -> str:
    """The measure of a title, as a label: "shares of the first corporation"."""
    text = _MEASURES.get(slug)
    return _(text) if text else slug


def points(value: int) -> str:
    """`+1 VP`, `−3 VP`, with its sign."""
    return _("{points} VP").format(points=figures.signed(value))


def background(slug: str) -> str:
    """What a Background scores points for, in a sentence."""
    row = content.BACKGROUNDS[slug]
    each = points(row.points)
    scale = row.scale
    match slug:
        case "golden_boy":
            return _("{points} on every turn on which your stakes add up to the most you may bet.").format(
                points=each
            )
        case "shadow_veteran":
            return _("{points} on every turn on which you launch more runs than your influence.").format(
                points=each
            )
        case "decorated_veteran":
            return _("{points} on every turn with at least as many Protections as your influence.").format(
                points=each
            )
        case "made_man":
            return _("{points} on every turn with at least as many Sabotages as your influence.").format(
                points=each
            )
        case "old_hand":
            return _(
                "{points} on every turn on which you buy shares and nobody else buys the same ones."
            ).format(points=each)
        case "young_wolf":
            return _("{points} at the end for each share in the first three corporations.").format(
                points=each
            )
        case "heir":
            return _("At the end, by influence: {scale}.").format(
                scale=", ".join(
                    (
                        _("level {level} or more {points}")
                        if level == max(scale, key=int)
                        else _("level {level} {points}")
                    ).format(level=level, points=points(value))
                    for level, value in scale.items()
                )
            )
        case "winning_ticket":
            return _("{points} on every turn without a run and without a speculation.").format(points=each)
        case "power_broker":
            return _("{points} on every turn in the winning coalition.").format(points=each)
        case "lawyer":
            return _(
                "On every turn in the winning coalition, {points} for each player and each corporation "
                "of the opposite one."
            ).format(points=each)
        case "social_parasite":
            return _(
                "{flat} at the end, and {points} for each player a run of yours informed you on."
            ).format(flat=points(row.flat_points), points=each)
        case "spin_genius":
            return _(
                "{points} for each Sabotage or Extraction by others that succeeds against the "
                "corporation you vote up."
            ).format(points=each)
        case "man_of_honour":
            return _(
                "{points} at the end if you hold strictly more shares of the corporation "
                "you are a citizen of "
                "than of any other. Your claims cost double."
            ).format(points=each)
        case "celebrity":
            return _("Your money points count twice.")
        case "avenger":
            return _(
                "Hunts one of two corporations drawn at the start: {low} if it ends below the fifth place, "
                "{last} if it ends last, {crashed} if it crashes."
            ).format(
                low=points(scale["rank_below_5"]),
                last=points(scale["last"]),
                crashed=points(scale["crashed"]),
            )
        case "nobody":
            return _("{points}, and another Background of your choice that nobody is shown.").format(
                points=each
            )
    return ""
