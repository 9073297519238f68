"""The hexes that options of a scenario name: they move with the board.

Options are kept as the file has them, so hexes are names there, and a name
means another hex on a board of another size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from m44core.board import Board
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.model.parts import Briefing, Extra

Rename = Callable[[object], object]
"""Returns what a hex is called after an edit; None where it is lost."""


def with_option_hexes(
    briefing: Briefing, before: Board, after: Board, place: Callable[[Hex], Hex | None]
) -> Briefing:
    """Return the briefing after an edit that moves every hex; itself where it names none.

    Args:
        briefing: The briefing before the edit.
        before: The board its options speak of.
        after: The board of the edited scenario.
        place: Where a hex comes to lie; None where it is lost.
    """

    def rename(name: object) -> object:
        hex_ = _hex(name, before)
        moved = place(hex_) if hex_ else None
        return name if hex_ is None else after.name(moved) if moved else None

    options = _renamed(briefing.options, _OPTIONS, rename)
    extra = _renamed(briefing.extra, {"victory": _victory}, rename)
    if options == briefing.options and extra == briefing.extra:
        return briefing
    return replace(briefing, options=options, extra=extra)


def option_hexes(briefing: Briefing, board: Board) -> Iterator[tuple[str, Hex]]:
    """Yield each hex that an option names, with the option's name in the .m44 format."""
    found: list[Hex] = []

    def note(name: object) -> object:
        hex_ = _hex(name, board)
        found.extend([hex_] if hex_ else [])
        return name

    for key, change in _OPTIONS.items():
        change(briefing.options.get(key), note)
        yield from ((key, hex_) for hex_ in found)
        found.clear()
    _victory(briefing.extra.get("victory"), note)
    yield from (("group_sudden_death", hex_) for hex_ in found)


def _hex(name: object, board: Board) -> Hex | None:
    try:
        return board.hex(name) if isinstance(name, str) else None
    except NotationError:
        return None


def _renamed(raw: Extra, changes: dict[str, Callable[[Any, Rename], Any]], rename: Rename) -> Extra:
    return {k: changes[k](value, rename) if k in changes else value for k, value in raw.items()}


def _list(raw: object, rename: Rename) -> object:
    if not isinstance(raw, list):
        return raw
    return [name for name in map(rename, raw) if name is not None]


def _air_drop(raw: object, rename: Rename) -> object:
    """Rename the hex aimed at; where it is lost the side is free to choose."""
    if not isinstance(raw, dict) or "center" not in raw:
        return raw
    center = rename(raw["center"])
    return {k: center if k == "center" else v for k, v in raw.items() if k != "center" or center}


def _victory(raw: object, rename: Rename) -> object:
    conditions = raw.get("condition") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(conditions, list):
        return raw
    return {**raw, "condition": [_condition(condition, rename) for condition in conditions]}


def _condition(raw: object, rename: Rename) -> object:
    death = raw.get("group_sudden_death") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(death, dict) or "group" not in death:
        return raw
    return {**raw, "group_sudden_death": {**death, "group": _list(death["group"], rename)}}


_OPTIONS: dict[str, Callable[[Any, Rename], Any]] = {"airdrop": _air_drop, "hill317": _list}
