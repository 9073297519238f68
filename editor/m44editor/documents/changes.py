"""What a step of the history changed, kept small: an Overlord map has hundreds of hexes."""

from __future__ import annotations

from dataclasses import replace

from m44core.hexes import Hex
from m44core.io.origin import OpenFile
from m44core.model.parts import HexContent
from m44core.model.scenario import Scenario
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """The hexes that a step changed; all else as it was before and after.

    Attributes:
        before: The file before the step, without its hexes.
        after: The same after it; the very same where only hexes changed.
        hexes: Each hex that changed, with what lay on it before and after.
    """

    before: OpenFile
    after: OpenFile
    hexes: tuple[tuple[Hex, HexContent, HexContent], ...]

    def undone(self, now: OpenFile) -> OpenFile:
        """Return the file before the step."""
        return _with_hexes(self.before, now, {hex_: was for hex_, was, _ in self.hexes})

    def done(self, now: OpenFile) -> OpenFile:
        """Return the file after the step."""
        return _with_hexes(self.after, now, {hex_: new for hex_, _, new in self.hexes})


def change(before: OpenFile, after: OpenFile) -> Change | None:
    """Return what differs; None where that would not lead back to the very same files."""
    was, now = before.scenario, after.scenario
    bare_before, bare_after = _without_hexes(before), _without_hexes(after)
    differing = tuple(
        (hex_, was.at(hex_), now.at(hex_))
        for hex_ in {**was.hexes, **now.hexes}
        if was.at(hex_) != now.at(hex_)
    )
    same = bare_after.origin is bare_before.origin and bare_after == bare_before
    made = Change(bare_before, bare_before if same else bare_after, differing)
    leads_there = _is_same(made.undone(after), before) and _is_same(made.done(before), after)
    return made if leads_there else None


def _is_same(one: OpenFile, other: OpenFile) -> bool:
    """Tell whether two files would be written alike: the order of their hexes counts."""
    return one == other and [*one.scenario.hexes] == [*other.scenario.hexes]


def _without_hexes(file: OpenFile) -> OpenFile:
    return OpenFile(replace(file.scenario, hexes=_NONE), file.origin)


_NONE: dict[Hex, HexContent] = {}


def _with_hexes(bare: OpenFile, now: OpenFile, hexes: dict[Hex, HexContent]) -> OpenFile:
    whole: Scenario = replace(bare.scenario, hexes=now.scenario.hexes)
    return OpenFile(whole.with_hexes(hexes), bare.origin)
