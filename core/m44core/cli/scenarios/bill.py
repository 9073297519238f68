"""``m44 bill``: the components a scenario needs, beside what there is, and how to set it up."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from m44core.catalogue.boxes import BoxKind, box_of
from m44core.catalogue.load import load_catalogue
from m44core.cli.files import scenario_in
from m44core.cli.visible import visible
from m44core.model.scenario import Scenario
from m44core.validation.box.bill import Bill, component_bill
from m44core.validation.box.owned import Owned, owned_boxes
from m44core.validation.box.stock import Row, boxes_not_owned, rows
from m44core.validation.supply.checklist import Step, checklist

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "count the components a scenario needs, or say how to set it up"

_EPILOG = """\
Pieces of the base box are counted against the boxes you own, or where you do not say what you own,
against one base box, or two for an Overlord map. Of other boxes it is known which pieces come in
them, not how many. A checklist has the steps of the rulebook, with a box to tick for each.

examples:
  m44 bill pegasus.m44
  m44 bill --boxes base=1,terrain=1 pegasus.m44     what is missing; status 1 if anything is
  m44 bill --format json pegasus.m44                after schema/bill.schema.json
  m44 bill --format checklist pegasus.m44           the setup, step by step
  m44 bill --format html pegasus.m44 > setup.html   the same to print"""


class Ask(NamedTuple):
    """A scenario, its bill, and against what it is held."""

    scenario: Scenario
    bill: Bill
    owned: Owned | None

    @property
    def base_boxes(self) -> int:
        """How many base boxes there are."""
        return self.bill.base_boxes(self.owned)

    @property
    def title(self) -> str:
        """What people read as the title."""
        return visible(self.scenario.title) or "(no title)"


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "bill",
        help=SUMMARY,
        description="Count the components a scenario needs, or say how to set it up.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", metavar="FILE", help="a scenario file")
    parser.add_argument("--format", choices=WRITERS, default="text")
    parser.add_argument(
        "--boxes", metavar="BOXES", help="what you own: base=1,terrain=1 (a name alone is one)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the bill or the checklist of one scenario.

    Raises:
        NotationError: a box is named that does not exist.
        ReadError: the file cannot be read, or holds no scenario.
    """
    owned = None if arguments.boxes is None else owned_boxes(arguments.boxes)
    scenario = scenario_in(arguments.path)
    ask = Ask(scenario, component_bill(scenario), owned)
    print("\n".join(WRITERS[arguments.format](ask)))
    return int(owned is not None and _lacks_something(ask))


def _lacks_something(ask: Ask) -> bool:
    assert ask.owned is not None
    if boxes_not_owned(ask.bill, ask.owned):
        return True
    return ask.owned.only_base and any(row.missing for row in _rows(ask))


def _rows(ask: Ask) -> Iterator[Row]:
    return rows(ask.bill, ask.base_boxes)


def _text(ask: Ask) -> Iterator[str]:
    """Yield the lines of the bill."""
    yield ask.title
    yield f"\n{'needed':>30}  {_head(ask)}"
    for row in _rows(ask):
        needed = "?" if row.needed is None else row.needed
        there = "" if row.there is None else row.there
        missing = f"  {row.missing} missing" if row.missing else ""
        yield f"  {row.component:22}{needed:>6}  {there:>6}{missing}".rstrip()
    for code, pieces in ask.bill.others.items():
        yield f"\n{load_catalogue().expansions.get(code, code)}{_standing(ask, box_of(code))}"
        yield from (f"  {visible(label):22}{number:6}" for label, number in sorted(pieces.items()))


def _head(ask: Ask) -> str:
    if ask.owned is not None:
        return "there are"
    return "the base box has" if ask.base_boxes == 1 else f"{ask.base_boxes} base boxes have"


def _standing(ask: Ask, box: BoxKind | None) -> str:
    if ask.owned is None or box is None:
        return ""
    if not ask.owned.has(box.name):
        return " (you do not own it)"
    return " (you own it; how many of each it holds is not known)"


def _json(ask: Ask) -> Iterator[str]:
    import json

    data = ask.bill.as_data() | {
        "title": ask.scenario.title,
        "owned": None if ask.owned is None else dict(ask.owned.boxes),
        "components": [row._asdict() | {"missing": row.missing} for row in _rows(ask)],
        "setup": [_step(step) for step in checklist(ask.scenario)],
    }
    yield json.dumps(data, indent=2)


def _step(step: Step) -> dict[str, Any]:
    items = [{"what": item.what, "where": list(item.where)} for item in step.items]
    return {"title": step.title, "items": items}


def _checklist(ask: Ask) -> Iterator[str]:
    yield ask.title
    for number, step in enumerate(checklist(ask.scenario), start=1):
        yield f"\n{number}. {step.title}"
        for item in step.items:
            where = f": {', '.join(item.where)}" if item.where else ""
            yield f"   [ ] {visible(item.what)}{where}"


_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>{title}: setup</title>
<style>
body {{ font: 11pt/1.4 sans-serif; margin: 2em auto; max-width: 42em; }}
h1 {{ font-size: 1.5em; }} h2 {{ font-size: 1.1em; margin: 1.2em 0 .3em; break-after: avoid; }}
ul {{ list-style: none; margin: 0; padding: 0; }}
li {{ break-inside: avoid; padding: .1em 0 .1em 2em; }}
li::before {{ content: "\\2610"; float: left; margin-left: -1.5em; }}
.where {{ color: #555; }}
@media print {{ body {{ margin: 0; }} }}
</style>
<h1>{title}</h1>
{steps}
</html>"""


def _html(ask: Ask) -> Iterator[str]:
    from html import escape

    steps = "\n".join(
        f"<h2>{number}. {escape(step.title)}</h2>\n<ul>\n{_items(step, escape)}\n</ul>"
        for number, step in enumerate(checklist(ask.scenario), start=1)
    )
    yield _PAGE.format(title=escape(ask.title), steps=steps)


def _items(step: Step, escape: Callable[[str], str]) -> str:
    lines = []
    for item in step.items:
        where = f' <span class="where">{", ".join(item.where)}</span>' if item.where else ""
        lines.append(f"<li>{escape(visible(item.what))}{where}</li>")
    return "\n".join(lines)


WRITERS: Mapping[str, Callable[[Ask], Iterable[str]]] = {
    "text": _text,
    "json": _json,
    "checklist": _checklist,
    "html": _html,
}
