"""The events of the game as a whole: its start, its rounds, its end, its players."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Scene, figures

from ..rules import events as told
from ..rules.content import Mode
from . import amounts, general, names
from .parties import parties, party
from .telling import payments, tell, things


@tell.register
def _started(data: told.GameStarted, scene: Scene) -> str:
    how = (
        _("Each hands in a programme for the round.")
        if data.mode is Mode.PROGRAMMED
        else _("Each plays in turn.")
    )
    begins = ngettext(
        "The game begins: {count} round.", "The game begins: {count} rounds.", data.rounds
    ).format(count=data.rounds)
    return figures.sentence(begins, how)


@tell.register
def _dealt(data: told.MegacorpDealt, scene: Scene) -> str:
    return _("{player} runs {megacorp}.").format(
        player=scene.name(data.player), megacorp=names.megacorp(data.megacorp)
    )


@tell.register
def _first(data: told.FirstPlayerDrawn, scene: Scene) -> str:
    return _("Drawn to begin round 1: {player}.").format(player=party(scene, data.player))


@tell.register
def _country(data: told.CountryDealt, scene: Scene) -> str:
    line = (
        _("{country}: control is drawn, and goes to {player}.")
        if data.drawn
        else _("{country}: under the control of {player} from the start.")
    )
    return line.format(country=names.country(data.country), player=party(scene, data.player))


@tell.register
def _cards(data: told.CardsDealt, scene: Scene) -> str:
    if not data.cards:
        return _("{player} starts without a card.").format(player=party(scene, data.player))
    return _("{player} starts with {cards}.").format(
        player=party(scene, data.player), cards=general.cards_text(data.cards)
    )


@tell.register
def _taken(data: told.CompanyTaken, scene: Scene) -> str:
    return _("{player} takes a first company: {company}.").format(
        player=party(scene, data.player), company=names.company(data.company)
    )


@tell.register
def _round(data: told.RoundBegan, scene: Scene) -> str:
    begins = _("Round {round}: {player} draws a card and begins.").format(
        round=data.round, player=party(scene, data.player)
    )
    if not data.deck:
        return figures.sentence(begins, _("The deck is empty: this is the last round."))
    left = ngettext("{count} card is left in the deck.", "{count} cards are left in the deck.", data.deck)
    return figures.sentence(begins, left.format(count=data.deck))


@tell.register
def _no_answer(data: told.NoAnswer, scene: Scene) -> str:
    undealt = data.window == "choose_megacorp"
    return _("{question}: {player} gave no answer; the default counts.").format(
        question=names.window(data.window),
        player=scene.name(data.player) if undealt else party(scene, data.player),
    )


@tell.register
def _last_call(data: told.LastCallBegan, scene: Scene) -> str:
    if not data.players:
        return _("The last call: nobody has a card left.")
    return _("The last call for cards: {players}.").format(players=parties(scene, data.players))


@tell.register
def _final(data: told.FinalPayout, scene: Scene) -> str:
    line = ngettext(
        "Final payout, {industry}: {count} competitor, {each} for each company. {payments}.",
        "Final payout, {industry}: {count} competitors, {each} for each company. {payments}.",
        data.competitors,
    )
    return line.format(
        industry=names.industry(data.industry),
        count=data.competitors,
        each=amounts.euros(data.per_company),
        payments=figures.capital(payments(data.payments, scene)),
    )


@tell.register
def _ended(data: told.GameEnded, scene: Scene) -> str:
    line = ngettext(
        "{players} wins with {money}.", "{players} share the victory with {money} each.", len(data.winners)
    ).format(players=parties(scene, data.winners), money=amounts.euros(data.money))
    why = _("Nobody else is left in the game.") if data.reason == "last_player" else ""
    return figures.sentence(line, why)


# ---- players -------------------------------------------------------------------------------------


@tell.register
def _given(data: told.Given, scene: Scene) -> str:
    return _("{player} gives to {to}: {things}.").format(
        player=party(scene, data.player), to=party(scene, data.to), things=things(data.give)
    )


@tell.register
def _traded(data: told.Traded, scene: Scene) -> str:
    return _("{player} and {to} trade: {give} for {want}.").format(
        player=party(scene, data.player),
        to=party(scene, data.to),
        give=things(data.give),
        want=things(data.want),
    )


@tell.register
def _absent(data: told.BecameAbsent, scene: Scene) -> str:
    return _("{player} gave no answer in three turns running: the game waits no longer.").format(
        player=party(scene, data.player)
    )


@tell.register
def _back(data: told.CameBack, scene: Scene) -> str:
    return _("The game waits for {player} again.").format(player=party(scene, data.player))


@tell.register
def _asleep(data: told.FellAsleep, scene: Scene) -> str:
    return _("Everybody is away: the game sleeps until somebody comes back.")


@tell.register
def _left(data: told.PlayerLeft, scene: Scene) -> str:
    lines = [_("{player} has left the game.").format(player=party(scene, data.player))]
    if data.companies:
        lines.append(
            _("Companies without an owner now: {companies}.").format(
                companies=names.companies(data.companies)
            )
        )
    if data.countries:
        countries = figures.listed([names.country(slug) for slug in data.countries])
        lines.append(_("Countries without a controller now: {countries}.").format(countries=countries))
    if data.cards:
        cards = figures.listed([names.card(slug) for slug in data.cards])
        lines.append(_("Cards discarded: {cards}.").format(cards=cards))
    return figures.sentence(*lines)
