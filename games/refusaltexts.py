"""Sentences for the refusals of services: what was not done, why (with the figures), and what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Params = Mapping[str, Any]


def _too_few(params: Params) -> str:
    joined = ngettext(
        "Not started: %(joined)s player is in, and it takes %(needed)s.",
        "Not started: %(joined)s players are in, and it takes %(needed)s.",
        int(params.get("joined", 0)),
    )
    if params.get("needed", 0) <= params.get("least", 0):
        return joined % params + " " + _("Invite more.")
    return joined % params + " " + _("Invite more, or lower “At least” in the settings.")


def _fewer_than_joined(params: Params) -> str:
    text = ngettext(
        "Settings not changed: %(joined)s player is in already.",
        "Settings not changed: %(joined)s players are in already.",
        int(params.get("joined", 0)),
    )
    return text % params + " " + _("Choose at least as many places, or remove a player first.")


REFUSALS: dict[str, Callable[[], str]] = {
    # before the start
    "started": lambda: _(
        "Nothing was changed: this game is no longer gathering players. Its page says where it stands."
    ),
    "already_in": lambda: _(
        "No second place was taken: an account has one place in a game, and this one is in."
    ),
    "full": lambda: _(
        "No place was taken: every place of this game is. Other games with free places are in the lobby."
    ),
    "name_taken": lambda: _(
        "No place was taken: a player of this game is called %(name)s, or has a name that looks the same. "
        "Choose another name."
    ),
    "game_name_taken": lambda: _(
        "One of your games is called %(name)s already, and it is not over. Add a word to tell them apart."
    ),
    "no_such_player": lambda: _(
        "Nobody’s place was changed: this player has left the game. Reload the page to see who is in."
    ),
    "too_many": lambda: _(
        "Game not created: %(most)s of your games are gathering players. Start or cancel one of them first."
    ),
    "too_many_games": lambda: _(
        "Nothing was done: %(most)s games of yours are not over, and an account may have no more at a time. "
        "Finish, leave or cancel one of them first."
    ),
    "too_many_rehearsals": lambda: _(
        "No rehearsal started: you have %(most)s of them, and more are not kept. Throw one away first."
    ),
    # order forms
    "closed": lambda: _(
        "This turn has closed. These orders were not saved; what you typed is below, to copy."
    ),
    "due": lambda: _(
        "Noon has passed and the turn is being resolved. Nothing was saved; reload in a minute."
    ),
    "paused": lambda: _(
        "Nothing was saved: the game is paused. What was saved stays saved, and noon "
        "waits until a game master resumes the game."
    ),
    "not_running": lambda: _("Nothing was saved: this game is not running. Its page says where it stands."),
    "not_asked": lambda: _(
        "Nothing was saved: this turn asks nothing of you. The game’s page says who is awaited."
    ),
    "title_missing": lambda: _(
        "Nothing was saved: the title of this game is not installed here. The game waits, with all that was "
        "saved; it goes on when the operators have put the title back."
    ),
    "stale": lambda: _(
        "This form was changed elsewhere meanwhile. Reload to see it; what you typed is below."
    ),
    "done_already": lambda: _(
        "This was not done again: it was sent from a page opened before your last act here, perhaps by "
        "pressing twice. Open the page again to see what was done. What you typed is below."
    ),
    "too_many_acts": lambda: _(
        "Nothing was done: a player may act at most %(most)s times here, and you have. What you typed is "
        "below."
    ),
    "unkeepable": lambda: _(
        "Form not saved: it contains characters or numbers that cannot be stored. Use "
        "plain text, and numbers of at most 12 digits."
    ),
    "too_many_orders": lambda: _(
        "Order not saved: a form holds at most %(most)s orders. Remove one, or put more money into fewer."
    ),
    "database_away": lambda: _(
        "These orders were not saved: the site could not write just now, and its operators know. What you "
        "typed is below; hand it in again in a minute."
    ),
    "nothing_saved": lambda: _(
        "Not handed in: nothing of yours is saved for this turn. Save your orders first, or pass."
    ),
    "ready_stale": lambda: _(
        "Nothing was declared: this form was changed elsewhere meanwhile. Here is what counts now; look it "
        "through, then say so again."
    ),
    "nothing_to_undo": lambda: _(
        "Nothing was undone: your form has not been changed since it was first saved."
    ),
    "undo_stale": lambda: _(
        "Nothing was undone: this form was changed elsewhere meanwhile. Here is what counts now; look it "
        "through, then undo again."
    ),
    "undo_impossible": lambda: _(
        "Nothing was undone: as things stand, your orders of before can no longer be handed in. "
        "What is saved still counts."
    ),
    "nothing_to_take_back": lambda: _(
        "Nothing was withdrawn: nothing of yours is saved for this "
        "turn. It is open, should you want to hand something in."
    ),
    "taken_back_late": lambda: _(
        "Nothing was withdrawn: this turn has closed meanwhile. The game’s page shows the result."
    ),
    "taken_back_stale": lambda: _(
        "Nothing was withdrawn: this form was changed elsewhere meanwhile. "
        "Open the page again to see what counts now."
    ),
    # game masters
    "master_plays": lambda: _(
        "Nothing was changed: you play in this game, or have played in it, so you may "
        "change neither its clock nor its places. Ask another game master."
    ),
    "own_seat": lambda: _(
        "No place was given: game masters cannot give one to themselves. Ask another "
        "game master of this game."
    ),
    "other_seat": lambda: _(
        "No place was given: %(name)s has sat in another place of this game, and has seen what is hidden "
        "there. Choose that place, or another account."
    ),
    "not_master": lambda: _(
        "Nothing was changed: you are not a game master of this game. A superuser can name you."
    ),
    "not_staff": lambda: _(
        "Nobody was named: a game master is a member of staff. Tick “may enter the admin” first."
    ),
    "not_superuser": lambda: _("Nothing was changed: only a superuser names and dismisses game masters."),
    "clock_stands": lambda: _(
        "Nothing was changed: the game is paused, and its clock stands still until a game master resumes it."
    ),
    "not_paused": lambda: _("Nothing was changed: the game is not paused."),
    "not_stuck": lambda: _("Nothing was tried again: no turn of this game is stuck."),
    "not_later": lambda: _(
        "Deadline not moved: it can only be moved later than it is. Choose a later moment."
    ),
    "too_late": lambda: _(
        "Deadline not moved: %(days)s days from now are the most. Choose an earlier moment."
    ),
    "no_deadline": lambda: _("Nothing was changed: no turn of this game has a deadline now."),
    "over": lambda: _("Nothing was changed: this game is over or cancelled."),
    "no_reason": lambda: _(
        "Nothing was done: no reason was given. Write one; the players read it in the ledger."
    ),
    "already_master": lambda: _("Nobody was named: %(name)s is game master of this game already."),
    "no_such_master": lambda: _("Nothing was changed: this person is not a game master of this game."),
    "no_such_seat": lambda: _(
        "No place was given: this one is taken, or out of play. Reload the page to see which are free."
    ),
    "struck": lambda: _(
        "The turn was not resolved twice: it closed meanwhile. Go back to see the turn that is open now."
    ),
}


def refusal_text(code: str, params: Params) -> str:
    """The sentence for a refusal of the platform; a general one for an unknown code (a test checks that every
    code has its own)."""
    if code == "too_few":
        return _too_few(params)
    if code == "fewer_than_joined":
        return _fewer_than_joined(params)
    text = REFUSALS.get(code)
    return text() % params if text else _("Nothing was changed. Reload the page and try once more.")
