"""``m44 bill``: the components a scenario needs, which your boxes have, and the setup checklist."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from m44core.arguments.parser import Parser
from m44core.catalogue.box_kinds import box_with_code
from m44core.cli.collection_settings import owned_boxes_for
from m44core.cli.control_characters import escape_controls
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import (
    add_boxes_option,
    add_format_option,
    add_language_option,
    renderer_of,
)
from m44core.io.files.read_scenario import read_scenario
from m44core.messages.message import Message, Renderer, capitalized, message, several
from m44core.messages.renderers import in_english
from m44core.model.scenario import Scenario
from m44core.validation.components.component_bill import (
    ComponentBill,
    ComponentRow,
    boxes_not_owned,
    component_bill,
    component_rows,
    counts_by_name,
)
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.setup_checklist import ChecklistStep, checklist_steps

_EXAMPLES = {
    "m44 bill pegasus.m44": None,
    "m44 bill --boxes base=1,terrain=1 pegasus.m44": message(
        "list what is missing; exit with status 1 if anything is"
    ),
    "m44 bill --format json pegasus.m44": message("see schema/bill.schema.json"),
    "m44 bill --format checklist pegasus.m44": message("setup instructions, step by step"),
    "m44 bill --format html pegasus.m44 -o setup.html": message("the same, ready to print"),
}
_ABOUT_BOXES = message(
    "Base game pieces are compared with the boxes you own. If you do not list any, one copy "
    "of the base game is assumed, or two for an Overlord map. For other boxes, only the kinds "
    "of pieces are known, not how many. A checklist follows the steps of the rulebook, each "
    "with a box to check."
)


class BillRequest(NamedTuple):
    """A scenario, its bill, the owned boxes to compare with, and the renderer of the report."""

    scenario: Scenario
    bill: ComponentBill
    owned: OwnedBoxes | None
    renderer: Renderer

    @property
    def base_boxes(self) -> int:
        """The number of base boxes to compare with."""
        return self.bill.base_boxes(self.owned)

    @property
    def title(self) -> str:
        """The title to show."""
        title = escape_controls(self.scenario.title_in(self.renderer.language.code))
        return title or self.renderer.render(message("(no title)"))


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("List the components a scenario needs, or explain how to set it up."),
        _ABOUT_BOXES,
        _EXAMPLES,
        message("exit status: 0 printed, 1 something is missing from your boxes, 2 failed"),
    )
    add, text = parser.add_argument, parser.text
    add("path", metavar="FILE", help=text(message("a scenario file")))
    add_format_option(parser, text, WRITERS, "text")
    add_report_output_option(parser)
    add_boxes_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the bill or the checklist of a scenario; return 1 if owned boxes lack anything, else 0.

    Raises:
        NotationError: there is no box of that name.
        ConfigurationError: the ``m44.toml`` of the file is invalid.
        ReadError: the file cannot be read, or holds no scenario.
    """
    owned_boxes = owned_boxes_for(arguments.boxes, arguments.path)
    scenario = read_scenario(arguments.path)
    request = BillRequest(scenario, component_bill(scenario), owned_boxes, renderer_of(arguments))
    print("\n".join(WRITERS[arguments.format](request)))
    return int(owned_boxes is not None and _has_missing_components(request))


def _has_missing_components(request: BillRequest) -> bool:
    assert request.owned is not None
    if boxes_not_owned(request.bill, request.owned):
        return True
    return request.owned.has_only_base_boxes and any(
        row.missing for row in _component_rows(request)
    )


def _component_rows(request: BillRequest) -> Iterator[ComponentRow]:
    return component_rows(request.bill, request.base_boxes)


def _bill_lines(request: BillRequest) -> Iterator[str]:
    """Yield the lines of the bill."""
    render = request.renderer.render
    yield request.title
    rows, needed_words = list(_component_rows(request)), render(message("needed"))
    width = max(22, *(len(render(row.component)) for row in rows))
    yield f"\n{needed_words:>{width + 8}}  {render(_stock_heading(request))}"
    for row in rows:
        needed_text = "?" if row.needed is None else row.needed
        available_text = "" if row.available is None else row.available
        missing_note = several("{number} missing", "{number} missing", row.missing)
        missing_text = f"  {render(missing_note)}" if row.missing else ""
        counts_text = f"{needed_text:>6}  {available_text:>6}{missing_text}"
        yield f"  {render(row.component):{width}}{counts_text}".rstrip()
    for code, pieces in request.bill.other_box_pieces.items():
        yield f"\n{render(_box_heading(request, code))}"
        for name, number in counts_by_name(pieces, request.renderer):
            yield f"  {escape_controls(name):{width}}{number:6}"


def _stock_heading(request: BillRequest) -> Message:
    if request.owned is not None:
        return message("available")
    return several("in the base game", "in {number} copies of the base game", request.base_boxes)


def _box_heading(request: BillRequest, code: str) -> Message:
    """Return the heading above the pieces from another box."""
    catalogue = request.scenario.catalogue
    box, box_title = box_with_code(code), capitalized(catalogue.box_name(code))
    if request.owned is None or box is None:
        return box_title
    if not request.owned.has_box(box.name):
        return message("{box} (you do not own it)", box=box_title)
    return message(
        "{box} (you own it; how many of each piece it contains is not known)", box=box_title
    )


def _json_document_lines(request: BillRequest) -> Iterator[str]:
    data = request.bill.as_data() | {
        "title": request.scenario.title,
        "owned": None if request.owned is None else dict(request.owned.boxes),
        "components": [_row_data(row) for row in _component_rows(request)],
        "setup": [_step_data(step) for step in checklist_steps(request.scenario)],
    }
    yield json.dumps(data, indent=2)


def _row_data(row: ComponentRow) -> dict[str, object]:
    return {
        "component": str(row.component),
        "needed": row.needed,
        "there": row.available,
        "missing": row.missing,
    }


def _step_data(step: ChecklistStep) -> dict[str, object]:
    items = [{"what": in_english(item.what), "where": list(item.where)} for item in step.items]
    return {"title": str(step.title), "items": items}


def _checklist_lines(request: BillRequest) -> Iterator[str]:
    yield request.title
    for number, step in enumerate(checklist_steps(request.scenario), start=1):
        yield f"\n{number}. {request.renderer.render(step.title)}"
        for item in step.items:
            hex_names = f": {', '.join(item.where)}" if item.where else ""
            yield f"   [ ] {escape_controls(request.renderer.sentence(item.what))}{hex_names}"


_PAGE = """\
<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8">
<title>{heading}</title>
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


def _html_page(request: BillRequest) -> Iterator[str]:
    from html import escape  # 1 ms

    renderer = request.renderer
    steps = "\n".join(
        f"<h2>{number}. {escape(renderer.render(step.title))}</h2>\n"
        f"<ul>\n{_items(step, renderer, escape)}\n</ul>"
        for number, step in enumerate(checklist_steps(request.scenario), start=1)
    )
    yield _PAGE.format(
        title=escape(request.title),
        heading=escape(request.renderer.render(message("{title}: setup", title=request.title))),
        language=request.renderer.language.code,
        steps=steps,
    )


def _items(step: ChecklistStep, renderer: Renderer, escape: Callable[[str], str]) -> str:
    lines = []
    for item in step.items:
        hex_names = f' <span class="where">{", ".join(item.where)}</span>' if item.where else ""
        lines.append(f"<li>{escape(escape_controls(renderer.sentence(item.what)))}{hex_names}</li>")
    return "\n".join(lines)


WRITERS: Mapping[str, Callable[[BillRequest], Iterable[str]]] = {
    "text": _bill_lines,
    "json": _json_document_lines,
    "checklist": _checklist_lines,
    "html": _html_page,
}
