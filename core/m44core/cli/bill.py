"""``m44 bill``: the components a scenario needs, beside what the box holds."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from m44core.catalogue.box import load_box
from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Side, UnitClass
from m44core.cli.files import scenario_in
from m44core.model.scenario import Scenario
from m44core.validation.bill import Bill, component_bill

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "count the components a scenario needs"

Row = tuple[str, int | str, int | str]

_EPILOG = """\
Only pieces of the base box are counted against it; for an Overlord map it is two boxes. Pieces of
other boxes are listed apart.

examples:
  m44 bill pegasus.m44
  m44 bill --format json pegasus.m44"""


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "bill",
        help=SUMMARY,
        description="Count the components a scenario needs, beside what the base box holds.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", metavar="FILE", help="a scenario file")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    """Print the bill of one scenario.

    Raises:
        ReadError: the file cannot be read, or holds no scenario.
    """
    scenario = scenario_in(arguments.path)
    bill = component_bill(scenario)
    if arguments.format == "json":
        import json

        print(json.dumps(bill.as_data(), indent=2))
    else:
        print("\n".join(_text(scenario, bill)))
    return 0


def _text(scenario: Scenario, bill: Bill) -> Iterator[str]:
    """Yield the lines of the bill."""
    boxes = "the base box" if bill.boxes == 1 else f"{bill.boxes} base boxes"
    yield scenario.title or "(no title)"
    yield from _table(
        f"{'needed':>30}  {boxes} {'has' if bill.boxes == 1 else 'have'}", _rows(bill)
    )
    for code, pieces in bill.others.items():
        yield f"\n{load_catalogue().expansions.get(code, code)}"
        yield from (f"  {label:22}{number:6}" for label, number in sorted(pieces.items()))


def _table(head: str, rows: Iterable[Row]) -> Iterator[str]:
    yield f"\n{head}"
    for name, needed, there in rows:
        yield f"  {name:22}{needed:>6}  {there:>6}".rstrip()


def _rows(bill: Bill) -> Iterator[Row]:
    """Yield what is needed of each component, with what there is."""
    box, boxes = load_box(), bill.boxes
    yield from _used(bill.tiles, box.faces, boxes)
    yield "hex tiles in all", sum(bill.tiles.values()), box.tiles * boxes
    for kind in ("bunker", "bridge"):
        if bill.structures.get(kind):
            yield kind, bill.structures[kind], box.bunkers_and_bridges * boxes
    yield from _used(bill.obstacles, box.obstacles, boxes)
    for side in Side:
        yield from _army(bill, side, box.figures)
    yield from _used(bill.badges, box.badge_faces, boxes)
    yield from (
        (f"{_either(side)} medals", n, box.medals * boxes) for side, n in bill.medals.items()
    )
    for side, cards in bill.cards.items():
        yield f"{_either(side)} cards", "?" if cards is None else cards, ""


def _used(needed: Mapping[str, int], there: Mapping[str, int], boxes: int) -> Iterator[Row]:
    """Yield the components that are needed, in the order of the box; then those it cannot name."""
    for kind, number in there.items():
        if needed.get(kind):
            yield kind, needed[kind], number * boxes
    yield from ((kind, number, "") for kind, number in needed.items() if kind not in there)


def _army(bill: Bill, side: Side, figures: Mapping[UnitClass, int]) -> Iterator[Row]:
    for unit_class, force in bill.forces[side].items():
        yield f"{_either(side)} {unit_class} units", force.units, ""
        there = figures.get(unit_class, 0) * bill.boxes
        yield f"{_either(side)} {unit_class} figures", force.figures, there


_WORDS = {Side.AXIS: "Axis", Side.ALLIES: "Allied", None: "either side's"}


def _either(side: Side | None) -> str:
    return _WORDS[side]
