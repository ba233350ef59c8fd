"""How often somebody may post, for every address of the site: the one list.

Far more than a person does, far less than a program could. `web.limits` counts and refuses;
`tests/test_rates.py` walks all addresses and demands that each one which takes posts stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `most` posts in each window of `seconds` seconds to all its `addresses` together, for a
    user; with `visitors`, also for an IP address without a log-in (many people may share it).

    `addresses`: names of URL patterns with their namespaces; "admin:" is the whole namespace.
    """

    most: int
    seconds: int
    addresses: tuple[str, ...] = ()
    visitors: bool = False


OTHER: Final = "other"  # counts what no rate names: nothing is without a limit
RATES: Final = {
    "orders": Rate(60, 60, ("games:orders", "games:ready", "games:withdraw", "games:resolve_now")),
    "create": Rate(30, 3600, ("games:create",)),
    "rehearse": Rate(30, 3600, ("games:rehearsal", "games:throw_away")),
    "join": Rate(60, 3600, ("games:join", "games:leave", "games:invitation")),
    # What the creator of a game that gathers players does to it.
    "gathering": Rate(
        60, 3600,
        ("games:edit", "games:start", "games:remove", "games:cancel", "games:invitation_change"),
    ),
    "notices": Rate(60, 60, ("games:notices",)),
    "upload": Rate(3, 60, ("accounts:picture",)),  # decoding a picture is the dearest thing a post can ask
    "delete": Rate(10, 3600, ("games:account_delete",)),  # asks for the password: no place to guess it
    "preferences": Rate(120, 600, ("accounts:preferences", "accounts:profile"), visitors=True),
    # allauth limits what is guessed there (ALLAUTH below); this holds for the pages as a whole.
    "entrance": Rate(
        60, 60,
        (
            *("account_login", "account_logout", "account_signup", "account_confirm_email"),
            *("account_reset_password", "account_reset_password_from_key", "account_confirm_login_code"),
            *("account_reauthenticate", "account_email", "account_change_password", "account_set_password"),
            *("mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp"),
            "mfa_generate_recovery_codes",
        ),
        visitors=True,
    ),
    "admin": Rate(120, 60, ("admin:",), visitors=True),
    OTHER: Rate(60, 60, visitors=True),
}  # fmt: skip

_ACTIONS: Final = {name: action for action, rate in RATES.items() for name in rate.addresses}


def action_of(view_name: str) -> str:
    """Under which key of RATES posts to a URL pattern of this name are counted."""
    namespace, colon, _name = view_name.rpartition(":")
    return _ACTIONS.get(view_name) or _ACTIONS.get(namespace + colon) or OTHER


# Limits in allauth's own syntax, which know more than an address: a password that was wrong, a mail that was
# asked for. Why they are what they are: decision 0075. What is not here is as allauth has it.
ALLAUTH: Final = {
    # What is guessed, counted by `accounts.guesses` for each IP address, account and IP address, account.
    "password_ip": "10/m/ip,60/h/ip",
    "password_pair": "5/5m/key,20/h/key",
    "password_account": "50/h/key",
    "code_ip": "10/m/ip,60/h/ip",
    "code_pair": "5/5m/key,20/d/key",
    "code_account": "10/h/key,30/d/key",
    "login_failed": None,  # allauth's count of the same, by which anybody could lock an owner out
    # Places where somebody who is logged in types a password.
    "change_password": "5/m/user,20/h/user",
    "manage_email": "10/m/user,30/h/user",
    "reauthenticate": "10/m/user,60/h/user",
    # Mails that a stranger can cause: all kinds together to one address, then by one IP address.
    "unasked_mail": "5/h/key,10/d/key",
    "reset_password": "20/m/ip,60/h/ip",
    "signup": "20/m/ip,100/h/ip",
    "reset_password_from_key": "20/m/ip",
    "login": "30/m/ip",
}
