"""The last edition: the winners, and a look back at the game."""

# ruff: noqa: E501 (a sentence stands on one line, as it is read)

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Stock

GAME_OVER: Final = Stock(
    "game_over",
    (
        (
            _("{winners} takes Manhattan"),
            _("{score:^point}, and nobody above. The scores are out, line by line."),
        ),
        (
            _("The last bell crowns {winners}"),
            _("The books are closed, at {score:point}."),
        ),
        (
            _("{winners}, of course"),
            _("{score:^point} at the end: everybody will say they saw it coming."),
        ),
        (
            _("It ends with {winners}"),
            _("The quarters are over. {score:^point} were enough."),
        ),
        (
            _("Manhattan belongs to {winners}"),
            _("The audit is done, and says {score:point}. The portrait goes up in the hall."),
        ),
        (
            _("{winners} closes the books"),
            _("In front, with {score:point}; the rest is for biographers."),
        ),
        (
            _("{winners} has the last word"),
            _("It is a number: {score:point}."),
        ),
        (
            _("The game goes to {winners}"),
            _("No other account closes above {score:point}."),
        ),
        (
            _("A name for the brass plate: {winners}"),
            _("The engraver adds {score:point} below it."),
        ),
        (
            _("{winners} comes out ahead"),
            _("The final sum is {score:point}. The rest of the street has stopped adding."),
        ),
        (
            _("Curtain, and a bow from {winners}"),
            _("The house counted {score:point}, and applauded."),
        ),
        (
            _("The city has its winner: {winners}"),
            _("With {score:point}, the argument is closed."),
        ),
    ),
)

GAME_SHARED: Final = Stock(
    "game_shared",
    (
        (
            _("Shared: {winners}"),
            _("{score:^point} each. Manhattan is large enough."),
        ),
        (
            _("No one alone at the top"),
            _("{winners} finish level, at {score:point}."),
        ),
        (
            _("A crown cut in pieces"),
            _("{score:^point} for {winners}, and nobody above."),
        ),
        (
            _("Joint winners"),
            _("{winners} close the books on the same figure: {score}."),
        ),
    ),
)

FINAL_SECOND: Final = Stock(
    "final_second",
    (
        (_("{players} {players:=comes|come} second, {gap:point} behind."),),
        (_("Next: {players}, with {score:point}, {gap} short of the crown."),),
        (_("{gap:^point} {gap:=parts|part} the winner from {players}."),),
        (_("{players} {players:=stops|stop} at {score:point}, {gap:point} too few."),),
        (_("On the second step: {players}, {gap:point} from the first."),),
        (_("For want of {gap:point}, {players} {players:=ends|end} behind, on {score}."),),
    ),
)

FINAL_CORPORATION: Final = Stock(
    "final_corporation",
    (
        (_("{corp} ends the game as the first corporation, on {assets:asset}."),),
        (_("Of the ten towers, {corp} stands highest at the end: {assets:asset}."),),
        (_("The market closes for good with {corp} on top, at {assets:asset}."),),
        (_("The last first place of the game is {corp:s}, on {assets:asset}."),),
        (_("Among the towers, {corp} casts the longest shadow: {assets:asset}."),),
        (_("When the tape stops, {corp} heads it with {assets:asset}."),),
    ),
)

FINAL_REIGNS: Final = Stock(
    "final_reigns",
    (
        (_("The lead changed hands {count:time}; {corp} held it longest, for {days:day}."),),
        (_("{count:^change} at the top in all; the longest stay was that of {corp}, {days:day}."),),
        (
            _(
                "The first place changed tenants {count:time}; the longest lease, {days:day}, was that of {corp}."
            ),
        ),
        (_("Nobody stayed on top as long as {corp}, {days:day}; the place changed hands {count:time}."),),
        (_("Of all reigns that of {corp} was the longest, {days:day}; the guard was changed {count:time}."),),
        (_("{corp} kept the summit for {days:day}, more than any other; it was taken {count:time} in all."),),
    ),
)

FINAL_STILL: Final = Stock(
    "final_still",
    (
        (_("{corp} led from the first bell to the last."),),
        (_("Nobody ever overtook {corp} at the top."),),
        (_("From the opening to the end, the first line of the list read {corp}."),),
        (_("{corp} never had to look up."),),
        (_("The first place had one tenant all game long: {corp}."),),
        (_("The game began and ended under {corp}."),),
    ),
)

FINAL_BLOWS: Final = Stock(
    "final_blows",
    (
        (
            _(
                "In the meantime, {count:blow} against corporations became known; so far, the others have stayed between those who paid and those who kept quiet."
            ),
        ),
        (_("The street learnt of {count:blow} in all. How many it did not learn of, it does not know."),),
        (
            _(
                "{count:^blow} against corporations reached these pages; so far, the others have kept their secret."
            ),
        ),
        (_("These columns counted {count:blow}. The guards may have counted more."),),
        (_("In all, {count:blow} made the papers."),),
        (_("Of what was done at night, {count:blow} came to light."),),
    ),
)

BACK_OPENING: Final = Stock(
    "back_opening",
    (
        (_("{corp} opens the list."),),
        (_("It begins with {corp} in front."),),
    ),
)

BACK_LEADER: Final = Stock(
    "back_leader",
    (
        (_("{corp} passes {former}, with {assets:asset}."),),
        (_("The first place goes from {former} to {corp}, at {assets}."),),
        (_("{former} out, {corp} in: {assets:asset} at the top."),),
        (_("Change of the guard, {corp} for {former}, on {assets:asset}."),),
        (_("{former} steps down for {corp}, on {assets:asset}."),),
        (_("The crown changes heads: {former} yesterday, {corp} today, with {assets:asset}."),),
        (_("{corp} looks down on {former}, from {assets:asset}."),),
        (_("{former} hands over the keys, {corp} turns them, at {assets}."),),
        (_("{corp} moves in above {former}, with {assets:asset}."),),
        (_("First {former}, then {corp}, on {assets}."),),
        (_("{corp} ends the reign of {former}, on {assets:asset}."),),
        (_("The top changes tenants: {corp} for {former}, {assets:asset}."),),
    ),
)

BACK_CRASH: Final = Stock(
    "back_crash",
    (
        (_("Crash: {list}."),),
        (_("{list} did not see the evening."),),
    ),
)

BACK_SIEGE: Final = Stock(
    "back_siege",
    (
        (_("{corp} takes {blows:blow} in a night."),),
        (_("{blows:^blow} fall on {corp}."),),
        (_("{corp} under siege: {blows:blow}."),),
        (_("The guards of {corp} lose count at {blows}."),),
        (_("{blows:^} at once, and all at {corp}."),),
        (_("A night of {blows:blow} for {corp}."),),
    ),
)

BACK_RUN: Final = Stock(
    "back_run",
    (
        (_("{corp} is hit, and the street hears of it."),),
        (_("A bad night for {corp}."),),
        (_("{corp} makes the front page against its will."),),
        (_("Sirens at {corp}."),),
        (_("Broken sleep at {corp}."),),
        (_("{corp} has visitors, and they get what they came for."),),
        (_("The night belongs to those who were at {corp}."),),
        (_("{corp} is made to pay."),),
        (_("{corp} pays for its guards’ sleep."),),
        (_("The alarm of {corp} is one night late."),),
        (_("Somebody gets past the guards of {corp}."),),
        (_("{corp} has something to report to the police."),),
    ),
)

BACK_FOILED: Final = Stock(
    "back_foiled",
    (
        (_("{corp} holds its doors."),),
        (_("Intruders fail at {corp}."),),
        (_("{corp} sends visitors home."),),
        (_("Nothing doing at {corp}, for those who tried."),),
        (_("{corp} is awake."),),
    ),
)

BACK_MARKET: Final = Stock(
    "back_market",
    (
        (_("{corp} makes the day, at {assets:asset}."),),
        (_("The talk is of {corp}, on {assets:asset}."),),
        (_("{corp} catches the eye, with {assets:asset}."),),
        (_("All about {corp}, and its {assets:asset}."),),
        (_("{corp} closes on {assets}, and is heard of."),),
        (_("One name on everybody’s lips, {corp}; one figure, {assets}."),),
        (_("A day for {corp}: the board says {assets}."),),
        (_("The lamps are on {corp}, at {assets:asset}."),),
        (_("{corp} fills the page, on {assets:asset}."),),
        (_("The street reads {corp} first, at {assets}."),),
        (_("{assets:^asset}, and {corp} is the story."),),
        (_("To be remembered: {corp}, {assets:asset}."),),
    ),
)

BACK_COUNCIL: Final = Stock(
    "back_council",
    (
        (_("The council makes the day, for {winner}."),),
        (_("{winner} rules the quarter."),),
        (_("All talk is of the chamber, and of {winner}."),),
        (_("{winner} gets its way."),),
        (_("A day of politics, won by {winner}."),),
        (_("The gavel makes the news: {winner}."),),
    ),
)

BACK_QUIET: Final = Stock(
    "back_quiet",
    (
        (_("A day for the footnotes."),),
        (_("Little to write home about."),),
        (_("Calm."),),
        (_("Still waters."),),
    ),
)

BACK_LED: Final = Stock(
    "back_led",
    (
        (_("{corp} leads."),),
        (_("{corp} in front."),),
        (_("On top: {corp}."),),
        (_("{corp} ahead."),),
    ),
)

BACK_WINNER: Final = Stock(
    "back_winner",
    (
        (_("{coalition} wins the council."),),
        (_("The chamber is with {coalition}."),),
        (_("Council: {coalition}."),),
        (_("The gavel is with {coalition}."),),
    ),
)
