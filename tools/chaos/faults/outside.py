"""Faults of external servers: a mail server, a webhook and a push service that refuse, wait, answer byte by
byte and die. Nothing may be lost or sent twice, and noon may not be delayed."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db.models import QuerySet
from django.utils import translation

from accounts.models import ChannelKind, User
from games import outgoing
from games.models import Delivery, Notice, PushDevice, RoomNews, Webhook
from games.services.hooks import hook_set
from games.services.pushes import push_subscribe
from games.texts import answer_text
from tools.browser import Browser
from tools.chaos.mail import Mood
from tools.listening import (
    HOST,
    Answer,
    Listener,
    byte_by_byte,
    certificate,
    death,
    listening,
    silence,
    status,
    world,
)
from tools.servers import wait_until

from . import Chaos


@dataclass(frozen=True, slots=True)
class Trouble:
    """The answers of a server before it recovers; `slow`: which of them take long. Seconds: limit of a post
    or a mail; between two attempts; pause of a service."""

    answers: tuple[Answer, ...]
    slow: tuple[int, ...]
    seconds: float
    pause: float
    rest: float


EVERY_KIND: Final = Trouble((status(503), byte_by_byte(0.3), death, silence(30)), (1, 3), 2.0, 12.0, 4.0)
A_MOMENT: Final = Trouble((byte_by_byte(0.3), death), (0,), 0.7, 3.0, 1.0)
PAGE, DELIVERIES = "/account/channels/", "/account/news/"
State = Delivery.State
_UNTOLD = Notice.objects.filter(routed_at=None)
_WAITING = Delivery.objects.filter(state=State.WAITING)


def _patient(trouble: Trouble, *listeners: Listener) -> dict[str, Any]:
    """The site's settings: these servers count as being on the public internet, and no process takes over
    deliveries that wait for them during the fault."""
    outside = {
        "ports": [listener.port for listener in listeners], "certificate": str(certificate(HOST)),
        "seconds": trouble.seconds, "pause": trouble.pause, "rest": trouble.rest,
    }  # fmt: skip
    return {"outside": outside, "deaf": 180, "hangs": 180.0}


def _all_is_told(seconds: float = 120) -> None:
    """Wait until no news waits to be sent."""
    wait_until(lambda: not _UNTOLD.exists() and not _WAITING.exists(), seconds, "the notices are told")


def _noon_amid(chaos: Chaos, count: Callable[[], int], beyond: int, what: str) -> float:
    """Let noon strike once `count` exceeds a number; returns the seconds until the last game is resolved."""
    noon = chaos.stage.everybody_hands_in()
    wait_until(lambda: count() > beyond, 120, what)
    chaos.stage.strike(noon)
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    return took


def _a_noon_before(chaos: Chaos) -> None:
    """Let a noon strike, so that there is news to send."""
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    chaos.stage.wait(noon)
    chaos.stage.check(noon)


# ---- mail -------------------------------------------------------------------------------------------


def mail(chaos: Chaos) -> str:
    """The mail server recovers in the end, and refuses the address of one player."""
    chaos.crew(**_patient(EVERY_KIND))
    reader, _path = chaos.player()
    _all_is_told()
    sink, mailed = chaos.sink, len(chaos.sink.kept)
    known = set(Delivery.objects.values_list("pk", flat=True))
    nobody = User.objects.get(pk=chaos.stage.users[0].pk)
    try:
        sink.mood = Mood.REFUSES
        _a_noon_before(chaos)
        slowest = 0.0
        for mood in (Mood.REFUSES, Mood.WAITS, Mood.BYTE_BY_BYTE, Mood.DIES):
            sink.mood, before = mood, sink.troubles
            slowest = max(slowest, _noon_amid(chaos, lambda: sink.troubles, before, f"mail: {mood.value}"))
        assert len(sink.kept) == mailed, "a mail was taken"
    finally:
        sink.unknown, sink.mood = {nobody.email}, Mood.WELL
    _all_is_told()
    rows = Delivery.objects.exclude(pk__in=known)
    sent = sink.to_players(mailed)
    count = rows.filter(state=State.SENT).count()
    assert count == rows.exclude(notice__user=nobody).count(), "not all of them were sent"
    assert sum(sent.values()) == len(sent) == count, f"{sum(sent.values())} mails for {count} notices"
    stopped = Notice.objects.filter(user=nobody, kind=Notice.Kind.CHANNEL_STOPPED).count()
    assert stopped == 1, f"told {stopped} times that the channel has stopped"
    assert "550" in reader.get("/games/").text, "the lobby does not say that mail has stopped"
    _is_recorded(reader, nobody, ChannelKind.MAIL)
    sink.unknown = set()
    return (
        "it refused (450), waited, wrote a line without an end byte by byte, and died with a mail it had not "
        f"taken: a noon amid each of these closed within {slowest:.0f} s; {count} notices mailed once each "
        "when it was well; the player whom it then did not know (550) reads so in the lobby and "
        "on the page of deliveries"
    )


# ---- webhooks and push messages ---------------------------------------------------------------------


def hooks(chaos: Chaos, trouble: Trouble = EVERY_KIND) -> str:
    """A webhook of a user, and one of a game."""
    with _outside(chaos, trouble) as (own, room), _reading(chaos) as reader:
        user, game = chaos.stage.users[0], chaos.stage.games[0]
        hook_set(url=own.url(), style="signed", language="en", set_by=user, user=user)
        hook_set(url=room.url(), style="signed", language="en", set_by=user, game=game)
        slowest = _noons_amid(chaos, own, trouble)
        _all_is_told()
        wait_until(lambda: not RoomNews.objects.filter(state="waiting").exists(), 120, "the room is told")
        told = _told_once(own, Delivery.objects.filter(channel=ChannelKind.HOOK), trouble)
        assert {row.state for row in RoomNews.objects.all()} == {RoomNews.State.SENT}
        news = RoomNews.objects.count()
        assert len(room.asked) == news + len(trouble.answers), f"{len(room.asked)} posts for {news} facts"
        _is_shown(reader, Webhook.objects.get(user=user), user)
        _is_recorded(reader, user, ChannelKind.HOOK)
        Webhook.objects.all().delete()
    return (
        f"{_SO} {told} notices posted once each to a player's address and {news} facts to a game's, each "
        f"under one name however often it was tried; the last refusal stands on the page of deliveries"
    ).replace("%s", f"{slowest:.0f}")


def push(chaos: Chaos, trouble: Trouble = EVERY_KIND) -> str:
    """A device of one user."""
    with _outside(chaos, trouble) as (service, _), _reading(chaos) as reader:
        user = chaos.stage.users[0]
        point = ec.generate_private_key(ec.SECP256R1()).public_key()
        keys = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint), os.urandom(16)
        p256dh, auth = (base64.urlsafe_b64encode(key).decode().rstrip("=") for key in keys)
        push_subscribe(user=user, endpoint=service.url(), p256dh=p256dh, auth=auth, name="Firefox")
        slowest = _noons_amid(chaos, service, trouble)
        _all_is_told()
        told = _told_once(service, Delivery.objects.filter(channel=ChannelKind.PUSH), trouble)
        _is_shown(reader, PushDevice.objects.get(user=user), user)
        _is_recorded(reader, user, ChannelKind.PUSH)
        PushDevice.objects.all().delete()
    return (
        f"{_SO} {told} notices pushed once each, each under one name however often it was tried; the last "
        f"refusal stands on the page of deliveries"
    ).replace("%s", f"{slowest:.0f}")


_SO: Final = (
    "it refused (503), wrote its answer byte by byte, died within it, and said nothing: noons amid the slow "
    "ones closed within %s s;"
)


@contextmanager
def _outside(chaos: Chaos, trouble: Trouble) -> Iterator[tuple[Listener, Listener]]:
    """Two faulty servers, and a site for which they are on the public internet."""
    before = vars(outgoing)["_network"]
    with listening(*trouble.answers, status(204)) as one, listening(*trouble.answers, status(204)) as other:
        # the settings of this process, which checks their addresses
        vars(outgoing)["_network"] = world(one, other)
        try:
            chaos.crew(**_patient(trouble, one, other))
            yield one, other
        finally:
            vars(outgoing)["_network"] = before


@contextmanager
def _reading(chaos: Chaos) -> Iterator[Browser]:
    """The first player's browser, once all earlier news has been sent."""
    reader, _path = chaos.player()
    _all_is_told()
    yield reader


def _noons_amid(chaos: Chaos, server: Listener, trouble: Trouble) -> float:
    """One noon that makes news, and one during each slow answer; returns the longest in seconds."""
    _a_noon_before(chaos)
    return max(_noon_amid(chaos, lambda: len(server.asked), nth, f"post {nth + 1}") for nth in trouble.slow)


def _told_once(server: Listener, rows: QuerySet[Delivery], trouble: Trouble) -> int:
    """Check that each of these deliveries arrived once under its own name, and that all other requests
    failed; returns their number."""
    states = set(rows.values_list("state", flat=True))
    assert states == {State.SENT}, f"deliveries are {states}"
    names = {asked.headers.get("webhook-id") or asked.headers["Topic"] for asked in server.asked}
    told = rows.count()
    assert len(names) == told, f"{len(names)} names for {told} notices"
    assert len(server.asked) == told + len(trouble.answers), f"{len(server.asked)} posts for {told} notices"
    return told


def _is_shown(reader: Browser, row: Webhook | PushDevice, user: User) -> None:
    """Check that the page of the user's devices and webhook gives the reason of the last failed post."""
    with translation.override(user.language or settings.LANGUAGE_CODE):
        words = answer_text(row.answer)
    assert row.refused_at and words, "no refusal is kept"
    assert words in reader.get(PAGE).text, f"the page does not say: {words}"


def _is_recorded(reader: Browser, user: User, channel: str) -> None:
    """Check that the page of deliveries shows the last refusal of the other side."""
    refused = Delivery.objects.filter(notice__user=user, channel=channel, refused_at__isnull=False)
    words = refused.latest("refused_at").answer
    assert words, "no answer is kept"
    assert words in reader.get(DELIVERIES).text, f"the page of deliveries does not say: {words}"
