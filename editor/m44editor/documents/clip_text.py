"""Copied hexes as text: JSON of our own format, on the clipboard and in files of stamps."""

from __future__ import annotations

import json
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import base_catalogue
from m44core.hexes import Hex
from m44core.model.edits import Clip, copy
from m44core.model.scenario import Scenario
from m44core.values import dataclass

_BEGINNING = '{"anchor"'
_FAR = 1000  # columns and rows no board has


@dataclass(frozen=True, slots=True)
class Part:
    """Copied hexes, and the board they lay on.

    Attributes:
        clip: The hexes.
        scenario: A board with nothing else on it.
    """

    clip: Clip
    scenario: Scenario


def written(clip: Clip, scenario: Scenario) -> str:
    """Return a clip of *scenario* as text, which is the same whichever packs are at hand."""
    from m44core.io.workshop.encode import encode  # used by few, and seldom

    part = Scenario(scenario.board, scenario.face, clip.hexes, clip.labels)
    said: dict[str, object] = {
        "anchor": clip.anchor,
        "area": sorted(clip.area),
        "part": encode(part),
    }
    if clip.alone:
        said["alone"] = True
    return json.dumps(said, ensure_ascii=False)


def read(text: str, catalogue: Catalogue | None = None) -> Part | None:
    """Return what a text says, whoever wrote it; None where it says something else.

    Args:
        text: The text.
        catalogue: What is known of its pieces; that of the game without packs, if not given.
    """
    from m44core.io.text.decoding import SIZE_LIMIT  # 6 ms
    from m44core.io.text.json_text import JsonReader  # 10 ms
    from m44core.io.workshop.decode import decode  # 22 ms

    if not text.startswith(_BEGINNING):
        return None
    said = JsonReader(text[:SIZE_LIMIT]).read()  # bounded, never too deep
    try:
        part = decode(_object(_object(said)["part"]), base_catalogue())
        part = part.known_by(catalogue or base_catalogue())
        anchor = _hex(_object(said)["anchor"])
        area = [_hex(pair) for pair in _list(_object(said)["area"])]
        clip = replace(copy(part, area, anchor), alone=_object(said).get("alone") is True)
        return Part(clip, part)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _object(said: object) -> dict[str, object]:
    if not isinstance(said, dict):
        raise TypeError(said)
    return said


def _list(said: object) -> list[object]:
    if not isinstance(said, list):
        raise TypeError(said)
    return said


def _hex(pair: object) -> Hex:
    match pair:
        case [int(column), int(row)] if abs(column) < _FAR and abs(row) < _FAR:
            return Hex(column, row)
    raise ValueError(pair)
