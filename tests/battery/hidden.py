"""Exchanging the secrets of one player; and which of a player's acts the rules keep hidden."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from msgspec import Struct

from accounts.models import UserChannel
from games import draws, models, vault
from games.access import Spot
from games.contract import HIDDEN, Closes, Dice, PlayerId, Window, encode
from games.models import Drawer, OrderForm, Player, ReadingRight, Turn
from games.receipts import new_salt
from games.registry import skin_for
from games.selectors import desks_of, orders_of, view_of, window_of
from games.services import talk
from games.services.hooks import room_fact
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.battery import hands, site
from tests.battery.random_game import Played, answer

HOUR = timedelta(hours=1)
TRIES = 20


def other(value: Any, chance: random.Random) -> Any:
    """Another JSON value of the same shape: other numbers and texts, lists longer or shorter."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.randint(1, 90_000)
    if isinstance(value, str):
        return value + "x" * chance.randint(1, 9)
    if isinstance(value, dict):
        return {key: other(item, chance) for key, item in value.items()}
    if isinstance(value, list):
        return [other(item, chance) for item in value[chance.randint(0, 1) :]]
    return value


def hide_otherwise(played: Played, chance: random.Random) -> None:
    """Change every row that holds what one player hides from all others, and the hidden drawer: his
    drawers, forms, past forms, messages, notices, what he has read, and the seeds of the turns.

    What he was told and others may read by a right is left alone."""
    game, hider = played.game, played.hider
    for turn in game.turns.filter(status=Turn.Status.OPEN):
        _another_form(played, turn, chance)
    _other_drawers(played, chance)
    for row in models.Resolution.objects.filter(game=game):
        forms = json.loads(row.forms)
        if hider.pid in forms:
            was = forms[hider.pid]
            kept = {key: was[key] for key in ("by",) if key in was}  # a word of the site's, and no secret
            later = (datetime.fromisoformat(was["saved_at"]) + HOUR).isoformat()
            forms[hider.pid] = {**other(was, chance), **kept, "saved_at": later}
        row.forms, row.draws = json.dumps(forms), draws.short(other(draws.long(row.draws, object), chance))
        row.save()
    granted = {c for g in ReadingRight.objects.filter(game=game, of=hider.pid) for c in g.chapters}
    for event in models.ReaderEvents.objects.filter(game=game, reader=hider.pid).exclude(chapter__in=granted):
        event.content = json.dumps(other(json.loads(event.content), chance))
        event.save()
    ReadingRight.objects.filter(game=game, reader=hider.pid).delete()
    for notice in models.Notice.objects.filter(game=game, user=hider.user):
        # What everybody at the table is told alike is no secret, the rest of the same notice may be.
        public = [key for key in ("turn", "over", "act") if key in notice.data] if room_fact(notice) else []
        alike = {key: notice.data[key] for key in public}
        notice.data, notice.read_at = {**other(notice.data, chance), **alike}, timezone.now()
        notice.save()
    _other_deliveries(played, chance)
    models.Seed.objects.filter(turn__game=game).update(secret=chance.randbytes(32))
    Player.objects.filter(pk=hider.pk).update(seen={"message": 0})
    _another_talk(played)
    _another_person(hider)


def _other_deliveries(played: Played, chance: random.Random) -> None:
    """Other answers to what the player was told of his forms; a channel of his that works no more."""
    told = models.Notice.objects.filter(game=played.game, user=played.hider.user)
    hidden = told.filter(kind__in=[models.Notice.Kind.NEAR, models.Notice.Kind.SET_ASIDE])
    rows = models.Delivery.objects.filter(notice__in=hidden)
    rows.update(state="failed", tries=chance.randint(1, 5), answer="550 no such user")
    if played.hider.user:
        stopped = {"stopped_at": timezone.now(), "why": "550 no such user"}
        UserChannel.objects.update_or_create(user=played.hider.user, kind="mail", defaults=stopped)


def _another_talk(played: Played) -> None:
    """A letter between the player and somebody who does not look, a question to the game masters if none of
    them looks; drafts, what was read and what is muted. Whoever looks is told nothing of it."""
    game, hider = played.game, played.hider
    if hider.user is None or not game.has_talk:
        return
    kind, others = models.Conversation.Kind, site.seats(game)
    for other_seat in others:
        if other_seat.pk == hider.pk or other_seat.user is None:
            continue
        low, high = sorted((hider.number, other_seat.number))
        spot = Spot(kind.LETTER, f"{low}-{high}", (hider.pk, other_seat.pk), writes=True)
        talk.draft_keep(game=game, spot=spot, user=hider.user, text="I have begun to write to you.")
        if other_seat.pid in played.readers:
            continue
        for seat, text in ((hider, "Nobody else reads this."), (other_seat, "Nobody does.")) * 2:
            talk.message_send(
                game=game, spot=spot, author=seat.user, player=seat, text=text, began=timezone.now()
            )  # fmt: skip
    table = Spot(kind.TABLE, "table", writes=True)
    talk.conversation_mute(game=game, spot=table, user=hider.user, player=hider, until="game")
    if not {"master", "superuser", "creator"} & set(played.readers):
        spot = Spot(kind.MASTERS, f"masters-{hider.number}", (hider.pk,), writes=True)
        talk.message_send(
            game=game, spot=spot, author=hider.user, player=hider, text="A question.", began=timezone.now()
        )  # fmt: skip
    told = models.Notice.objects.filter(game=game, kind=models.Notice.Kind.MESSAGE)
    looking = [user for user in played.readers.values() if user is not None]
    assert not told.filter(user__in=looking).exists()
    told.delete()  # the mails of those who were written to are theirs


def _other_drawers(played: Played, chance: random.Random) -> None:
    """Other numbers and texts in the player's drawers and the hidden ones; other cards in his hand, some of
    which came from those who do not look."""
    game, hider = played.game, played.hider.pid
    unseen = [seat.pid for seat in site.seats(game) if seat.pid not in (hider, *played.readers)]
    dealt = hands.exchanged(game, hider, unseen, chance) or {}
    for drawer in Drawer.objects.filter(game=game, owner__in=[hider, HIDDEN]):
        drawer.content = json.dumps(other(json.loads(drawer.content), chance))
        drawer.save()
    for owner, lists in dealt.items():
        drawer = hands.newest(game, owner)
        content = json.loads(drawer.content)
        for path, cards in lists.items():
            hands.put(content, path, cards)
        drawer.content = json.dumps(content)
        drawer.save()


def _another_form(played: Played, turn: Turn, chance: random.Random) -> None:
    """The player's form for an open turn: there, if it was not, the last of all, by many orders
    longer, ready, revised. Where it shows that he is in, or to whom, whether he is stays as it was: of a
    form saved in parts, whether it is complete."""
    window, hider = window_of(turn), played.hider
    form = OrderForm.objects.filter(turn=turn, player=hider).first()
    masters = not {"master", "superuser"}.isdisjoint(played.readers)
    shows = not window.in_parts and (window.closes is not Closes.AT_NOON or masters)
    if hider.pid not in window.players or (form is None and shows):
        return
    rules, view = skin_for(played.game.title).rules, view_of(played.game, hider)
    sampled = (rules.sample(view, window, Dice(chance.randbytes(8))) for _ in range(TRIES))
    orders: Sequence[Any] = next((orders for orders in sampled if orders), ())
    if form:
        form.delete()
    ready = not window.in_parts or (form is not None and form.ready)
    OrderForm.objects.create(
        turn=turn, player=hider, author_id=hider.user_id, orders=encode((*orders, *orders)), revision=7,
        ready=ready, salt=new_salt(), fingerprint="F" * 24, saved_at=timezone.now() + HOUR,
    )  # fmt: skip


def _another_person(hider: Player) -> None:
    """What belongs to his account and to no game."""
    user = hider.user
    if user is None:
        return
    user.email, user.language, user.time_zone, user.theme = "other@example.org", "fr", "Asia/Tokyo", "dark"
    user.zone_confirmed, user.last_login = True, timezone.now()
    user.save()


# ---- what comes of a form, and of an act at a door ----------------------------------------------------


class Pair(Struct, frozen=True):
    """Two forms of one player between whose outcomes these readers, by the rules, see no difference."""

    forms: tuple[Any, Any]
    readers: tuple[str, ...]


def alike_for_others(played: Played, chance: random.Random) -> Pair | None:
    """Two forms for the open turn that leave the public drawer, the events told to all and those of
    some readers as they are, and change something for who hands them in; None if none was found. No form
    that ends the game: who played it may then read every form."""
    game, hider, rules = played.game, played.hider, skin_for(played.game.title).rules
    turn = game.turns.filter(status=Turn.Status.OPEN).order_by("position").first()
    if turn is None or (window := window_of(turn)).closes is Closes.AT_ONCE:
        return None
    for player in site.seats(game):
        if player != hider:
            answer(game, player, turn, window, rules, chance)
    forms_in = turn.forms.filter(ready=True) if window.in_parts else turn.forms
    handed_in = {form.player.pid for form in forms_in.select_related("player")}
    if window.closes is Closes.TOGETHER and {*window.awaited} - {*handed_in, hider.pid}:
        return None
    state = vault.load(game, rules).state
    secret, turn = vault.seed_with_turn(turn.pk)
    forms = {PlayerId(f.player.pid): orders_of(f) for f in turn.forms.select_related("player")}
    known: dict[str, list[tuple[Any, Any]]] = {}
    for orders in forms_of(played, window, chance):
        outcome = rules.resolve(state, window, {**forms, PlayerId(hider.pid): orders}, Dice(secret + b"0"))
        if not rules.windows(outcome.state.public):
            continue
        mine = encode([outcome.state.private[PlayerId(hider.pid)], _told(outcome, hider.pid)])
        for before, others in known.setdefault(_public(outcome), []):
            readers = tuple(r for r in played.readers if _seen(others, r) == _seen(outcome, r))
            if mine != encode([others.state.private[PlayerId(hider.pid)], _told(others, hider.pid)]):
                return Pair((before, orders), readers)
        known[_public(outcome)].append((orders, outcome))
    return None


def forms_of(played: Played, window: Window, chance: random.Random) -> Iterator[Any]:
    """Forms that pass `check`, and each of them without one of its orders."""
    rules, view = skin_for(played.game.title).rules, view_of(played.game, played.hider)
    for _ in range(12):
        orders = tuple(rules.sample(view, window, Dice(chance.randbytes(8))) or ())
        for form in (orders, *(orders[:n] + orders[n + 1 :] for n in range(len(orders)))):
            if not rules.check(view, window, form) and (form or window.closes is Closes.AT_NOON):
                yield form


def _told(outcome: Any, reader: str) -> list[Any]:
    return [event for event in outcome.events if reader in event.to]


def _public(outcome: Any) -> str:
    return encode([outcome.state.public, _told(outcome, "public")])


def _seen(outcome: Any, reader: str) -> str:
    """What the rules show to a reader beyond what they show to all."""
    own = outcome.state.private.get(PlayerId(reader))
    grants = [grant for grant in outcome.grants if grant.reader == reader]
    return encode([own, _told(outcome, reader), grants])


def close_with(played: Played, orders: Any, clock: Any) -> None:
    """The player's form for the open turn is this one; then noon, or everybody is in."""
    game, hider = played.game, played.hider
    turn = game.turns.filter(status=Turn.Status.OPEN).order_by("position")[0]
    OrderForm.objects.filter(turn=turn, player=hider).delete()
    window = window_of(turn)
    order_form_save(
        player=hider, turn_name=turn.name, revision=0, orders=orders, ready=window.in_parts
    )  # fmt: skip
    if window.closes is Closes.AT_NOON:
        clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


class Act(Struct, frozen=True):
    """What one player may do at a door, and whom the rules tell nothing of it."""

    done: Callable[[], object]
    readers: tuple[str, ...]


def secret_act(played: Played, chance: random.Random) -> Act | None:
    """An act of the player's at an open door that leaves the public drawer as it is and tells some
    readers nothing; None if there is none."""
    game, hider, rules = played.game, played.hider, skin_for(played.game.title).rules
    state = vault.load(game, rules).state
    for turn in game.turns.filter(status=Turn.Status.OPEN).order_by("position"):
        window = window_of(turn)
        if not window.is_door or hider.pid not in window.players:
            continue
        for _ in range(8):
            orders = rules.sample(view_of(game, hider), window, Dice(chance.randbytes(8)))
            if not orders:
                continue
            outcome = rules.resolve(state, window, {PlayerId(hider.pid): orders}, Dice(b"door"))
            still = encode(outcome.state.public) == encode(state.public) and not _told(outcome, "public")
            readers = tuple(
                r for r in played.readers
                if not _told(outcome, r)
                and outcome.state.private.get(PlayerId(r)) == state.private.get(PlayerId(r))
            )  # fmt: skip
            if still and readers:
                return Act(_saved(hider, turn, orders), readers)
    return None


def _saved(player: Player, turn: Turn, orders: Any) -> Callable[[], object]:
    """The act, by a page that was just opened: the player may have used this door before."""
    return lambda: order_form_save(
        player=player, turn_name=turn.name, revision=desks_of(player, [turn])[0].revision, orders=orders
    )
