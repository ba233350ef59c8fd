"""Sentences of the archives: deeds as stories, who knew, and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.contract import PlayerId
from games.skin import Scene

from ..rules.archives import Bet, Deed, Drawn, Guard, Luck, Move, Turn
from ..rules.deciding import Pivot
from ..rules.events import message, news
from . import event_parts, figures, names


def on(scene: Scene, report: message.RunReport) -> str:
    """The target of a run in words: "Ares → Horizon", "Bruno"."""
    if report.player is not None:
        return scene.name(report.player)
    target = names.corp(report.target or "")
    return f"{target} → {names.corp(report.beneficiary)}" if report.beneficiary else target


def title(scene: Scene, deed: Deed) -> str:
    """A run as the kicker of its story: "Ana · Sabotage, Ares"."""
    return f"{scene.name(deed.sponsor)} · {names.run(deed.report.run)}, {on(scene, deed.report)}"


def who_knew(scene: Scene, deed: Deed) -> str:
    """Who knew of a run, in a few words for a table; "" if that is not known."""
    if not deed.tests:
        return ""
    if deed.knew:
        return _("known to {players}").format(players=figures.listed([scene.name(one) for one in deed.knew]))
    if deed.seen:
        return _("seen, name unread")
    return _("in the papers, unsigned") if deed.published else _("nobody knew")


def story(scene: Scene, deed: Deed, number: int) -> str:
    """A run in two or three sentences: the deed, what stopped it, who knew. `number` selects the wording."""
    told = [_deed(scene, deed), _stopped(scene, deed, number), _known(scene, deed, number)]
    return figures.sentence(*told)


def _deed(scene: Scene, deed: Deed) -> str:
    report = deed.report
    texts = {
        ("datasteal", True): _("{sponsor} stole data from {target} for {beneficiary}."),
        ("datasteal", False): _("{sponsor} tried to steal data from {target} for {beneficiary}."),
        ("sabotage", True): _("{sponsor} sabotaged {target}."),
        ("sabotage", False): _("{sponsor} tried to sabotage {target}."),
        ("extraction", True): _("{sponsor} lured a team away from {target}, to {beneficiary}."),
        ("extraction", False): _("{sponsor} tried to lure a team away from {target}, to {beneficiary}."),
        ("information", True): _("{sponsor} had a dossier put together on {player}."),
        ("information", False): _("{sponsor} had inquiries made about {player}, for nothing."),
    }
    return texts[report.run, deed.success].format(
        sponsor=scene.name(deed.sponsor),
        target=names.corp(report.target or ""),
        beneficiary=names.corp(report.beneficiary or ""),
        player=scene.name(report.player) if report.player else "",
    )


def _stopped(scene: Scene, deed: Deed, number: int) -> str:
    """Why a run failed; "" if it did not fail or the reason is unknown."""
    if deed.success or not deed.tests:
        return ""
    if not deed.tests[0].passed:
        test = deed.tests[0]
        text = (
            _("Chance refused it: {drawn} drawn, {against} at most needed."),
            _("It came to nothing, with {drawn} drawn where at most {against} would do."),
        )[number % 2]
        return text.format(drawn=test.drawn, against=test.against)
    guards = sorted({scene.name(test.by) for test in deed.stopped_by if test.by})
    if guards:
        return ngettext(
            "A Protection stopped it, paid by {players}.",
            "Protections stopped it, paid by {players}.",
            len(guards),
        ).format(players=figures.listed(guards))
    (test,) = deed.stopped_by
    return _("{corporation} stops {percent} of these, and stopped this one.").format(
        corporation=names.corp(deed.corporation or ""), percent=figures.percent(test.against)
    )


def _known(scene: Scene, deed: Deed, number: int) -> str:
    if not deed.tests:
        return ""
    if deed.knew:
        return ngettext(
            "{players} read the name in the report.",
            "{players} read the name in their reports.",
            len(deed.knew),
        ).format(players=figures.listed([scene.name(one) for one in deed.knew]))
    if deed.seen:
        return _("The guards saw it, and nobody at the table was there to read the name.")
    if deed.published:
        return (
            _("The papers told of it without a name."),
            _("The papers had the deed, not the hand."),
        )[number % 2]
    return (_("Nobody knew until today."), _("Not a soul noticed."), _("It left no trace."))[number % 3]


def guard(scene: Scene, one: Guard) -> str:
    """The outcome of a Protection, in a few words."""
    if one.stopped:
        stopped = sorted({scene.name(player) for player in one.stopped})
        return _("stopped {players}").format(players=figures.listed(stopped))
    if one.met is None:
        return ""
    return _("let them through") if one.met else _("nobody came")


def guarded(one: Guard) -> str:
    """The object of a Protection: "Ares, against sabotage"."""
    return _("{corporation}, against {defence}").format(
        corporation=names.corp(one.report.corporation), defence=names.defence(one.report.defence)
    )


def headline(turn: Turn) -> str:
    """A turn in a line: how many runs, how many succeeded, how many nobody knew of."""
    count, won = len(turn.deeds), sum(deed.success for deed in turn.deeds)
    if not count:
        return _("Not a single run")
    parts = [
        ngettext("{count} run", "{count} runs", count).format(count=count),
        ngettext("{count} succeeded", "{count} succeeded", won).format(count=won),
    ]
    if unseen := sum(deed.unseen for deed in turn.deeds):
        parts.append(
            ngettext("{count} that nobody knew of", "{count} that nobody knew of", unseen).format(
                count=unseen
            )
        )
    return ", ".join(parts)


def stand(opened: Sequence[Turn]) -> str:
    """A summary of the whole game, below its headline."""
    deeds = [deed for turn in opened for deed in turn.deeds]
    if not deeds:
        return _("Not a single run in the whole game.")
    won, unseen = sum(deed.success for deed in deeds), sum(deed.unseen for deed in deeds)
    launched = ngettext("{count} run was launched in all", "{count} runs were launched in all", len(deeds))
    succeeded = ngettext("{count} succeeded", "{count} succeeded", won)
    told = figures.listed([launched.format(count=len(deeds)), succeeded.format(count=won)]) + "."
    if not unseen:
        return told
    hidden = ngettext(
        "Until now nobody but its sponsor knew of one of them.",
        "Until now nobody but their sponsors knew of {count} of them.",
        unseen,
    ).format(count=unseen)
    return f"{told} {hidden}"


def margin(first: str, second: str, parts: Sequence[tuple[str, int]]) -> str:
    """The difference between two players as a sum: "Ana against Inès: titles +25, shares −23; +2 in all."."""
    told = [f"{name[:1].lower()}{name[1:]} {figures.signed(points)}" for name, points in parts if points]
    gap = sum(points for _name, points in parts)
    return _("{first} against {second}: {parts}; {gap} in all.").format(
        first=first, second=second, parts=", ".join(told), gap=figures.signed(gap)
    )


def pivot(scene: Scene, one: Pivot) -> str:
    """An act of the last turn without which somebody else would have won."""
    if isinstance(one.act, Deed):
        what = f"{names.run(one.act.report.run)}, {on(scene, one.act.report)}"
    else:
        what = _("vote, {vote}").format(vote=vote(one.act))
    deed = _("{player}: {what}").format(player=scene.name(one.player), what=what)
    best, *others = sorted(one.scores.values(), reverse=True)
    winners = figures.listed([scene.name(player) for player in one.winners])
    if len(one.winners) > 1:
        return _(
            "Take away one order of the last turn ({deed}), and {winners} share the victory, at {best}."
        ).format(deed=deed, winners=winners, best=best)
    return _("Take away one order of the last turn ({deed}), and {winner} wins, {best} to {next}.").format(
        deed=deed, winner=winners, best=best, next=others[0] if others else 0
    )


def against(scene: Scene, deed: Deed) -> str:
    """The headline of a run whose outcome was unlikely."""
    chance = figures.percent(round(100 * (deed.chance or 0)))
    if deed.success:
        return _("It had {chance}, and it went through").format(chance=chance)
    return _("It had {chance}, and it failed").format(chance=chance)


def odds(deed: Deed) -> str:
    """How the chance of a run was computed: "90%, then 30% stopped by Ares, 40% by Protections"."""
    first, *rest = [test for test in deed.tests if test.what != "detection"]
    parts = [figures.percent(first.against)]
    for test in rest:
        if test.what == "defence":
            parts.append(
                _("{corporation} defends {percent}").format(
                    corporation=names.corp(deed.corporation or ""), percent=figures.percent(test.against)
                )
            )
    shields = [figures.percent(test.against) for test in rest if test.what == "protection"]
    if shields:
        parts.append(
            ngettext("Protection {percents}", "Protections {percents}", len(shields)).format(
                percents=figures.listed(shields)
            )
        )
    return ", ".join(parts)


def test_name(scene: Scene, test: Drawn, corporation: str) -> str:
    """The name of a test, as the label of a bar."""
    if test.what == "success":
        return _("Success")
    if test.what == "detection":
        return _("Detection")
    if test.what == "protection":
        return _("Protection: {player}").format(player=scene.name(test.by or ""))
    return _("Defence: {corporation}").format(corporation=corporation)


def test_outcome(test: Drawn) -> str:
    """The outcome of a test, to follow the number drawn: "against 90: goes on"."""
    outcome = {
        ("success", True): _("goes on"),
        ("success", False): _("fails"),
        ("defence", True): _("stops it"),
        ("defence", False): _("does not stop it"),
        ("protection", True): _("stops it"),
        ("protection", False): _("does not stop it"),
        ("detection", True): _("it is seen"),
        ("detection", False): _("nobody sees it"),
    }[test.what, test.passed]
    return _("against {against}: {outcome}").format(against=test.against, outcome=outcome)


def test_label(test: Drawn) -> str:
    """A test in words, for readers who cannot see its bar."""
    return _("{drawn} drawn of 100, threshold {against}").format(drawn=test.drawn, against=test.against)


def bet(one: Bet) -> str:
    """A speculation and its result: "Nikkei up, 1 for 2: 100,000 ny staked, 200,000 ny back"."""
    what = (
        event_parts.bet_line(one) if isinstance(one, message.DerivativeResult) else event_parts.rank_line(one)
    )
    return _("{bet}: {stake} staked, {received} back").format(
        bet=what, stake=figures.money(one.stake), received=figures.money(one.received)
    )


def vote(cast: message.VoteCast) -> str:
    return f"{names.corp(cast.up)} +1, {names.corp(cast.down)} {figures.MINUS}1"


def gift(scene: Scene, sent: message.TransferSent) -> str:
    return _("{amount} sent to {player}").format(
        amount=figures.money(sent.amount), player=scene.name(sent.player)
    )


def move(scene: Scene, one: Move) -> str:
    """One cause of a change of assets: "Ana, Sabotage −2", "invisible hand +1"."""
    by = scene.name(one.player) if one.player else ""
    if one.cause == "run":
        what = f"{by}, {names.run(one.run)}"
    elif one.cause == "vote":
        what = _("{player}, vote").format(player=by)
    else:
        what = {
            "mdc": _("MDC"),
            "hand": _("invisible hand"),
            "first": _("effect of the first"),
            "last": _("effect of the last"),
            "unknown": _("not recorded"),
        }[one.cause]
    return f"{what} {figures.signed(one.delta)}"


def counted(told: Iterable[str]) -> list[str]:
    """Texts in their order, those alike as one: "Ana, Sabotage −2 (× 2)"."""
    return [
        text if times == 1 else _("{text} (× {times})").format(text=text, times=times)
        for text, times in Counter(told).items()
    ]


def untold(count: int, table: str) -> str:
    """How many runs of a turn have no story, and the name of the table in which they are; "" if all have
    one."""
    if count <= 0:
        return ""
    return ngettext(
        "And {count} more run, which is in the table “{table}”.",
        "And {count} more runs, which are in the table “{table}”.",
        count,
    ).format(count=count, table=table)


# ---- luck -------------------------------------------------------------------------------------------


def decimal(value: float) -> str:
    """With one decimal: "9.6", "9,6". Rounded first, since formats truncate."""
    return formats.number_format(round(abs(value), 1), decimal_pos=1, force_grouping=False)


def gap(one: Luck) -> str:
    """The luck of a player with its sign: "+1.4"."""
    rounded = round(one.gap, 1)
    return ("+" if rounded > 0 else figures.MINUS if rounded < 0 else "") + decimal(one.gap)


def luck(one: Luck) -> str:
    """A player's luck in words, in terms of the usual deviation."""
    if not one.runs:
        return _("No run, no luck to speak of.")
    told = ngettext(
        "{won} of {runs} run succeeded, {expected} expected.",
        "{won} of {runs} runs succeeded, {expected} expected.",
        one.runs,
    ).format(won=one.won, runs=one.runs, expected=decimal(one.expected))
    return f"{told} {_verdict(one)}"


def _verdict(one: Luck) -> str:
    strayed = one.gap / one.spread if one.spread else 0.0
    if abs(strayed) < 1:
        return _("As the odds had it.")
    if strayed > 0:
        return _("Very lucky.") if strayed >= 2 else pgettext("of a player", "Lucky.")
    return _("Very unlucky.") if strayed <= -2 else pgettext("of a player", "Unlucky.")


def silent(scene: Scene, players: Sequence[PlayerId]) -> str:
    """The players who handed in nothing; "" if there are none."""
    if not players:
        return ""
    return _("No orders from {players}.").format(players=figures.listed([scene.name(one) for one in players]))


def bought(share: news.ShareNews) -> str:
    """Shares bought, with what the buyer owns now."""
    return ngettext(
        "bought at {corporation}: {count} share now",
        "bought at {corporation}: {count} shares now",
        share.owns,
    ).format(corporation=names.corp(share.corporation), count=share.owns)


def set_aside(count: int) -> str:
    return ngettext("{count} order set aside", "{count} orders set aside", count).format(count=count)
