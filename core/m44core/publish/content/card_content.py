"""The content of reference cards and order-of-battle cards, as plain data in a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.unit_traits import UnitProfile, UnitRules
from m44core.drawing.shapes.art import Art, PaintingPlane, catalogue_if_from_pack
from m44core.drawing.units.unit_art import LONE_FIGURE
from m44core.messages import nouns
from m44core.messages.message import Message, Renderer, message
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import SIDES
from m44core.model.unit_profiles import unit_profile_on
from m44core.publish.content.reference import piece_lines, rule_lines
from m44core.publish.content.setup_table import picture_name, setup_groups
from m44core.publish.content.sheet_content import goal_entries, side_summaries
from m44core.validation.placed_pieces import PlacedUnit, units_of

_Item = dict[str, Any]


class CardDecks(NamedTuple):
    """The content of a scenario's cards, not yet divided into cards, and the pictures of pieces.

    Attributes:
        decks: The decks as plain data: ``title``, ``side`` (``axis``, ``allies`` or "") and
            ``items``; an item has ``picture``, ``lead``, ``text`` and ``note``, each of which may
            be "".
        arts: The pictures, keyed by the names used in the data.
    """

    decks: list[dict[str, Any]]
    arts: Mapping[str, Art]


def card_decks(scenario: Scenario, renderer: Renderer) -> CardDecks:
    """Return the order-of-battle cards of both sides, then the reference cards, without empty ones.

    The reference is about the special rules in effect, the units, and what is on the map.
    """
    arts: dict[str, Art] = {}
    decks = [
        *_order_of_battle_decks(scenario, renderer, arts),
        _card_deck(
            renderer,
            message("Special rules in effect"),
            _line_items(rule_lines(scenario, renderer)),
        ),
        _card_deck(renderer, message("Units"), _unit_items(scenario, renderer, arts)),
        _card_deck(renderer, message("What is on the map"), _map_items(scenario, renderer, arts)),
    ]
    return CardDecks([deck for deck in decks if deck["items"]], arts)


def _card_deck(
    renderer: Renderer, title: Message, items: Iterable[_Item], side: str = ""
) -> dict[str, Any]:
    return {"title": renderer.sentence(title), "side": side, "items": list(items)}


def _card_item(lead: str, text: str = "", picture: str = "", note: str = "") -> _Item:
    return {"lead": lead, "text": text, "picture": picture, "note": note}


def _order_of_battle_decks(
    scenario: Scenario, renderer: Renderer, arts: dict[str, Art]
) -> Iterator[dict[str, Any]]:
    targets = [
        _card_item(goal["lead"], ", ".join(goal["where"]), note=goal["note"])
        for goal in _goals(scenario, renderer)
    ]
    for summary in side_summaries(scenario, renderer):
        side = Side(str(summary["key"]).upper())
        title = message("Order of battle: {side}", side=SIDES[side])
        country = f"{summary['country']} " if summary["country"] else ""
        facts = _card_item(country, _join_facts(summary["has"]))
        items = [facts, *_side_unit_items(scenario, side, renderer, arts), *targets]
        yield _card_deck(renderer, title, items, str(summary["key"]))


def _goals(scenario: Scenario, renderer: Renderer) -> Iterator[dict[str, Any]]:
    yield from goal_entries(scenario, renderer)


def _join_facts(facts: object) -> str:
    assert isinstance(facts, list), "the facts of a side are a list"
    return " \N{MIDDLE DOT} ".join(facts)


def _side_unit_items(
    scenario: Scenario, side: Side, renderer: Renderer, arts: dict[str, Art]
) -> Iterator[_Item]:
    """Yield the units of a side: the number of each kind, and their starting hexes."""
    title = message("Axis units") if side is Side.AXIS else message("Allied units")
    for group in setup_groups(scenario):
        if group.title != title:
            continue
        for item in group.items:
            picture = _add_picture(item.art, arts) if item.art else ""
            yield _card_item(renderer.sentence(item.what), "", picture, ", ".join(item.hexes))


def _add_picture(art: Art, arts: dict[str, Art]) -> str:
    name = picture_name(art)
    arts[name] = art
    return name


def _line_items(lines: Iterable[Mapping[str, str]]) -> list[_Item]:
    return [_card_item(line["lead"], line["does"]) for line in lines]


def _map_items(scenario: Scenario, renderer: Renderer, arts: dict[str, Art]) -> Iterator[_Item]:
    """Yield the pieces on the map except units, with pictures."""
    units = {
        renderer.sentence(name)
        for title, (_, profile) in _unit_kinds(scenario)
        for name in (title, *(special.title for special in profile.specials))
    }
    pictures = {
        renderer.sentence(item.element_title): item.art for item in _pictured_pieces(scenario)
    }
    for line in piece_lines(scenario, renderer):
        if line["name"] in units:
            continue
        art = pictures.get(line["name"])
        yield _card_item(line["lead"], line["does"], _add_picture(art, arts) if art else "")


class _PicturedPiece(NamedTuple):
    element_title: Message
    art: Art


def _pictured_pieces(scenario: Scenario) -> Iterator[_PicturedPiece]:
    for group in setup_groups(scenario):
        for item in group.items:
            element = item.art and scenario.catalogue.get(item.art.name)
            if item.art and element and item.art.plane is not PaintingPlane.UNIT:
                yield _PicturedPiece(element.title, item.art)


def _unit_items(scenario: Scenario, renderer: Renderer, arts: dict[str, Art]) -> Iterator[_Item]:
    """Yield each kind of unit once: how it moves and battles, and what is special about it."""
    done_names: set[str] = set()
    for name, (unit, profile) in _unit_kinds(scenario):
        lead = renderer.sentence(name)
        if lead in done_names:
            continue
        done_names.add(lead)
        abilities = list(_ability_sentences(profile.rules)) if profile.rules else []
        effects = [Message(special.summary) for special in profile.specials if special.summary]
        separator = "" if renderer.language.code.startswith("zh") else " "
        text = separator.join(map(renderer.sentence, [*abilities, *effects]))
        picture = _add_picture(_unit_art(unit, scenario), arts)
        yield _card_item(
            renderer.render(message("{name}. {does}", name=lead, does="")), text, picture
        )


def _unit_kinds(
    scenario: Scenario,
) -> Iterator[tuple[Message, tuple[PlacedUnit, UnitProfile]]]:
    for unit in units_of(scenario):
        profile = unit_profile_on(scenario, unit.hex)
        if profile:
            special = profile.special
            yield special.title if special else unit.element.title, (unit, profile)


def _unit_art(unit: PlacedUnit, scenario: Scenario) -> Art:
    badge, equipment = unit.unit.badge or "", unit.unit.equipment
    detail = (LONE_FIGURE, badge, *((equipment,) if equipment else ()))
    art_catalogue = catalogue_if_from_pack(scenario.catalogue, unit.element.name, badge)
    return Art(PaintingPlane.UNIT, unit.element.name, detail=detail, catalogue=art_catalogue)


def _ability_sentences(rules: UnitRules) -> Iterator[Message]:
    """Yield how far a unit moves, whether it battles after that, and with how many dice."""
    move_distance, battle_distance = nouns.hexes(rules.move), nouns.hexes(rules.move_and_battle)
    if not rules.dice:
        yield message("Moves up to {far} and never battles.", far=move_distance)
        return
    if rules.move_and_battle == 0:
        yield message("Moves up to {far} or battles.", far=move_distance)
    elif rules.move_and_battle < rules.move:
        yield message(
            "Moves up to {far}; can battle if it moved {near} or less.",
            far=move_distance,
            near=battle_distance,
        )
    else:
        yield message("Moves up to {far} and can battle.", far=move_distance)
    dice = "\N{NO-BREAK SPACE}\N{MIDDLE DOT}\N{NO-BREAK SPACE}".join(map(str, rules.dice))
    yield message("Dice at range 1, 2, …: {dice}.", dice=dice)
