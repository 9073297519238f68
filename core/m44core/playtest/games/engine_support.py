"""The needs of a scenario, and whether the engine supports them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import (
    Message,
    Value,
    capitalized,
    enumerated,
    label_with_text,
    message,
    message_in,
)
from m44core.model.objective_medals import holding_terms_of
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Tag, Unit
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.cards.deck_choice import requested_deck
from m44core.rules.scenario_options import DECK_OPTION, scenario_options

SPECIAL = "special rule"
OBJECTIVE = "objective"
OPTION = "option"
DECK = "deck"
OTHER = "other"

# Each kind of objective: the field of its terms, its label, its rule, and its rule if only the
# start of a turn counts.
_OBJECTIVE_KINDS = (
    ("any_hex", message_in("objective", "changes sides"), "V-MED-09", "V-MED-09"),
    ("last_to_occupy", message_in("objective", "last to occupy"), "V-MED-06", "V-MED-06"),
    ("sole_control", message_in("objective", "sole control"), "V-MED-07", "V-MED-07"),
    ("majority", message_in("objective", "majority"), "V-MED-02", "V-MED-03"),
    ("permanent", message_in("objective", "permanent"), "V-MED-04", "V-MED-05"),
)
_TEMPORARY_OBJECTIVE = ("", message_in("objective", "temporary"), "V-MED-01", "V-MED-01")


@dataclass(frozen=True, slots=True)
class Need:
    """One need of a scenario: a game element that it uses.

    Attributes:
        kind: Its kind: a layer of the board, ``special rule``, ``objective``, ``option``,
            ``board``, ``deck``, or ``other``.
        name: Its name in the .m44 format.
        label: The name to show.
        source: The rule ids or other source that describes it; "" if unknown.
        hexes: Its hexes; () if it does not concern single hexes.
        gap: What the engine does not support, and how it is played instead; "" if it is supported.
        assumed: The assumption that the engine makes when playing it; "" if there is none.
    """

    kind: str
    name: str
    label: Value
    source: str = ""
    hexes: tuple[Hex, ...] = ()
    gap: Value = ""
    assumed: Value = ""


@dataclass(frozen=True, slots=True)
class Support:
    """The needs of a scenario, and the rules that only its texts state.

    Attributes:
        needs: The needs, in the order of the board's layers.
        notes: Rules that only its texts state and that are therefore not played.
    """

    needs: tuple[Need, ...]
    notes: tuple[Message, ...]

    @property
    def is_complete(self) -> bool:
        """Whether the engine supports every need, and no rules are stated only in the texts."""
        return not (self.unsupported_needs or self.notes)

    @property
    def unsupported_needs(self) -> tuple[Need, ...]:
        """The needs the engine does not support, or plays differently."""
        return tuple(need for need in self.needs if need.gap)


def support_of(scenario: Scenario, text_gaps: Iterable[Gap] = ()) -> Support:
    """Return the needs of a scenario, each once, and whether the engine supports them.

    Each gap found by :func:`m44core.rules.analysis.scenario_gaps.gaps` is assigned to its need, or
    added as a separate need. *text_gaps* are the gaps of rules that only the texts state.
    """
    catalogue = scenario.catalogue
    needs = list(_merged_needs(_needs(scenario, catalogue)))
    for gap in gaps(scenario):
        _assign_gap(gap, needs)
    return Support(tuple(needs), tuple(gap.sentence for gap in text_gaps))


_BOARDS = {
    (BoardType.STANDARD, Face.COUNTRY): message("Standard board, countryside"),
    (BoardType.STANDARD, Face.BEACH): message("Standard board, beach"),
    (BoardType.STANDARD, Face.WINTER): message("Standard board, winter"),
    (BoardType.STANDARD, Face.DESERT): message("Standard board, desert"),
    (BoardType.BREAKTHROUGH, Face.COUNTRY): message("Breakthrough board, countryside"),
    (BoardType.BREAKTHROUGH, Face.BEACH): message("Breakthrough board, beach"),
    (BoardType.BREAKTHROUGH, Face.WINTER): message("Breakthrough board, winter"),
    (BoardType.BREAKTHROUGH, Face.DESERT): message("Breakthrough board, desert"),
    (BoardType.OVERLORD, Face.COUNTRY): message("Overlord board, countryside"),
    (BoardType.OVERLORD, Face.BEACH): message("Overlord board, beach"),
    (BoardType.OVERLORD, Face.WINTER): message("Overlord board, winter"),
    (BoardType.OVERLORD, Face.DESERT): message("Overlord board, desert"),
}


def _needs(scenario: Scenario, catalogue: Catalogue) -> Iterator[Need]:
    """Yield the needs of a scenario, one for each occurrence."""
    yield Need("board", "board", _BOARDS[scenario.board.type, scenario.face])
    yield _deck_need(scenario)
    for layer in Layer:
        for hex_, piece in _pieces_of_layer(scenario, layer):
            yield _element_need(hex_, piece, layer, catalogue)
    for layer in Layer:
        for hex_, piece in _pieces_of_layer(scenario, layer):
            yield from _rule_and_equipment_needs(hex_, piece, layer, catalogue)
    yield from _objective_needs(scenario, catalogue)
    rules = scenario.briefing.special_rules
    yield from map(_rule_need, (key for key in rules.stated if key not in rules.from_side_file))
    yield from map(_side_file_rule_need, rules.from_side_file)
    yield from (_rule_need(name) for name, _ in scenario.briefing.unread_conditions())


def _deck_need(scenario: Scenario) -> Need:
    deck = requested_deck(scenario.board.type, scenario_options(scenario))
    cards = nouns.cards(deck.size)
    label = message("{deck}, {cards}", deck=capitalized(deck.noun), cards=cards)
    return Need(DECK, deck.name, label, deck.source)


def _pieces_of_layer(scenario: Scenario, layer: Layer) -> Iterator[tuple[Hex, Piece | Unit | Tag]]:
    """Yield the pieces of a layer; a badge counts as a piece."""
    for hex_, content in scenario.hexes.items():
        if layer is Layer.BADGE:
            if content.unit and content.unit.badge:
                yield hex_, Piece(content.unit.badge)
        elif layer is Layer.TAG:
            yield from ((hex_, tag) for tag in content.tags)
        elif isinstance(piece := content.on(layer), Piece | Unit):
            yield hex_, piece


def _element_need(hex_: Hex, piece: Piece | Unit | Tag, layer: Layer, catalogue: Catalogue) -> Need:
    element = catalogue.get(piece.name, layer)
    label, source = (element.title, element.source) if element else (piece.name, "")
    return Need(layer.value, piece.name, label, source, (hex_,))


def _rule_and_equipment_needs(
    hex_: Hex, piece: Piece | Unit | Tag, layer: Layer, catalogue: Catalogue
) -> Iterator[Need]:
    """Yield a need for the special rule of a piece, and one for the equipment of a unit."""
    element = catalogue.get(piece.name, layer)
    label = element.title if element else piece.name
    if piece.behavior:
        name, source = _rule_name_and_source(piece.behavior, layer, catalogue)
        yield Need(SPECIAL, piece.behavior, label_with_text(label, name), source, (hex_,))
    if isinstance(piece, Unit) and piece.equipment:
        yield Need(SPECIAL, piece.equipment, label_with_text(label, piece.equipment), "", (hex_,))


def _rule_name_and_source(behavior: str, layer: Layer, catalogue: Catalogue) -> tuple[Value, str]:
    """Return the name of a special rule, and its rule ids; *behavior* and "" if unknown."""
    rules = catalogue.special_types_by_behavior if layer is Layer.UNIT else catalogue.behaviors
    if rule := rules.get(behavior):
        return rule.title, rule.source
    return behavior, ""


def _objective_needs(scenario: Scenario, catalogue: Catalogue) -> Iterator[Need]:
    for hex_, _, tag in scenario.tags():
        element = catalogue.get(tag.name, Layer.TAG)
        if element and element.medal:
            label, source = objective_label_and_rule(tag, element.side)
            yield Need(OBJECTIVE, tag.name, label, source, (hex_,))


_TURN_START = message_in("objective", "at the start of a turn")
_OF_A_GROUP = message_in("objective", "for a group of hexes")


def objective_label_and_rule(tag: Tag, holder: Side | None) -> tuple[Value, str]:
    """Return the label and the rule of an objective; *holder* is the side on its token."""
    terms = holding_terms_of(tag, holder)
    if terms is None:
        return message_in("objective", "of another kind"), ""
    kinds = (kind for kind in _OBJECTIVE_KINDS if getattr(terms, kind[0]))
    _, label, source, source_at_start = next(kinds, _TEMPORARY_OBJECTIVE)
    details = [_TURN_START] * terms.turn_start + [_OF_A_GROUP] * bool(tag.group)
    return enumerated([label, *details]), source_at_start if terms.turn_start else source


def _rule_need(key: str) -> Need:
    declaration = declarations().by_key(key)
    if declaration:
        return Need(OPTION, key, Message(declaration.label), declaration.source)
    return Need(OPTION, key, key.replace("_", " "), "O-DECK" if key == DECK_OPTION else "")


def _side_file_rule_need(key: str) -> Need:
    """Return the need for a rule from the file next to the scenario."""
    need = _rule_need(key)
    return replace(
        need, label=message("{rule} (from the file next to the scenario)", rule=need.label)
    )


def _merged_needs(needs: Iterable[Need]) -> Iterator[Need]:
    """Yield each need once, with all its hexes."""
    merged_needs: dict[tuple[str, str, Value], Need] = {}
    for need in needs:
        key = (need.kind, need.name, need.label)
        first = merged_needs.get(key, replace(need, hexes=()))
        merged_needs[key] = replace(first, hexes=(*first.hexes, *need.hexes))
    yield from merged_needs.values()


def _assign_gap(gap: Gap, needs: list[Need]) -> None:
    """Assign a gap to the most specific need with the same name, or add a need.

    If the gap has hexes, the need must share one of them.
    """
    for index in reversed(range(len(needs))):
        need = needs[index]
        if need.name == gap.name and (not gap.hexes or set(gap.hexes) & set(need.hexes)):
            if gap.assumed:
                needs[index] = replace(need, assumed=_append_sentence(need.assumed, gap.sentence))
            else:
                needs[index] = replace(need, gap=_append_sentence(need.gap, gap.sentence))
            return
    needs.append(Need(OTHER, gap.name, gap.name, "", gap.hexes, gap.sentence))


def _append_sentence(first: Value, sentence: Message) -> Message:
    """Return a text, which may be empty, with a sentence appended."""
    return message("{first} {then}", first=first, then=sentence) if first else sentence
