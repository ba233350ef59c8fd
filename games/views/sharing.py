"""How pages look where they are shared: their tags (Open Graph), and the cards that these name.

Only pages that everybody may read have tags. A game that is not public has no card; its player may download a
card of the final result, on which the other players have no names.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import number_format
from django.utils.text import format_lazy
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct
from msgspec.structs import replace

from accounts.guests import open_to_guests

from .. import access, selectors
from ..contract import PlayerId, Standing
from ..models import Game, Player
from ..registry import all_skins, skin_for
from ..share_cards import Bar, ShareCard, png_of, svg_of
from ..skin import Skin, Text, Tower, figures, towers_of
from .cards import places_text, players_text

LOCALES = {"en": "en_GB", "fr": "fr_FR"}  # as Open Graph writes them
FRESH = 3600  # seconds for which a card may be kept elsewhere
# The skyline of a card without a game, in percent: the house's own.
HOUSE = (40, 62, 88, 52, 70, 56, 100, 76, 48, 66)


class ShareTags(Struct, frozen=True):
    """What a page says of itself where it is shared. `url` and `image` are whole addresses."""

    title: Text
    text: Text
    url: str
    image: str
    locale: str
    others: tuple[str, ...]
    feed: str = ""


def tags_of(request: HttpRequest, title: Text, text: Text, image: str) -> ShareTags:
    """The tags of a page that everybody may read. `image`: the path of its card."""
    code = get_language() or settings.LANGUAGE_CODE
    return ShareTags(
        title, text, settings.SITE_URL + request.path, settings.SITE_URL + image, LOCALES[code],
        tuple(locale for other, locale in LOCALES.items() if other != code),
    )  # fmt: skip


def site_tags(request: HttpRequest, title: Text, text: Text) -> ShareTags:
    """The tags of a page about the site."""
    return tags_of(request, title, text, reverse("games:site_card", args=[get_language()]))


def title_tags(request: HttpRequest, skin: Skin) -> ShareTags:
    """The tags of a rule book."""
    image = reverse("games:title_card", args=[skin.rules.meta.key, get_language()])
    return tags_of(request, _("Rules: %(title)s") % {"title": skin.name}, skin.pitch, image)


def game_tags(request: HttpRequest, game: Game, page: Text = "") -> ShareTags | None:
    """The tags of a page of a game; None unless everybody may read it. `page`: its label."""
    if not game.is_public:
        return None
    image = f"{reverse('games:card', args=[game.public_id, get_language()])}?v={game.stage}-{game.latest}"
    skin = skin_for(game.title)
    title = format_lazy("{}: {}", game.name, page) if page else game.name
    tags = tags_of(request, title, _game_text(game, skin) or skin.pitch, image)
    if game.number < 0:
        return tags
    return replace(tags, feed=reverse("games:feed", args=[game.public_id, get_language()]))


def _game_text(game: Game, skin: Skin) -> str:
    return skin.headline_text(game.headline) if game.headline is not None else ""


# ---- the cards --------------------------------------------------------------------------------------


@require_safe
def site_card(request: HttpRequest, language: str) -> HttpResponse:
    """The card of the site as a PNG. Raises Http404 for a language it does not speak."""
    with _speaking(language):
        text = _("Long games for small groups: one order form a day, and at noon all are opened at once.")
        card = ShareCard(
            _("Games by correspondence, one move a day"), _("Five minutes a day, eight days, one winner."),
            text, _house(),
        )  # fmt: skip
        return _png(card)


@require_safe
def title_card(request: HttpRequest, title: str, language: str) -> HttpResponse:
    """The card of a title as a PNG. Raises Http404 for a title that is not installed."""
    found = next((skin for skin in all_skins() if skin.rules.meta.key == title), None)
    if found is None:
        raise Http404
    with _speaking(language):
        meta = found.rules.meta
        players = _("%(number)s players") % {"number": players_text(meta.min_players, meta.max_players)}
        return _png(ShareCard(f"{players} · {found.length}", str(found.name), str(found.pitch), _house()))


@require_safe
def game_card(request: HttpRequest, public_id: str, language: str) -> HttpResponse:
    """The card of a public game as a PNG, the same for everybody. Raises Http404 for other games. Four
    queries."""
    entry = access.game_for(AnonymousUser(), public_id)
    with _speaking(language):
        return _png(_card(entry.game, selectors.seats_of(entry.game), None))


@open_to_guests
@require_safe
def result_card(request: HttpRequest, public_id: str) -> HttpResponse:
    """The card of a player's own result in the reader's language, to be downloaded once the game is over.
    Raises Http404 before, and without a seat."""
    entry = access.seat_for(request.user, public_id)
    assert entry.player is not None
    if not entry.game.has_final_places:
        raise Http404
    response = _png(_card(entry.game, selectors.seats_of(entry.game), entry.player))
    response["Content-Disposition"] = f'attachment; filename="noon-{public_id}.png"'
    response["Cache-Control"] = "private, no-store"
    return response


def _speaking(language: str) -> translation.override:
    if language not in LOCALES:
        raise Http404
    return translation.override(language)


def _png(card: ShareCard) -> HttpResponse:
    response = HttpResponse(png_of(svg_of(card)), content_type="image/png")
    response["Cache-Control"] = f"public, max-age={FRESH}"
    return response


def _house() -> tuple[Tower, ...]:
    return towers_of(HOUSE)


def _card(game: Game, seats: list[Player], mine: Player | None) -> ShareCard:
    """The card of a game from its public drawer; with `mine`, of that player's result."""
    skin = skin_for(game.title)
    public = selectors.view_of(game, None).public if game.number >= 0 else None
    towers = (skin.towers(public) if public is not None else ()) or _house()
    standings = skin.rules.standings(public) if public is not None else None
    turns = selectors.open_turns(game)
    stage = (
        _("last edition") if game.stage == Game.Stage.FINISHED
        else skin.progress_text(selectors.window_of(turns[0])) if turns
        else str(game.get_stage_display())
    )  # fmt: skip
    kicker = f"{skin.name} · {game.name} · {stage}"
    # Of a game that is not public, its player shows the result and nobody else's name.
    names = {
        PlayerId(seat.pid): selectors.seat_name(seat) if game.is_public or mine == seat else ""
        for seat in seats
    }
    if standings:
        rows = sorted(standings, key=lambda row: (row.rank, names[row.player].casefold()))
        me = PlayerId(mine.pid) if mine is not None else None
        own = next((row for row in rows if row.player == me), None)
        headline = (
            skin.result_text(own.rank, len(rows), own.score) if own is not None else _winners(rows, names)
        )
        return ShareCard(
            kicker if game.is_public else f"{skin.name} · {stage}", headline,
            "" if own is not None and own.rank == 1 else _game_text(game, skin), towers,
            tuple(_bar(row, rows, names, me) for row in rows), _("Final ranking"), date=_day(game),
        )  # fmt: skip
    free = game.max_players - len(seats) if game.stage == Game.Stage.GATHERING else 0
    text = _game_text(game, skin) or f"{places_text(len(seats), free)}. {skin.pitch}"
    return ShareCard(
        kicker, game.name, text, towers, tuple(Bar(name) for name in names.values()), _("Players")
    )


def _bar(row: Standing, rows: list[Standing], names: dict[PlayerId, str], me: PlayerId | None) -> Bar:
    """A player's line. Where few points are better, or none were made, it has no bar."""
    best = max(each.score for each in rows)
    most_wins = best > 0 and rows[0].score == best
    share = round(100 * max(0, row.score) / best) if most_wins else None
    place = _("Place %(rank)s") % {"rank": row.rank}
    return Bar(names[row.player] or place, number_format(row.score), share, row.player == me)


def _winners(rows: list[Standing], names: dict[PlayerId, str]) -> str:
    first = [names[row.player] for row in rows if row.rank == 1]
    return ngettext("%(names)s wins", "%(names)s win together", len(first)) % {"names": ", ".join(first)}


def _day(game: Game) -> str:
    if game.finished_at is None:
        return ""
    return figures.date_text(timezone.localtime(game.finished_at), "j F Y")
