"""Special rules and equipment that neither the official editor nor this program knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from m44core.catalogue.catalogue import Catalogue
from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import PhraseValue, finding, phrase
from m44core.io.text.finding_limits import shortened_list
from m44core.io.vocabulary.codes import FOREIGN, code_for
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent

BEHAVIORS = frozenset(
    {
        "ARMOR_MOVE_TWO",
        "BLUFF",
        "BRIDGE_SECTION",
        "CAN_BE_BLOWN",
        "CAN_IGNORE_ONE_FLAG",
        "CLIFF",
        "DECOY_MEDAL_MINE_FIELD",
        "ELITE_ARMOR_MOVE_TWO",
        "EXIT_MARKER",
        "FORD",
        "FORDABLE_STREAM",
        "FRENCH_RESISTANCE",
        "GERMAN_2VICTANK",
        "HEADQUARTER",
        "HEX_MAJORITY_MEDAL",
        "HILL",
        "IMPASSABLE_BLOCKING_HILL",
        "IMPASSABLE_HILL",
        "IS_WITTMANN",
        "MINE_FIELD",
        "OASIS_RECOVERY",
        "PERMANENT_MEDAL_ALLIES",
        "PERMANENT_MEDAL_AXIS",
        "SEAWALL",
        "STEEP_HILL",
        "WIDE_RIVER",
    }
)
EQUIPMENT = frozenset({"boat", "motorized", "wittmann"})


UnknownWord = tuple[str, str, str]  # kind, word, pointer


def unknown_rules(scenario: Scenario) -> Iterator[UnknownWord]:
    """Yield the kind, our word and the pointer of each unknown special rule or equipment."""
    equipment = _known_equipment(scenario.catalogue)
    for hex_, content in scenario.hexes.items():
        pointer = f"/hexes/{scenario.board.name(hex_)}"
        for place, behavior in _behaviors(content):
            if behavior is not None and code_for(behavior) not in BEHAVIORS:
                yield "special-rule", behavior.removeprefix(FOREIGN), f"{pointer}/{place}/behaves"
        unit = content.unit
        if unit and unit.equipment is not None and unit.equipment not in equipment:
            yield "equipment", unit.equipment, f"{pointer}/unit/equipment"


def _known_equipment(catalogue: Catalogue) -> frozenset[str]:
    """Return the known equipment of units, of the official editor and of our catalogue."""
    return EQUIPMENT | {s.equipment for s in catalogue.specials if s.equipment}


def _behaviors(content: HexContent) -> Iterator[tuple[str, str | None]]:
    for layer in ("terrain", "structure", "obstacle", "unit"):
        piece = getattr(content, layer)
        if piece:
            yield layer, piece.behavior
    for number, tag in enumerate(content.tags):
        yield f"tags/{number}", tag.behavior


def unknown_word_findings(unknown_words: Iterable[UnknownWord]) -> Iterator[Diagnostic]:
    """Yield one finding for each unknown word, listing the hexes where it occurs."""
    pointers_by_word: dict[tuple[str, str], list[str]] = {}
    for kind, word, pointer in unknown_words:
        pointers_by_word.setdefault((kind, word), []).append(pointer)
    for (kind, word), pointers in pointers_by_word.items():
        hex_names = sorted({pointer.split("/")[2] for pointer in pointers if "/hexes/" in pointer})
        values: dict[str, PhraseValue] = {"kind": phrase(kind), "word": word}
        if hex_names:
            yield finding(
                "M056", "word-on-hexes", pointers[0], **values, hexes=shortened_list(hex_names)
            )
        else:
            yield finding("M056", "word", pointers[0], **values)
