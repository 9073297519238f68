"""The page of all units, docs/units.md, generated from the table of units and their tests.

``python -m tests.units_page`` rewrites it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.reference_data import load_yaml
from tests.unit_table import UnitRow, unit_table_rows

from m44core.catalogue.catalogue_loader import base_catalogue

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "units.md"
CORE, UNITS_SEEN = "tests/core/catalogue/test_unit_table.py", "tests/editor/test_unit_display.py"
CELLS = {
    "editor": (f"{UNITS_SEEN}::test_editor_the_properties_name_a_selected_unit",),
    "file": (f"{CORE}::test_a_unit_is_read_back_unchanged_from_every_format",),
    "check": (
        f"{CORE}::test_a_valid_unit_has_no_problems",
        f"{CORE}::test_wrong_figures_and_ships_or_trains_on_wrong_ground_are_reported",
    ),
    "engine": (
        f"{CORE}::test_a_unit_in_a_game_matches_its_row_and_can_be_ordered",
        f"{CORE}::test_a_unit_in_a_game_has_the_figures_moves_dice_and_traits_of_its_row",
    ),
    "computer": (
        f"{CORE}::test_computer_players_evaluate_a_unit_with_the_dice_of_the_engine",
        f"{CORE}::test_sergeants_play_with_and_against_every_unit",
    ),
    "playtest": (
        f"{UNITS_SEEN}::test_playtest_shows_every_unit_correctly",
        f"{UNITS_SEEN}::test_playtest_shows_a_ship_or_a_train_correctly",
    ),
    "picture": (
        f"{CORE}::test_the_picture_shows_every_mark_of_a_unit",
        f"{CORE}::test_units_with_different_marks_look_different",
    ),
    "bill": (
        f"{CORE}::test_a_unit_is_on_the_setup_checklist",
        f"{CORE}::test_the_component_bill_counts_exactly_the_pieces_of_a_unit",
    ),
}
"""The columns with a tick for each unit, and the tests of each column, which run for every row."""

_HEAD = """# The units

This page lists every unit, and every mark that changes what a unit can do. Do not edit it:
`python -m tests.units_page` generates it from the table of units in the tests.

The columns:

- **marked by**: the badge, figures, equipment or special rule that makes a unit this unit.
- **rules**: the rules of the unit in the [rulebook](rulebook/README.md).
- **in a game**: class, figures; the hexes it can move, the hexes it can move and still battle; its
  dice at 1, 2, 3 ... hexes (`tests/core/catalogue/unit_rows.yaml`).
- **cases**: how many test cases of the engine cite its rules (`tests/core/rules/cases`).
- **puzzles**: how many puzzles for the computer players cite its rules
  (`tests/core/playtest/puzzles.yaml`).

Each of the other columns stands for tests that run on every unit; ✓ means that they do:

{legend}

The traits of each unit are listed in [traits.md](traits.md).

| unit | marked by | rules | in a game | cases | puzzles | {cells} |
|---|---|---|---|---|---|{lines}|
"""


def units_page() -> str:
    """Return the content of the page, as Markdown."""
    legend = "\n".join(
        f"- **{cell}**: {', '.join(f'`{test}`' for test in tests)}" for cell, tests in CELLS.items()
    )
    head = _HEAD.format(legend=legend, cells=" | ".join(CELLS), lines="|".join("-" * len(CELLS)))
    return head + "".join(f"| {' | '.join(_row_cells(row))} |\n" for row in unit_table_rows())


def _row_cells(row: UnitRow) -> Iterator[str]:
    cited_rules = rules_of(row)
    data = load_yaml(TESTS / "core" / "catalogue" / "unit_rows.yaml")
    kind, figures, moves, battles, dice, *_ = data.get(row.name) or data[row.name.split("-", 1)[1]]
    dice_text = dice if isinstance(dice, str) else " ".join(map(str, dice))
    yield row.name
    yield _marked_by(row)
    yield ", ".join(cited_rules)
    yield f"{kind}, {figures}; {moves}, {battles}; {dice_text}"
    yield str(_citation_count(rules_cited_by_cases(), cited_rules))
    yield str(_citation_count(rules_cited_by_puzzles(), cited_rules))
    yield from ("✓" for _ in CELLS)


def _marked_by(row: UnitRow) -> str:
    catalogue = base_catalogue()
    marks = [catalogue.elements[row.unit.badge].label] if row.unit.badge else []
    marks += [f"carries {row.unit.equipment}"] if row.unit.equipment else []
    marks += [f"figures: {row.unit.figures}"] if row.unit.figures else []
    marks += [catalogue.elements[name].label for name in (row.structure, row.tile) if name]
    marks += [f"`{row.unit.behavior}`"] if row.unit.behavior else []
    marks += [f"`{row.condition}`"] if row.condition else []
    marks += ["`unit-flags`"] if row.special and row.special.flag else []
    return ", ".join(marks)


def rules_of(row: UnitRow) -> tuple[str, ...]:
    """Return the rules of a unit cited by the catalogue, such as ``E-SNIP-01..07``."""
    element = base_catalogue().elements[row.unit.name]
    return tuple((row.special.source if row.special else element.source or "").split(", "))


@cache
def rules_cited_by_cases() -> tuple[tuple[str, ...], ...]:
    """Return the rules that each engine case cites."""
    files = sorted((TESTS / "core" / "rules" / "cases").glob("*.yaml"))
    return tuple(tuple(case.get("rules", ())) for f in files for case in load_yaml(f).values())


@cache
def rules_cited_by_puzzles() -> tuple[tuple[str, ...], ...]:
    """Return the rules that each puzzle of the computer players cites."""
    data = load_yaml(TESTS / "core" / "playtest" / "puzzles.yaml")
    return tuple(tuple(each.get("rules", ())) for each in data.values())


def _citation_count(citations: tuple[tuple[str, ...], ...], rules: tuple[str, ...]) -> int:
    return sum(
        any(_covers(source, rule) for source in rules for rule in each) for each in citations
    )


def _covers(source: str, rule: str) -> bool:
    """Return whether a citation covers a rule: ``E-SNIP-01..07`` covers the third, too."""
    match = re.fullmatch(r"(.*-)(\d+)\.\.(\d+)", source)
    if not match:
        return rule == source or (not source[-1:].isdigit() and rule.startswith(f"{source}-"))
    stem, first, last = match.groups()
    number = rule.removeprefix(stem)
    return rule.startswith(stem) and number.isdigit() and int(first) <= int(number) <= int(last)


if __name__ == "__main__":
    PAGE.write_text(units_page(), "utf-8")
