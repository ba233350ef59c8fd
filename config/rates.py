"""The rates at which somebody may post, for every URL of the site, in one list.

Far more than a person needs, far less than a program could do. `web.limits` counts and refuses;
`tests/test_rates.py` checks that every URL that accepts POST is listed here.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Rate(Struct, frozen=True):
    """At most `most` posts per user in each window of `seconds` seconds, to all its `addresses` together;
    with `visitors`, also per IP address for visitors (many people may share one).

    `addresses`: names of URL patterns with their namespaces; "admin:" is the whole namespace.
    """

    most: int
    seconds: int
    addresses: tuple[str, ...] = ()
    visitors: bool = False


OTHER: Final = "other"  # the rate of URLs that no other rate names
RATES: Final = {
    "orders": Rate(
        60, 60, ("games:orders", "games:ready", "games:withdraw", "games:undo", "games:resolve_now")
    ),
    "create": Rate(30, 3600, ("games:create", "games:rematch")),
    "rehearse": Rate(30, 3600, ("games:rehearsal", "games:throw_away", "games:first_game")),
    "join": Rate(60, 3600, ("games:join", "games:leave", "games:invitation", "games:place")),
    # proposals of players, and answers to them
    "together": Rate(60, 3600, ("games:together", "games:go_on", "games:wait")),
    # acts of the creator on a game that gathers players
    "gathering": Rate(
        60, 3600,
        (
            *("games:edit", "games:start", "games:bots", "games:remove", "games:cancel"),
            "games:invitation_change",
        ),
    ),
    "notices": Rate(60, 60, ("games:notices",)),
    # messages of one writer to all conversations together, and acts on conversations
    "talk": Rate(
        20, 60,
        (
            *("games:talk", "games:conversation", "games:talk_mute", "games:talk_report"),
            *("games:talk_publish", "games:talk_reports"),
        ),
    ),
    "draft": Rate(120, 60, ("games:talk_draft",)),  # drafts, saved while they are typed
    "upload": Rate(3, 60, ("accounts:picture",)),  # decoding a picture is the most expensive post
    "delete": Rate(10, 3600, ("games:account_delete",)),  # asks for the password: limits guesses
    "preferences": Rate(120, 600, ("accounts:preferences", "accounts:profile", "games:news"), visitors=True),
    "calendar": Rate(20, 3600, ("accounts:calendar",)),
    "away": Rate(30, 3600, ("games:away", "games:away_back", "games:away_deputy", "games:deputy")),
    # a trial sends at once and takes up to five seconds
    "hooks": Rate(20, 3600, ("games:hook", "games:game_hook", "games:news_test")),
    "push": Rate(30, 3600, ("games:push",)),
    # not posts: how often one calendar is fetched by all programs of its owner together
    "calendar_read": Rate(120, 3600),
    # mail programs post there from the few IP addresses of their providers
    "mails": Rate(300, 60, ("accounts:mails_stop",), visitors=True),
    # allauth limits guesses there (ALLAUTH below); this is the limit of the pages as a whole.
    "log_in": Rate(
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
    """The key of RATES under which posts to the URL pattern of this name are counted."""
    namespace, colon, _name = view_name.rpartition(":")
    return _ACTIONS.get(view_name) or _ACTIONS.get(namespace + colon) or OTHER


# Limits in allauth's syntax, on more than a URL: on wrong passwords, on requested mails. The figures are
# explained in decision 0075. What is not listed has allauth's default.
ALLAUTH: Final = {
    # Guesses, counted by `accounts.guesses` per IP address, per account and IP address, and per account.
    "password_ip": "10/m/ip,60/h/ip",
    "password_pair": "5/5m/key,20/h/key",
    "password_account": "50/h/key",
    "code_ip": "10/m/ip,60/h/ip",
    "code_pair": "5/5m/key,20/d/key",
    "code_account": "10/h/key,30/d/key",
    "login_failed": None,  # allauth's own count of guesses, with which anybody could lock an owner out
    # Pages where a logged-in user types a password.
    "change_password": "5/m/user,20/h/user",
    "manage_email": "10/m/user,30/h/user",
    "reauthenticate": "10/m/user,60/h/user",
    # Mails that a stranger can cause: all kinds to one address; then each kind from one IP address.
    "unasked_mail": "5/h/key,10/d/key",
    "reset_password": "20/m/ip,60/h/ip",
    "signup": "20/m/ip,100/h/ip",
    "reset_password_from_key": "20/m/ip",
    "login": "30/m/ip",
}
