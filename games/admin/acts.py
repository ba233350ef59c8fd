"""The acts of game masters, as a table: what each is called, what it does, and which form it needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from accounts.models import User

from .. import permissions
from ..models import Game
from ..services import masters, moderation, seating
from . import forms
from .facts import Facts

Run = Callable[[Game, dict[str, Any], User], object]


class MasterAct(Struct, frozen=True):
    """An act of a game master. `slug`: its name in `permissions.GameAct`. `what`: the explanation on the page
    that asks for confirmation. `when`: whether the act is possible now. `run(game, cleaned_data, author)` may
    return False if nothing was done; then `not_done` gives the reason."""

    slug: str
    group: str
    label: Any
    what: Any
    done: Any
    when: Callable[[Facts], bool]
    run: Run
    form: type[forms.ActForm | forms.SettingsForm] = forms.ActForm
    not_done: Callable[[Facts], str] = lambda facts: ""

    def open_to(self, facts: Facts) -> bool:
        """Whether this master is permitted to do it, even if it is not possible now."""
        passed = any(turn.noon_passed for turn in facts.stuck)
        return not permissions.refusal(self.slug, facts.actor, noon_passed=passed)


def _running(facts: Facts) -> bool:
    return facts.game.stage == Game.Stage.RUNNING


def _gathering(facts: Facts) -> bool:
    return facts.game.stage == Game.Stage.GATHERING


def _ticking(facts: Facts) -> bool:
    return _running(facts) and not facts.game.paused


def _seatable(facts: Facts) -> bool:
    return facts.free > 0 or (_running(facts) and any(s.user is None for s in facts.seats))


def _give(game: Game, data: dict[str, Any], author: User) -> None:
    name = data["name"] or data["user"].display_name
    seating.seat_give(
        game=game, user=data["user"], name=name, number=data.get("seat"), author=author, reason=data["reason"]
    )


def _noon_not_done(facts: Facts) -> str:
    if facts.stuck:
        return gettext("Noon has struck, but the turn is stuck. Nothing is lost: see below what to do.")
    return gettext(
        "The turn was not resolved: it was being resolved already. See below where the game stands."
    )


def _still_not_resolved(facts: Facts) -> str:
    if facts.stuck:
        return gettext(
            "The turn is stuck again, under a new number: its cause is still there. Give the number to "
            "whoever runs the site."
        )
    return gettext(
        "The turn is open again, with the orders it had, and takes orders until its noon. “Noon now” "
        "resolves it at once."
    )


ACTS: tuple[MasterAct, ...] = (
    MasterAct(
        "start", "clock", _("Start the game"),
        _("The game starts with the players it has; its first turn opens now. Nobody can join afterwards."),
        _("The game has started."),
        _gathering,
        lambda game, data, author: masters.master_game_start(game=game, author=author, reason=data["reason"]),
    ),
    MasterAct(
        "fill", "clock", _("Start, bots in the free places"),
        _("Bots take every free place and the game starts; its first turn opens now. Each bot sees what a "
          "player in its place would see, and nothing else."),
        _("The game has started, with bots in the places that were free."),
        lambda facts: _gathering(facts) and facts.free > 0 and facts.game.bots_play,
        lambda game, data, author: masters.master_game_fill(
            game=game, author=author, reason=data["reason"]
        ),
    ),
    MasterAct(
        "pause", "clock", _("Pause"),
        _("The clock stops: no turn closes and no order is accepted until you resume the game. What is "
          "saved stays saved. The players are told, with your reason."),
        _("The game is paused."),
        _ticking,
        lambda game, data, author: masters.game_pause(game=game, author=author, reason=data["reason"]),
    ),
    MasterAct(
        "resume", "clock", _("Resume"),
        _("The clock starts again: every open turn gets a fresh deadline, with the full notice. The "
          "players are told, with your reason."),
        _("The game goes on, with fresh deadlines."),
        lambda facts: _running(facts) and facts.game.paused,
        lambda game, data, author: masters.game_resume(game=game, author=author, reason=data["reason"]),
    ),
    MasterAct(
        "extend", "clock", _("Move the deadline"),
        _("The deadline of the open turns moves later, by 14 days at most; never earlier. The players are "
          "told, with your reason."),
        _("The deadline has moved."),
        lambda facts: _ticking(facts) and facts.deadline is not None,
        lambda game, data, author: masters.game_extend(
            game=game, until=data["until"], author=author, reason=data["reason"]
        ),
        forms.ExtendForm,
    ),
    MasterAct(
        "noon", "clock", _("Noon now"),
        _("Noon strikes at once: the turn is resolved with the orders saved up to this moment. Players who "
          "have saved nothing play no orders, but have missed no turn. This cannot be undone."),
        _("Noon has struck; the turn is resolved."),
        lambda facts: _ticking(facts) and facts.main is not None,
        lambda game, data, author: masters.game_resolve_now(
            game=game, turn=data["turn"], author=author, reason=data["reason"]
        ),
        forms.NoonForm,
        not_done=_noon_not_done,
    ),
    MasterAct(
        "retry", "clock", _("Try again"),
        _("The stuck turn is opened again and, if it is due, resolved at once with the orders "
          "saved by its deadline. If the cause is still there, it will be stuck again; nothing is lost."),
        _("The turn is resolved."),
        lambda facts: _ticking(facts) and bool(facts.stuck),
        lambda game, data, author: masters.turn_retry(
            game=game, turn=data["turn"], author=author, reason=data["reason"]
        ),
        forms.RetryForm,
        not_done=_still_not_resolved,
    ),
    MasterAct(
        "announce", "players", _("Announce"),
        _("Every player is sent your message, and the ledger keeps it."),
        _("The players are told."),
        lambda facts: facts.game.stage != Game.Stage.CANCELLED,
        lambda game, data, author: masters.game_announce(game=game, text=data["reason"], author=author),
        forms.AnnounceForm,
    ),
    MasterAct(
        "seat", "players", _("Give a place"),
        _("An account gets a free place before the start (the last free one starts the game); after it, an "
          "empty place or a bot’s, with everything that belongs to it. Nobody gives a place to themselves, "
          "and nobody holds two places in one game, not even one after the other."),
        _("The place is given."),
        _seatable, _give, forms.GiveForm,
    ),
    MasterAct(
        "unseat", "players", _("Remove a player"),
        _("Before the start the place is free again. After it the place stays in the game, empty: what its "
          "player saved for the open turns no longer counts, unless the player comes back before they close. "
          "Give it to somebody else, or to a bot."),
        _("The player is out of the game."),
        lambda facts: (_gathering(facts) and bool(facts.seats))
        or (_running(facts) and any(s.user for s in facts.seats)),
        lambda game, data, author: seating.seat_take(
            game=game, number=data["seat"], author=author, reason=data["reason"]
        ),
        forms.UnseatForm,
    ),
    MasterAct(
        "bot", "players", _("Hand a place to a bot"),
        _("A bot takes the place and answers the open turns at once, instead of what was saved there. It "
          "sees what that player sees, and nothing else."),
        _("A bot has the place."),
        lambda facts: _running(facts) and facts.game.bots_play and any(not s.is_bot for s in facts.seats),
        lambda game, data, author: seating.player_to_bot(
            game=game, number=data["seat"], author=author, reason=data["reason"]
        ),
        forms.BotForm,
    ),
    MasterAct(
        "bots", "players", _("Seat bots"),
        _("Bots take free places before the start; the last place taken starts the game. Until then a bot "
          "can be removed like any player."),
        _("The bots have their places."),
        lambda facts: _gathering(facts) and facts.free > 0 and facts.game.bots_play,
        lambda game, data, author: masters.master_seat_bots(
            game=game, count=data["count"], author=author, reason=data["reason"]
        ),
        forms.BotsForm,
    ),
    MasterAct(
        "settings", "table", _("Change the settings"),
        _("Everything but the title may change until the game starts. Whoever has joined is told what did."),
        _("Settings saved. Whoever had joined is told."),
        _gathering,
        lambda game, data, author: masters.master_game_edit(
            game=game, plan=data["plan"], author=author, reason=data["reason"]
        ),
        forms.SettingsForm,
        not_done=lambda facts: gettext("Nothing was changed: the settings are as they were."),
    ),
    MasterAct(
        "cancel", "table", _("Cancel the game"),
        _("The game is closed for good, before its start; whoever has joined is told, with your reason."),
        _("The game is cancelled."),
        _gathering,
        lambda game, data, author: masters.master_game_cancel(
            game=game, author=author, reason=data["reason"]
        ),
    ),
    MasterAct(
        "name", "masters", _("Appoint a game master"),
        _("A member of staff gets this page and its acts, for this game alone."),
        pgettext_lazy("after naming", "The game master is appointed."),
        lambda facts: True,
        lambda game, data, author: masters.master_name(
            game=game, user=data["user"], author=author, reason=data["reason"]
        ),
        forms.NameMasterForm,
    ),
    MasterAct(
        "dismiss", "masters", _("Dismiss a game master"),
        _("The member of staff no longer sees this page. What was done stays in the ledger."),
        _("The game master is dismissed."),
        lambda facts: bool(facts.masters),
        lambda game, data, author: masters.master_dismiss(
            game=game, user=data["user"], author=author, reason=data["reason"]
        ),
        forms.DismissMasterForm,
    ),
    MasterAct(
        "rename", "names", _("Take away a name"),
        _("The player gets a plain name instead, “Player 3” for example, in every game where they bear this "
          "one; the account, too. They are told, with your reason, and may choose another name. Neither the "
          "ledger nor a notice keeps the old one."),
        _("The name is taken away. Its owner is told."),
        lambda facts: True,
        lambda game, data, author: moderation.name_take(
            game=game, number=data["seat"], author=author, reason=data["reason"]
        ),
        forms.WhoseForm,
    ),
    MasterAct(
        "picture", "names", _("Take away a picture"),
        _("The picture is deleted everywhere and the drawn avatar is shown instead. Its owner is told, with "
          "your reason, and may upload another."),
        _("The picture is deleted. Its owner is told."),
        lambda facts: True,
        lambda game, data, author: moderation.picture_take(
            game=game, number=data["seat"], author=author, reason=data["reason"]
        ),
        forms.WhoseForm,
    ),
    MasterAct(
        "retitle", "names", _("Take away the name of the game"),
        _("The game gets the name you write. Its creator is told, with your reason."),
        _("The game has another name. Its creator is told."),
        lambda facts: True,
        lambda game, data, author: moderation.game_rename(
            game=game, name=data["name"], author=author, reason=data["reason"]
        ),
        forms.GameNameForm,
    ),
)  # fmt: skip


def act_named(slug: str) -> MasterAct | None:
    """The act with this slug; None if there is none."""
    return next((act for act in ACTS if act.slug == slug), None)


class ActGroup(Struct, frozen=True):
    label: Any
    acts: tuple[MasterAct, ...]


def acts_for(facts: Facts) -> list[ActGroup]:
    """The acts that this master can do now, in groups without empty ones."""
    labels = {
        "table": gettext("Before the start"),
        "clock": gettext("The clock"),
        "players": gettext("The players"),
        "masters": gettext("The game masters"),
        "names": gettext("Names and pictures"),
    }
    groups = [
        ActGroup(label, tuple(a for a in ACTS if a.group == key and a.open_to(facts) and a.when(facts)))
        for key, label in labels.items()
    ]
    return [group for group in groups if group.acts]
