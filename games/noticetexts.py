"""Sentences of the platform: notices, in the lobby and in mails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import ChannelKind
from config.addresses import address

from .countdown import left_text
from .models import LedgerEntry, Notice, Player, Proposal
from .registry import is_installed, skin_for
from .selectors import ListedSeat
from .texts import absent_text, ended_text, left_text_of, moment_text, settings_text, turn_text


def _changed(notice: Notice) -> str:
    what = settings_text(notice.data)
    if not what:
        return _("The settings have changed. See whether they still suit you.")
    return _("The settings have changed: %(what)s. See whether they still suit you.") % {"what": what}


def _cancelled(notice: Notice) -> str:
    reason = notice.data.get("reason")
    if not reason:
        return _("Its creator cancelled the game before it started. Others are open in the lobby.")
    text = _("A game master cancelled the game before it started. Others are open in the lobby.")
    return f"{text} {_word(reason)}"


def _word(reason: str) -> str:
    """A sentence with the reason that the game master wrote. Separate, because the collector of texts does
    not look within f-strings."""
    return _("The game master’s word: %(reason)s") % {"reason": reason}


def _announced(notice: Notice) -> str:
    data, act = notice.data, LedgerEntry.Act
    values = {
        "reason": data.get("reason", ""),
        "until": moment_text(data.get("until"), notice.game),
        "name": data.get("name") or _("a former player"),
    }
    if data.get("waits"):
        text = _("A player asked for a day, as this game allows: noon comes later, %(until)s.")
        return text % {"until": moment_text(data.get("until"), notice.game)}
    if data.get("act") == act.ABSENT or (data.get("act") == act.BOT and data.get("nth")):
        return absent_text(data)
    if data.get("act") in (act.LEFT, act.CLOSED, act.TAKEN):
        return _of_a_place(data, values)
    if data.get("act") == act.PAUSED and data.get("idle"):
        return (
            _(
                "Nobody has filled in a form for three noons, so the game has paused itself. What is saved "
                "stays saved. Whoever plays can let it go on, on any of its pages; otherwise it ends without "
                "final places: %(until)s."
            )
            % values
        )
    if "proposal" in data:
        return proposed_text(data["proposal"], values)
    if data.get("table") or data.get("itself"):
        return _agreed(data, values)
    if data.get("by_master"):
        text = left_text_of(_("A game master took the place of %(name)s away.") % values, data)
        return f"{text} {_word(data['reason'])}"
    if data.get("act") == act.RESUMED and "name" in data:
        return _("%(name)s has let the game go on, with fresh deadlines.") % values
    texts = {
        act.PAUSED: _("The game is paused. The game master’s word: %(reason)s"),
        act.RESUMED: _("The game goes on, with fresh deadlines. The game master’s word: %(reason)s"),
        act.EXTENDED: _("Noon comes later: %(until)s. The game master’s word: %(reason)s"),
        act.GAME_RENAMED: _(
            "The name of the game was taken away by the site. It is now called %(name)s. The reason: "
            "%(reason)s"
        ),
        act.NAME_TAKEN: _(
            "Your name was taken away by the site. You are now called %(name)s; choose another name in your "
            "profile. The reason: %(reason)s"
        ),
        act.PICTURE_TAKEN: _(
            "Your picture was taken away by the site; the drawn avatar is shown instead. The reason: "
            "%(reason)s"
        ),
        act.SEATED: _(
            "The game master gave you a place in this game, under the name %(name)s. The game master’s "
            "word: %(reason)s"
        ),
        act.OUTAGE: _(
            "The site was out of reach for %(lost)s of the last six hours before noon, so noon comes "
            "later, once: %(until)s. What was saved stays saved."
        ),
    }
    values["lost"] = left_text(timedelta(minutes=int(data.get("minutes", 0))))
    return texts.get(data.get("act"), _("A word from the game master: %(reason)s")) % values


def proposed_text(kind: str, values: Mapping[str, Any]) -> str:
    """A proposal, and until when players may vote, from the data of a notice."""
    texts: dict[str, Callable[[], str]] = {
        Proposal.Kind.PAUSE: lambda: _("Somebody who plays with you proposes to pause the game."),
        Proposal.Kind.GO_ON: lambda: _("Somebody who plays with you proposes that the game goes on."),
        Proposal.Kind.LATER: lambda: _("Somebody who plays with you proposes to move noon by a day."),
        Proposal.Kind.REPLACE: lambda: _(
            "Somebody who plays with you proposes to replace %(name)s, who has missed two noons."
        ),
        Proposal.Kind.END: lambda: _("Somebody who plays with you proposes to end the game as it stands."),
    }
    answer = _("You can answer until then, on the page “Decide together” of the game: %(until)s.")
    if kind == Proposal.Kind.GO_ON:
        answer = _("Without your answer you agree. The page is “Decide together”, until then: %(until)s.")
    return f"{texts[kind]()} {answer}" % values if kind in texts else answer % values


def _agreed(data: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """What the players of a game agreed on, and that it was done; or that an agreed pause is over."""
    act = LedgerEntry.Act
    if data["act"] == act.UNSEATED:
        text = (
            _("More than half of the players agreed to replace %(name)s, who had missed two noons.") % values
        )
        return left_text_of(text, data)
    texts = {
        act.PAUSED: _(
            "More than half of the players agreed to pause the game. It goes on when they agree on that, or "
            "by itself: %(until)s."
        ),
        act.RESUMED: _("More than half of the players agreed that the game goes on. All deadlines are fresh.")
        if data.get("table")
        else _("The pause that the players had agreed on is over. The game goes on, with fresh deadlines."),
        act.EXTENDED: _("More than half of the players agreed that noon comes a day later: %(until)s."),
    }
    return texts[data["act"]] % values


def _of_a_place(data: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """Somebody left, or took a place over."""
    act = LedgerEntry.Act
    if data["act"] == act.TAKEN:
        return _("%(name)s has taken over a place that was offered, and plays with you from now on.") % values
    text = (
        _("%(name)s has left the game.")
        if data["act"] == act.LEFT
        else _("The account of %(name)s is closed.")
    ) % values
    text = left_text_of(text, data)
    if data.get("way") == "door":
        return text
    link = _("The link to take it over is in the ledger of the game.")
    return f"{text} {link}"


def _removed(notice: Notice) -> str:
    facts: Mapping[str, object] = notice.data
    if facts.get("nth"):
        count = int(str(facts["nth"]))
        text = ngettext(
            "You have missed %(count)s noon: as this game is kept, a bot plays in your place now.",
            "You have missed %(count)s noons in a row: as this game is kept, a bot plays in your place now.",
            count,
        )
        return text % {"count": count}
    if facts.get("offered"):
        return _("Your place was offered, since you had missed noons, and somebody has taken it over.")
    if notice.data.get("act") == LedgerEntry.Act.BOT:
        text = _(
            "A bot has taken your seat: the game master handed it over. You no longer play in this game."
        )
    elif notice.data.get("table"):
        text = _(
            "You have missed two noons, and more than half of the players agreed that somebody else takes "
            "your place. You no longer play in this game; others are open in the lobby."
        )
    else:
        text = _("Your place was given back. You are no longer in this game; others are open in the lobby.")
    reason = notice.data.get("reason")
    return f"{text} {_word(reason)}" if reason else text


def notice_about(notice: Notice) -> str:
    """The subject of a notice: the name of a game, or the reader's account."""
    return notice.game.name if notice.game else _("Your account")


def notice_address(notice: Notice) -> str:
    """Where the notice leads: to the game, for a rematch by its invitation; to the admin for a stuck turn and
    for a player who is not reached; to the lobby for players who are out of the game."""
    if notice.kind == Notice.Kind.CHANNEL_STOPPED:
        return f"{address('games:news')}#delivery"
    if notice.game is None:
        return address("mfa_index")
    if notice.kind == Notice.Kind.REMOVED:
        return address("games:lobby")
    if notice.kind == Notice.Kind.DEPUTY:
        return _deputy_address(notice)
    if notice.kind == Notice.Kind.MESSAGE:
        return address("games:talk", notice.game.public_id)
    if notice.kind == Notice.Kind.REPORTED:
        return address("games:talk_reports", notice.game.public_id)
    if notice.kind in (Notice.Kind.STUCK, Notice.Kind.UNREACHED):
        return address("admin:games_game_change", notice.game_id)
    if notice.kind == Notice.Kind.REMATCH and notice.game.invitation:
        return address("games:invitation", notice.game.invitation)
    return address("games:game", notice.game.public_id)


def _deputy_address(notice: Notice) -> str:
    """The page of the request, for the user who can answer it; the page of days away for the one who asks."""
    if notice.data.get("what") in ("asked", "withdrawn"):
        return address("games:deputy", notice.data.get("deputy", 0))
    return address("games:away")


def deputy_notice_text(what: str) -> str:
    """The state of a request to be a deputy, without a name. `what`: from the data of a notice."""
    texts: dict[str, Callable[[], str]] = {
        "asked": lambda: _(
            "Somebody who plays in this game goes away and asks you to be their deputy. Accept, or decline."
        ),
        "accepted": lambda: _("Your deputy has accepted and fills in your form on your days away."),
        "declined": lambda: _("Whom you asked to be your deputy has declined. You can ask somebody else."),
        "stepped_down": lambda: _("Your deputy has stepped down. You can ask somebody else."),
        "withdrawn": lambda: _("You are no longer deputy in this game: the player has withdrawn it."),
        "given_up": lambda: _("You are not needed as a deputy: the player will not be away after all."),
    }
    return texts[what]() if what in texts else _("There is news of a deputy in this game.")


def _with_turn(text: str, notice: Notice, seats: Iterable[Player | ListedSeat] | None) -> str:
    return text % {
        "turn": turn_text(notice.game, notice.data.get("turn", ""), seats),
        "incident": notice.data.get("incident", ""),
    }


def notice_text(notice: Notice, seats: Iterable[Player | ListedSeat] | None = None) -> str:
    """A notice in one to three sentences; what it is about is shown beside them. Reads the game and, if a
    turn is named, its players, unless its `seats` are given."""
    kind = Notice.Kind
    texts: dict[str, Callable[[], str]] = {
        kind.STARTED: lambda: _("The game has started. Open it to see what it asks of you."),
        kind.RESOLVED: lambda: _with_turn(
            _("%(turn)s: the resolution is published. Read what it brought."), notice, seats
        ),
        kind.ASKED: lambda: _course(notice, seats),
        kind.UNANSWERED: lambda: _course(notice, seats),
        kind.CHAPTER_OVER: lambda: _course(notice, seats),
        kind.FINISHED: lambda: (
            ended_text(notice.data.get("ended", "")) or _("The game is over. The final places are published.")
        ),
        kind.CHANGED: lambda: _changed(notice),
        kind.REMOVED: lambda: _removed(notice),
        kind.CANCELLED: lambda: _cancelled(notice),
        kind.NEVER_FILLED: lambda: _(
            "This game did not find enough players in time. It is closed; others are open in the lobby."
        ),
        kind.ANNOUNCED: lambda: _announced(notice),
        kind.STUCK: lambda: _with_turn(
            _(
                "%(turn)s is stuck, incident %(incident)s. What was saved stays saved; try it again in "
                "the admin."
            ),
            notice,
            seats,
        ),
        kind.SET_ASIDE: lambda: _with_turn(_set_aside(notice), notice, seats),
        kind.NEAR: lambda: _near(notice, seats),
        kind.REMATCH: lambda: (
            _(
                "%(by)s wants to play again with the same players: this game has the settings of the last "
                "one. Take your place."
            )
            % {"by": notice.data.get("by", "")}
        ),
        kind.CHANNEL_STOPPED: lambda: _stopped(notice),
        kind.DEPUTY: lambda: deputy_notice_text(str(notice.data.get("what", ""))),
        kind.MESSAGE: lambda: _("There is a message for you in this game."),
        kind.REPORTED: lambda: _(
            "A message was reported in this game. Read it, and decide whether it stays."
        ),
        kind.MISSED: lambda: _missed(notice, seats),
        kind.UNREACHED: lambda: (
            _(
                "%(name)s is not reached: none of their channels delivers our news. The place stays theirs. "
                "Tell them some other way, if you can."
            )
            % {"name": notice.data.get("name") or _("A former player")}
        ),
        kind.ASLEEP: lambda: _(
            "All who play are away, so the game sleeps: nothing is asked until one of them comes back."
        ),
        kind.TWO_FACTOR: lambda: _(
            "The operators of this site have switched off two-factor authentication for your account, "
            "because its device was reported lost. If you did not ask for it, choose a new password now, "
            "and tell them."
        ),
    }
    return texts[notice.kind]()


def _set_aside(notice: Notice) -> str:
    """A form that was set aside, as a sentence with a placeholder for the turn."""
    if notice.data.get("plan"):
        return _(
            "%(turn)s: not all of your last form passes again. What no longer does was left out of what is "
            "handed in for you."
        )
    return _(
        "%(turn)s: what happened meanwhile made your order form impossible. It was set aside and does not "
        "count. Hand in a new one."
    )


def _stopped(notice: Notice) -> str:
    """A channel of the reader's has failed for good."""
    kind, why = notice.data.get("channel", ""), notice.data.get("why", "")
    name = ChannelKind(kind).label if kind in ChannelKind.values else kind
    text = _(
        "%(channel)s: our news no longer reach you this way. Another channel takes over, if you have one. "
        "Open the page to try again."
    ) % {"channel": name}
    said = _("The other side said: “%(why)s”.") % {"why": why}
    return f"{text} {said}" if why else text


def _near(notice: Notice, seats: Iterable[Player | ListedSeat] | None) -> str:
    """A deadline comes, and the reader has saved nothing for it."""
    values = {
        "turn": turn_text(notice.game, notice.data.get("turn", ""), seats),
        "until": moment_text(notice.data.get("until"), notice.game),
    }
    return _("%(turn)s: nothing of yours is saved yet. You have until %(until)s.") % values


def _missed(notice: Notice, seats: Iterable[Player | ListedSeat] | None) -> str:
    """A noon that came late, for somebody who runs the game."""
    values = {
        "turn": turn_text(notice.game, notice.data.get("turn", ""), seats),
        "was": moment_text(notice.data.get("was"), notice.game),
        "struck": moment_text(notice.data.get("struck"), notice.game),
    }
    text = _(
        "%(turn)s: noon was missed. It was due on %(was)s, and is published since %(struck)s. Nothing that "
        "was saved is lost."
    )
    return text % values


def _course(notice: Notice, seats: Iterable[Player | ListedSeat] | None) -> str:
    """How a game of moves went on, for one reader: a question that closed without the reader's answer, the
    chapter that is over, the reader's next question and its deadline."""
    game, data = notice.game, notice.data
    parts = []
    if notice.kind == Notice.Kind.UNANSWERED or "missed" in data:
        turn = turn_text(game, data.get("missed", ""), seats)
        parts.append(_("%(turn)s: it closed without an answer from you.") % {"turn": turn})
    if game is not None and "over" in data and is_installed(game.title):
        chapter = skin_for(game.title).chapter_text(data["over"])
        parts.append(_("%(chapter)s is over.") % {"chapter": chapter})
    if notice.kind == Notice.Kind.ASKED or "asked" in data:
        values = {
            "turn": turn_text(game, data.get("asked", ""), seats),
            "until": moment_text(data.get("until"), game),
        }
        text = (
            _("%(turn)s: your answer is awaited, until %(until)s.")
            if values["until"]
            else _("%(turn)s: your answer is awaited.")
        )
        parts.append(text % values)
    else:
        parts.append(_("Read what it brought."))
    return " ".join(parts)


def seals_text(notice: Notice) -> str:
    """For the mail of a notice: the seals of the resolved turn and of those that opened, one per line; "" if
    there are none. The mail is a copy that the site cannot change later."""
    seals = notice.data.get("seals") or ()
    if not seals:
        return ""
    lines = [
        _("Seal of %(turn)s: %(seal)s") % {"turn": turn_text(notice.game, name), "seal": seal}
        for name, seal in seals
    ]
    return "\n".join([*lines, _("Keep this mail: when the game is over, its seeds must fit these seals.")])


# ---- texts outside the site -------------------------------------------------------------------------


def notice_turn(notice: Notice) -> str:
    """The turn that a notice is about, "" if it is about none. Reads the game's players if it names one."""
    data: dict[str, object] = notice.data
    name, over = data.get("asked") or data.get("missed") or data.get("turn"), data.get("over")
    if notice.kind == Notice.Kind.STARTED or not name:
        return ""
    if notice.game is not None and isinstance(over, int) and is_installed(notice.game.title):
        return str(skin_for(notice.game.title).chapter_text(over))
    return turn_text(notice.game, str(name))
