"""The Newsfeeds' stock of phrasings: headline and body, several for each kind of event and outcome.

Marked for translation here, told in the reader's language by `pages/news.py`. Which one is used
hangs on the public facts of the event alone, never on who did it or in which order.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

Phrase = tuple[str, str]

RUNS: Final[dict[tuple[str, bool], tuple[Phrase, ...]]] = {
    ("datasteal", True): (
        (
            _("Files leave {corporation} by the back door"),
            _(
                "A datasteal went through at {corporation}. The security desk saw it happen, and knows more than it says."
            ),
        ),
        (
            _("{corporation} shares its secrets, unasked"),
            _(
                "Somebody read what was not written for them. {corporation} loses nothing but its lead; another company is the richer for it."
            ),
        ),
        (
            _("A quiet night, a fast connection"),
            _(
                "The servers of {corporation} were copied from end to end. The intruder was noticed on the way out; the name stays inside the house."
            ),
        ),
        (
            _("The blueprints of {corporation} are for sale"),
            _(
                "Stolen data from {corporation} found a buyer before breakfast. Those who guard the tower know whom to thank."
            ),
        ),
    ),
    ("datasteal", False): (
        (
            _("{corporation} catches a hand in its files"),
            _(
                "A datasteal was stopped at {corporation}. The hand was seen; whose arm it belongs to is known upstairs only."
            ),
        ),
        (
            _("Locked out at {corporation}"),
            _(
                "Somebody tried every door of the {corporation} network and found them shut. The attempt was recorded."
            ),
        ),
        (
            _("Alarm in the {corporation} archives"),
            _(
                "The intruders left with an empty drive. {corporation} calls the incident minor, and the intruders amateurs."
            ),
        ),
        (
            _("Nothing to declare, says {corporation}"),
            _(
                "A theft of data failed last night. {corporation} kept its files, and a good picture of the visitor."
            ),
        ),
    ),
    ("sabotage", True): (
        (
            _("A sleepless night at {corporation}"),
            _("{loss} assets gone before dawn. Who paid for it? The connection logs burnt with the rest."),
        ),
        (
            _("Fire on the upper floors of {corporation}"),
            _(
                "The sabotage was thorough: {corporation} wakes up {loss} assets poorer. The insurers are sending flowers."
            ),
        ),
        (
            _("{corporation} counts its broken windows"),
            _("A sabotage hit {corporation} where it hurts. The works will take longer than the quarter."),
        ),
        (
            _("The lights go out at {corporation}"),
            _(
                "For eleven minutes nothing worked, and {loss} assets never came back. The maintenance crew speaks of chance; nobody else does."
            ),
        ),
        (
            _("An accident that looks like none"),
            _("{corporation} speaks of a technical fault. The crater suggests otherwise."),
        ),
    ),
    ("sabotage", False): (
        (
            _("The bomb at {corporation} was a dud"),
            _("A sabotage failed at {corporation}. The crew was seen leaving; the bill will reach somebody."),
        ),
        (
            _("{corporation} sleeps through it"),
            _("Saboteurs came, were noticed, and went. Not a pane of glass is missing at {corporation}."),
        ),
        (
            _("False alarm, real saboteurs"),
            _("The guards of {corporation} evacuated the building in time, and the explosives too."),
        ),
        (
            _("A wrench, but no works"),
            _("Somebody meant to stop {corporation} and stopped nothing. The cameras, for once, were on."),
        ),
    ),
    ("extraction", True): (
        (
            _("A desk is empty at {corporation}"),
            _(
                "A whole team left {corporation} overnight, contracts and coffee cups included. Another company has hired well."
            ),
        ),
        (
            _("{corporation} loses its best minds"),
            _(
                "The extraction was smooth. {corporation} is short of an asset, and somebody else has one more."
            ),
        ),
        (
            _("Unplanned departures at {corporation}"),
            _(
                "The lift went down full and came up empty. Security at {corporation} watched it happen, one floor too late."
            ),
        ),
        (
            _("Talent walks out of {corporation}"),
            _(
                "Poached, persuaded or pushed: the researchers of {corporation} now work across the street. Which street is a matter of record, but not of ours."
            ),
        ),
    ),
    ("extraction", False): (
        (
            _("{corporation} keeps its people"),
            _(
                "A team came to poach at {corporation} and leaves with nobody. Security saw it; it does not say who sent it."
            ),
        ),
        (
            _("No takers at {corporation}"),
            _("The offer was generous, the car was waiting, the doors stayed shut. The extraction failed."),
        ),
        (
            _("The getaway car leaves empty"),
            _(
                "An extraction was spoilt at {corporation}. The driver waited for an hour, and was filmed for fifty-nine minutes of it."
            ),
        ),
        (
            _("{corporation} raises wages, and guards"),
            _(
                "Those who came to fetch an engineer met three colleagues with rifles. {corporation} is complete this morning."
            ),
        ),
    ),
}

COUNCIL: Final[tuple[Phrase, ...]] = (
    (
        _("{coalition} carries the day"),
        _("With a weight of {weight}, the council of the MDC follows {coalition}."),
    ),
    (
        _("The council leans to {coalition}"),
        _("{weight} in the scales, and no coalition heavier: {coalition} has the quarter."),
    ),
    (_("{coalition}, by the numbers"), _("The count at the MDC leaves no doubt: {weight} for {coalition}.")),
    (
        _("A majority for {coalition}"),
        _("The members filed in, the weights were added up: {weight}. {coalition} wins."),
    ),
)

COUNCIL_CLOSE: Final[tuple[Phrase, ...]] = (
    (_("{coalition}, by a hair"), _("{weight} against {second}: {coalition} passes, and {rival} goes home.")),
    (
        _("{coalition} edges past {rival}"),
        _("One more chair would have changed everything. {weight} to {second} for {coalition}."),
    ),
    (
        _("{rival} falls just short"),
        _("The council counted twice: {weight} for {coalition}, {second} for {rival}."),
    ),
    (
        _("A narrow win for {coalition}"),
        _("{second} was a good score for {rival}. {weight} was a better one."),
    ),
)

COUNCIL_NONE: Final[tuple[Phrase, ...]] = (
    (
        _("The council cannot agree"),
        _("No coalition was heavier than all the others. Nothing passes this quarter."),
    ),
    (_("A draw at the MDC"), _("The weights balanced to the gram. The members went to lunch early.")),
    (_("Much talk, no vote"), _("The MDC closes its session without a winner, and without a decision.")),
    (_("The gavel stays on the table"), _("Nobody carries the council today. Tomorrow’s rules are today’s.")),
)

COUNCIL_EMPTY: Final[tuple[Phrase, ...]] = (
    (_("The council chamber is empty"), _("Nobody joined a coalition. The ushers turned off the lights.")),
    (_("Nobody came"), _("The MDC met, found no members, and adjourned.")),
    (_("Silence at the MDC"), _("Not one coalition had a member this quarter.")),
    (_("A quorum of none"), _("The minutes of the council fit on a stamp: no members, no motion.")),
)

INFLUENCE: Final[tuple[Phrase, ...]] = (
    (_("A promotion for {player}"), _("{player} reaches influence {level}.")),
    (_("{player} moves up a floor"), _("New office, new lift key: influence {level}.")),
    (_("More doors open for {player}"), _("Influence {level}, and people who return calls.")),
    (_("{player} is listened to"), _("The board makes room: influence {level} from next turn.")),
)

INFLUENCE_MANY: Final[tuple[Phrase, ...]] = (
    (_("Several promotions in one day"), _("New levels of influence: {list}.")),
    (_("The lifts are busy"), _("Going up: {list}.")),
    (_("A good day for business cards"), _("The printers are working late. {list}.")),
    (_("Room at the top, it seems"), _("Influence rises for several at once: {list}.")),
)

CITIZENSHIP: Final[tuple[Phrase, ...]] = (
    (_("A new passport for {player}"), _("Citizenship: {corporation}, from this noon on.")),
    (_("{player} changes colours"), _("The oath was sworn this morning; the flag is that of {corporation}.")),
    (_("{corporation} welcomes {player}"), _("Papers signed, badge printed, loyalty assumed.")),
    (_("{player} finds a home"), _("{corporation} counts one citizen more.")),
)

CITIZENSHIP_LOST: Final[tuple[Phrase, ...]] = (
    (_("{player} has no country left"), _("The passport said {corporation}. {corporation} is no more.")),
    (_("Stateless by noon"), _("With {corporation} goes the citizenship of {player}.")),
    (_("{player} hands in a badge"), _("There was nobody left at {corporation} to take it.")),
    (
        _("A passport becomes a souvenir"),
        _("{player} was at home at {corporation}. The building is for rent."),
    ),
)

CRASH: Final[tuple[Phrase, ...]] = (
    (
        _("{corporation} closes its doors"),
        _("{assets} assets at noon: the corporation leaves the ranking for good."),
    ),
    (_("{corporation} is no more"), _("The last closing price reads {assets}. There will be no other.")),
    (
        _("The end of {corporation}"),
        _("At {assets}, the board voted with its feet. The name disappears from the list."),
    ),
    (
        _("{corporation} goes under"),
        _("Creditors found {assets} assets and a full ashtray. Manhattan has one tower less."),
    ),
)

CRASH_SHARES: Final[tuple[Phrase, ...]] = (
    (_("Who held on, held too long"), _("Shares that vanish with it: {shares}. Nothing is refunded.")),
    (_("Paper"), _("Shares lost: {shares}. They make a fine wallpaper.")),
    (_("The losers"), _("{shares} shares are worth what they are printed on.")),
    (_("No refund"), _("The shareholders lose {shares} shares between them, and learn a word: crash.")),
)

LEADER: Final[tuple[Phrase, ...]] = (
    (
        _("{corporation} takes the lead"),
        _("{assets} assets and the first place: {corporation} overtakes {former}."),
    ),
    (
        _("A new name at the top: {corporation}"),
        _("{former} steps down a line. {corporation} opens the list with {assets}."),
    ),
    (
        _("{former} is dethroned"),
        _("The first effect changes hands: {corporation} leads with {assets} assets."),
    ),
    (
        _("{corporation} looks down on Manhattan"),
        _("From {assets} assets up, the view is good. {former} has the one below."),
    ),
)

TIE: Final[tuple[Phrase, ...]] = (
    (
        _("{corporation} catches {former}"),
        _("{assets} assets each; for now, the past decides who stands first."),
    ),
    (
        _("Shoulder to shoulder at the top"),
        _("{corporation} and {former} close at {assets}. The tie is broken by yesterday’s figures."),
    ),
    (_("{former} hears footsteps"), _("{corporation} closes level, at {assets} assets.")),
    (
        _("Two towers, one height"),
        _("{corporation} joins {former} at {assets}. Only one of them pays as the first."),
    ),
)

RISE: Final[tuple[Phrase, ...]] = (
    (_("{corporation} gains ground"), _("{change} on the day, {assets} at noon: nobody did better.")),
    (_("A good day for {corporation}"), _("{change}, and {assets} assets at the bell.")),
    (_("{corporation} in demand"), _("It closes at {assets}, {change} since yesterday.")),
    (_("Everybody looks at {corporation}"), _("The biggest move of the day: {change}, to {assets}.")),
)

FALL: Final[tuple[Phrase, ...]] = (
    (_("{corporation} stumbles"), _("{change} on the day, {assets} at noon: nobody did worse.")),
    (_("A bad day for {corporation}"), _("{change}, and {assets} assets left at the bell.")),
    (_("{corporation} sheds weight"), _("It closes at {assets}, {change} since yesterday.")),
    (_("Long faces at {corporation}"), _("The steepest fall of the day: {change}, to {assets}.")),
)

QUIET: Final[tuple[Phrase, ...]] = (
    (
        _("Calm over Manhattan"),
        _("The ranking barely moved. The street suspects everybody of preparing something."),
    ),
    (_("Nothing to see at Wall Street"), _("Figures steady, faces straight. Somebody is saving up.")),
    (_("A day like any other"), _("The bell rang, the prices held, the rain fell.")),
    (_("The market holds its breath"), _("Small moves, large silences. Tomorrow may be louder.")),
)

OPENING: Final[tuple[Phrase, ...]] = (
    (
        _("The market opens"),
        _("{corporation} opens first with {assets} assets; {last} closes the list with {least}."),
    ),
    (
        _("Ten towers, one street"),
        _("The first list is out: {corporation} leads with {assets}, {last} follows with {least}."),
    ),
    (
        _("First bell at Wall Street"),
        _("{assets} assets for {corporation}, {least} for {last}: everything else is still to be written."),
    ),
    (
        _("Manhattan takes its places"),
        _("{corporation} has the best view, {last} the cheapest rent: {assets} assets and {least}."),
    ),
)

GAME_OVER: Final[tuple[Phrase, ...]] = (
    (
        _("{winners} takes Manhattan"),
        _("{score} points, and nobody above. The scores are out, line by line."),
    ),
    (_("The last bell belongs to {winners}"), _("The books are closed at {score} points.")),
    (_("{winners}, of course"), _("{score} points at the end: everybody will say they saw it coming.")),
    (_("It ends with {winners}"), _("The quarters are over. {score} points were enough.")),
)

GAME_OVER_SHARED: Final[tuple[Phrase, ...]] = (
    (_("Shared: {winners}"), _("{score} points each. Manhattan is large enough.")),
    (_("No one alone at the top"), _("{winners} finish level, at {score} points.")),
    (_("A crown cut in pieces"), _("{score} points for {winners}, and nobody above.")),
    (_("Joint winners"), _("{winners} close the books on the same figure: {score}.")),
)
