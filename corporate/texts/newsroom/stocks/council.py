"""The council of the MDC."""

# ruff: noqa: E501 (a sentence stands on one line, as it is read)

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Stock

COUNCIL: Final = Stock(
    "council",
    (
        (
            _("{winner} carries the council, {weight} to {second}"),
            _("{rival} was the nearest, and not near."),
        ),
        (
            _("The council goes to {winner}"),
            _("A weight of {weight}, against {second} for {rival}: the count was short."),
        ),
        (
            _("The scales tip to {winner}"),
            _("The members filed in and the weights were added up: {weight}, where {rival} put {second}."),
        ),
        (
            _("{winner} has the chamber"),
            _(
                "With {weight} it could have spared a vote or two; {rival}, on {second}, could not have used them."
            ),
        ),
        (
            _("A clear day at the MDC"),
            _("{winner} weighs {weight}. {rival}, with {second}, listens to the result standing."),
        ),
        (
            _("{winner}, and it was not close"),
            _("The council gave it {weight}; {rival} had {second}."),
        ),
        (
            _("No need to count twice"),
            _("{weight:^} for {winner}, {second} for {rival}: the clerk closed the book."),
        ),
        (
            _("{winner} finds the votes"),
            _("It needed more than {second}, which {rival} had. It came with {weight}."),
        ),
        (
            _("Manhattan follows {winner}"),
            _("By {weight} to {second} over {rival}, and with time left for lunch."),
        ),
        (
            _("The gavel falls for {winner}"),
            _("A weight of {weight} leaves {rival}, with {second}, to table its amendments elsewhere."),
        ),
        (
            _("{winner} outweighs {rival}"),
            _("The difference shows from the gallery: {weight} on one side, {second} on the other."),
        ),
        (
            _("The quarter belongs to {winner}"),
            _("{rival} had brought {second}. You bring {weight} to such a meeting, or you stay at home."),
        ),
    ),
)

COUNCIL_CLOSE: Final = Stock(
    "council_close",
    (
        (
            _("{winner}, by a hair"),
            _("{weight:^} against {second}: it passes, and {rival} goes home."),
        ),
        (
            _("{winner} edges past {rival}"),
            _("One more chair would have changed everything. {weight:^} to {second}."),
        ),
        (
            _("{rival} falls just short"),
            _("The council counted twice: {weight} for {winner}, {second} for the losers."),
        ),
        (
            _("A narrow win for {winner}"),
            _("{second:^} was a good score for {rival}. {weight:^} was a better one."),
        ),
        (
            _("A single vote decides at the MDC"),
            _("It went to {winner}, {weight} to {second}. {rival} wonders where the missing one was."),
        ),
        (
            _("{winner} wins on the last ballot"),
            _("The usher held his breath: {weight}, and {second} for {rival}."),
        ),
        (
            _("So little between {winner} and {rival}"),
            _("A margin of one, {weight} to {second}, and a quarter decided."),
        ),
        (
            _("{rival} was already writing its speech"),
            _("{winner} had {weight}, one more than the {second} expected."),
        ),
        (
            _("The thinnest of majorities"),
            _("{winner} will do with {weight}; {rival} cannot do with {second}."),
        ),
        (
            _("{winner} squeezes through"),
            _(
                "The door of the council is as wide as the gap between {weight} and {second}; {rival} is left outside."
            ),
        ),
        (
            _("Recount confirms {winner}"),
            _("It had {weight} the first time, and {weight} the second. {rival} had {second} both times."),
        ),
        (
            _("A late arrival makes the council"),
            _("Without it, {rival} and its {second} would have held. With it, {winner} has {weight}."),
        ),
    ),
)

COUNCIL_ALONE: Final = Stock(
    "council_alone",
    (
        (
            _("{winner}, unopposed"),
            _("With a weight of {weight} and nobody across the table, the session was brief."),
        ),
        (
            _("The council hears one voice"),
            _("It spoke for {winner}, with a weight of {weight}. Silence is consent."),
        ),
        (
            _("{winner} had the room to itself"),
            _("{weight:^} in the scales, nothing opposite: carried."),
        ),
        (
            _("An empty bench serves {winner}"),
            _("Its opponents stayed away; a weight of {weight} would have sufficed against few."),
        ),
        (
            _("Nobody contradicts {winner}"),
            _("The minutes record {weight} in favour, and the noise of the heating."),
        ),
        (
            _("{winner}, for want of another"),
            _("A weight of {weight} wins any race run alone."),
        ),
        (
            _("Unanimity is easy alone"),
            _("{winner} brought {weight}, and the others brought nothing."),
        ),
        (
            _("A walkover for {winner}"),
            _("The referee counted to {weight}, and saw no one to count on the other side."),
        ),
        (
            _("{winner} carries an empty court"),
            _("The weight of {weight} was read out to its own members, who approved of it."),
        ),
        (
            _("The opposition forgot the date"),
            _("{winner} had not: {weight} in the scales, and the quarter is settled."),
        ),
        (
            _("{winner} debates with itself, and wins"),
            _("The other benches were free, the weight was {weight}, the coffee was cold."),
        ),
        (
            _("No contest at the MDC"),
            _("A single coalition took its seats: {winner}, with a weight of {weight}."),
        ),
    ),
)

COUNCIL_NONE: Final = Stock(
    "council_none",
    (
        (
            _("The council cannot agree"),
            _("{level} weigh {weight} each. Nothing passes this quarter."),
        ),
        (
            _("A draw at the MDC"),
            _("{level}: {weight} apiece, balanced to the gram. The members went to lunch early."),
        ),
        (
            _("Much talk, no winner"),
            _("The session closes on {weight} for each of {level}, and without a decision."),
        ),
        (
            _("The gavel stays on the table"),
            _("With {weight} on each side, {level} cancel one another out."),
        ),
        (
            _("Deadlock over Manhattan"),
            _("{level} stand at {weight}, and nobody would leave the room first."),
        ),
        (
            _("The scales stand still"),
            _("{weight:^} here, {weight} there: {level} have met their match."),
        ),
        (
            _("Nobody loses at the council"),
            _("Nobody wins either: {level} weigh the same, {weight}."),
        ),
        (
            _("A vote for nothing"),
            _("It ended level, at {weight}, between {level}; the law of the quarter is that there is none."),
        ),
        (
            _("One member short"),
            _("Just one. {level} remain at {weight} each."),
        ),
        (
            _("The council ties itself in a knot"),
            _("Ends of the rope: {level}. Length on either side: {weight}."),
        ),
        (
            _("Equal, and equally unhappy"),
            _("{level} left the chamber with {weight} each and nothing to show for it."),
        ),
        (
            _("Arithmetic beats politics"),
            _("{weight:^} minus {weight} is nought, as {level} found out."),
        ),
    ),
)

COUNCIL_EMPTY: Final = Stock(
    "council_empty",
    (
        (
            _("The council chamber is empty"),
            _("Nobody joined a coalition. The ushers turned off the lights."),
        ),
        (
            _("Nobody came"),
            _("The MDC met, found no members, and adjourned."),
        ),
        (
            _("Silence at the MDC"),
            _("Not one coalition had a member this quarter."),
        ),
        (
            _("A quorum of none"),
            _("The minutes of the council fit on a stamp: no members, no motion."),
        ),
        (
            _("The council reports dust"),
            _("Every seat was free. None was taken."),
        ),
        (
            _("Politics takes a day off"),
            _("The coalitions had posters in the street, and nobody in the room."),
        ),
        (
            _("An assembly of chairs"),
            _("They stood in order. The motion to sit on them found no supporter."),
        ),
        (
            _("The doorman opened for nobody"),
            _("At noon he closed again: no coalition had gathered."),
        ),
    ),
)

COUNCIL_EFFECT_BOTH: Final = Stock(
    "council_effect_both",
    (
        (
            _(
                "{up} {up:=gains|gain} an asset{up:=| each} by it, {down} {down:=loses|lose} one{down:=| each}."
            ),
        ),
        (_("One asset more {up:=for|for each of} {up}, one fewer {down:=for|for each of} {down}."),),
        (_("To {up}, an asset by a stroke of the pen; from {down}, an asset by the next."),),
        (_("The decree adds an asset to {up} and takes one from {down}."),),
        (_("{down} {down:=pays|pay} an asset{down:=| each}, {up} {up:=collects|collect} one{up:=| each}."),),
        (_("The vote enriches {up} by an asset{up:=| each}, and costs {down} one{down:=| each}."),),
        (_("Good news for {up}, an asset; bad news for {down}, an asset."),),
        (_("Rewarded with an asset: {up}. Punished by one: {down}."),),
        (_("An asset in for {up}, an asset out for {down}."),),
        (_("An asset in blue ink for {up}; an asset in red for {down}."),),
        (_("An asset is the price of losing, for {down}, and the prize of winning, for {up}."),),
        (
            _(
                "{up} {up:=thanks|thank} the chamber for an asset{up:=| each}; {down} {down:=curses|curse} it for the loss of one."
            ),
        ),
    ),
)

COUNCIL_EFFECT_UP: Final = Stock(
    "council_effect_up",
    (
        (_("{up} {up:=gains|gain} an asset{up:=| each} by it."),),
        (_("One asset more {up:=for|for each of} {up}."),),
        (_("The contracts go to {up}: an asset{up:=| each}, signed and sealed."),),
        (_("It is worth an asset to {up}."),),
        (_("The decree adds an asset to {up}."),),
        (_("An asset rewards {up} for the company kept."),),
        (_("{up} {up:=goes|go} home with an asset{up:=| each}."),),
        (_("The vote enriches {up}, by an asset{up:=| each}."),),
        (_("{up} {up:=finds|find} an asset{up:=| each} under the decree."),),
        (_("Friends in the chamber bring {up} an asset{up:=| each}."),),
        (_("The seal was still wet, and the asset already there: {up}."),),
        (_("For {up}, politics paid today: an asset{up:=| each}."),),
    ),
)

COUNCIL_EFFECT_DOWN: Final = Stock(
    "council_effect_down",
    (
        (_("{down} {down:=loses|lose} an asset{down:=| each} by it."),),
        (_("One asset fewer {down:=for|for each of} {down}."),),
        (_("The bill goes to {down}: an asset{down:=| each}."),),
        (_("It costs {down} an asset to have been on the other side."),),
        (_("The decree takes an asset from {down}."),),
        (_("{down} {down:=pays|pay} for the defeat with an asset{down:=| each}."),),
        (_("The losing side is reminded of it by an asset: {down}."),),
        (_("An asset is struck off the books of {down}."),),
        (_("{down} {down:=finds|find} an asset{down:=| each} missing under the decree."),),
        (_("Enemies in the chamber deprive {down} of an asset."),),
        (_("Collected at the door of {down}: an asset{down:=| each}."),),
        (_("For {down}, politics cost an asset{down:=| each} today."),),
    ),
)

NEXT_TARGETED_CONTROLS: Final = Stock(
    "next_targeted_controls",
    (
        (
            _(
                "On the coming turn, datasteals, sabotages and extractions against its corporations will be harder, and the partisans of Transparency may protect nobody."
            ),
        ),
        (_("Checks at every door of its corporations next turn; no Protections for those of Transparency."),),
        (
            _(
                "Next turn’s intruders will find its corporations better guarded, by ten points, and the friends of Transparency without a Protection to launch."
            ),
        ),
        (_("Its houses get a turn of police escort; Transparency gets a turn without guards of its own."),),
        (
            _(
                "Next turn, whoever moves against its corporations does so with ten points less; the members of Transparency may launch no Protection."
            ),
        ),
        (
            _(
                "For one turn, the police stand before its towers, worth ten points, and Transparency does without Protections."
            ),
        ),
        (
            _(
                "Ten points of shelter for its houses on the coming turn; the shield of Transparency hangs on its nail."
            ),
        ),
        (
            _(
                "On the coming turn its corporations are harder to rob, burn or empty, and nobody in Transparency may guard anything."
            ),
        ),
        (
            _(
                "The decree posts guards at its doors for a turn, ten points strong, and calls in those of Transparency."
            ),
        ),
        (
            _(
                "Those who plan a run on its corporations next turn should subtract ten points; those of Transparency should plan no Protection."
            ),
        ),
        (
            _(
                "Locks are changed at its corporations for a turn: ten points. The Protections of Transparency are off."
            ),
        ),
        (
            _(
                "A turn of calm for its corporations, by ten points; a turn without Protections for the friends of Transparency."
            ),
        ),
    ),
)

NEXT_TRANSPARENCY: Final = Stock(
    "next_transparency",
    (
        (
            _(
                "On the coming turn, its members launch their runs with ten points more, and those of Targeted controls with ten fewer."
            ),
        ),
        (
            _(
                "Next turn favours the curious: ten points for its members’ runs, ten off for Targeted controls."
            ),
        ),
        (
            _(
                "Its runners will see better next turn; those of Targeted controls, worse. The difference is ten points each way."
            ),
        ),
        (
            _(
                "For a turn, windows open for its own and blinds come down on Targeted controls, by ten points."
            ),
        ),
        (_("Ten points up for its members’ runs next turn, ten down for those of Targeted controls."),),
        (
            _(
                "On the coming turn the doors stand ten points further open to its members, and ten points less so to Targeted controls."
            ),
        ),
        (
            _(
                "For one turn its members may expect easier nights, by ten points; those of Targeted controls harder ones, by as many."
            ),
        ),
        (_("For a turn, fortune gives its runners ten points and takes ten from Targeted controls."),),
        (
            _(
                "The light falls its way next turn: ten points for its own runs, and ten points of shadow on those of Targeted controls."
            ),
        ),
        (
            _(
                "Runs will be ten points likelier among its members on the coming turn, ten less likely among those of Targeted controls."
            ),
        ),
        (_("The decree lends its members ten points for a turn; Targeted controls pays the loan."),),
        (_("Add ten points to the next runs of its members, and take ten from those of Targeted controls."),),
    ),
)

NEXT_BANKING_SAFEGUARDS: Final = Stock(
    "next_banking_safeguards",
    (
        (_("Next turn, its members get lost stakes back; those of Deregulation may not speculate."),),
        (
            _(
                "On the coming turn a lost bet costs its friends nothing, and the friends of Deregulation may place none."
            ),
        ),
        (_("The bank insures its own for a turn, and shows Deregulation the door of the exchange."),),
        (_("A net under its members for one turn; under Deregulation, no trapeze at all."),),
        (_("Next turn, bets lost by its members are refunded, and Deregulation places none."),),
        (_("For a turn its members cannot lose a stake; the members of Deregulation cannot place one."),),
        (
            _(
                "On the coming turn the bank pays for its friends’ bad bets, and closes the counter to Deregulation."
            ),
        ),
        (_("Its members speculate on a safety rope next turn; Deregulation stays on the ground."),),
        (_("A turn of bets without tears for its members, and of no bets for Deregulation."),),
        (
            _(
                "The decree gives lost stakes back to its own on the coming turn, and takes the dice from Deregulation."
            ),
        ),
        (
            _(
                "Whoever sat with it may lose a bet next turn and keep the money; whoever sat with Deregulation may not bet."
            ),
        ),
        (
            _(
                "Savings are safe for a turn, those of its members; the exchange is shut, to those of Deregulation."
            ),
        ),
    ),
)

NEXT_DEREGULATION: Final = Stock(
    "next_deregulation",
    (
        (_("Next turn, its members speculate at better odds, and those of Banking safeguards not at all."),),
        (
            _(
                "On the coming turn every won bet of its friends pays a stake more; those of Banking safeguards must watch."
            ),
        ),
        (
            _(
                "The odds move up by one for its own, for a turn. Banking safeguards may keep its savings in a sock."
            ),
        ),
        (_("For one turn, the casino belongs to its members; Banking safeguards is refused at the door."),),
        (_("Next turn, a bet won by its members pays one stake more, and Banking safeguards places none."),),
        (
            _(
                "On the coming turn the exchange smiles on its members, a stake the wider; it does not open to Banking safeguards."
            ),
        ),
        (_("For a turn its members bet at odds raised by one; Banking safeguards may not bet at any."),),
        (
            _(
                "The decree adds a stake to each bet its members win next turn, and takes the betting slips from Banking safeguards."
            ),
        ),
        (_("A turn of better odds for its own; for Banking safeguards, a turn at the window."),),
        (
            _(
                "Those who sat with it are paid a stake more for each bet won next turn; those of Banking safeguards are not asked for theirs."
            ),
        ),
        (
            _(
                "Odds up by one for its friends, for a turn; no speculation at all for the friends of Banking safeguards."
            ),
        ),
        (
            _(
                "The tables will be generous to its members on the coming turn, and closed to those of Banking safeguards."
            ),
        ),
    ),
)

NEXT_LATE: Final = Stock(
    "next_late",
    (
        (_("It is too late to matter: no turn is left on which it could."),),
        (_("A victory for the record, since there is no turn for it to act upon."),),
        (_("The decree will be framed rather than applied."),),
    ),
)

COUNCIL_ROW: Final = Stock(
    "council_row",
    (
        (_("It is the {times:th} victory in a row for {winner}."),),
        (_("{winner} has not lost the chamber for {times:day}."),),
        (_("That makes {times} in succession, and the opposition restless."),),
        (_("{times:^day} running, the same colour on the flagpole."),),
        (_("The {times:th} day of {winner} in power begins to look like a habit."),),
        (_("{winner} has now won {times:time} running."),),
        (_("Nobody has found an answer to {winner} for {times:day}."),),
        (_("{winner} keeps the keys of the chamber, for the {times:th} quarter in a row."),),
        (_("With the {times:th} win running, the usher has nothing to change on the door."),),
        (_("{winner} sits more comfortably each time; this makes {times}."),),
        (_("The habit is {times:day} old: {winner}."),),
        (_("Count them: {times} in a row for {winner}."),),
    ),
)

COUNCIL_BACK: Final = Stock(
    "council_back",
    (
        (_("{winner} had last won on turn {last}."),),
        (_("Not since turn {last} had {winner} held the gavel."),),
        (_("A return to power: the previous victory dates from turn {last}."),),
        (_("Its last day in office was turn {last}; its members have found their old seats."),),
        (_("{winner} is back, after a spell outside that began when turn {last} was over."),),
        (_("The last time {winner} won, it was turn {last}."),),
        (_("{winner} had been waiting for this since turn {last}."),),
        (_("Turn {last} was its previous day of glory."),),
        (_("The chamber knows the tune: {winner} had played it on turn {last}."),),
        (_("Since the victory of turn {last}, {winner} had gone without."),),
        (_("{winner} reopens a chapter that had been closed since turn {last}."),),
        (_("It is no debut: {winner} had carried turn {last}, too."),),
    ),
)

COUNCIL_FIRST: Final = Stock(
    "council_first",
    (
        (_("{winner} had never won before."),),
        (_("It is the first victory of {winner} in this game."),),
        (_("New faces on the front bench: {winner} tastes power for the first time."),),
        (_("For {winner}, a first."),),
        (_("The archives hold no earlier success of {winner}."),),
        (_("A debut: {winner} had stood, argued and lost, or had not stood at all."),),
        (_("Never before had the gavel fallen for {winner}."),),
        (_("{winner} enters the list of winners today."),),
        (_("The members of {winner} did not know the way to the front bench."),),
        (_("{winner} had to ask where the winner sits."),),
        (_("No earlier vote had smiled on {winner}."),),
        (_("A first page for {winner} in the book of decrees."),),
    ),
)

COUNCIL_BROKEN: Final = Stock(
    "council_broken",
    (
        (_("Nothing remains of yesterday’s winners: not one of them is still in {coalition}."),),
        (_("{coalition} won yesterday, and broke overnight. None of its victors stayed."),),
        (_("Yesterday’s majority has scattered: {coalition} lost every one of its winners."),),
        (_("Gratitude is not a programme: those who won with {coalition} have left it."),),
        (_("An alliance of one night: whoever carried {coalition} yesterday sits elsewhere."),),
        (
            _(
                "Yesterday’s victory had no second night: {coalition} is left without a single one of its victors."
            ),
        ),
        (_("Those who sang with {coalition} yesterday sing another tune."),),
        (_("{coalition} keeps its name and none of its winners."),),
        (_("Yesterday’s toast was to {coalition}; not one of those who drank it is left."),),
        (_("{coalition} looked for its winners in the morning, and found none."),),
        (_("One win was enough for the friends of {coalition}: they have all left."),),
        (_("The bond that held {coalition} together lasted until the count."),),
    ),
)

COUNCIL_DEFECTOR: Final = Stock(
    "council_defector",
    (
        (_("{player} changes sides, from {old} to {new}."),),
        (_("A familiar face across the aisle: {player} left {old} for {new}."),),
        (_("Yesterday with {old}, today with {new}: {player} travels light."),),
        (_("{old} loses {player} to {new}."),),
        (_("{player} crossed the floor to {new}; {old} noticed."),),
        (_("From {old} to {new} in one night: {player} has reasons, and keeps them."),),
        (_("Not everybody is faithful to {old}: {player} now argues for {new}."),),
        (_("{new} welcomes {player}, who wore the badge of {old} yesterday."),),
        (_("{player} has exchanged {old} for {new}, and gives no reason."),),
        (_("The chair of {player} has moved from {old} to {new}."),),
        (_("{new} has gained {player}, at the expense of {old}."),),
        (_("Seen leaving {old} by one door and entering {new} by another: {player}."),),
    ),
)
