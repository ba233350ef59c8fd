"""Runs that became public."""

# ruff: noqa: E501 (a sentence stands on one line, as it is read)

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Stock

DATASTEAL_WON: Final = Stock(
    "datasteal_won",
    (
        (
            _("Files leave {corp} by the back door"),
            _("A datasteal went through. The security desk saw it happen, and knows more than it says."),
        ),
        (
            _("{corp} shares its secrets, unasked"),
            _("Somebody read what was not written for them; another company is the richer for it."),
        ),
        (
            _("A quiet night, a fast connection"),
            _(
                "The servers of {corp} were copied from end to end. The intruder was noticed on the way out; the name stays inside the house."
            ),
        ),
        (
            _("The blueprints of {corp} are for sale"),
            _("Stolen data found a buyer before breakfast. Those who guard the tower know whom to thank."),
        ),
        (
            _("Somebody has read {corp}"),
            _(
                "Cover to cover, says the log. What was copied weighs nothing; a competitor gained what it can use."
            ),
        ),
        (
            _("{corp} leaks"),
            _(
                "What ran out overnight now runs somebody else’s laboratory. The guards took a picture, and keep it."
            ),
        ),
        (
            _("A copy too many at {corp}"),
            _(
                "The original is in the safe; the duplicate is across town, at work. The cameras ran, the alarm did not."
            ),
        ),
        (
            _("The night shift at {corp} was not its own"),
            _("Visitors sat at the terminals until four. One of the rivals has had a good idea since."),
        ),
        (
            _("{corp} had a password: {corp}"),
            _(
                "The thief needed one try, and was filmed on the second floor. Upstairs they recognised the walk."
            ),
        ),
        (
            _("Research of {corp}, development elsewhere"),
            _("A theft of data succeeded. Whoever profits will call it inspiration."),
        ),
        (
            _("An unsigned reader at {corp}"),
            _("The archives were visited, the visit was noted, and the note is confidential."),
        ),
        (
            _("{corp} has an echo"),
            _("What it alone knew yesterday, two houses know today. Its own people can say how it got out."),
        ),
    ),
)

DATASTEAL_LOST: Final = Stock(
    "datasteal_lost",
    (
        (
            _("{corp} catches a hand in its files"),
            _("A datasteal was stopped. The hand was seen; whose arm it belongs to is known upstairs only."),
        ),
        (
            _("Locked out at {corp}"),
            _("Somebody tried every door of the network and found them shut. The attempt was recorded."),
        ),
        (
            _("Alarm in the archives of {corp}"),
            _(
                "The intruders left with an empty drive. The house calls the incident minor, and the intruders amateurs."
            ),
        ),
        (
            _("Nothing to declare, says {corp}"),
            _(
                "A theft of data failed last night. The files are in place, and a good picture of the visitor is among them."
            ),
        ),
        (
            _("{corp} keeps it to itself"),
            _("The burglar of the day reached the third firewall out of four. That was one too few."),
        ),
        (
            _("Access denied at {corp}"),
            _("The two words appeared on a screen at half past two. The screen had a camera."),
        ),
        (
            _("A thief reads the small print of {corp}"),
            _(
                "There was nothing else to read: the vault had been emptied of its data the day before, on suspicion."
            ),
        ),
        (
            _("{corp} answers the knock"),
            _("The datasteal met an operator who was awake. The conversation was short, and was taped."),
        ),
        (
            _("A key that fits nowhere"),
            _("It was forged with care and tried on {corp}. The lock had been changed at noon."),
        ),
        (
            _("The firewall of {corp} earns its name"),
            _("A visitor burnt two fingers and left the prints of eight."),
        ),
        (
            _("Wrong floor, wrong night"),
            _("A theft of data at {corp} ended between two doors that locked at once."),
        ),
        (
            _("Curiosity goes unrewarded at {corp}"),
            _("Someone wished to know, and does not. The watchmen know who wished."),
        ),
    ),
)

SABOTAGE_WON: Final = Stock(
    "sabotage_won",
    (
        (
            _("A sleepless night at {corp}"),
            _("{loss:^asset} gone before dawn. Who paid for it? The connection logs burnt with the rest."),
        ),
        (
            _("Fire on the upper floors of {corp}"),
            _(
                "The sabotage was thorough: the house wakes up {loss:asset} poorer. The insurers are sending flowers."
            ),
        ),
        (
            _("{corp} counts its broken windows"),
            _("A sabotage took {loss:asset}. The works will take longer than the quarter."),
        ),
        (
            _("The lights go out at {corp}"),
            _(
                "For eleven minutes nothing worked, and {loss:asset} never came back. Maintenance speaks of chance; nobody else does."
            ),
        ),
        (
            _("An accident that looks like none"),
            _("{corp} speaks of a technical fault. A crater worth {loss:asset} suggests otherwise."),
        ),
        (
            _("Smoke over {corp}"),
            _("It was seen from the river. {loss:^asset} went up in it, and the firemen found three fuses."),
        ),
        (
            _("{corp} stops for repairs"),
            _("A wrench in the right wheel cost {loss:asset}. It was an expert’s wrench."),
        ),
        (
            _("The cellar of {corp} is now a swimming pool"),
            _("Somebody opened the valves at night; {loss:asset} were stored below."),
        ),
        (
            _("{corp} had a good alarm"),
            _("It rang after the explosion. {loss:^asset} are missing, and one watchman’s hat."),
        ),
        (
            _("Professionals at work at {corp}"),
            _("They came as cleaners and left no dust, no trace, and {loss:asset} fewer."),
        ),
        (
            _("A short circuit, long in the planning"),
            _("{corp} loses {loss:asset} to a spark. Electricians who saw the cables shook their heads."),
        ),
        (
            _("{corp} learns what a grudge costs"),
            _("{loss:^asset}, at today’s price. The grudge did not leave a card."),
        ),
    ),
)

SABOTAGE_LOST: Final = Stock(
    "sabotage_lost",
    (
        (
            _("The bomb at {corp} was a dud"),
            _("The crew was seen leaving; the bill will reach somebody."),
        ),
        (
            _("{corp} sleeps through it"),
            _("Saboteurs came, were noticed, and went. Not a pane of glass is missing."),
        ),
        (
            _("False alarm, real saboteurs"),
            _("The guards of {corp} evacuated the building in time, and the explosives too."),
        ),
        (
            _("A wrench, but no works"),
            _("Somebody meant to stop {corp} and stopped nothing. The cameras, for once, were on."),
        ),
        (
            _("{corp} finds a parcel"),
            _("It ticked. It no longer does. The handwriting on the label is being compared."),
        ),
        (
            _("Nobody burns down {corp} today"),
            _("The petrol was good, the matches were wet, and the watchman had a torch of his own."),
        ),
        (
            _("The wrong cable, says {corp}"),
            _(
                "The saboteurs cut it, and the coffee machine of the second floor stopped. Everything else ran."
            ),
        ),
        (
            _("Saboteurs meet the shift of {corp}"),
            _("Forty witnesses and a forklift saw them off. The plant did not stop for a minute."),
        ),
        (
            _("{corp} keeps its roof"),
            _("A plan to bring it down came apart at the gate, where papers are checked."),
        ),
        (
            _("Much fuse, no fire at {corp}"),
            _("Thirty metres of it were found, unrolled with care and never lit."),
        ),
        (
            _("A visit to the boilers of {corp}"),
            _(
                "The visitors wore overalls; the stoker knows every face on the shift. The pressure is normal."
            ),
        ),
        (
            _("{corp} one, saboteurs nil"),
            _("The attempt was stopped on the stairs. What the guards learnt there, they tell their own."),
        ),
    ),
)

EXTRACTION_WON: Final = Stock(
    "extraction_won",
    (
        (
            _("A desk is empty at {corp}"),
            _(
                "A whole team left overnight, contracts and coffee cups included. Another company has hired well."
            ),
        ),
        (
            _("{corp} loses its best minds"),
            _(
                "The extraction was smooth. The house is one asset the poorer, and somebody else one the richer."
            ),
        ),
        (
            _("Unplanned departures at {corp}"),
            _("The lift went down full and came up empty. Security watched it happen, one floor too late."),
        ),
        (
            _("Talent walks out of {corp}"),
            _(
                "Poached, persuaded or pushed: the researchers now work across the street. Which street is on record, but not on ours."
            ),
        ),
        (
            _("{corp} advertises a vacancy"),
            _("The last holder of the post left by helicopter. He waved, says a guard."),
        ),
        (
            _("An engineer less, a rival more"),
            _("{corp} lost in one night what it had trained for years. The buyer had kept a chair warm."),
        ),
        (
            _("{corp} will miss somebody"),
            _(
                "The badge was found in the car park, the owner was not. A competitor’s canteen served one meal more."
            ),
        ),
        (
            _("The quiet resignation of the year"),
            _("It came through a window of {corp}, with a rope. The guards have the rope, and a name."),
        ),
        (
            _("Brains leave {corp}"),
            _(
                "They fit into two cars, it appears. One asset went with them to an address that the police call private."
            ),
        ),
        (
            _("{corp}, without its favourite chemist"),
            _("Nobody asked the chemist either. The laboratory next door is suddenly brilliant."),
        ),
        (
            _("Removal by night at {corp}"),
            _("Four people, one safe, no noise. Those on duty saw the plates of the van."),
        ),
        (
            _("{corp} trained them, others use them"),
            _("An extraction succeeded. The farewell card was signed in advance."),
        ),
    ),
)

EXTRACTION_LOST: Final = Stock(
    "extraction_lost",
    (
        (
            _("{corp} keeps its people"),
            _("A team came to poach and leaves with nobody. Security saw it; it does not say who sent it."),
        ),
        (
            _("No takers at {corp}"),
            _("The offer was generous, the car was waiting, the doors stayed shut."),
        ),
        (
            _("The getaway car leaves empty"),
            _(
                "An extraction was spoilt at {corp}. The driver waited for an hour, and was filmed for fifty-nine minutes of it."
            ),
        ),
        (
            _("{corp} raises wages, and guards"),
            _(
                "Those who came to fetch an engineer met three colleagues with rifles. The staff is complete this morning."
            ),
        ),
        (
            _("Nobody leaves {corp} by that door"),
            _("It had been welded. The visitors admired the work until the patrol came."),
        ),
        (
            _("A kidnapping without a kidnapped"),
            _("The head of research at {corp} was ill at home. The men in his office have been described."),
        ),
        (
            _("Loyalty holds at {corp}"),
            _("Or the locks did. An extraction failed between the two."),
        ),
        (
            _("The headhunters of {corp} go home"),
            _("They had a list of nine names. All nine were at their desks at eight."),
        ),
        (
            _("A helicopter circles {corp} and leaves"),
            _("On the roof, nobody was waiting but the guard."),
        ),
        (
            _("{corp} declines on behalf of its staff"),
            _("The proposal came with a rope ladder. It was refused from above."),
        ),
        (
            _("One seat stays free in the van"),
            _("Those who had come to {corp} to fill it left in a hurry, and in view of a lens."),
        ),
        (
            _("{corp} counts heads, and finds them all"),
            _("The night’s visitors had hoped for a different result."),
        ),
    ),
)

SPREE: Final = Stock(
    "spree",
    (
        (
            _("{corp} under siege"),
            _("{blows:^blow} in one night: {deeds}."),
        ),
        (
            _("Everybody’s target: {corp}"),
            _("The tower took {blows:blow} before noon. The list reads: {deeds}."),
        ),
        (
            _("A night {corp} will remember"),
            _("{deeds:^}: the guards ran out of forms."),
        ),
        (
            _("{corp}, hit and hit again"),
            _("One team met the other on the stairs. In all, {deeds}."),
        ),
        (
            _("Open house at {corp}"),
            _("{blows:^blow} landed, and none was an accident: {deeds}."),
        ),
        (
            _("Somebody does not like {corp}"),
            _("Or several people: {deeds}, all in one day."),
        ),
        (
            _("{corp} cannot close its doors fast enough"),
            _("{deeds:^}. Whether one enemy sent them or more, the house may know; the street does not."),
        ),
        (
            _("The insurers of {corp} resign"),
            _("They give their reasons in one line: {deeds}."),
        ),
        (
            _("Not a quiet corner left at {corp}"),
            _("The night brought {deeds}, and the morning brought the lawyers."),
        ),
        (
            _("{corp} keeps the fire brigade busy"),
            _("{blows:^blow} in a row, entered as {deeds}."),
        ),
        (
            _("Bad neighbours, or a bad night: {corp}"),
            _("The report of the watch is short. It says {deeds}."),
        ),
        (
            _("{corp} asks for the number of a locksmith"),
            _("It asked after the fact, and {deeds}."),
        ),
    ),
)

MIXED: Final = Stock(
    "mixed",
    (
        (
            _("{corp}, half protected"),
            _("It stopped {foiled}, and did not stop {done}."),
        ),
        (
            _("One door too many at {corp}"),
            _("While {foiled} failed at the first, {done} came in by the second."),
        ),
        (
            _("The guards of {corp} were busy elsewhere"),
            _("{foiled:^} kept them occupied; {done} had the floor to itself."),
        ),
        (
            _("{corp} wins one and loses one"),
            _("{done:^} succeeded, {foiled} did not: such is the report of the night."),
        ),
        (
            _("A decoy at {corp}, perhaps"),
            _("{foiled:^} made noise and came to nothing. {done:^} made none."),
        ),
        (
            _("Two visits, one success at {corp}"),
            _("Parried: {foiled}. Not parried: {done}."),
        ),
        (
            _("{corp} cannot watch every floor"),
            _("Its people saw {foiled} off, then found out about {done}."),
        ),
        (
            _("A draw, says {corp}"),
            _("Against {foiled} it held; against {done} it did not. The auditors see a loss."),
        ),
        (
            _("{corp} shut one eye"),
            _("The open one saw {foiled} off. {done:^} passed before the other."),
        ),
        (
            _("Half a night’s work at {corp}"),
            _("The guards can show {foiled} prevented, and must explain {done}."),
        ),
        (
            _("{corp} locks the gate and forgets the cellar"),
            _("At the gate, {foiled} came to grief. In the cellar, {done} did not."),
        ),
        (
            _("Good news and bad from {corp}"),
            _("The good: {foiled}, for nothing. The bad: {done}, and not for nothing."),
        ),
    ),
)

HELD: Final = Stock(
    "held",
    (
        (
            _("{corp} repels them all"),
            _("{times:^attempt} in one night, and not one got past the lobby."),
        ),
        (
            _("The walls of {corp} hold"),
            _("They were tested {times:time} before noon. The architects are delighted."),
        ),
        (
            _("A queue of failures outside {corp}"),
            _("{times:^attempt}, as many retreats, and film of each."),
        ),
        (
            _("{corp} is not at home to visitors"),
            _("They called {times:time}. They were seen out {times:time}."),
        ),
        (
            _("Popular, and well guarded: {corp}"),
            _("{times:^attempt} came to nothing today. Somebody wants something there."),
        ),
        (
            _("{corp} invites the next one"),
            _("After {times:attempt} foiled in a day, its chief of security gave an interview."),
        ),
        (
            _("{corp} has had visitors, and has them on film"),
            _("{times:^attempt}, no damage, and good light throughout."),
        ),
        (
            _("The doors of {corp} were tried"),
            _("They were tried {times:time}, and the handles came off in the wrong hands."),
        ),
        (
            _("Nothing gets into {corp}"),
            _("Not for want of trying: {times:attempt} since yesterday."),
        ),
        (
            _("{corp} can keep its locks"),
            _("They discouraged {times:attempt}, and the watchman finished his coffee."),
        ),
        (
            _("A bad night to try {corp}"),
            _("It was tried {times:time}; the guards had slept well the day before."),
        ),
        (
            _("Burglars compare notes on {corp}"),
            _("After {times:attempt} between them, the notes agree: stay away."),
        ),
    ),
)

RUN_AGAIN: Final = Stock(
    "run_again",
    (
        (
            _(
                "It is the {nth:th} blow against {corp} to become known, the first having fallen on turn {since}."
            ),
        ),
        (_("{corp} has been hit {nth:time} now, as far as anybody knows, and first on turn {since}."),),
        (_("Since turn {since}, that makes {nth:blow} against {corp}."),),
        (_("Count from turn {since}, and {corp} has taken {nth:blow}."),),
        (_("The file on {corp}, opened on turn {since}, has its {nth:th} entry."),),
        (_("Nobody forgets {corp}: {nth:blow} since turn {since}."),),
        (_("The series began on turn {since}; this is number {nth:figure}, for {corp}."),),
        (_("Turn {since} was the first warning to {corp}. There have been {nth:blow} by now."),),
        (_("With this, the tally of {corp} since turn {since} stands at {nth}."),),
        (_("Its cleaners know the drill from turn {since}: {nth:blow} so far at {corp}."),),
        (_("That is {nth}, if one begins with turn {since}, and {corp} does."),),
        (_("A {nth:th} time for {corp}; on turn {since} it was still a surprise."),),
    ),
)

RUN_FIRST: Final = Stock(
    "run_first",
    (
        (_("{corp} had been spared until now."),),
        (_("It is the first blow that {corp} is known to have taken."),),
        (_("Until today, nothing had happened to {corp} that the papers could print."),),
        (_("For {corp}, a first."),),
        (_("The guards of {corp} had nothing of the kind in their books."),),
        (_("{corp} loses its innocence with it."),),
        (_("One name fewer, then, on the list of the untouched: {corp}."),),
        (_("Up to now, {corp} had read such news about others."),),
        (_("Until this morning, the visitors’ book of {corp} named visitors only."),),
        (_("The first entry in the file on {corp} has today’s date."),),
        (_("{corp} had no scars to show. It has one."),),
        (_("Nobody had got that far at {corp} before, or nobody had noticed."),),
    ),
)

RUN_STREAK: Final = Stock(
    "run_streak",
    (
        (_("{corp} has had no quiet night for {days:day}."),),
        (_("For the {days:th} day in a row, {corp} is in these columns."),),
        (_("That is {days:day} running at {corp}."),),
        (_("{days:^day} without a pause: somebody has a subscription to {corp}."),),
        (_("The {days:th} morning of sirens in succession, for the neighbours of {corp}."),),
        (_("At {corp} they have stopped unpacking, after {days:day} of this."),),
        (_("{days:^day} in succession, and {corp} has begun to count the nights."),),
        (_("The locksmith of {corp} has been called for the {days:th} day running."),),
        (_("{corp} was in the news yesterday for the same reason: {days:day} of it now."),),
        (_("Peace has been out of stock at {corp} for {days:day}."),),
        (_("Whoever they are, they have not let go of {corp} for {days:day}."),),
        (_("At {corp}, it is the {days:th} breakfast in a row with the insurers."),),
    ),
)

BRIEF_DATASTEAL_WON: Final = Stock(
    "brief_datasteal_won",
    (
        (_("Files copied, and a competitor the richer: {items}."),),
        (_("Read by others: {items}."),),
        (_("Data gone for a walk: {items}."),),
        (_("Thieves left satisfied: {items}."),),
        (_("Copied by night: {items}."),),
        (_("Somebody else knows it now: {items}."),),
        (_("Passwords guessed: {items}."),),
        (_("Plans that changed hands: {items}."),),
        (_("Drives that left full: {items}."),),
        (_("Read over a shoulder: {items}."),),
        (_("Secrets that got out: {items}."),),
        (_("Archives open at night: {items}."),),
    ),
)

BRIEF_DATASTEAL_LOST: Final = Stock(
    "brief_datasteal_lost",
    (
        (_("Foiled: {items}."),),
        (_("Stopped at the login: {items}."),),
        (_("Caught in the act: {items}."),),
        (_("Thieves went home empty-handed: {items}."),),
        (_("Wrong password: {items}."),),
        (_("No files were taken: {items}."),),
        (_("The firewall held: {items}."),),
        (_("Turned away by the servers: {items}."),),
        (_("Seen at the keyboard, and shown out: {items}."),),
        (_("Curiosity, punished: {items}."),),
        (_("Cut off in mid-copy: {items}."),),
        (_("Alarms that worked: {items}."),),
    ),
)

BRIEF_SABOTAGE_WON: Final = Stock(
    "brief_sabotage_won",
    (
        (_("Two assets fewer: {items}."),),
        (_("Damage done: {items}."),),
        (_("Fires, and two assets lost in each: {items}."),),
        (_("Glaziers wanted: {items}."),),
        (_("Works stopped, at two assets each: {items}."),),
        (_("Smoke seen: {items}."),),
        (_("Nights cut short: {items}."),),
        (_("Repairs needed: {items}."),),
        (_("The insurers have been told: {items}."),),
        (_("Something exploded: {items}."),),
        (_("Accidents, so called: {items}."),),
        (_("Sirens in the night: {items}."),),
    ),
)

BRIEF_SABOTAGE_LOST: Final = Stock(
    "brief_sabotage_lost",
    (
        (_("In vain: {items}."),),
        (_("Defused in time: {items}."),),
        (_("The guards were quicker: {items}."),),
        (_("Fuses that went out: {items}."),),
        (_("Found before they went off: {items}."),),
        (_("Saboteurs, seen off: {items}."),),
        (_("Matches that would not light: {items}."),),
        (_("Stopped at the fence: {items}."),),
        (_("Bombs that did not go off: {items}."),),
        (_("The watch was awake: {items}."),),
        (_("Toolboxes left behind: {items}."),),
        (_("A plot came to nothing: {items}."),),
    ),
)

BRIEF_EXTRACTION_WON: Final = Stock(
    "brief_extraction_won",
    (
        (_("An asset gone each time: {items}."),),
        (_("People who did not come back: {items}."),),
        (_("Poachers had their way: {items}."),),
        (_("Seen leaving with a team that was not theirs: {items}."),),
        (_("Desks empty, one asset each: {items}."),),
        (_("Gone by helicopter: {items}."),),
        (_("Headhunters at work: {items}."),),
        (_("A team short: {items}."),),
        (_("Talent that slipped out: {items}."),),
        (_("Missing at roll call: {items}."),),
        (_("Resignations without a letter: {items}."),),
        (_("Out by the window: {items}."),),
    ),
)

BRIEF_EXTRACTION_LOST: Final = Stock(
    "brief_extraction_lost",
    (
        (_("Refused at the door: {items}."),),
        (_("A chair kept warm for nothing: {items}."),),
        (_("An empty car drove off: {items}."),),
        (_("Offers refused: {items}."),),
        (_("Everybody stayed: {items}."),),
        (_("The helicopter left as it had come: {items}."),),
        (_("No recruits: {items}."),),
        (_("Heads counted, none missing: {items}."),),
        (_("Kidnappers without a passenger: {items}."),),
        (_("Held back at the lift: {items}."),),
        (_("The staff said no: {items}."),),
        (_("A van that drove off light: {items}."),),
    ),
)
