"""Joining a coalition of the MDC."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order, PlayerId
from games.formkit.fields import Choice, Field, FramesField
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.skin import Desk, Scene

from ..rules import content
from ..rules.desk import PlayerTurn
from ..rules.state import Council, Seat
from ..texts import figures, names, words
from .fields import ranked
from .kind import OrderKind, Question


class JoinCoalition(OrderKind):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("coalition", content.COALITIONS)

    def fields(self, question: Question) -> list[Field]:
        value = question.value("coalition")
        last = question.rules.market.turn >= content.CONSTANTS.total_turns
        choices = [
            Choice(
                slug,
                names.coalition(slug),
                _hint(words.coalition_pitch(slug, last), _last_turn(question, slug)),
                chosen=slug == value,
            )
            for slug in content.COALITIONS
        ]
        return [FramesField("coalition", _("Coalition"), bare=True, choices=choices)]

    def submit(self) -> str:
        return _("Join")

    def refused(self) -> str:
        return _("Coalition not joined.")

    def count(self, question: Question) -> str:
        return _("{used} of {of}").format(used=question.saved, of=1)

    def say(self, question: Question) -> str:
        bring = _brought(question)
        if bring and not question.saved:
            return _("You, and with you {corporations}: there you hold strictly the most shares.").format(
                corporations=bring
            )
        return _("You, and the corporations where you hold strictly the most shares.")

    def button_price(self, question: Question) -> str:
        return _("free")

    def add_label(self, question: Question) -> str:
        return _("Join a coalition")

    def available(self, question: Question) -> Availability:
        return Availability(not question.saved, cost=_("free"))

    def what(self, scene: Scene, order: Order) -> str:
        return names.coalition(str(order.data.get("coalition") or ""))

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Coalition: {coalition}").format(coalition=self.what(scene, order))

    def note(self, question: Question, order: Order, line: Line) -> str:
        return followers(question.scene, question.rules, question.desk)


def _hint(pitch: str, last: str) -> str:
    return f"{pitch} · {last}" if last else pitch


def _last_turn(question: Question, coalition: str) -> str:
    """Who was in a coalition last turn, players and corporations; "" if nobody was."""
    council: Council = question.scene.view.public.council
    members = [question.scene.name(player) for player in council.players.get(coalition, ())]
    members += [names.corp(slug) for slug in council.corporations.get(coalition, ())]
    if not members:
        return ""
    told = (
        _("last turn, and winning: {members}") if council.winner == coalition else _("last turn: {members}")
    )
    return told.format(members=figures.listed(members))


def _brought(question: Question) -> str:
    """The corporations that would follow this player with the shares held now, each with rank and assets."""
    rules = question.rules
    seats: Mapping[PlayerId, Seat] = question.scene.view.public.seats
    told = []
    for slug in ranked(rules):
        own = rules.seat.shares.get(slug, 0)
        if own > max(
            (seats[p].shares.get(slug, 0) for p in rules.market.players if p != rules.player), default=0
        ):
            told.append(
                ngettext(
                    "{corporation} ({rank}, {count} asset)",
                    "{corporation} ({rank}, {count} assets)",
                    rules.market.assets[slug],
                ).format(
                    corporation=names.corp(slug),
                    rank=figures.ordinal(rules.market.ranks[slug]),
                    count=rules.market.assets[slug],
                )
            )
    return figures.listed(told)


def followers(scene: Scene, rules: PlayerTurn, desk: Desk) -> str:
    """The corporations that would follow this player at the MDC, with the purchases of this turn. From public
    data and the player's own form, because what others buy is not known before noon.
    """
    owned = dict(rules.seat.shares)
    for order in desk.orders:
        if order.kind == "buy_share":
            slug = str(order.data.get("corporation"))
            owned[slug] = owned.get(slug, 0) + 1
    seats: Mapping[PlayerId, Seat] = scene.view.public.seats
    lines = []
    for slug in ranked(rules):
        rivals = {
            player: seats[player].shares.get(slug, 0)
            for player in rules.market.players
            if player != rules.player
        }
        best = max(rivals.values(), default=0)
        if owned.get(slug, 0) <= best:
            continue
        values = {"corporation": names.corp(slug), "count": owned[slug]}
        if best:
            against = figures.listed(
                [scene.name(player) for player, count in rivals.items() if count == best]
            )
            lines.append(
                ngettext(
                    "{corporation} follows you unless somebody else buys in: {count} share, against "
                    "{best} ({players}).",
                    "{corporation} follows you unless somebody else buys in: {count} shares, against "
                    "{best} ({players}).",
                    owned[slug],
                ).format(**values, best=best, players=against)
            )
        else:
            lines.append(
                ngettext(
                    "{corporation} follows you unless somebody else buys in: {count} share, against none.",
                    "{corporation} follows you unless somebody else buys in: {count} shares, against none.",
                    owned[slug],
                ).format(**values)
            )
    return " ".join(lines) or _("No corporation follows you: nowhere do you hold strictly the most shares.")
