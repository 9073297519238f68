"""Copied hexes as text: a JSON format for the clipboard and for stamp files."""

from __future__ import annotations

import json
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.hexes import Hex
from m44core.model.edits import Clip, copy_hexes
from m44core.model.scenario import Scenario
from m44core.values import dataclass

_CLIP_PREFIX = '{"anchor"'
_MAX_COORDINATE = 1000  # beyond any board


@dataclass(frozen=True, slots=True)
class ClipPart:
    """Copied hexes and the board they come from.

    Attributes:
        clip: The hexes.
        scenario: A scenario on that board that contains nothing else.
    """

    clip: Clip
    scenario: Scenario


def clip_to_text(clip: Clip, scenario: Scenario) -> str:
    """Return a clip of *scenario* as text that can be read without the packs installed."""
    from m44core.io.workshop.encode import encode  # rarely used

    part = Scenario(scenario.board, scenario.face, clip.hexes, clip.labels)
    data: dict[str, object] = {
        "anchor": clip.anchor,
        "area": sorted(clip.area),
        "part": encode(part),
    }
    if clip.has_individual_pieces:
        data["alone"] = True
    return json.dumps(data, ensure_ascii=False)


def clip_from_text(text: str, catalogue: Catalogue | None = None) -> ClipPart | None:
    """Return the clip in a text, which may be from any source; None if it is not a clip.

    Args:
        text: The text.
        catalogue: The catalogue of the clip's pieces; None for the base game without packs.
    """
    from m44core.io.text.decoding import SIZE_LIMIT  # 6 ms
    from m44core.io.text.json_text import JsonReader  # 10 ms
    from m44core.io.workshop.decode import decode  # 22 ms

    if not text.startswith(_CLIP_PREFIX):
        return None
    data = JsonReader(text[:SIZE_LIMIT]).read()  # limited in size and depth
    try:
        part = decode(_object(_object(data)["part"]), base_catalogue())
        part = part.with_catalogue(catalogue or base_catalogue())
        anchor = _parse_hex(_object(data)["anchor"])
        area = [_parse_hex(pair) for pair in _parse_list(_object(data)["area"])]
        clip = replace(
            copy_hexes(part, area, anchor), has_individual_pieces=_object(data).get("alone") is True
        )
        return ClipPart(clip, part)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _parse_list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _parse_hex(pair: object) -> Hex:
    match pair:
        case [int(column), int(row)] if (
            abs(column) < _MAX_COORDINATE and abs(row) < _MAX_COORDINATE
        ):
            return Hex(column, row)
    raise ValueError(pair)
