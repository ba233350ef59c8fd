"""The texts above an order form: the last round, the matter of the question, the default without an
answer."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.contract import Window
from games.rulekit.events import EventData
from games.skin import Scene, figures

from ..pages.log import Deed, Kind, recent
from ..pages.minutes import act
from ..rules.board import owner
from ..rules.defaults import default
from ..rules.events import DevelopmentUsed, InfluenceScored
from ..rules.state import Private, Public
from ..texts import amounts, effects, names, receipts
from ..texts.events import tell

MOST_LINES: Final = 6


def matter(scene: Scene, window: Window) -> str:
    """The question and, if there is one, the event of the round."""
    public: Public = scene.view.public
    private: Private = scene.view.private or Private()
    match window.kind:
        case "bribe_reply" if private.envelope:
            one = private.envelope
            told = _("{player} offers you {amount} for the card {card}.").format(
                player=scene.name(one.briber), amount=amounts.pinats(one.amount), card=names.card(one.card)
            )
            return figures.sentence(told, _worth(public, one.card))
        case "placement":
            return _(
                "A department begins with three employees, in the first free office from the top. Whoever "
                "has the most heads in a division directs it."
            )
        case "round" if "events" in window.orders:
            return _("The turn begins: its events are not ordered yet. Motivation {count}.").format(
                count=public.motivation
            )
    if public.revealed and window.kind in ("round", "action", "meeting", "extra_action", "boss_privilege"):
        card = public.revealed[-1]
        event, effect = names.event(card), effects.event(card)
        told = _("Event of round {round}: {event}.").format(round=public.round, event=event)
        count = _("Motivation is now {count}.").format(count=public.motivation)
        # some events have their effect in their name
        return figures.sentence(told, "" if effect.rstrip(".") in event else effect, count)
    return ""


def _worth(public: Public, slug: str) -> str:
    """What a privilege card gives its holder now."""
    card = public.cards[slug]
    if card.face_down:
        return _("It lies face down, and gives nothing before the next turn.")
    gives = effects.privilege(slug, card.corrupt, public.motivation)
    return _("What it gives you now: {what}").format(what=_within(gives))


def _within(text: str) -> str:
    """Words as they stand within a sentence. None of those that begin so is a name."""
    return text[:1].lower() + text[1:]


def silence(scene: Scene, window: Window) -> str:
    """The default for a reader who hands in nothing (13.2), in words, from the reader's view only."""
    orders = default(scene.view, window)
    if orders is None:
        return ""
    told = [receipts.what(scene, order) for order in orders if order.kind != "events"]
    if any(order.kind == "events" for order in orders):
        told.append(_("the events come in the order below"))
    return figures.parts([*told[:1], *map(_within, told[1:])])


def last(scene: Scene) -> list[str]:
    """The last round for the reader: the reader's own act, acts of others on the reader, what only the reader
    was told, and what has happened since."""
    log = recent(scene)
    begin = max(
        (place for place, each in enumerate(log) if each.deeds or each.kind is Kind.PHASE_ONE), default=0
    )
    told: list[str] = []
    for sitting in log[begin:]:
        told += [tell(data, scene) for data in sitting.opening if _concerns(scene, data)]
        for deed in sitting.deeds:
            told += _deed(scene, deed)
        told += [tell(data, scene) for data in sitting.own]
    return told[-MOST_LINES:]


def _deed(scene: Scene, deed: Deed) -> list[str]:
    """What a deed did to the reader, as the minutes say it. An offer that awaits their answer is the question
    itself."""
    me = deed.player == scene.reader
    if not me and deed.offers() and deed.answers()[-1] is None:
        return []
    if not me and not any(_concerns(scene, data) for data in deed.facts):
        return [tell(data, scene) for data in deed.own]
    done = act(scene, deed)
    headline = done.headline if done.headline.endswith(".") else f"{done.headline}."
    return [figures.sentence(headline, *done.lines), *done.own]


def _concerns(scene: Scene, data: EventData) -> bool:
    """Whether an event names the reader, or an office of the reader."""
    me, public = scene.reader, scene.view.public
    if isinstance(data, InfluenceScored):
        return any(part.player == me for part in data.parts)
    if isinstance(data, DevelopmentUsed):
        return any(owner(public, each.was) == me for each in data.takes)
    return any(getattr(data, name) == me for name in data.__struct_fields__)


def waiting(scene: Scene) -> tuple[str, str]:
    """Why the reader is asked nothing, and who is asked."""
    public: Public = scene.view.public
    if public.asleep:
        return _("The game sleeps"), _("Everybody is away. The first to come back wakes it.")
    question = public.question
    if question is None:
        return _("The others have to decide"), ""
    told = _("{window}: {players}").format(
        window=names.window(question.kind),
        players=figures.listed([scene.name(player) for player in question.asked]),
    )
    return _("The others have to decide"), told
