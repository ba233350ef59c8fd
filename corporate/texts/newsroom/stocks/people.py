"""People: influence, citizenships, shares, bets."""

# ruff: noqa: E501 (a sentence stands on one line, as it is read)

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Stock

INFLUENCE: Final = Stock(
    "influence",
    (
        (_("{player} reaches level {level}."),),
        (_("A new lift key for {player}: level {level}."),),
        (_("{player} moves up a floor, to level {level}."),),
        (_("More people return the calls of {player}, now at level {level}."),),
        (_("The board makes room for {player}: level {level}."),),
        (_("{player} has new cards printed. They say level {level}."),),
        (_("Level {level} for {player}, and a table by the window."),),
        (_("{player} is listened to a little more, at level {level}."),),
        (_("An office with a view for {player}: level {level}."),),
        (_("{player} has paid for it, and has it: level {level}."),),
        (_("The receptionist stands up for {player} at level {level}."),),
        (_("{player}, level {level}: the handshake has become firmer."),),
    ),
)

INFLUENCE_MANY: Final = Stock(
    "influence_many",
    (
        (_("Going up: {list}."),),
        (_("The lifts are busy: {list}."),),
        (_("Cards to be reprinted: {list}."),),
        (_("Room at the top, it seems, for {list}."),),
        (_("New levels at noon: {list}."),),
        (_("A day of promotions: {list}."),),
        (_("The tailors are pleased with {list}."),),
        (_("Higher floors, higher rents: {list}."),),
        (_("Weightier since noon: {list}."),),
        (_("They have paid for the next floor: {list}."),),
        (_("The list of those who matter gets longer: {list}."),),
        (_("Promoted, each at a price: {list}."),),
    ),
)

INFLUENCE_RISE: Final = Stock("influence_rise", ((_("{player} (level {level})"),),))

INFLUENCE_FIRST: Final = Stock(
    "influence_first",
    (
        (_("Nobody had been at level {level} before."),),
        (_("Level {level} was unoccupied until today."),),
        (_("It is the first time that the lift stops at level {level}."),),
        (_("The cleaners had to look for the light switch of level {level}."),),
        (_("No player had got as far as level {level}."),),
        (_("Level {level} had to be dusted first."),),
        (_("The button for level {level} had never been pressed."),),
        (_("Until noon, level {level} was a rumour."),),
        (_("The plans of the building showed a level {level}; now somebody has seen it."),),
        (_("There were no footprints yet on the carpet of level {level}."),),
        (_("With that, level {level} is inhabited."),),
        (_("The doorplates of level {level} were still blank."),),
    ),
)

CITIZEN: Final = Stock(
    "citizen",
    (
        (_("{player} becomes a citizen of {corp}."),),
        (_("A new passport for {player}, in the colours of {corp}."),),
        (_("{corp} counts one citizen more: {player}."),),
        (_("{player} took the oath; the flag was that of {corp}."),),
        (_("Papers signed, badge printed: {player} belongs to {corp}."),),
        (_("{player} finds a home at {corp}."),),
        (_("Loyalty has an address, and for {player} it is {corp}."),),
        (_("{corp} welcomes {player} with a hymn and a form in three copies."),),
        (_("{player} swears by {corp}, from this noon on."),),
        (_("The register of {corp} has a new name: {player}."),),
        (_("At the counter of {corp}, a photograph was taken: it shows {player}."),),
        (_("{player} pays in reputation, and is at home at {corp}."),),
    ),
)

CITIZENS: Final = Stock(
    "citizens",
    (
        (_("New passports: {list}."),),
        (_("Oaths were sworn at noon: {list}."),),
        (_("The counters for citizenship had a queue: {list}."),),
        (_("New colours, new hymns: {list}."),),
        (_("They now belong somewhere: {list}."),),
        (_("Photographs were taken for badges: {list}."),),
        (_("Naturalised today: {list}."),),
        (_("A day of flags: {list}."),),
        (_("Loyalty was in demand: {list}."),),
        (_("The anthem was played more than once: {list}."),),
        (_("New badges, still warm from the printer: {list}."),),
        (_("Welcomed with a handshake and a form: {list}."),),
    ),
)

STATELESS: Final = Stock(
    "stateless",
    (
        (_("With {corp} goes the citizenship of {list}."),),
        (_("The passport of {list} said {corp}. It is a souvenir now."),),
        (_("No country left for {list}: it was {corp}."),),
        (_("There was nobody left at {corp} to take back the badge of {list}."),),
        (_("Stateless since noon, for want of {corp}: {list}."),),
    ),
)

RUSH: Final = Stock(
    "rush",
    (
        (
            _("The street wants {corp}"),
            _("{list} bought in on the same morning. Somebody talked, or several people can read a table."),
        ),
        (
            _("A queue at the counter of {corp}"),
            _("Ahead of noon, {list} all signed for shares."),
        ),
        (
            _("{corp} is the fashion"),
            _("The buyers were {list}. Nobody sells, since nobody can."),
        ),
        (
            _("One idea, several heads: {corp}"),
            _("It occurred to {list} on one and the same day."),
        ),
        (
            _("{corp} finds new owners"),
            _("They are {list}, and they will meet at the dividend."),
        ),
        (
            _("Crowded share register at {corp}"),
            _("{list} wrote themselves in today."),
        ),
        (
            _("Elbows at {corp}"),
            _("{list} wanted the same paper on the same morning, and all of them got it."),
        ),
        (
            _("{corp} prints more certificates"),
            _("They are made out to {list}."),
        ),
        (
            _("One egg, several baskets: {corp}"),
            _("The baskets belong to {list}."),
        ),
        (
            _("{corp} is talked about at breakfast"),
            _("By noon the talk had become shares for {list}."),
        ),
        (
            _("Same counter, same day: {corp}"),
            _("The signatures read {list}."),
        ),
        (
            _("{corp} has a fan club"),
            _("Members since this morning: {list}."),
        ),
    ),
)

OVERTAKE: Final = Stock(
    "overtake",
    (
        (
            _("{player} takes over at {corp}"),
            _("With {owns:share} against fewer in the drawer of {former}, the biggest owner has changed."),
        ),
        (
            _("{former} outbid at {corp}"),
            _("{player} holds {owns:share} now, and the larger say."),
        ),
        (
            _("A new hand at {corp}"),
            _("It is that of {player}, with {owns:share}. {former} had held the most until noon."),
        ),
        (
            _("{corp} answers to {player}"),
            _("{owns:^share} outweigh what {former} owns."),
        ),
        (
            _("The chair at {corp} is taken from {former}"),
            _("{player} brought {owns:share} to the meeting."),
        ),
        (
            _("Checkmate at {corp}, for the moment"),
            _("{player}, {owns:share}; {former}, fewer."),
        ),
        (
            _("{former} is no longer first at {corp}"),
            _("{player} has bought past, and shows {owns:share}."),
        ),
        (
            _("The register of {corp} has a new first line"),
            _("It reads {player}, {owns:share}. It used to read {former}."),
        ),
        (
            _("{player} buys the bigger chair at {corp}"),
            _("It is {owns:share} wide. {former} will have to sit lower."),
        ),
        (
            _("A polite word from {player} to {former}"),
            _("It concerned {corp}, and weighed {owns:share}."),
        ),
        (
            _("{corp} has a new best customer"),
            _("{player}, at {owns:share}, has left {former} behind at the counter."),
        ),
        (
            _("By one share or by more, {player} leads at {corp}"),
            _("{owns:^share}: {former} has fewer, and the votes follow."),
        ),
    ),
)

BET_WON: Final = Stock(
    "bet_won",
    (
        (
            _("{player} saw it first"),
            _("Bought on turn {turn}, when {corp} had {was:asset}. It has {assets} now."),
        ),
        (
            _("{corp} pays {player} back"),
            _(
                "The first share dates from turn {turn}, and from {was:asset}. At {assets}, it looks like foresight."
            ),
        ),
        (
            _("A bet on {corp} comes good"),
            _("{player} placed it on turn {turn}, at {was:asset}; the board says {assets}."),
        ),
        (
            _("What does {player} know?"),
            _(
                "On turn {turn}, the purchase of {corp} at {was:asset} made colleagues smile. They have stopped, at {assets}."
            ),
        ),
        (
            _("{player}, or the art of buying early"),
            _("{corp} was worth {was:asset} on turn {turn}. Those who waited pay for {assets}."),
        ),
        (
            _("The good nose of {player}"),
            _("It pointed to {corp} on turn {turn}: from {was:asset} to {assets}, and dividends on the way."),
        ),
        (
            _("Portrait of an investor"),
            _(
                "{player} signed for {corp} on turn {turn}. The house has grown from {was:asset} to {assets} since."
            ),
        ),
        (
            _("{corp} makes a friend rich"),
            _(
                "The friend is {player}, on board since turn {turn}, when {was:asset} were all there was. Today: {assets}."
            ),
        ),
        (
            _("{corp} was cheap once"),
            _("{player} remembers: {was:asset} on turn {turn}, {assets} today."),
        ),
        (
            _("{corp}: the party began without you"),
            _("{player} has been there since turn {turn}, and {was:asset}. The room is full at {assets}."),
        ),
        (
            _("{player} need not explain any more"),
            _("{corp}, taken on turn {turn} at {was:asset}, explains itself: {assets}."),
        ),
        (
            _("{player} read the list, not tea leaves"),
            _("It said {corp}, {was:asset}, turn {turn}. It says {assets} now."),
        ),
    ),
)

BET_LOST: Final = Stock(
    "bet_lost",
    (
        (
            _("{player} bought at the wrong time"),
            _("{corp} had {was:asset} on turn {turn}. It has {assets}, and shares cannot be sold."),
        ),
        (
            _("An expensive friendship"),
            _("On turn {turn}, {player} paid for {was:asset} of {corp}. What is left today: {assets}."),
        ),
        (
            _("{corp} disappoints {player}"),
            _("From {was:asset} on turn {turn} to {assets} at noon: some investments are lessons."),
        ),
        (
            _("{player} is in it for the long run"),
            _("One must be, with {corp} bought on turn {turn} at {was:asset} and standing at {assets}."),
        ),
        (
            _("Patience, says {player}"),
            _(
                "{corp} was bought at {was:asset}, on turn {turn}. The board shows {assets}, and little hurry."
            ),
        ),
        (
            _("A hole in the portfolio of {player}"),
            _("It has the shape of {corp}: {was:asset} on turn {turn}, {assets} today."),
        ),
        (
            _("{corp} was dearer then"),
            _("On turn {turn}, {player} bought into {was:asset}. The same share stands for {assets} now."),
        ),
        (
            _("{player} and the falling knife"),
            _(
                "It was called {corp}, and was caught on turn {turn}, at {was:asset}. It has reached {assets}."
            ),
        ),
        (
            _("{corp} looked safe on turn {turn}"),
            _("So {player} thought, at {was:asset}. At {assets}, the word has left the prospectus."),
        ),
        (
            _("No way out of {corp} for {player}"),
            _("The door in was open on turn {turn}, at {was:asset}. There is no door out, at {assets}."),
        ),
        (
            _("A souvenir called {corp}"),
            _("{player} has kept it since turn {turn} and its {was:asset}. It is down to {assets}."),
        ),
        (
            _("{player} would rather not talk about {corp}"),
            _("Bought on turn {turn}, at {was:asset}; at noon, {assets}. Change the subject."),
        ),
    ),
)

HOLDER: Final = Stock(
    "holder",
    (
        (_("{player} owns the most of it, with {owns:share}."),),
        (_("Its largest owner, {player}, holds {owns:share}."),),
        (_("In the drawer of {player}: {owns:share} of {corp}, more than in any other."),),
        (_("The biggest cheque goes to {player}, for {owns:share}."),),
        (_("At {player:s}, they follow it closely: {owns:share}, more than anybody’s."),),
        (_("Nobody holds more of {corp} than {player}: {owns:share}."),),
        (_("First to be concerned: {player}, who has {owns:share}."),),
        (_("{player}, with {owns:share}, reads this page first."),),
        (_("Of all owners, {player} has the most at stake: {owns:share} of {corp}."),),
        (_("The one to worry is {player}, owner of {owns:share}."),),
        (_("{owns:^share} of it {owns:=is|are} with {player}, and nobody has as many."),),
        (_("{player} has the longest line in its register: {owns:share}."),),
    ),
)

HOLDER_NONE: Final = Stock(
    "holder_none",
    (
        (_("Nobody owns a share of it."),),
        (_("{corp} has no shareholder to rejoice, or to complain."),),
        (_("Not a single share of {corp} is in anybody’s drawer."),),
        (_("The house belongs to no one in particular."),),
        (_("It happens without an owner: all shares of {corp} are still at the counter."),),
        (_("For want of shareholders, nobody applauds."),),
        (_("The list of its owners is blank."),),
        (_("Whose problem is {corp}? Nobody’s, says the register."),),
        (_("At the dividend counter, nobody asked about {corp}."),),
        (_("{corp} is everybody’s talk and nobody’s property."),),
        (_("Its certificates are printed, numbered and unsold."),),
        (_("Not one investor has been drawn to {corp}."),),
    ),
)
