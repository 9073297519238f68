"""The content of a scenario's page as plain data: texts, components, findings, board."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Zone
from m44core.catalogue.box_kinds import box_with_code
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.diagnostics import Diagnostic
from m44core.drawing.board.scenario_drawing import VisibleLayers, board_size, hex_centre
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH
from m44core.findings.render_findings import SEVERITIES, message_of
from m44core.hexes import Hex
from m44core.library.facet_labels import facet_value_label
from m44core.messages.languages import languages
from m44core.messages.message import Message, Renderer, Value, capitalized, message, message_in
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Texts, Unit
from m44core.model.unit_profiles import figures_on, unit_profile_on
from m44core.publish.content.sheet_content import text_sections
from m44core.validation.bga.verdict import PROFILE
from m44core.validation.check_selection import PROFILES, Selection
from m44core.validation.components.component_bill import (
    component_bill,
    component_rows,
    counts_by_name,
)
from m44core.validation.runner import FileReport

MAX_BOXES = 4
"""The largest number of base boxes for which a page counts components."""
_MAX_FINDINGS = 100  # that a page lists


def page_texts(scenario: Scenario, renderer: Renderer) -> list[dict[str, object]]:
    """Return the texts in every language that has any: that of the page, English, then others."""
    order = {code: place for place, code in enumerate((renderer.language.code, "en"))}
    codes = sorted(scenario.texts, key=lambda code: order.get(code, len(order)))
    entries = [_language_texts(code, scenario.texts[code], renderer) for code in codes]
    return [texts for texts in entries if texts["title"] or texts["sections"]]


def _language_texts(code: str, texts: Texts, page_renderer: Renderer) -> dict[str, object]:
    own_renderer = renderer_in(code) if code in languages() else page_renderer
    return {
        "code": code,
        "language": page_renderer.render(facet_value_label("language", code)),
        "title": (texts.name or "").strip() or page_renderer.render(message("(no title)")),
        "subtitle": (texts.subtitle or "").strip(),
        "sections": text_sections(texts, own_renderer),
        "sources": " ".join((texts.bibliography or "").split()),
    }


def page_components(scenario: Scenario, renderer: Renderer) -> dict[str, object]:
    """Return the components a scenario needs.

    Returns:
        ``boxes``, the number of base boxes its board needs; ``rows``, with ``name``, ``needed``,
        and the numbers ``there`` in 1, 2 ... base boxes (None if unknown); ``others``, the other
        boxes, with ``name``, ``code``, ``pieces`` and whether the program knows them (``known``).
    """
    bill = component_bill(scenario)
    rows_by_boxes = [list(component_rows(bill, number)) for number in range(1, MAX_BOXES + 1)]
    lines = [
        {
            "name": renderer.sentence(component_rows_by_boxes[0].component),
            "needed": component_rows_by_boxes[0].needed,
            "there": [row.available for row in component_rows_by_boxes]
            if component_rows_by_boxes[0].available is not None
            else None,
        }
        for component_rows_by_boxes in zip(*rows_by_boxes, strict=True)
        if component_rows_by_boxes[0].needed is not None
    ]
    catalogue = scenario.catalogue
    other_boxes = [
        {
            "code": code,
            "name": renderer.sentence(capitalized(catalogue.box_name(code))),
            "known": box_with_code(code) is not None,
            "pieces": counts_by_name(pieces, renderer),
        }
        for code, pieces in bill.other_box_pieces.items()
    ]
    return {"boxes": bill.boxes, "rows": lines, "others": other_boxes}


def page_findings(
    report: FileReport, selection: Selection, renderer: Renderer
) -> list[dict[str, str]]:
    """Return the findings in a file whose codes are selected, at most 100.

    Each is a mapping: ``severity``, its ``word``, ``code``, the message (``said``), and the name of
    the ``hex``, or "".
    """
    diagnostics = [each for each in report.diagnostics if each.code in selection]
    return list(_finding_entries(diagnostics[:_MAX_FINDINGS], report, renderer))


def arena_verdict(report: FileReport, verdict: str, renderer: Renderer) -> dict[str, object] | None:
    """Return the verdict for Board Game Arena; None if it was not requested.

    It is a mapping: ``value`` (``green``), the message (``said``), and the ``findings`` behind it.
    """
    if not verdict:
        return None
    family = PROFILES[PROFILE]
    diagnostics = [each for each in report.diagnostics if each.code.startswith(family)]
    return {
        "value": verdict,
        "said": renderer.render(facet_value_label("arena", verdict)),
        "findings": list(_finding_entries(diagnostics[:_MAX_FINDINGS], report, renderer)),
    }


def _finding_entries(
    diagnostics: list[Diagnostic], report: FileReport, renderer: Renderer
) -> Iterator[dict[str, str]]:
    for each in diagnostics:
        yield {
            "severity": each.severity.value,
            "word": renderer.sentence(SEVERITIES[each.severity]),
            "code": each.code,
            "said": renderer.sentence(message_of(each)),
            "hex": report.hex_name(each) or "",
        }


_ZONES = {Zone.BEACH: message("Beach"), Zone.OCEAN: message("Ocean")}
_OPEN_GROUND = message("Open ground")
STATIC_LAYERS = VisibleLayers(structures=False, obstacles=False, units=False, tags=False)
"""The layers of a map that do not change while a game is replayed."""

Line = tuple[Value, Value]
"""The name of a piece or a text, and its effect; "" for no effect."""


def board_data(scenario: Scenario, renderer: Renderer) -> dict[str, object]:
    """Return the board and the content of every hex, as plain data.

    Returns:
        ``width`` and ``height`` of the map, and ``hex``, width and height of a hex, in units;
        ``lines``, pieces with their effects; and ``hexes`` row by row: name, column, row, x and y
        of the center, and the indexes of its ``lines``.
    """
    scenario = scenario.with_labels_in(renderer.language.code)
    width, height = board_size(scenario.board)
    lines: dict[tuple[str, str], int] = {}
    hexes = []
    for hex_ in scenario.board.hexes:
        numbers = [
            lines.setdefault((renderer.sentence(name), renderer.sentence(effect)), len(lines))
            for name, effect in _hex_lines(scenario, hex_)
        ]
        x, y = hex_centre(hex_)
        hexes.append([scenario.board.name(hex_), hex_.col, hex_.row, round(x), round(y), *numbers])
    return {
        "width": round(width),
        "height": round(height),
        "hex": [round(HEX_WIDTH), round(HEX_HEIGHT)],
        "lines": [list(line) for line in lines],
        "hexes": hexes,
    }


def _hex_lines(scenario: Scenario, hex_: Hex) -> Iterator[Line]:
    """Yield the content of a hex from the top down, the ground last."""
    content = scenario.at(hex_)
    if content.unit:
        yield from _unit_lines(scenario, hex_, content.unit)
    for tag in content.tags:
        yield _piece_line(tag.name, Layer.TAG, scenario.catalogue)
    if content.obstacle:
        yield _piece_line(content.obstacle.name, Layer.OBSTACLE, scenario.catalogue)
    if content.structure:
        yield _structure_line(content.structure, scenario.catalogue)
    if content.terrain:
        yield _piece_line(content.terrain.name, Layer.TERRAIN, scenario.catalogue)
    else:
        zone = scenario.board.zone(scenario.face, hex_)
        yield _ZONES.get(zone, _OPEN_GROUND), ""
    for text in scenario.labels.get(hex_, ()):
        yield text, ""


def _piece_line(name: str, layer: Layer, catalogue: Catalogue) -> Line:
    element = catalogue.get(name, layer)
    return (element.title, Message(element.summary)) if element else (name, "")


def _unit_lines(scenario: Scenario, hex_: Hex, unit: Unit) -> Iterator[Line]:
    """Yield a unit with its figures, and the traits that distinguish it."""
    profile = unit_profile_on(scenario, hex_)
    specials = profile.specials if profile else ()
    element = scenario.catalogue.get(unit.name, Layer.UNIT)
    name: Value = element.title if element else unit.name
    if profile and profile.figures:
        figures = figures_on(scenario, hex_)
        name = message_in("unit", "{unit} ({figures})", unit=name, figures=figures)
    yield name, Message(element.summary) if element else ""
    for special in specials:
        yield special.title, Message(special.summary)
    if unit.badge and not specials:
        yield _piece_line(unit.badge, Layer.BADGE, scenario.catalogue)


def _structure_line(structure: Piece, catalogue: Catalogue) -> Line:
    name, effect = _piece_line(structure.name, Layer.STRUCTURE, catalogue)
    match structure.owner:
        case Side.AXIS:
            return message("{structure} (Axis)", structure=name), effect
        case Side.ALLIES:
            return message("{structure} (Allies)", structure=name), effect
    return name, effect
