"""The pictures of a balance report: the map, and heat maps on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from m44core.balance_lab.balance_results import BalanceResults
from m44core.balance_lab.heat_map_picture import LEGEND_HEIGHT, draw_heat_map, draw_heat_map_legend
from m44core.balance_lab.heat_maps import HeatKind, HeatMap, heat_map, heat_map_title
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.scenario_drawing import board_size
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.svg_export import SvgPictures, to_svg
from m44core.messages.message import Message, Number, Renderer, enumerated, message, several
from m44core.publish.printed_map import PrintedMap

_HEAT_MAPS: tuple[tuple[HeatKind, Side | None], ...] = (
    (HeatKind.FIGHTS, None),
    (HeatKind.TRAFFIC, None),
    (HeatKind.LOSSES, Side.AXIS),
    (HeatKind.LOSSES, Side.ALLIES),
    (HeatKind.LAST_STANDS, None),
    (HeatKind.NEVER_ENTERED, None),
)
_LEGEND_WIDTH = 690.0  # units
_LEGEND_TITLE = 38.0  # units: height of the title, which is above the picture instead
_FRAME = 9.0  # units: width of the frame with its line
_MAX_LISTED_HEXES = 5  # hexes with the highest counts
_SHAPES = ((1.0, "tall"), (2.0, "usual"))  # largest width by height
_WIDE = "wide"


@dataclass(frozen=True, slots=True)
class HeatMapPicture:
    """A heat map as two layers and a text.

    Attributes:
        title: The event it counts, and the side.
        most: A sentence with the highest counts, or the number of hexes never entered.
        overlay: The marks as SVG, of the size of the map.
        legend: The legend as SVG.
    """

    title: str
    most: str
    overlay: str
    legend: str


@dataclass(frozen=True, slots=True)
class ReportPictures:
    """The pictures of a report.

    Attributes:
        map: The map as SVG.
        small_map: The map for small pictures, with less detail.
        width: The width of the map, in units.
        height: The height of the map, in units.
        shape: ``tall``, ``usual`` or ``wide``.
        alt: The description of the map.
        heats: The heat maps.
    """

    map: str
    small_map: str
    width: float
    height: float
    shape: str
    alt: str
    heats: tuple[HeatMapPicture, ...]


def report_pictures(results: BalanceResults, renderer: Renderer) -> ReportPictures:
    """Return the pictures of a report in a language; empty heat maps are left out."""
    scenario = results.plan.scenario
    map_, (width, height) = PrintedMap(scenario, renderer), board_size(scenario.board)
    shape = next((name for max_ratio, name in _SHAPES if width / height <= max_ratio), _WIDE)
    title = scenario.title_in(renderer.language.code)
    return ReportPictures(
        map=map_.svg,
        small_map=map_.small_svg,
        width=width,
        height=height,
        shape=shape,
        alt=renderer.render(message("Map of the scenario {title}", title=title)),
        heats=tuple(_heat_map_pictures(results, renderer)),
    )


def _heat_map_pictures(results: BalanceResults, renderer: Renderer) -> Iterator[HeatMapPicture]:
    board = results.plan.scenario.board
    size = board_size(board)
    for kind, side in _HEAT_MAPS:
        heat = heat_map(results.verdict.records, results.field, kind, side)
        if heat.per_game:
            overlay = to_svg(draw_heat_map(heat, board, renderer), *size, LIGHT)
            yield HeatMapPicture(
                title=renderer.sentence(heat_map_title(heat)),
                most=renderer.sentence(_highest_counts(heat)),
                overlay=overlay,
                legend=_legend_svg(heat, renderer),
            )


def _highest_counts(heat: HeatMap) -> Message:
    """Return the hexes with the highest counts, or the number of hexes never entered."""
    if heat.kind is HeatKind.NEVER_ENTERED:
        return several(
            "{number} hex was not entered in any game.",
            "{number} hexes were not entered in any game.",
            sum(share == 1 for share in heat.per_game.values()),
        )
    first = [*heat.per_game.items()][:_MAX_LISTED_HEXES]
    hexes = (message("{hex} {number}", hex=hex_, number=Number(n, 1)) for hex_, n in first)
    return message("Most: {hexes}", hexes=enumerated(hexes))


def _legend_svg(heat: HeatMap, renderer: Renderer) -> str:
    """Return the steps of the legend of a heat map, without its title and frame."""
    drawing = draw_heat_map_legend(heat, _LEGEND_WIDTH, renderer)
    width, height = _LEGEND_WIDTH - 2 * _FRAME, LEGEND_HEIGHT - _FRAME - _LEGEND_TITLE
    return SvgPictures(drawing, LIGHT).part(drawing, _FRAME, _LEGEND_TITLE, width, height)
