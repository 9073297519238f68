"""Checks of the labels on hexes (M103, M105, M107); the reader reports empty labels (M054)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.hexes import Hex
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem, removal_repair
from m44core.validation.text_analysis.language_patterns import placeholder_texts
from m44core.validation.thresholds import thresholds


@check("M103")
def long_label(context: CheckContext) -> Iterator[Problem]:
    """Label lines that extend far over neighboring hexes (LINT-G7)."""
    for hex_, lines in context.scenario.labels.items():
        longest_line = max((line.strip() for line in lines), key=len, default="")
        if len(longest_line) > thresholds().label_letters:
            name = context.hex_name(hex_)
            place = (f"/labels/{name}", hex_)
            yield problem(
                "long", *place, hex=name, number=len(longest_line), limit=thresholds().label_letters
            )


@check("M105")
def placeholder_label(context: CheckContext) -> Iterator[Problem]:
    """Labels with the placeholder text of the program that created them (LINT-T6)."""
    for hex_, lines in context.scenario.labels.items():
        text = " ".join(lines).strip()
        if text.lower().rstrip(".!…: ") in placeholder_texts():
            name = context.hex_name(hex_)
            place = (f"/labels/{name}", hex_)
            yield problem(
                "unwritten",
                *place,
                removal_repair("remove", place[0], hex=name),
                hex=name,
                said=text,
            )


@check("M107")
def label_on_distant_hexes(context: CheckContext) -> Iterator[Problem]:
    """Labels used in two places far apart; the hexes of one town can share a label (LINT-G8).

    A label without a number is reported only if its hexes have different tiles; otherwise it may
    describe the terrain.
    """
    hexes_by_label: dict[str, list[Hex]] = {}
    for hex_, lines in context.scenario.labels.items():
        if normalized_label := " ".join(" ".join(lines).split()).casefold():
            hexes_by_label.setdefault(normalized_label, []).append(hex_)
    for normalized_label, hexes in hexes_by_label.items():
        if len(_clusters(hexes)) == _PLACES and (
            _has_number(normalized_label) or _have_different_tiles(context, hexes)
        ):
            name = context.hex_name(hexes[0])
            label = " ".join(" ".join(context.scenario.labels[hexes[0]]).split())
            place = (f"/labels/{name}", hexes[0])
            yield problem("several", *place, label=label, hexes=context.hex_list(hexes))


def _has_number(label: str) -> bool:
    """Return whether a label contains a digit, which marks a name: *Hill 107*, not *Marsh*."""
    return any(map(str.isdigit, label))


def _have_different_tiles(context: CheckContext, hexes: list[Hex]) -> bool:
    """Return whether hexes have different tiles, which a label such as *Trench* cannot describe."""
    tiles = {tile.name if (tile := context.scenario.at(hex_).terrain) else None for hex_ in hexes}
    return len(tiles) > 1 and None not in tiles


def _clusters(hexes: list[Hex]) -> list[set[Hex]]:
    """Return the clusters of hexes: chains in which each hex is at most two hexes from the next."""
    clusters: list[set[Hex]] = []
    for hex_ in hexes:
        near_clusters = [
            cluster
            for cluster in clusters
            if any(hex_.distance(other) <= _MAX_DISTANCE for other in cluster)
        ]
        clusters = [cluster for cluster in clusters if cluster not in near_clusters] + [
            {hex_}.union(*near_clusters)
        ]
    return clusters


_PLACES = 2
_MAX_DISTANCE = 2  # maximum distance of hexes in the same place
