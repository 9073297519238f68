"""Why a press of a tool changes nothing, in one sentence."""

from __future__ import annotations

from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.model.exits import edges
from m44editor.documents.layers import CALLED, layer_of
from m44editor.tools.goals import LATE
from m44editor.tools.tool import PAINTING, Bench
from m44editor.words import tr


def refusal(bench: Bench, tool: str, hex_: Hex | None) -> str:
    """Return why a tool changes nothing on a hex; empty where it does, or nobody expects it."""
    if tool in PAINTING:
        kind = bench.brush.element.layer
        return _layer(bench, kind) or (_badge(bench, hex_) if tool == "brush" else "")
    if tool in LATE:
        return _layer(bench, Layer.TAG) or (_edge(bench, hex_) if tool == "exit" else "")
    return _eraser(bench, hex_) if tool == "eraser" else ""


def _layer(bench: Bench, kind: Layer) -> str:
    layers, layer = bench.layers, layer_of(kind)
    if layers.is_locked(layer):
        return tr("This layer is locked: {layer}", layer=CALLED[layer])
    return (
        "" if layers.is_shown(layer) else tr("This layer is hidden: {layer}", layer=CALLED[layer])
    )


def _edge(bench: Bench, hex_: Hex | None) -> str:
    board = bench.scenario.board
    within = hex_ is not None and all(hex_ not in edge for edge in edges(board))
    return tr("Exits lie along an edge of the board") if within else ""


def _badge(bench: Bench, hex_: Hex | None) -> str:
    is_badge = bench.brush.element.layer is Layer.BADGE
    bare = hex_ is not None and bench.scenario.at(hex_).unit is None
    return tr("A badge goes on a unit: place the unit first") if is_badge and bare else ""


def _eraser(bench: Bench, hex_: Hex | None) -> str:
    there = hex_ is not None and bool(bench.scenario.at(hex_))
    within_reach = hex_ is not None and bool(bench.within_reach.at(hex_))
    return tr("What lies here is locked or hidden") if there and not within_reach else ""
