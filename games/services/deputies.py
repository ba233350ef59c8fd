"""Deputies: a user who fills in the forms of somebody who is away. Asked by the holder of the seat for one
vacation from one game, told to nobody else.

`access` decides which pages a deputy may read; here each form that a deputy saves is checked again. See
docs/decisions/0159-deputies.md.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User

from .. import permissions
from ..models import Deputy, Game, Notice, OrderForm, Player, Sitting, Vacation
from .claims import Claim, lock_game
from .notices import forget_notices, tell
from .refusals import Refused
from .sittings import was_deputy_elsewhere
from .vacations import A_DAY, DONE_FOR, under_way

MOST_ASKED = 5  # requests for one vacation, answered or not
MOST_A_DAY = 5  # requests of one seat


def deputy_ask(*, vacation: Vacation, name: str, reads_talk: bool) -> Deputy:
    """Ask somebody to be deputy for a vacation from one game: by the address of an account, or by a name that
    only one account has. The caller does not learn whether such an account exists or may be deputy there;
    that is checked when it accepts. Raises `Refused`: `deputy_nobody` (no name), `deputy_one_game`,
    `deputy_own`, `deputy_over`, `deputy_twice`, `deputy_often`."""
    name, now = " ".join(name.split()), timezone.now()
    if not name or len(name) > 254:
        raise Refused("deputy_nobody")
    with transaction.atomic():
        vacation = Vacation.objects.select_for_update().get(pk=vacation.pk)
        if vacation.game_id is None:
            raise Refused("deputy_one_game")
        game = lock_game(vacation.game_id)
        seat = Player.objects.filter(game=game, user=vacation.user_id).first()
        if seat is None or game.stage != Game.Stage.RUNNING or _is_over(vacation):
            raise Refused("deputy_over")
        asked = Deputy.objects.filter(vacation=vacation)
        if asked.filter(over_at=None).exists():
            raise Refused("deputy_twice")
        # Names that no account has count, too: the limit would tell whether there is one.
        today = Deputy.objects.filter(game=game, player=seat, asked_at__gt=now - A_DAY)
        if asked.count() >= MOST_ASKED or today.count() >= MOST_A_DAY:
            raise Refused("deputy_often")
        user = _found(name)
        if user is not None and user.pk == vacation.user_id:
            raise Refused("deputy_own")
        deputy = Deputy.objects.create(
            vacation=vacation, game=game, player=seat, user=user, asked=name, reads_talk=reads_talk,
            asked_at=now,
        )  # fmt: skip
        if user is not None:
            _tell(deputy, user.pk, "asked", f"deputy/{seat.pid}/{deputy.pk}")
    return deputy


def _found(name: str) -> User | None:
    """The account with this name or address; None if there is none, or several have the name."""
    people = User.objects.filter(is_active=True, guest_until=None)
    people = people.filter(email=name.lower()) if "@" in name else people.filter(display_name__iexact=name)
    found = list(people[:2])
    return found[0] if len(found) == 1 else None


def _is_over(vacation: Vacation) -> bool:
    return vacation.ended_at is not None or vacation.ends_at <= timezone.now()


def _tell(deputy: Deputy, user: int | None, what: str, key: str) -> None:
    """Notify one of the two, and nobody else, of the state of a request. The notice contains no name."""
    data = {"what": what, "deputy": deputy.pk}
    tell(game=deputy.game, users=[user], kind=Notice.Kind.DEPUTY, key=key, data=data)


def _locked(deputy: Deputy) -> Deputy:
    """Read a request again, with its game's row locked. The caller is in a transaction."""
    lock_game(deputy.game_id)
    return Deputy.objects.select_related("vacation", "game", "player", "user").get(pk=deputy.pk)


def deputy_accept(*, deputy: Deputy) -> None:
    """Accept a request, on behalf of the user asked. Raises `Refused`: `deputy_over`, `deputy_plays` (has or
    had a seat in the game), `deputy_runs` (is its game master), `deputy_other` (is or was deputy for another
    seat of it)."""
    with transaction.atomic():
        deputy = _locked(deputy)
        vacation, user = deputy.vacation, deputy.user
        if deputy.over_at is not None or vacation is None or user is None or _is_over(vacation):
            raise Refused("deputy_over")
        if deputy.game.stage != Game.Stage.RUNNING or deputy.player.user_id != vacation.user_id:
            raise Refused("deputy_over")
        if Sitting.objects.filter(game=deputy.game, user=user, player__isnull=False).exists():
            raise Refused("deputy_plays")
        if permissions.actor_in(deputy.game, user).runs_it:
            raise Refused("deputy_runs")
        if was_deputy_elsewhere(deputy.player, user.pk):
            raise Refused("deputy_other")
        if deputy.accepted_at is None:
            deputy.accepted_at = timezone.now()
            deputy.save(update_fields=["accepted_at"])
            _tell(deputy, vacation.user_id, "accepted", f"deputy/accepted/{deputy.pk}")


def deputy_leave(*, deputy: Deputy) -> None:
    """Decline a request or step down, on behalf of the user asked. No-op if it is over already."""
    with transaction.atomic():
        deputy = _locked(deputy)
        vacation = deputy.vacation
        if deputy.over_at is not None or vacation is None or _is_over(vacation):
            return
        deputy.over_at = timezone.now()
        deputy.save(update_fields=["over_at"])
        what = "declined" if deputy.accepted_at is None else "stepped_down"
        _tell(deputy, vacation.user_id, what, f"deputy/{what}/{deputy.pk}")


def deputy_withdraw(*, deputy: Deputy) -> None:
    """Withdraw a request or dismiss the deputy, on behalf of the holder of the seat. Forms that the deputy
    saved stay."""
    with transaction.atomic():
        deputy = _locked(deputy)
        if deputy.over_at is not None:
            return
        deputy.over_at = timezone.now()
        deputy.save(update_fields=["over_at"])
        told = Notice.objects.filter(user=deputy.user_id, game=deputy.game, kind=Notice.Kind.DEPUTY)
        forget_notices(told.filter(data__deputy=deputy.pk))
        if deputy.accepted_at is not None:
            _tell(deputy, deputy.user_id, "withdrawn", f"deputy/withdrawn/{deputy.pk}")


def deputy_check(claim: Claim, player: Player, user_id: int) -> None:
    """Check, after the game is claimed, that a user may save a form for this seat in this turn. Raises
    `Refused`: `deputy_over`; `deputy_not_asked` for a door and for a turn whose noon comes after the days
    away; `deputy_saved` if the holder has saved a form of their own. Two queries."""
    mine = under_way(timezone.now())
    held = Vacation.objects.filter(
        mine, user=player.user_id, game=claim.game, deputies__user=user_id, deputies__over_at=None,
        deputies__accepted_at__isnull=False,
    ).first()  # fmt: skip
    if held is None:
        raise Refused("deputy_over")
    deadline = claim.turn.deadline
    if claim.window.is_door or deadline is None or deadline >= held.ends_at:
        raise Refused("deputy_not_asked")
    own = OrderForm.objects.filter(~Q(by__in=DONE_FOR), turn=claim.turn, player=player, set_aside=False)
    if own.exists():
        raise Refused("deputy_saved")
