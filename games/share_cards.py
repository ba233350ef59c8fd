"""The cards shown where pages are shared: their content, their SVG, and the PNG made from it.

A card shows only what everybody may read: it is made from the public drawer. Fonts come from installed
packages, so that a card looks the same on every machine.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from importlib import resources

import resvg_py
from django.template import Engine
from django.urls import get_script_prefix
from django.utils.translation import get_language
from msgspec import Struct
from PIL import ImageFont

from accounts.templatetags.people import skyline
from config.parts import environment

from .skin import Tower

WIDTH, HEIGHT = 1200, 630  # pixels: what services that show cards ask for
MOST_BARS = 6
NARROW, WIDE = 590, 1100  # pixels for the headline, beside players and alone
SIZES = ((74, 2), (56, 3), (42, 4))  # of the headline, in pixels, with the most lines of each
STANDFIRST, MOST_STANDFIRST = 27, 4  # pixels and lines of the text below it
NAME, NAME_WIDTH = 20, 150  # pixels: the size of a name and the room it has
STREET, TALLEST = 588, 150  # pixels: where the towers stand, and the height of the tallest
WINDOW = 14.2  # pixels from one window of a tower to the next


class Bar(Struct, frozen=True):
    """A player on a card. `share`: the length of the bar in percent, None without one; `figure`: the text
    beside it; `own`: the bar of the player who shares the card."""

    name: str
    figure: str = ""
    share: int | None = None
    own: bool = False


class ShareCard(Struct, frozen=True):
    """The content of a card. `kicker`: the line between the rules; `label`: the text above the bars; `more`:
    the number of players for whom there is no room; `date`: in words, "" for none."""

    kicker: str
    headline: str
    text: str
    towers: tuple[Tower, ...]
    bars: tuple[Bar, ...] = ()
    label: str = ""
    more: int = 0
    date: str = ""


# ---- text in a given room ---------------------------------------------------------------------------


def _file(package: str, name: str) -> str:
    return str(resources.files(package) / "files" / name)


SERIF = _file("font_source_serif_pro", "SourceSerifPro-Bold.otf")
SANS = _file("font_source_sans_pro", "SourceSansPro-Semibold.otf")


@functools.lru_cache(maxsize=8)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def lines_of(text: str, font: str, size: int, width: int, most: int) -> tuple[str, ...]:
    """The text in at most `most` lines of `width` pixels; if it does not fit, it ends with an ellipsis."""
    measure = _font(font, size).getlength
    lines: list[str] = []
    # Only at plain spaces: "60 points" stays on one line.
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] += " …"
    return tuple(_cut(line, measure, width) for line in kept)


def _cut(line: str, measure: object, width: int) -> str:
    """The line, shortened to `width` pixels."""
    assert callable(measure)
    if measure(line) <= width:
        return line
    end = line.removesuffix("…").rstrip()
    while end and measure(f"{end}…") > width:
        end = end[:-1].rstrip()
    return f"{end}…"


def headline_of(text: str, width: int) -> tuple[int, tuple[str, ...]]:
    """The largest size at which a headline has room, in pixels, and its lines."""
    for size, most in SIZES:
        lines = lines_of(text, SERIF, size, width, most)
        if not lines[-1].endswith("…"):
            break
    # As narrow as it can be with as many lines, so that no word stands alone on the last one.
    return size, next(
        found
        for room in range(width // 2, width + 1, 5)
        if len(found := lines_of(text, SERIF, size, room, most)) == len(lines) and not _is_cut(found, lines)
    )


def _is_cut(found: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether the narrower lines lost text that the wider ones have."""
    return " ".join(found) != " ".join(lines)


# ---- the picture ------------------------------------------------------------------------------------


class _Drawn(Struct, frozen=True):
    """A tower as paths. `sun`: the centre of the disc above the highest one, or None."""

    walls: str
    windows: str
    fallen: bool
    sun: tuple[float, float] | None


def _city(towers: Sequence[Tower]) -> list[_Drawn]:
    """The towers side by side along the street; which windows are lit depends only on position and height."""
    room = WIDTH / max(len(towers), 1)
    wide = min(room * 0.74, 120)
    best = max(range(len(towers)), key=lambda i: (not towers[i].fallen, towers[i].height), default=0)
    drawn = []
    for i, tower in enumerate(towers):
        left = room * (i + 0.5) - wide / 2
        if tower.fallen:
            drawn.append(_Drawn(_rubble(left, wide), "", True, None))
            continue
        high = TALLEST * tower.height / 100
        sun = (left + wide / 2, STREET - high - 26) if i == best else None
        drawn.append(_Drawn(_walls(left, wide, high), _windows(i, left, wide, high), False, sun))
    return drawn


def _walls(left: float, wide: float, high: float) -> str:
    """A tower with two steps and a mast; a low one is a house."""
    if high < 60:
        return f"M{left:.1f} {STREET}v{-high:.1f}h{wide:.1f}v{high:.1f}z"
    step, low, mid = wide * 0.18, high * 0.7, high * 0.3
    top = wide - 2 * step
    return (
        f"M{left:.1f} {STREET}v{-low:.1f}h{step:.1f}v{-mid:.1f}h{top / 2 - 2:.1f}v-8h4v8h{top / 2 - 2:.1f}"
        f"v{mid:.1f}h{step:.1f}v{low:.1f}z"
    )


def _rubble(left: float, wide: float) -> str:
    edge, top = f"{wide * 0.3:.1f}", f"{wide * 0.2:.1f}"
    return f"M{left:.1f} {STREET}l{edge} -12l{top} 5l{top} -8l{edge} 15z"


def _windows(place: int, left: float, wide: float, high: float) -> str:
    lit = hashlib.sha256(f"{place} {high:.0f}".encode()).digest()
    columns, rows = int((wide - 16) // WINDOW), int((high - 12) // 15)
    start = left + (wide - columns * WINDOW) / 2 + 2
    found = []
    for row in range(rows):
        # The upper floors are narrower.
        edge = 1 if high >= 60 and row * 15 > high * 0.7 - 24 else 0
        for column in range(edge, columns - edge):
            if lit[(row * columns + column) % 32] % 5 < 2:
                found.append(f"M{start + column * WINDOW:.1f} {STREET - 16 - row * 15}h9v7h-9z")
    return "".join(found)


def svg_of(card: ShareCard) -> str:
    """The card as SVG, in the active language."""
    size, headline = headline_of(card.headline, NARROW if card.bars else WIDE)
    text = lines_of(card.text, SERIF, STANDFIRST, NARROW if card.bars else WIDE, MOST_STANDFIRST)
    measure = _font(SANS, NAME).getlength
    bars = [
        {
            "bar": bar,
            "name": _cut(bar.name, measure, NAME_WIDTH if bar.share is not None else NARROW - 150),
            "mark": skyline(bar.name),
            "y": 212 + 37 * i,
            "width": round(200 * (bar.share or 0) / 100),
        }
        for i, bar in enumerate(card.bars[:MOST_BARS])
    ]
    jinja = environment(Engine.get_default(), get_language() or "", get_script_prefix())
    return jinja.get_template("games/parts/share_card.jinja").render(
        card=card, size=size, headline=headline, text=text, bars=bars, city=_city(card.towers),
        more=card.more + len(card.bars[MOST_BARS:]),
    )  # fmt: skip


@functools.lru_cache(maxsize=64)
def png_of(svg: str) -> bytes:
    """The PNG of a card."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[SERIF, SANS],
        serif_family="Source Serif Pro",
        sans_serif_family="Source Sans Pro",
    )


@functools.lru_cache(maxsize=8)
def icon_of(svg: str, side: int) -> bytes:
    """An icon as a PNG of `side` pixels."""
    return resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side, skip_system_fonts=True)
