"""The context of the questions of one page: the view of their reader, and the choices it gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import PlayerId, Window
from games.formkit.reading import read_number
from games.skin import Scene, figures

from ..rules.content import CARDS, PILES, Effect
from ..rules.draws import cards_by_pile, draws_of
from ..rules.notation import CATEGORIES
from ..rules.playable import compensation, missing
from ..rules.state import Private, Public
from ..rules.world import SIX, World
from ..texts import amounts, names
from .reading import GAP


@dataclass(frozen=True)
class Ground:
    """One reader's view at one question. `later`: the answer is for a future turn, so that levels and tokens
    may have changed by then."""

    scene: Scene
    public: Public
    private: Private
    me: PlayerId
    later: bool

    @cached_property
    def world(self) -> World:
        return World.of(self.public)

    @cached_property
    def place(self) -> int:
        return self.public.players.index(self.me)

    @property
    def held(self) -> list[int]:
        return self.world.held[self.place]

    @property
    def others(self) -> list[PlayerId]:
        """The other players, in turn order."""
        return [self.public.players[each] for each in self.world.others(self.place)]

    # ---- the map -----------------------------------------------------------------------------------------

    def region(self, slot: int) -> str:
        return names.region_at(self.public, slot)

    def totals(self, slot: int) -> str:
        """The influence of each player in a region, the most first: "Dimitri 4 · you 1"."""
        return self._totals(slot, range(self.world.size)) or _("nobody is there")

    def of_others(self, slot: int) -> str:
        """The same without the reader; "" for none."""
        return self._totals(slot, self.world.others(self.place))

    def _totals(self, slot: int, players: Iterable[int]) -> str:
        found = sorted(((self.world.total(slot, each), each) for each in players), key=lambda pair: -pair[0])
        told = [f"{self._who(each)}{figures.FIXED}{figures.number(total)}" for total, each in found if total]
        return " · ".join(told)

    def _who(self, player: int) -> str:
        return _("you") if player == self.place else self.scene.name(self.public.players[player])

    def mine(self, slot: int) -> str:
        """The reader's influences in a region: "Politics 1, Media 2"."""
        return self.stacks(slot, self.place)

    def stacks(self, slot: int, player: int) -> str:
        found = [
            f"{names.category(category)}{figures.FIXED}{figures.number(count)}"
            for category, count in enumerate(self.world.stacks[slot][player])
            if count
        ]
        return ", ".join(found) or _("nothing")

    def described(self, slot: int) -> str:
        """A region in one line: "High Plateaus, development 4: Dimitri 4 · you 1"."""
        return _("{region}, development {development}: {totals}").format(
            region=self.region(slot),
            development=figures.number(self.world.development[slot]),
            totals=self.totals(slot),
        )

    def regions(self, slots: Iterable[int]) -> list[tuple[str, str]]:
        return [(str(slot), self.described(slot)) for slot in slots]

    def named(self, value: str) -> str:
        """What was chosen and cannot be any more, in words: a region, a card, players, piles, categories; as
        it was typed if it is none of these."""
        slot = read_number(value)
        if isinstance(slot, int) and slot in self.world.slots:
            return self.region(slot)
        if value in CARDS:
            return names.card(value)
        words = [self._word(part) for part in value.split(GAP)]
        return ", ".join(words) if all(words) else value

    def _word(self, part: str) -> str:
        if part in self.public.players:
            return self.scene.name(PlayerId(part))
        if part in PILES:
            return names.pile(part)
        return names.category(part) if part in CATEGORIES else ""

    # ---- cards and levels --------------------------------------------------------------------------------

    def short_of(self, effect: Effect) -> str:
        """The levels that an effect lacks now: "1 level short in Politics"; "" if none."""
        told = [
            ngettext("1 level short in {category}", "{count} levels short in {category}", by).format(
                count=figures.number(by), category=names.category(category)
            )
            for category, by in missing(self.world, self.place, effect)
        ]
        return figures.parts(told[:1] + [text[:1].lower() + text[1:] for text in told[1:]])

    def why(self, effect: Effect) -> tuple[str, bool]:
        """Why an effect cannot be played and what would compensate for that, and whether nothing would."""
        short = self.short_of(effect)
        if not short:
            return "", False
        bought = compensation(self.world, self.place, effect)
        if bought is None:
            return _("{short}: your tokens are not enough.").format(short=short), not self.later
        paid = amounts.paid(kind for each in bought for kind in each.pay)
        return _("{short}: {tokens} would make up for it.").format(short=short, tokens=paid), False

    # ---- tokens and piles --------------------------------------------------------------------------------

    def kinds(self, gained: Iterable[int] = ()) -> list[int]:
        """The types of tokens that can be spent: those held and those that the effect takes; all types for a
        later turn."""
        possible = set(gained) | {kind for kind in SIX if self.held[kind]}
        return [kind for kind in SIX if self.later or kind in possible]

    def draws_after(self, effect: Effect, forced: bool) -> int:
        """The number of cards drawn after an effect, if it is played now."""
        extra = sum(step.amount for step in effect.steps if step.op == "draw")
        return draws_of(self.public, extra, len(self.private.hand) - (not forced))

    def piles(self) -> list[tuple[str, str]]:
        """The piles that can be named, with the number of cards that can still be drawn from each."""
        left = cards_by_pile(self.public)
        return [
            (pile, _("{pile}, {cards}").format(pile=names.pile(pile), cards=amounts.cards(left[pile])))
            for pile in PILES
            if left[pile] > 0
        ]


def ground(scene: Scene, window: Window) -> Ground:
    """The context for a reader with a seat; nobody else sees a form."""
    assert scene.reader is not None
    private: Private = scene.view.private or Private()
    return Ground(scene, scene.view.public, private, scene.reader, window.kind in ("file", "round"))
