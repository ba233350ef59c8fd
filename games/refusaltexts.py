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
    # days away
    "away_backwards": lambda: _(
        "Not saved: the last day comes before the first. Turn them around, or correct one of them."
    ),
    "away_past": lambda: _("Not saved: these days are over. Choose a last day from today on."),
    "away_long": lambda: _(
        "Not saved: one vacation lasts %(most)s days at most. For longer, leave your games, or note two."
    ),
    "away_far": lambda: _("Not saved: that is more than a year ahead. Note it when it is nearer."),
    "away_twice": lambda: _(
        "Not saved: you are away on some of these days already. Choose others, or end what is noted first."
    ),
    "away_often": lambda: _(
        "Not saved: %(most)s vacations within two months are the most. Wait until an older one is forgotten."
    ),
    "deputy_nobody": lambda: _(
        "Nobody was asked: there is no name. Write the name of an account, or its address."
    ),
    "deputy_one_game": lambda: _(
        "Nobody was asked: a deputy stands in for you in one game. Choose “One game”, and which."
    ),
    "deputy_own": lambda: _("Nobody was asked: that is you. Choose somebody who does not play in this game."),
    "deputy_over": lambda: _("Nothing was done: this request, or these days away, are over."),
    "deputy_twice": lambda: _("Nobody was asked: somebody is already. Withdraw that request first."),
    "deputy_often": lambda: _(
        "Nobody was asked: five requests are the most, for one vacation and in one day. Your plan is done "
        "meanwhile."
    ),
    "deputy_plays": lambda: _("Not accepted: you play in this game, or have played in it. Decline."),
    "deputy_runs": lambda: _("Not accepted: you are a game master of this game. Decline."),
    "deputy_other": lambda: _("Not accepted: you know another place of this game as a deputy. Decline."),
    "deputy_not_asked": lambda: _(
        "Nothing was saved: this turn is the player’s own. A deputy fills in those whose noon falls on the "
        "days away."
    ),
    "deputy_saved": lambda: _(
        "Nothing was saved: the player has handed in by hand for this turn, and that counts."
    ),
    # talking
    "nothing_written": lambda: _("Nothing was sent: you wrote nothing. Write your message."),
    "too_long": lambda: _(
        "Not kept: this has %(length)s characters, and a message has %(most)s at most. Shorten it."
    ),
    "not_yours": lambda: _(
        "Not done: this place is no longer yours. What you wrote is still below; nobody has read it."
    ),
    "no_press": lambda: _(
        "Nothing was sent: in this game players do not write to each other this way. Its settings say who "
        "may talk."
    ),
    "nobody_there": lambda: _(
        "Nothing was sent: nobody holds this place, and nobody would read it. Write once somebody has taken "
        "it over."
    ),
    "nobody_chosen": lambda: _("Nothing was sent: you have not said to whom. Choose at least one player."),
    "group_name_long": lambda: _(
        "No group was made: its name has %(length)s characters; the limit is %(most)s. Shorten it."
    ),
    "talk_closed": lambda: _(
        "Nothing was sent: this conversation is published and closed. Begin another one."
    ),
    "enough_said": lambda: _(
        "Nothing was sent: you have written %(most)s messages in this game within a day, which is the limit. "
        "Write again tomorrow."
    ),
    "enough_groups": lambda: _(
        "No group was made: you have opened %(most)s in this game, which is the limit. Write in one of them."
    ),
    "reported_already": lambda: _("You have reported this message already. The game masters have it."),
    "own_message": lambda: _("Not reported: you wrote this message yourself. Choose another."),
    "report_too_long": lambda: _(
        "Not reported: your words have %(length)s characters; the limit is %(most)s. Shorten them."
    ),
    "decided_already": lambda: _("Nothing was changed: this report is decided. The ledger says how."),
    "talk_not_over": lambda: _("Not published: the game is not over, or this is no letter and no group."),
    "not_a_writer": lambda: _("Not published: you have written nothing in it. Those who did decide."),
    "writer_gone": lambda: _(
        "Not published: somebody who wrote in it has no place in the game any more and cannot agree. It "
        "stays private."
    ),
    # webhooks and push messages
    "hook_address": lambda: _(
        "Not saved: news is posted only to an https address with the name of a host, on port 443 or 8443, "
        "without a user in it. Copy it again from where it was made."
    ),
    "push_subscription": lambda: _(
        "This device was not added: your browser sent no address that we can use. Try it in another browser."
    ),
    # before the start
    "started": lambda: _(
        "Nothing was changed: this game is no longer gathering players. Its page says where it stands."
    ),
    "already_in": lambda: _(
        "No second place was taken: an account has one place in a game, and this one has it already."
    ),
    "no_person": lambda: _(
        "Not done: only bots would be in this game. Somebody has to join first. To play alone against bots, "
        "start a rehearsal."
    ),
    "no_waits": lambda: _(
        "Noon was not moved: you have asked for a day before, or this game waits no more. Its page says how "
        "often it does."
    ),
    "no_bots": lambda: _(
        "No bot was seated: in this game no bot holds a place, as its page has said from the beginning."
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
    "not_over": lambda: _("No new game was created: this one is not over. Play it to its end first."),
    "too_many_rematches": lambda: _(
        "No new game was created: this one has been offered again %(most)s times. Create a game of your own "
        "and send its invitation."
    ),
    "too_many_games": lambda: _(
        "Nothing was done: %(most)s games of yours are not over, and an account may have no more at a time. "
        "Finish, leave or cancel one of them first."
    ),
    "too_many_rehearsals": lambda: _(
        "No rehearsal started: you have %(most)s of them, and more are not kept. Throw one away first."
    ),
    # leaving a running game, and taking a place over
    "out_of_play": lambda: _(
        "You have not left the game: nothing is asked of you any more, so nobody waits for you. You may "
        "go on reading it."
    ),
    "not_left": lambda: _(
        "You have not left the game: its rules do not let you leave at this moment. Its order form says why."
    ),
    "no_such_offer": lambda: _(
        "No place was taken: this one is no longer offered. Others are in the lobby, if there are any."
    ),
    "sat_before": lambda: _(
        "No place was taken: you have played in this game before. Only a game master can give you a place "
        "again."
    ),
    "was_deputy": lambda: _(
        "No place was taken: you know another place of this game as a deputy. Choose another game."
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
        "waits until the game goes on."
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
        "Nothing was undone: as things stand, your earlier orders can no longer be handed in. What is saved "
        "still counts."
    ),
    "nothing_to_withdraw": lambda: _(
        "Nothing was withdrawn: nothing of yours is saved for this "
        "turn. It is open, should you want to hand something in."
    ),
    "withdrawn_late": lambda: _(
        "Nothing was withdrawn: this turn has closed meanwhile. The game’s page shows the result."
    ),
    "withdrawn_stale": lambda: _(
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
    "other_deputy": lambda: _(
        "No place was given: %(name)s has been deputy for another place of this game, and has seen what is "
        "hidden there. Choose another account."
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
    "not_idle": lambda: _("Nothing was changed: the game goes on already, or was not paused for that."),
    "by_one": lambda: _("Nothing was proposed: the game has paused itself, and one of you can let it go on."),
    "not_missed_two": lambda: _(
        "Nothing was proposed: only somebody who has missed the last two noons can be replaced."
    ),
    "proposed": lambda: _("Nothing was proposed: the same is proposed already. Answer it below."),
    "proposed_lately": lambda: _(
        "Nothing was proposed: the same was decided since the last noon. Propose it again after the next one."
    ),
    "not_proposed": lambda: _("Your answer was not counted: this proposal is closed."),
    "not_paused": lambda: _("Nothing was changed: the game is not paused."),
    "not_stuck": lambda: _("Nothing was tried again: no turn of this game is stuck."),
    "not_later": lambda: _("Deadline not moved: it can only be moved to a later moment. Choose one."),
    "too_late": lambda: _(
        "Deadline not moved: it may be %(days)s days from now at most. Choose an earlier moment."
    ),
    "no_deadline": lambda: _("Nothing was changed: no turn of this game has a deadline now."),
    "over": lambda: _("Nothing was changed: this game is over or cancelled."),
    "no_reason": lambda: _(
        "Nothing was done: no reason was given. Write one; the players read it in the ledger."
    ),
    "already_master": lambda: _("Nobody was named: %(name)s is game master of this game already."),
    "no_such_master": lambda: _("Nothing was changed: this person is not a game master of this game."),
    "no_picture": lambda: _("Nothing was removed: there is no picture here but the drawn avatar."),
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
