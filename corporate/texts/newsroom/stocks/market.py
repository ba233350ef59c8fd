"""The market: leaders, crashes, moves, calm, and the effects of first and last."""

# ruff: noqa: E501 (a sentence stands on one line, as it is read)

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Stock

LEADER: Final = Stock(
    "leader",
    (
        (
            _("{corp} takes the lead"),
            _("With {assets:asset} at noon, {corp} moves past {former} and opens the list."),
        ),
        (
            _("A new name at the top: {corp}"),
            _("{former} steps down. {corp} heads the table on {assets}."),
        ),
        (
            _("{former} loses the crown"),
            _("{corp} has it now, and {assets:asset} to keep it warm."),
        ),
        (
            _("{corp} has the view now"),
            _("From {assets:asset} up, one sees far. {former} has moved down a floor."),
        ),
        (
            _("The top floor goes to {corp}"),
            _("{former} hands over the keys at noon; the new tenant shows {assets:asset}."),
        ),
        (
            _("{corp} overtakes {former}"),
            _("It took one session. The closing figure reads {assets}, and no other house is above it."),
        ),
        (
            _("Manhattan has a new first"),
            _("{corp}, on {assets:asset}, sits where {former} sat yesterday."),
        ),
        (
            _("{former} looks up to {corp}"),
            _("Yesterday it was the other way round. {corp} closes first, with {assets:asset}."),
        ),
        (
            _("The bell rings for {corp}"),
            _(
                "First place, {assets:asset}, and the privilege of paying more than the others. {former} will miss it."
            ),
        ),
        (
            _("Power moves one tower along"),
            _("{corp} leads on {assets}; {former} is asked to return the parking space."),
        ),
        (
            _("{corp} waits no longer"),
            _("{assets:^asset} put it ahead of {former}, whose reign is over."),
        ),
        (
            _("At the summit, {corp} replaces {former}"),
            _("The ranking was redrawn at the bell, and {assets:asset} decided it."),
        ),
    ),
)

LEADER_BACK: Final = Stock(
    "leader_back",
    (
        (
            _("{corp} is back on top"),
            _(
                "It lost the first place on turn {lost}. With {assets:asset}, it has fetched it back from {former}."
            ),
        ),
        (
            _("The return of {corp}"),
            _(
                "Dethroned on turn {lost}, first again at noon with {assets:asset}: {former} was keeping the seat warm."
            ),
        ),
        (
            _("{former:s} reign is over"),
            _("{corp} had led before, until turn {lost}. It leads once more, on {assets}."),
        ),
        (
            _("{corp} collects what it lent"),
            _(
                "The crown had gone on turn {lost}. It comes home with {assets:asset}, and {former} gives it up."
            ),
        ),
        (
            _("Second wind for {corp}"),
            _(
                "Few return to the summit once they have left it. {corp} left on turn {lost}, and stands there today on {assets}."
            ),
        ),
        (
            _("{corp} reopens the penthouse"),
            _(
                "The dust covers of turn {lost} are off: {assets:asset}, first place, and {former} on the way down."
            ),
        ),
        (
            _("{corp} has its seat back"),
            _("It gave it up on turn {lost}; {former} gives it up today, before {assets:asset}."),
        ),
        (
            _("A familiar name at the top: {corp}"),
            _(
                "The street had missed it there since turn {lost}. With {assets:asset}, it is above {former} once more."
            ),
        ),
        (
            _("{corp} takes up where it left off"),
            _("The page was turned on turn {lost}. It reads on at {assets}, ahead of {former}."),
        ),
        (
            _("{former} was only the lodger"),
            _("The owner moved out on turn {lost}, and moves in again at noon: {corp}, {assets:asset}."),
        ),
        (
            _("Revenge is served at {corp}"),
            _("Overtaken on turn {lost}, it overtakes today: {former} makes way for {assets:asset}."),
        ),
        (
            _("{corp} had not gone far"),
            _("Out of the first place since turn {lost}, it takes it from {former}, on {assets:asset}."),
        ),
    ),
)

CRASH: Final = Stock(
    "crash",
    (
        (
            _("{corp} closes its doors"),
            _("The count at noon reads {assets}. The name leaves the ranking for good."),
        ),
        (
            _("{corp} is no more"),
            _("The last closing figure is {assets}. There will be no other."),
        ),
        (
            _("The end of {corp}"),
            _("At {assets}, the board took the stairs. The lifts had been sold."),
        ),
        (
            _("{corp} goes under"),
            _("Closing figure: {assets}. The creditors found a full ashtray and little else."),
        ),
        (
            _("Lights out for good at {corp}"),
            _("With {assets} at the bell, nobody was left to pay for the electricity."),
        ),
        (
            _("One tower fewer"),
            _("{corp} ends the day at {assets}, and its story with it."),
        ),
        (
            _("{corp} strikes its flag"),
            _("A figure of {assets} leaves no room for a plan. None was presented."),
        ),
        (
            _("Nothing left to save at {corp}"),
            _("The auditors stopped counting at {assets}, and asked for their coats."),
        ),
        (
            _("The fall of {corp}"),
            _("It ended at {assets}. The removal vans were double-parked before noon."),
        ),
        (
            _("{corp} leaves the list"),
            _("A closing figure of {assets} is one that no house survives."),
        ),
        (
            _("Curtain for {corp}"),
            _("{assets:^} on the board, silence on the floor. The trading name is retired."),
        ),
        (
            _("{corp}, a name for the archives"),
            _("The day closed at {assets}. Somebody has already unscrewed the brass plate."),
        ),
    ),
)

CRASH_PEAK: Final = Stock(
    "crash_peak",
    (
        (_("It had stood as high as {peak:asset}, on turn {peak_turn}."),),
        (_("Those who remember turn {peak_turn} remember it with {peak:asset}."),),
        (_("Its best day was turn {peak_turn}: {peak:asset}, and plans for an annexe."),),
        (_("On turn {peak_turn} it was worth {peak:asset}. Nobody sold in time, since nobody can sell."),),
    ),
)

CRASH_SHARES: Final = Stock(
    "crash_shares",
    (
        (_("Lost with it: {shares:share}. Nothing is refunded."),),
        (_("{shares:^share} went down with the house. The paper is good, and makes a fine wallpaper."),),
        (_("Its shareholders held {shares:share} between them, and hold a memory."),),
        (_("In the drawers of Manhattan, {shares:share} turned into stationery."),),
        (_("The bill for its owners: {shares:share}, worth nothing since noon."),),
        (_("{shares:^share} {shares:=is|are} struck from the registers."),),
        (_("Counted on until noon: {shares:share}."),),
        (_("The loss, in the drawers of its friends: {shares:share}."),),
        (_("{shares:^share} will pay no dividend again."),),
        (_("To be thrown away: {shares:share}."),),
        (_("Its owners part with {shares:share}, and were not asked."),),
        (_("No insurance covers {shares:share} in a house that is gone."),),
    ),
)

CRASH_NOBODY: Final = Stock(
    "crash_nobody",
    (
        (_("Nobody held a share of it, and nobody sent flowers."),),
        (_("It leaves no shareholder behind: the street had seen it coming."),),
        (_("Not one share was in anybody’s drawer."),),
        (_("Nobody owned any of it, so nobody weeps."),),
        (_("The shareholders’ meeting can be held in an empty room."),),
        (_("There was no owner to be told."),),
        (_("No portfolio in town is the lighter for it."),),
        (_("Its shares had stayed at the counter to the last."),),
        (_("The only mourners are the creditors."),),
        (_("Investors had kept away, and may congratulate themselves."),),
        (_("It goes as it had lived, without an owner."),),
        (_("Nothing is lost by anybody but itself."),),
    ),
)

CRASH_MORE: Final = Stock(
    "crash_more",
    (
        (_("{corp} goes the same way, at {assets}."),),
        (_("{corp} does not see the evening either: {assets} at the bell."),),
        (_("A second door shut before the bell had stopped: {corp}, at {assets}."),),
        (_("The list loses {corp}, too, closed at {assets}."),),
    ),
)

RISE: Final = Stock(
    "rise",
    (
        (
            _("{corp} gains ground"),
            _("Up by {change} to {assets:asset}: nobody did better today."),
        ),
        (
            _("A good day for {corp}"),
            _("{change:^asset} more than yesterday, and {assets} on the board at the bell."),
        ),
        (
            _("{corp} in demand"),
            _("It adds {change:asset} and closes on {assets}, the climb of the day."),
        ),
        (
            _("Everybody looks at {corp}"),
            _("The biggest climb of the session is its own: {change}, to {assets}."),
        ),
        (
            _("{corp} builds another floor"),
            _("The scaffolding went up overnight: {change:asset} more, {assets} in all."),
        ),
        (
            _("Champagne at {corp}"),
            _("A rise of {change}, the tallest on the board, and a closing figure of {assets}."),
        ),
        (
            _("{corp} leaves the others standing"),
            _("Nobody kept up: {change:asset} gained, {assets} on the clock."),
        ),
        (
            _("The wind is behind {corp}"),
            _("It gained {change:asset} between two bells and counts {assets}."),
        ),
        (
            _("{corp} sets the pace"),
            _("{change:^} up, {assets} at the close, and the best line in today’s table."),
        ),
        (
            _("All smiles at {corp}"),
            _("The house that opened this morning was smaller by {change:asset}. It closes on {assets}."),
        ),
        (
            _("{corp} finds a second gear"),
            _("From yesterday’s figure to today’s, a jump of {change}. The new one: {assets}."),
        ),
        (
            _("A tower grows: {corp}"),
            _("It put on {change:asset} in a day, which no neighbour did, and reaches {assets}."),
        ),
    ),
)

FALL: Final = Stock(
    "fall",
    (
        (
            _("{corp} stumbles"),
            _("Down by {change} to {assets:asset}: nobody did worse today."),
        ),
        (
            _("A bad day for {corp}"),
            _("{change:^asset} fewer than yesterday, {assets} left at the bell."),
        ),
        (
            _("{corp} sheds weight"),
            _("It gives up {change:asset} and closes on {assets}, the fall of the day."),
        ),
        (
            _("Long faces at {corp}"),
            _("The steepest drop of the session is its own: {change}, to {assets}."),
        ),
        (
            _("{corp} takes the stairs down"),
            _("A loss of {change} in one day leaves {assets} on the books."),
        ),
        (
            _("The floor gives way under {corp}"),
            _("It had {change:asset} more yesterday. Today it has {assets}, and questions."),
        ),
        (
            _("The bill of the day is for {corp}"),
            _("It comes to {change}, more than anybody else pays, and leaves {assets}."),
        ),
        (
            _("Red ink at {corp}"),
            _("The accountants needed a second bottle: minus {change}, {assets} at noon."),
        ),
        (
            _("No parachute for {corp}"),
            _("It dropped {change:asset} between two bells. The closing figure is {assets}."),
        ),
        (
            _("{corp} has had better mornings"),
            _("None of its rivals lost as much: {change:asset}. There remain {assets}."),
        ),
        (
            _("Windows go dark at {corp}"),
            _("{change:^asset} left the building. {assets:^} stayed."),
        ),
        (
            _("{corp} slides"),
            _("The worst line of today’s table reads minus {change}, to {assets:asset}."),
        ),
    ),
)

TIE: Final = Stock(
    "tie",
    (
        (
            _("{corp} catches {former}"),
            _("{assets:^asset} each; the past decides who stands first."),
        ),
        (
            _("Shoulder to shoulder at the top"),
            _("{corp} and {former} close on {assets}. Yesterday’s figures break the tie."),
        ),
        (
            _("{former} hears footsteps"),
            _("{corp} closes level with it, on {assets:asset}."),
        ),
        (
            _("Two towers, one height"),
            _("{corp} joins {former} at {assets}. Only one of them pays as the first."),
        ),
        (
            _("No daylight between {former} and {corp}"),
            _("{assets:^asset} against as many: the summit is a narrow place."),
        ),
        (
            _("A photo finish at noon"),
            _("{former} keeps the first place on past form alone; {corp} shows the same {assets:asset}."),
        ),
        (
            _("{corp} draws level"),
            _("The leader, {former}, has {assets:asset}. So has its pursuer."),
        ),
        (
            _("The first place, by a memory"),
            _("{former} and {corp} both count {assets}. The older figures favour the former."),
        ),
        (
            _("{corp} reaches the summit, one step late"),
            _("{former} was there before it; both show {assets:asset}."),
        ),
        (
            _("Two flags on one roof"),
            _("{former} and {corp} share the height of {assets:asset}. The rent goes to the older tenant."),
        ),
        (
            _("{former} feels a breath on its neck"),
            _("It is that of {corp}, which has come up to {assets}."),
        ),
        (
            _("Dead heat for {former} and {corp}"),
            _("The scales say {assets} and {assets}; only the archives prefer one."),
        ),
    ),
)

REIGN: Final = Stock(
    "reign",
    (
        (
            _("{corp} stays where it is"),
            _("On top for {days:day} now, with {assets:asset}. The neighbours have stopped waving."),
        ),
        (
            _("{days:^day} at the top for {corp}"),
            _("The first line does not change: {assets:asset}, and nobody has found the ladder."),
        ),
        (
            _("{corp} reigns on"),
            _("Bell after bell the same name comes first: {days:day} in a row, {assets:asset} today."),
        ),
        (
            _("Still {corp}"),
            _("For {days:day} the list has begun with it. It begins today on {assets}."),
        ),
        (
            _("Nobody unseats {corp}"),
            _("Rivals plot, coalitions vote, and {corp} leads for the {days:th} day running, on {assets}."),
        ),
        (
            _("{corp}, as if by habit"),
            _("The {days:th} day in first place brings {assets:asset}, and no sign of fatigue."),
        ),
        (
            _("The throne has one owner"),
            _("{corp} has sat on it for {days:day}; {assets:asset} hold it in place."),
        ),
        (
            _("{corp} is not for moving"),
            _("The {days:th} noon in front, on {assets:asset}, looked like those before it."),
        ),
        (
            _("A lease on the penthouse: {corp}"),
            _("It has been renewed at each bell for {days:day}, most recently for {assets:asset}."),
        ),
        (
            _("{corp} looks down, as usual"),
            _("{days:^day} of the same view, and {assets:asset} under the window."),
        ),
        (
            _("The others run for second place"),
            _("The first has been {corp:s} for {days:day}, and is worth {assets:asset} today."),
        ),
        (
            _("{corp}, chapter {days}"),
            _("The book of its reign has one page more, with {assets:asset} at the foot of it."),
        ),
    ),
)

COMEBACK: Final = Stock(
    "comeback",
    (
        (
            _("Nobody saw {corp} coming"),
            _(
                "{low:^th} on turn {low_turn}, {rank:th} today with {assets:asset}: the street had looked elsewhere."
            ),
        ),
        (
            _("{corp} returns from the basement"),
            _("On turn {low_turn} it ranked {low:th}. It ranks {rank:th} at noon, on {assets}."),
        ),
        (
            _("The climb of {corp}"),
            _(
                "From the {low:th} place of turn {low_turn} to the {rank:th}: {assets:asset}, and room for more."
            ),
        ),
        (
            _("They had written off {corp}"),
            _(
                "{low:^th} on turn {low_turn}: the obituaries were written. The patient is {rank:th}, and has {assets:asset}."
            ),
        ),
        (
            _("{corp} takes the express lift"),
            _(
                "It boarded on turn {low_turn}, {low:th} of the list, and gets off {rank:th}, with {assets:asset}."
            ),
        ),
        (
            _("A comeback called {corp}"),
            _(
                "Those who bought when it was {low:th}, on turn {low_turn}, are now owners of the {rank:th}, at {assets:asset}."
            ),
        ),
        (
            _("{corp}, revised upwards"),
            _(
                "The {low:th} place of turn {low_turn} is a memory. Today’s is the {rank:th}, and rests on {assets:asset}."
            ),
        ),
        (
            _("From afterthought to contender: {corp}"),
            _("Turn {low_turn} had it {low:th}. It now keeps company with the first, {rank:th} on {assets}."),
        ),
        (
            _("{corp} has found the stairs"),
            _(
                "On turn {low_turn} it was {low:th}; the bell finds it {rank:th}, with {assets:asset} and out of breath."
            ),
        ),
        (
            _("Erratum: {corp}"),
            _(
                "In the edition of turn {low_turn} this paper put it {low:th}, and turned the page. It is {rank:th}, on {assets}."
            ),
        ),
        (
            _("{corp} is asked to dinner again"),
            _(
                "Nobody called on turn {low_turn}, when it was {low:th}. It is {rank:th} now, and {assets:asset} {assets:=keeps|keep} good company."
            ),
        ),
        (
            _("The long way up, by {corp}"),
            _(
                "Page one of the story is turn {low_turn} and the {low:th} place. Today’s page says {rank:th}, {assets:asset}."
            ),
        ),
    ),
)

DECLINE: Final = Stock(
    "decline",
    (
        (
            _("{corp} falls from the top"),
            _("It led on turn {led}. Today it is {rank:th}, with {assets:asset}."),
        ),
        (
            _("What became of {corp}?"),
            _(
                "First on turn {led}, {rank:th} at noon: {assets:asset} {assets:=is|are} what is left of the view."
            ),
        ),
        (
            _("The long way down for {corp}"),
            _("From the first place of turn {led} to the {rank:th}, with luggage. It counts {assets}."),
        ),
        (
            _("{corp}, yesterday’s star"),
            _("The portraits of turn {led} are coming off the walls. {rank:^th}, it keeps {assets:asset}."),
        ),
        (
            _("No way back yet for {corp}"),
            _("The summit of turn {led} is out of sight from the {rank:th} place, and from {assets:asset}."),
        ),
        (
            _("Sic transit {corp}"),
            _("It was envied on turn {led}. It is pitied today: {rank:th}, on {assets}."),
        ),
        (
            _("{corp} sends back the crown"),
            _("It wore it on turn {led}. It now ranks {rank:th}, on {assets}."),
        ),
        (
            _("From the penthouse to the mezzanine: {corp}"),
            _(
                "The lease upstairs was good on turn {led}. The new address is the {rank:th} place, with {assets:asset}."
            ),
        ),
        (
            _("{corp} remembers better days"),
            _(
                "One of them was turn {led}, in first place. On this one it is {rank:th}, with {assets:asset}."
            ),
        ),
        (
            _("Too high, too soon: {corp}"),
            _("First when turn {led} closed, {rank:th} now. The altimeter shows {assets}."),
        ),
        (
            _("The statue of {corp} comes down"),
            _("It honoured the leader of turn {led}. The {rank:th}, with {assets:asset}, gets a plaque."),
        ),
        (
            _("{corp} is passed on the stairs"),
            _(
                "Neighbours it led on turn {led} have gone by. It is {rank:th}, and holds on to {assets:asset}."
            ),
        ),
    ),
)

STREAK_UP: Final = Stock(
    "streak_up",
    (
        (
            _("{corp} will not stop climbing"),
            _("{days:^} rises in as many days, and {assets:asset} at noon."),
        ),
        (
            _("Up again: {corp}"),
            _("Today’s gain is its {days:th} in a row, and leaves it on {assets}."),
        ),
        (
            _("{corp} makes a habit of it"),
            _("For the {days:th} day running it ends higher than it began, at {assets:asset}."),
        ),
        (
            _("One way only for {corp}"),
            _("It has risen for {days:day} without a pause; the counter shows {assets}."),
        ),
        (
            _("{corp}, a staircase"),
            _("Step by step, {days:day} long, to {assets:asset}."),
        ),
        (
            _("{corp} has forgotten how to fall"),
            _("It has gone up for {days:day} on end, and stands at {assets}."),
        ),
        (
            _("The escalator of {corp} runs on"),
            _("It moved again today, for the {days:th} day running, and let its passengers off at {assets}."),
        ),
        (
            _("{corp} adds to its run"),
            _("{days:^day} of gains by now; today’s figure is {assets}."),
        ),
        (
            _("Nobody sells {corp} short"),
            _("Those who bet against it have been wrong for {days:day}; the closing figure is {assets}."),
        ),
        (
            _("{corp} grows while you read"),
            _("It did so yesterday and before, {days:day} in all, up to {assets:asset}."),
        ),
        (
            _("Another morning, another gain: {corp}"),
            _("The count is at {days}, the house at {assets}."),
        ),
        (
            _("{corp} needs a taller building"),
            _("{days:^day} of growth without a break have brought it to {assets:asset}."),
        ),
    ),
)

STREAK_DOWN: Final = Stock(
    "streak_down",
    (
        (
            _("{corp} cannot find the brake"),
            _("{days:^} falls in as many days, and {assets:asset} left."),
        ),
        (
            _("Down again: {corp}"),
            _("Today’s loss makes it {days:day} in a row, down to {assets}."),
        ),
        (
            _("{corp} goes on leaking"),
            _("For the {days:th} day running it ends lower than it began, at {assets:asset}."),
        ),
        (
            _("A slow puncture at {corp}"),
            _("It has lost ground for {days:day} without a pause; {assets} remain on the counter."),
        ),
        (
            _("{corp}, and no bottom in sight"),
            _("Session after session, {days:day} long, down to {assets:asset}."),
        ),
        (
            _("{corp} loses count of its losses"),
            _("This paper has not: {days:day} in a row, and {assets:asset} to go on with."),
        ),
        (
            _("The ebb goes on at {corp}"),
            _("{days:^day} of falling water; the gauge reads {assets}."),
        ),
        (
            _("{corp} shrinks by instalments"),
            _("The {days:th} was paid today. It keeps {assets:asset}."),
        ),
        (
            _("Gravity works at {corp}"),
            _("It has been proved {days:day} running, most recently at {assets}."),
        ),
        (
            _("Nobody applauds at {corp}"),
            _("There has been no reason to for {days:day}; the house is down to {assets}."),
        ),
        (
            _("{corp} goes down with the sun"),
            _("And does not come up with it: {days:day} of that, and {assets:asset} to show."),
        ),
        (
            _("The same slope again for {corp}"),
            _("It leads from bell to bell, {days:day} by now, and ends today at {assets}."),
        ),
    ),
)

LAST_LIGHT: Final = Stock(
    "last_light",
    (
        (
            _("{corp}, down to its last light"),
            _("{assets:^asset}, and a concierge who no longer asks for papers."),
        ),
        (
            _("{corp} hangs by a thread"),
            _("With {assets:asset} left, one more bad night might be the last."),
        ),
        (
            _("At {corp}, they count the chairs"),
            _("The furniture outnumbers the assets: {assets} at noon."),
        ),
        (
            _("The vultures like {corp}"),
            _("A figure of {assets} draws a crowd, though not of buyers."),
        ),
        (
            _("{corp} is still open"),
            _("Barely: {assets:asset} {assets:=remains|remain}, and the lift stops at the second floor."),
        ),
        (
            _("A whisper at {corp}"),
            _("{assets:^asset} {assets:=makes|make} little noise. A crash would make more."),
        ),
        (
            _("{corp} turns down the heating"),
            _("With {assets:asset} in the till, one chooses between warmth and guards."),
        ),
        (
            _("Candles at {corp}"),
            _("The figure is {assets}, and the electricity company reads the papers, too."),
        ),
        (
            _("{corp} packs a suitcase"),
            _("A small one: {assets:asset} will go in without folding."),
        ),
        (
            _("{corp} answers its own telephone"),
            _("The switchboard went with the rest. The books show {assets:asset}."),
        ),
        (
            _("{corp}, to let by the floor"),
            _("Only one is lit, and {assets:asset} {assets:=sits|sit} in it."),
        ),
        (
            _("The bailiffs know the way to {corp}"),
            _("They found {assets:asset}, and a chair to sit on."),
        ),
    ),
)

QUIET: Final = Stock(
    "quiet",
    (
        (
            _("Calm over Manhattan"),
            _("The figures barely moved. The street suspects everybody of preparing something."),
        ),
        (
            _("Little to see at Wall Street"),
            _("Small moves, straight faces. Somebody is saving up."),
        ),
        (
            _("A day like any other"),
            _("The bell rang, the prices held, the rain fell."),
        ),
        (
            _("The market holds its breath"),
            _("Small steps, large silences."),
        ),
        (
            _("The tape runs slowly"),
            _("One could read every line of it, and nobody was surprised by any."),
        ),
        (
            _("Traders look out of the window"),
            _("There was more weather than news today."),
        ),
        (
            _("Nobody blinks"),
            _("Those who own keep; those who plot wait; the figures stay close to yesterday’s."),
        ),
        (
            _("A session for the footnotes"),
            _("Historians will turn this page quickly."),
        ),
        (
            _("Quiet figures, busy corridors"),
            _("What mattered today, if anything did, was not written on the board."),
        ),
        (
            _("The bell, and little else"),
            _("The closing list resembles the opening one like a sister."),
        ),
        (
            _("Steady hands everywhere"),
            _("If there was an earthquake, it was kept for another day’s paper."),
        ),
        (
            _("Manhattan counts its change"),
            _("Cents, rather than towers, went from hand to hand."),
        ),
    ),
)

OPENING: Final = Stock(
    "opening",
    (
        (
            _("The market opens"),
            _("{corp} goes first, with {assets:asset}; {last} closes the list with {least}."),
        ),
        (
            _("Ten towers, one street"),
            _(
                "The first list is out: {corp} leads with {assets:asset}, {last} brings up the rear with {least}."
            ),
        ),
        (
            _("First bell at Wall Street"),
            _("{assets:^asset} for {corp}, {least} for {last}: everything else is still to be written."),
        ),
        (
            _("Manhattan takes its places"),
            _("{corp} has the best view, {last} the cheapest rent: {assets:asset} against {least}."),
        ),
        (
            _("The cards are dealt"),
            _("{corp} shows the strongest hand, {assets:asset}; {last} must bluff with {least}."),
        ),
        (
            _("A hundred assets, ten names"),
            _("{corp} has {assets} of them and {last} has {least}; eight others lie between."),
        ),
        (
            _("Doors open at Wall Street"),
            _("First through them, {corp} with {assets:asset}; last, {last} with {least}."),
        ),
        (
            _("Day one for ten corporations"),
            _("It finds {corp} on {assets:asset} and {last} on {least}."),
        ),
        (
            _("The race is on"),
            _("{corp} starts from the front with {assets:asset}, {last} from the back with {least}."),
        ),
        (
            _("The board lights up"),
            _("Top line: {corp}, {assets:asset}. Bottom line: {last}, {least}."),
        ),
        (
            _("A new ledger, its first page"),
            _("It begins with {corp} and {assets:asset}, and ends with {last} and {least}."),
        ),
        (
            _("Everything is still possible"),
            _("Even for {last}, with {least:asset}; a little more so for {corp}, with {assets}."),
        ),
    ),
)

SECOND: Final = Stock(
    "second",
    (
        (_("Behind it, {corp} follows at {gap:asset}."),),
        (_("{corp} is second, and {gap:asset} away."),),
        (_("The nearest rival, {corp}, has {gap:asset} to make up."),),
        (_("Next in line: {corp}, with {gap:asset} between them."),),
        (_("{gap:^asset} {gap:=lies|lie} between the first place and {corp}, the second."),),
        (_("In the rear mirror: {corp}, {gap:asset} back."),),
        (_("{corp} would need {gap:asset} to take its place."),),
        (_("Should it slip by {gap:asset}, {corp} is there to catch the crown."),),
        (_("{gap:^asset} more, and {corp} would be level with it."),),
        (_("{corp} comes next, short by {gap:asset}."),),
        (_("The shadow behind it is that of {corp}, {gap:asset} long."),),
        (_("Its lead over {corp} comes to {gap:asset}."),),
    ),
)

SECOND_LEVEL: Final = Stock(
    "second_level",
    (
        (_("{corp} has as many assets, and only an older figure to envy."),),
        (_("Only a tie-break keeps {corp} second."),),
        (_("{corp} stands level with it."),),
        (_("Not one asset parts it from {corp}, the second."),),
        (_("{corp} shows the same figure, one line lower."),),
        (_("Measured in assets, {corp} is as tall."),),
        (_("{corp}, second, lacks nothing but the place."),),
        (_("It shares its figure with {corp}, though not its rank."),),
        (_("Between it and {corp}, the scales do not move."),),
        (_("{corp} is second by the rule book alone."),),
        (_("On figures alone, {corp} would stand beside it."),),
        (_("Older figures, and they only, put {corp} behind it."),),
    ),
)

REIGN_ENDED: Final = Stock(
    "reign_ended",
    (
        (_("{former} had held the first place for {days:day}."),),
        (_("The reign of {former} lasted {days:day}."),),
        (_("For {former}, it ends after {days:day} at the top."),),
        (_("{days:^day}, and not one more: such was the lease of {former}."),),
        (_("{former} leaves a throne that it had warmed for {days:day}."),),
        (_("Historians will give {former} {days:day}, and a footnote."),),
        (_("After {days:day}, {former} has to look up."),),
        (_("In {days:day}, {former} had grown used to the place."),),
        (_("The previous reign, that of {former}, comes to {days:day} in the books."),),
        (_("So ends a stay of {days:day} for {former}."),),
        (_("{days:^day} on top, and {former} had stopped locking the door."),),
        (_("Nobody had moved {former} for {days:day}."),),
    ),
)

CAUSES: Final = Stock(
    "causes",
    (
        (_("It opened with {was:asset}: {causes}."),),
        (_("Starting from {was:asset}, this much is known: {causes}."),),
        (_("Yesterday’s figure was {was}. Since then, {causes}."),),
        (_("The arithmetic, from {was:asset}: {causes}."),),
        (_("How it came about, from {was:asset} on: {causes}."),),
        (_("From {was:asset} in the morning, {causes}."),),
        (_("Take {was:asset}, and read on: {causes}."),),
        (_("Out of {was:asset} at the opening, the day made this: {causes}."),),
        (_("The ledger begins at {was} and goes on: {causes}."),),
        (_("Who did what, on {was:asset}: {causes}."),),
        (_("It was worth {was:asset} at the last bell; {causes}."),),
        (_("Between {was:asset} and the new figure lies a day: {causes}."),),
        (_("The morning found it with {was:asset}; since then, {causes}."),),
        (_("What moved it off {was}: {causes}."),),
        (_("Our reckoning starts at {was:asset}: {causes}."),),
        (_("Nothing mysterious about the start, {was:asset}; then {causes}."),),
    ),
)

EFFECT_FIRST: Final = Stock(
    "effect_first",
    (
        (_("From the top, {corp} acts: {clauses}."),),
        (_("First place has its say: {clauses}."),),
        (_("{corp} leads, and so {clauses}."),),
        (_("The leader’s rule, {corp:s} this time: {clauses}."),),
        (_("Such is the weight of {corp} up there: {clauses}."),),
        (_("What {corp} decides from the summit: {clauses}."),),
        (_("With {corp} in front, {clauses}."),),
        (_("Courtesy of {corp}, first at the bell, {clauses}."),),
        (_("{corp} is in front, and it shows: {clauses}."),),
        (_("As long as {corp} leads, it works like this: {clauses}."),),
        (_("{corp} used its rank: {clauses}."),),
        (_("Rank obliges, and {corp} is obliging: {clauses}."),),
    ),
)

EFFECT_LAST: Final = Stock(
    "effect_last",
    (
        (_("From the bottom, {corp} still counts: {clauses}."),),
        (_("The last place has its say: {clauses}."),),
        (_("{corp} closes the list, and so {clauses}."),),
        (_("The rule of the last, {corp:s} this time: {clauses}."),),
        (_("At {corp}, even the last place is a lever: {clauses}."),),
        (_("What {corp} sets off from the basement: {clauses}."),),
        (_("With {corp} at the end, {clauses}."),),
        (_("Trailing, {corp} leaves traces: {clauses}."),),
        (_("The wooden spoon goes to {corp}: {clauses}."),),
        (_("Nobody wants the place of {corp}, and it works all the same: {clauses}."),),
        (_("{corp} brings up the rear: {clauses}."),),
        (_("Even in last place, {corp} makes itself felt: {clauses}."),),
    ),
)

EFFECT_FIRST_THEN: Final = Stock(
    "effect_first_then",
    (
        (_("{corp} was still first when it counted: {clauses}."),),
        (_("Before it gave way, {corp} had its say: {clauses}."),),
        (_("First until the final count, {corp} acted: {clauses}."),),
        (_("A last act at the summit, by {corp}: {clauses}."),),
        (_("{corp} led just long enough to be noticed: {clauses}."),),
        (_("On its way down from the first place, {corp} left its mark: {clauses}."),),
        (_("The first place was still {corp:s} when its rule fell due: {clauses}."),),
        (_("{corp} signed as the first, and then was not: {clauses}."),),
        (_("For as long as a rule lasts, {corp} stood in front: {clauses}."),),
        (_("{corp} was overtaken too late to change this: {clauses}."),),
        (_("Ahead at the hour of the effects, {corp} made use of it: {clauses}."),),
        (_("The list as it stood before the bell had {corp} on top: {clauses}."),),
    ),
)
"""Of a house that closes the day in another place."""

EFFECT_LAST_THEN: Final = Stock(
    "effect_last_then",
    (
        (_("{corp} was last when the rule fell due: {clauses}."),),
        (_("Last until the final count, {corp} set this off: {clauses}."),),
        (_("For an hour, and for this, the end of the list was {corp:s}: {clauses}."),),
        (_("{corp} does not end the day in last place, but acted from there: {clauses}."),),
        (_("A parting word from the bottom, signed {corp}: {clauses}."),),
        (_("While the last place was its own, {corp} made use of it: {clauses}."),),
        (_("Before the order changed down there, {corp} had acted: {clauses}."),),
        (_("The last place was only lent to {corp}, rule included: {clauses}."),),
        (_("{corp} was last for as long as it takes: {clauses}."),),
        (_("In the cellar at the hour of the effects, {corp} knocked on the pipes: {clauses}."),),
        (_("{corp} leaves the last place, though not without a trace: {clauses}."),),
        (_("The wooden spoon passed through the hands of {corp}: {clauses}."),),
    ),
)

EFFECT_NONE: Final = Stock(
    "effect_none",
    (
        (_("{corp} would act, and finds nobody to act on."),),
        (_("No effect from {corp} today."),),
        (_("{corp} shakes a fist at an empty street."),),
        (_("The rule of {corp} applies to nobody present."),),
        (_("{corp} has the rank, and nothing comes of it."),),
        (_("Whom {corp} might have touched is not on the list."),),
        (_("{corp}: much rank, no consequence."),),
        (_("Nothing moves because of {corp}."),),
        (_("{corp} gives orders to an empty room."),),
        (_("Of the effect of {corp}, only the announcement remains."),),
        (_("The place of {corp} changes nothing for anybody."),),
        (_("{corp} pulls a lever that is connected to nothing."),),
    ),
)

PLAIN: Final = Stock(
    "plain",
    (
        (
            _("{corp} closes at {assets}"),
            _("Much was said today, and most of it about {corp}."),
        ),
        (
            _("All eyes on the board"),
            _("It reads {assets} for {corp}, and the street reads it twice."),
        ),
        (
            _("{corp}, talk of the lobby"),
            _("The closing figure, {assets}, is repeated from lift to lift."),
        ),
        (
            _("A figure to remember: {assets}"),
            _("It is that of {corp}, underlined in pencil by those who own it."),
        ),
        (
            _("At {corp}, the board stayed late"),
            _("They had {assets:asset} to discuss, and did."),
        ),
        (
            _("{corp} makes conversation"),
            _("Its {assets:asset} were weighed at every table of the club."),
        ),
        (
            _("The ledger opens at {corp}"),
            _("{assets:^asset} stand there in a fair hand."),
        ),
        (
            _("What next for {corp}?"),
            _("It has {assets:asset}, and advisers who disagree."),
        ),
        (
            _("{corp} under the lamp"),
            _("Analysts counted {assets:asset}, then counted again."),
        ),
        (
            _("A file marked {corp}"),
            _("It is thicker than yesterday, and ends on {assets:asset}."),
        ),
        (
            _("The column of {corp}"),
            _("{assets:^asset} long, and read from top to bottom."),
        ),
        (
            _("{corp} fills the margins"),
            _("Notes in pencil surround the figure {assets}."),
        ),
    ),
)
