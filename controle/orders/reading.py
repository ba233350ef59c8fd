"""Converting the values of the fields of a turn to the data of an order, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from games.formkit.reading import FieldReader, read_number
from games.skin import Scene

from ..rules.content import CARDS, Card, Effect
from ..rules.draws import draws_of
from ..rules.notation import CATEGORIES

Chosen = tuple[Card, Effect]
MOST: Final = 12
"""Of what is named one after the other; no page asks for more."""
GAP: Final = "-"
"""Between the parts of a value: `pol-med`, two influences."""
USES: Final = ("boost", "sabotage", "develop")


def effect_of(value: object) -> Chosen | None:
    """The effect named by a value such as `pol1_04_obedient_courts-2`."""
    card, _gap, rank = str(value).rpartition(GAP)
    found = CARDS.get(card)
    if found is None or rank not in ("1", "2", "3"):
        return None
    return found, found.effects[int(rank) - 1]


def value_of(card: Card, effect: Effect) -> str:
    return f"{card.id}{GAP}{effect.rank}"


def own(chosen: Chosen, name: object) -> str:
    """The name of a field that belongs to one effect."""
    card, effect = chosen
    return f"{card.id}.{effect.rank}.{name}"


def icon_name(card: Card, place: int) -> str:
    return f"{card.id}.icon.{place}"


def icons_shown(card: Card) -> str:
    """The name of the hidden field that says that the icons of a card were on the page."""
    return f"{card.id}.icons"


def parts_of(value: str) -> list[str]:
    return [part for part in value.split(GAP)[: 2 * MOST] if part]


def word(reader: FieldReader, field: str) -> str | None:
    """The chosen value; adds a problem if there is none. The rules judge whether it is possible."""
    value = reader.raw(field)
    if not value:
        reader.refuse("choose_one", field)
    return value or None


def slot(reader: FieldReader, field: str) -> None:
    """The chosen region."""
    value = word(reader, field)
    if value is None:
        return
    number = read_number(value)
    if isinstance(number, int):
        reader.data[field] = number
    else:
        reader.refuse("unknown_choice", field)


def answer(reader: FieldReader, scene: Scene, chosen: Chosen, *, forced: bool, draws: bool) -> None:
    """The answer that plays an effect. `draws`: whether piles may be named with it."""
    card, effect = chosen
    slot(reader, "R")
    for letter in ("V", "W"):
        if letter in effect.uses:
            slot(reader, letter)
    if "U" in effect.uses:
        reader.data["U"] = word(reader, "U")
    reader.data["choices"] = [
        _entry(reader, own(chosen, at), step.asks, step.op in ("steal", "move", "convert"))
        for at, step in enumerate(effect.steps)
    ]
    invest = [] if forced else _levels(reader, chosen)
    reader.data["invest"] = invest + _uses(reader)
    reader.data["icons"] = [
        icon
        for place, icon in enumerate(CATEGORIES[kind] for kind in card.icons)
        if not reader.raw(icons_shown(card)) or reader.raw(icon_name(card, place))
    ]
    order = [reader.raw(f"first.{place}") for place in range(len(CATEGORIES))]
    reader.data["crossing_order"] = list(dict.fromkeys(filter(None, order)))
    if draws:
        _draws(reader, scene, effect, forced)


def _entry(reader: FieldReader, field: str, asks: bool, optional: bool) -> list[str]:
    if not asks or (optional and not reader.raw(field)):
        return []
    return parts_of(word(reader, field) or "")


def _levels(reader: FieldReader, chosen: Chosen) -> list[dict[str, Any]]:
    found = []
    for category, _value, pay in level_fields(reader.post, chosen):
        found.append({"use": "level", "category": category, "pay": parts_of(pay)})
    return found


def level_fields(values: Mapping[str, Any], chosen: Chosen) -> list[tuple[str, str, str]]:
    """The levels bought: category, name of the field, and price."""
    found = []
    for place, needed in chosen[1].requires:
        for number in range(needed):
            name = own(chosen, f"level.{CATEGORIES[place]}.{number}")
            pay = str(values.get(name, "")).strip()
            if pay:
                found.append((CATEGORIES[place], name, pay))
    return found


def use_fields(values: Mapping[str, Any], chosen: Chosen, forced: bool) -> tuple[str, ...]:
    """The names of the fields from which the uses of tokens are read, in the order of the data."""
    levels = () if forced else tuple(name for _category, name, _pay in level_fields(values, chosen))
    return (*levels, *(use for use in USES if str(values.get(use, "")).strip()))


def _uses(reader: FieldReader) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if boost := reader.raw("boost"):
        found.append({"use": "boost", "category": boost})
    if sabotage := reader.raw("sabotage"):
        target, _gap, category = sabotage.partition(GAP)
        found.append({"use": "sabotage", "category": category, "target": target, "pay": [category]})
    if develop := reader.raw("develop"):
        found.append({"use": "develop", "pay": [develop]})
    return found


def _draws(reader: FieldReader, scene: Scene, effect: Effect, forced: bool) -> None:
    """The piles named with a turn: none, or as many as will be drawn."""
    named = [pile for place in range(MOST) if (pile := reader.raw(f"draw.{place}"))]
    private = scene.view.private
    hand = len(private.hand) if private is not None else 0
    extra = sum(step.amount for step in effect.steps if step.op == "draw")
    needed = draws_of(scene.view.public, extra, hand - (not forced))
    named = named[:needed]
    if named and len(named) != needed:
        reader.refuse("wrong_draws", "draws", named=len(named), needed=needed)
    reader.data["draws"] = named


# ---- and back --------------------------------------------------------------------------------------------


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the fields for a saved plan; typed values stay as they are."""
    if not isinstance(data.get("effect"), int):  # typed values
        return dict(data)
    chosen = effect_of(f"{data['card']}{GAP}{data.get('effect')}")
    if chosen is None:
        return {}
    card = chosen[0]
    found: dict[str, Any] = {"effect": value_of(*chosen), icons_shown(card): "1"}
    found |= {key: data[key] for key in ("R", "V", "W", "U") if data.get(key) is not None}
    for at, entry in enumerate(data.get("choices", ())):
        found[own(chosen, at)] = GAP.join(entry)
    _fill_uses(found, chosen, data.get("invest", ()))
    taken = Counter(data.get("icons", ()))
    for place, kind in enumerate(card.icons):
        if taken[CATEGORIES[kind]] > 0:
            taken[CATEGORIES[kind]] -= 1
            found[icon_name(card, place)] = "on"
    for name, key in (("first", "crossing_order"), ("draw", "draws")):
        found |= {f"{name}.{place}": one for place, one in enumerate(data.get(key, ()))}
    return found


def _fill_uses(found: dict[str, Any], chosen: Chosen, invest: Any) -> None:
    bought: Counter[str] = Counter()
    for each in invest:
        use, category, pay = each["use"], each.get("category"), each.get("pay") or ()
        if use == "level":
            found[own(chosen, f"level.{category}.{bought[category]}")] = GAP.join(pay)
            bought[category] += 1
        elif use == "boost":
            found[use] = category
        elif use == "sabotage":
            found[use] = f"{each.get('target')}{GAP}{category}"
        else:
            found[use] = GAP.join(pay)


__all__ = ["Chosen", "answer", "effect_of", "filled", "own"]
