"""The events of the game, of phase I and of the event cards."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.skin import Scene, figures
from games.skin.telling import players

from ..rules import events as told
from ..rules.content import NEMESIS_CARDS, C, Mode
from . import amounts, general, names
from .telling import bill, pushed_off, tell

# ---- the game and its players ----------------------------------------------------------------------------


@tell.register
def _started(data: told.GameStarted, scene: Scene) -> str:
    how = _("Everybody plays at once.") if data.mode is Mode.ROUNDS else _("One plays after the other.")
    start = _("The game begins; {player} is first and has the start marker.").format(
        player=scene.name(data.first)
    )
    return figures.sentence(start, how)


@tell.register
def _missed(data: told.Missed, scene: Scene) -> str:
    return _("{player} gave no answer ({window}): the default is carried out.").format(
        player=scene.name(data.player), window=names.window(data.window)
    )


@tell.register
def _defaulted(data: told.Defaulted, scene: Scene) -> str:
    return _("Nobody waits for {player} ({window}): the default is carried out.").format(
        player=scene.name(data.player), window=names.window(data.window)
    )


@tell.register
def _away(data: told.WentAway, scene: Scene) -> str:
    return _("{player} is away.").format(player=scene.name(data.player))


@tell.register
def _left(data: told.PlayerLeft, scene: Scene) -> str:
    return _("{player} leaves; the seat is kept.").format(player=scene.name(data.player))


@tell.register
def _returned(data: told.Returned, scene: Scene) -> str:
    return _("{player} is back.").format(player=scene.name(data.player))


@tell.register
def _asleep(data: told.FellAsleep, scene: Scene) -> str:
    return _("Everybody is away: the game sleeps until somebody comes back.")


@tell.register
def _four(data: told.FourPoints, scene: Scene) -> str:
    player = scene.name(data.player)
    if data.nemesis is None:
        return _("{player} has four victory points: the game ends at the next checkpoint.").format(
            player=player
        )
    whom = _("everybody") if data.nemesis == data.player else scene.name(data.nemesis)
    return _(
        "{player} has four victory points and shows the nemesis outdone: {nemesis}, in {competences}. The "
        "game ends at the next checkpoint."
    ).format(player=player, nemesis=whom, competences=competences(data.card or ""))


def competences(card: str) -> str:
    """`Influence, Shares and Corruption`."""
    return figures.listed([names.competence(each) for each in NEMESIS_CARDS.get(card, ())])


@tell.register
def _over(data: told.GameOver, scene: Scene) -> str:
    best = [place for place in data.places if place.rank == 1]
    won = _("The game is over. First, with {points}: {players}.").format(
        points=general.points_text(len(best[0].kinds)), players=players([p.player for p in best], scene)
    )
    last = _("Turn {turn} was the last.").format(turn=C.end.last_turn)
    return figures.sentence(won, last if data.last_turn else "")


# ---- the setup and phase I -------------------------------------------------------------------------------


@tell.register
def _placed(data: told.Placed, scene: Scene) -> str:
    player = scene.name(data.player)
    if data.office is not None:
        return _("{player} opens a department in {office}.").format(
            player=player, office=names.office(data.office)
        )
    joined = _("{player} joins the board.").format(player=player)
    return figures.sentence(joined, pushed_off([data.pushed] if data.pushed else [], scene))


@tell.register
def _thanked(data: told.BossThanked, scene: Scene) -> str:
    return _("The boss of {player} is thanked and returns to the reserve.").format(
        player=scene.name(data.player)
    )


@tell.register
def _elected(data: told.BossElected, scene: Scene) -> str:
    if data.player is None:
        return _("Nobody sits on the board: the boss office stays vacant.")
    text = (
        _("{player} provides the boss: as many members as others, {members}, but the longest on the board.")
        if data.tied
        else _("{player} provides the boss, with the most members on the board: {members}.")
    )
    return text.format(player=scene.name(data.player), members=figures.number(data.members))


@tell.register
def _director(data: told.DirectorAppointed, scene: Scene) -> str:
    new, division = scene.name(data.new), names.division(data.division)
    if data.old is None:
        return _("{division}: {player} takes the vacant director’s office.").format(
            division=division, player=new
        )
    text = (
        _("{division}: {player} takes the director’s office; {old} goes to the board.")
        if data.exit == "board"
        else _("{division}: {player} takes the director’s office; {old} becomes a consultant.")
    )
    appointed = text.format(division=division, player=new, old=scene.name(data.old))
    return figures.sentence(appointed, pushed_off([data.pushed] if data.pushed else [], scene))


@tell.register
def _privileges(data: told.PrivilegesDealt, scene: Scene) -> str:
    held = [
        _("{card} {player}").format(card=names.card(card), player=scene.name(holder))
        for card, holder in data.holders.items()
        if holder
    ]
    cards = (
        _("The privilege cards, face up and plain: {cards}.").format(cards=", ".join(held))
        if held
        else _("Nobody holds a privilege card.")
    )
    marker = _("{player} has the start marker.").format(player=scene.name(data.marker))
    return figures.sentence(cards, marker)


@tell.register
def _influence(data: told.InfluenceScored, scene: Scene) -> str:
    if not data.parts:
        return _("Nobody scores influence.")
    return _("Influence: {players}.").format(
        players=figures.listed(
            [
                _("{player} {points} ({parts})").format(
                    player=scene.name(part.player),
                    points=figures.signed(part.members + part.boss + part.settling_in),
                    parts=", ".join(_parts(part)),
                )
                for part in data.parts
            ]
        )
    )


def _parts(part: told.InfluencePart) -> list[str]:
    """What a player's influence of phase I comes from."""
    found = (
        (_("board {points}"), part.members),
        (_("boss {points}"), part.boss),
        (_("fewer directors {points}"), part.settling_in),
    )
    return [text.format(points=figures.signed(points)) for text, points in found if points]


@tell.register
def _motivation(data: told.MotivationChanged, scene: Scene) -> str:
    if data.was == data.now:
        return _("Motivation stays at {now}.").format(now=figures.number(data.now))
    return _("Motivation goes from {was} to {now}.").format(
        was=figures.number(data.was), now=figures.number(data.now)
    )


@tell.register
def _ordered(data: told.EventsOrdered, scene: Scene) -> str:
    return _("{player} has ordered the events of the turn.").format(player=scene.name(data.player))


# ---- events ----------------------------------------------------------------------------------------------


@tell.register
def _revealed(data: told.EventRevealed, scene: Scene) -> str:
    return _("Round {round}: {event}.").format(round=figures.number(data.round), event=names.event(data.card))


@tell.register
def _income(data: told.Income, scene: Scene) -> str:
    return _("{player} receives {amount} ({bill}).").format(
        player=scene.name(data.player), amount=amounts.pinats(data.amount), bill=bill(data.lines)
    )


@tell.register
def _fined(data: told.Fined, scene: Scene) -> str:
    if data.amount < data.due:
        return _("{player} owes {due} ({bill}) and pays all there is: {amount}.").format(
            player=scene.name(data.player),
            due=amounts.pinats(data.due),
            bill=bill(data.lines),
            amount=amounts.pinats(data.amount),
        )
    return _("{player} pays {amount} ({bill}).").format(
        player=scene.name(data.player), amount=amounts.pinats(data.amount), bill=bill(data.lines)
    )


@tell.register
def _fool(data: told.FoolPaid, scene: Scene) -> str:
    each = [
        _("{player} {amount}").format(
            player=scene.name(share.player), amount=amounts.pinats(share.paid + share.bank)
        )
        for share in data.shares
    ]
    paid = _("{player} pays for being director of Communication: {shares}.").format(
        player=scene.name(data.player), shares=", ".join(each)
    )
    bank = sum(share.bank for share in data.shares)
    return figures.sentence(
        paid, _("The bank adds {amount}.").format(amount=amounts.pinats(bank)) if bank else ""
    )


@tell.register
def _removed(data: told.BossRemoved, scene: Scene) -> str:
    return _("The boss of {player} has to go and receives {amount}; the office is vacant.").format(
        player=scene.name(data.player), amount=amounts.pinats(data.amount)
    )


@tell.register
def _turned(data: told.CardTurnedDown, scene: Scene) -> str:
    return _("The card {card} is turned face down until the next board meeting.").format(
        card=names.card(data.card)
    )
