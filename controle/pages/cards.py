"""The page `cards`: all designs by pile, each with the places of its copies as far as the reader has seen
them.

Copies that the reader has not seen are "unseen", wherever they are: in a pile, in a hand, set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from msgspec import Struct

from games.skin import Scene, figures

from ..rules.content import CARDS, PILES, C
from ..rules.state import Public
from ..texts import amounts, names
from .common import own_of, public_of, rules_url
from .faces import drawn_face


class Shown(Struct, frozen=True):
    """A design. `face`: the rendered card; `where`: the places of its copies, in words."""

    face: SafeString
    where: str


class Pile(Struct, frozen=True):
    """`told`: the number of cards in it, and the places of those of its cards that the reader has seen."""

    slug: str
    category: str
    name: str
    told: str
    cards: tuple[Shown, ...]


class Places(Struct, frozen=True):
    """The places in which copies were seen, by card."""

    hand: Counter[str]
    shown: Counter[str]
    played: Counter[str]
    archive: Counter[str]

    def told(self, cards: Iterable[str]) -> str:
        """The places of the copies of these cards: `2 played, 1 in your hand, 9 unseen`."""
        ids = tuple(cards)
        seen = [sum([place[card] for card in ids]) for place in self._all()]
        return _told((*seen, len(ids) * C.figures.copies - sum(seen)), get_language())

    def _all(self) -> tuple[Counter[str], ...]:
        return self.hand, self.shown, self.played, self.archive


@lru_cache(maxsize=512)
def _told(counts: tuple[int, ...], language: str | None) -> str:
    """The number of copies in each place, unseen ones last, in the active language; cached, because most
    cards have the same text."""
    texts = (
        _("in your hand: {count}"),
        _("shown in a forced turn: {count}"),
        pgettext("cards", "played: {count}"),
        _("in the archive: {count}"),
        _("unseen: {count}"),
    )
    told = zip(texts, counts, strict=True)
    return ", ".join([text.format(count=figures.number(count)) for text, count in told if count])


def context(scene: Scene) -> dict[str, Any]:
    """Values of `controle/cards.html`."""
    found = places(scene)
    return {
        "piles": [_pile(public_of(scene), slug, found) for slug in PILES],
        "summary": figures.capital(found.told(CARDS)),
        "rules_url": rules_url(),
    }


def places(scene: Scene) -> Places:
    """The cards that the reader has seen: the reader's own hand, a hand shown to all, discards and
    archives."""
    public, own = public_of(scene), own_of(scene)
    forced, hand = public.forced, own.hand if own is not None else ()
    shown: tuple[str, ...] = ()
    if forced is not None:
        mine = scene.reader is not None and scene.reader == public.active
        shown = (forced.card,) if mine else (*forced.hand, forced.card)
    return Places(
        Counter(hand),
        Counter(shown),
        Counter(card for pile in public.discards.values() for card in pile),
        Counter(public.archive),
    )


def _pile(public: Public, slug: str, found: Places) -> Pile:
    designs = [card for card in CARDS.values() if card.pile == slug]
    return Pile(
        slug,
        slug[:-1],
        names.pile(slug),
        figures.parts(
            (
                _("left in the pile: {cards}").format(cards=amounts.cards(public.piles[slug])),
                found.told(card.id for card in designs),
            )
        ),
        tuple(Shown(drawn_face(card.id), figures.capital(found.told((card.id,)))) for card in designs),
    )
