"""The clock, outages of hours and days, rules that raise, the mail server."""

from __future__ import annotations

import time
from datetime import timedelta

from django.utils import timezone

from games.models import Heartbeat, LedgerEntry, Notice, Turn
from tools.chaos.broken import UNSAID
from tools.servers import wait_until

from . import Chaos


def clock_back(chaos: Chaos) -> str:
    chaos.crew()
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    chaos.stage.wait(noon)
    chaos.stage.check(noon)
    again = chaos.stage.everybody_hands_in()
    chaos.stage.strike(again)
    chaos.crew(clock_back=7200)
    chaos.tells("clock wrong")
    wait_until(lambda: chaos.mails("clock wrong"), 60, "it is mailed")
    early = len(again.forms) - chaos.stage.waiting(again)
    chaos.crew()
    chaos.stage.wait(again)
    for struck in (noon, again):
        chaos.stage.check(struck)
    assert not LedgerEntry.objects.filter(act="outage").exists()
    return (
        f"no turn resolved again, {early} turns closed meanwhile; all "
        "closed once the clock was right; no outage made up"
    )


def down_over_one_noon(chaos: Chaos) -> str:
    chaos.crew()
    noon = chaos.stage.everybody_hands_in()
    chaos.nursery.kill_all()
    chaos.stage.strike(noon, timedelta(minutes=50))
    last_sign(timedelta(minutes=80))  # half an hour of the six before noon is lost
    chaos.crew()
    noon.struck = time.monotonic()
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    assert not LedgerEntry.objects.filter(act="outage").exists()
    return (
        f"30 min of the last six hours lost: no deadline moved, all closed within {took:.0f} s of the start"
    )


def down_over_three_noons(chaos: Chaos) -> str:
    noon = chaos.stage.everybody_hands_in()
    chaos.nursery.kill_all()
    chaos.stage.strike(noon, timedelta(days=2, hours=12))
    Turn.objects.filter(pk__in=noon.forms).update(opened_at=timezone.now() - timedelta(days=3, hours=12))
    last_sign(timedelta(days=2, hours=14))
    chaos.crew()
    turns = Turn.objects.filter(pk__in=noon.forms)
    # a turn is changed in one transaction with its ledger entry and notices
    wait_until(lambda: not turns.filter(moved_from=None).exists(), 90, "every deadline has moved")
    assert not turns.exclude(status="open").exists()
    assert not turns.filter(deadline__lt=timezone.now() + timedelta(hours=5, minutes=59)).exists()
    games = len(noon.forms)
    assert LedgerEntry.objects.filter(act="outage").count() == games
    told = Notice.objects.filter(key__startswith="outage/").count()
    assert told == sum(len(forms) for forms in noon.forms.values())
    # the new noon comes after another outage: the turn closes with the earlier orders
    chaos.nursery.kill_all()
    chaos.stage.strike(noon, timedelta(minutes=1))
    last_sign(timedelta(hours=3))
    chaos.crew()
    chaos.stage.wait(noon)
    chaos.stage.check(noon)
    assert LedgerEntry.objects.filter(act="outage").count() == games
    return (
        f"{games} deadlines moved once, {told} notices; at the new noon, after a second "
        "outage, closed with the orders of before"
    )


def last_sign(ago: timedelta) -> None:
    """Set the last heartbeat of the site to this long ago."""
    moment = timezone.now() - ago
    Heartbeat.objects.all().delete()
    for role in Heartbeat.Role.values:
        Heartbeat.objects.create(role=role, since=moment - timedelta(days=1), until=moment)


def rules_that_raise(chaos: Chaos) -> str:
    chaos.crew()
    broken = chaos.stage.broken_game()
    noon = chaos.stage.everybody_hands_in()
    Turn.objects.filter(game=broken, status="open").update(deadline=timezone.now() - timedelta(seconds=2))
    chaos.stage.strike(noon)
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    chaos.tells("turn stuck")
    assert Turn.objects.filter(game=broken, status="stuck").count() == 1
    assert len(chaos.errors("turn stuck")) == 1
    assert not chaos.lines(UNSAID), "an order or a local stands in the log"
    assert not chaos.mails(UNSAID), "an order or a local stands in a mail"
    return f"one stuck with an incident, told once; {len(noon.forms)} others closed within {took:.0f} s"


def mail_refused(chaos: Chaos) -> str:
    chaos.crew()
    unsent = Notice.objects.exclude(deliveries__state="sent")
    wait_until(lambda: not unsent.exists(), 90, "the notices of before are mailed")
    chaos.sink.close()
    mailed = len(chaos.sink.kept)
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in(), timedelta(minutes=6))
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    wait_until(lambda: len(chaos.errors("mail server out of reach")) > 5, 60, "the outbox was tried often")
    chaos.tells("operators not reached by mail")
    waiting = unsent.count()
    assert waiting == unsent.exclude(deliveries__tries__gt=0).count(), "a notice lost a try"
    chaos.sink.open()
    wait_until(lambda: not unsent.exists(), 90, f"{waiting} notices are mailed")
    sent = sum(chaos.sink.to_players(mailed).values())
    assert sent == waiting, f"{sent} mails for {waiting} notices"
    return (
        f"all closed within {took:.0f} s; {waiting} notices waited in the outbox and were mailed once each "
        "when the server was back"
    )
