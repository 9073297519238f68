"""What the scenario needs besides one base box, and what the program cannot play yet (M11x)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from m44core.board import BoardType, Face
from m44core.catalogue.types import Element
from m44core.findings.kinds import Value
from m44core.hexes import Hex
from m44core.io.described import described_options
from m44core.io.option_words import option_pointer
from m44core.phrases import counted, listed
from m44core.rules.coverage import Gap, gaps
from m44core.validation.check import Problem, Repair, check, problem
from m44core.validation.context import Context
from m44core.validation.repairs import put
from m44core.validation.wording import inside

_PACKS = {
    "TP": "terrain",
    "EF": "eastern",
    "PT": "pacific",
    "AP": "air",
    "MT": "mediterranean",
    "WW": "winterwars",
    "CB": "campaign",
}
"""How a scenario lists a box among its packs (format, 12); the Equipment Pack has no name there."""

_SHOWN = 6


@check("M111")
def board_from_another_box(context: Context) -> Iterator[Problem]:
    """Boards that are not the one of a single base box (V-01)."""
    scenario = context.scenario
    if scenario.face in (Face.WINTER, Face.DESERT):
        yield problem("face", "/board/face", face=scenario.face.value.lower())
    if scenario.board.type is BoardType.BREAKTHROUGH:
        yield problem("breakthrough", "/board/type")
    if scenario.board.type is BoardType.OVERLORD:
        yield problem("overlord", "/board/type")


@check("M112")
def piece_from_another_box(context: Context) -> Iterator[Problem]:
    """Pieces the base box does not have (V-04, B-M44-02)."""
    places = _first_places(context) if context.bill.others else {}
    for code, pieces in context.bill.others.items():
        box = _box_name(code, context.catalogue.expansions.get(code, code))
        said = {"box": box, "pieces": _pieces(pieces)}
        if context.scenario.packs.get(_PACKS.get(code, ""), 0):
            yield problem("listed", *places[code], **said)
        else:
            yield problem("unlisted", *places[code], *_listing(code, box), **said)


@check("M113")
def rules_not_known_yet(context: Context) -> Iterator[Problem]:
    """Pieces, special rules and options the playtest does not know yet (B-M44-02)."""
    for gap in gaps(context.scenario):
        if not _told_elsewhere(context, gap):
            key, where = _on_hexes(context, gap.hexes)
            yield problem(key, *_place(context, gap), gap=gap.sentence.rstrip("."), **where)


def _told_elsewhere(context: Context, gap: Gap) -> bool:
    """Tell whether a gap holds for every scenario, or is what another check is about."""
    if gap.name in ("texts", "briefing"):
        return True
    element = context.catalogue.get(gap.name)
    owned = element and element.terrain and element.terrain.owner_only
    exit_ = element and element.exit
    return bool(owned or exit_) or any(gap.name == unknown.name for unknown in context.unknown)


def _first_places(context: Context) -> Mapping[str, tuple[str, Hex]]:
    """Return where the first piece of each other box lies."""
    places: dict[str, tuple[str, Hex]] = {}
    for element, hex_, path in _everything(context):
        if element.component is None and element.expansion not in places:
            places[element.expansion] = context.pointer(hex_, *path), hex_
    return places


def _everything(context: Context) -> Iterator[tuple[Element, Hex, tuple[str | int, ...]]]:
    """Yield every known piece with its hex and where it is written there."""
    for piece in context.pieces:
        yield piece.element, piece.hex, (piece.layer.value,)
    for unit in context.units:
        yield unit.element, unit.hex, ("unit",)
        if unit.badge:
            yield unit.badge, unit.hex, ("unit", "badge")
    for tag in context.tags:
        yield tag.element, tag.hex, ("tags", tag.number)


def _box_name(code: str, box: str) -> str:
    return "pieces of later printings" if code == "base" else f"the {box}"


def _pieces(pieces: Mapping[str, int]) -> str:
    """Return the commonest pieces in words: ``5 x road, 2 x church and 3 more kinds``."""
    common = [f"{number} x {inside(label)}" for label, number in Counter(pieces).most_common()]
    if len(common) > _SHOWN:
        rest = counted(len(common) - _SHOWN + 1, "more kind")
        common = [*common[: _SHOWN - 1], rest]
    return listed(common)


def _listing(code: str, box: str) -> tuple[Repair, ...]:
    pack = _PACKS.get(code)
    return (put("list", f"/packs/{pack}", 1, box=box),) if pack else ()


def _on_hexes(context: Context, hexes: tuple[Hex, ...]) -> tuple[str, Mapping[str, Value]]:
    """Return which message says where a gap is, and its values."""
    if not hexes:
        return "everywhere", {}
    first = context.name(hexes[0])
    if len(hexes) == 1:
        return "on-a-hex", {"hex": first}
    return "on-hexes", {"number": len(hexes), "hex": first}


def _place(context: Context, gap: Gap) -> tuple[str, Hex | None]:
    """Return where a gap is: its first hex, the option, or the board."""
    if gap.hexes:
        return context.pointer(gap.hexes[0]), gap.hexes[0]
    is_option = gap.name in {*context.scenario.briefing.options, *described_options()}
    return option_pointer(gap.name) if is_option else "/board", None


CHECKS = (board_from_another_box, piece_from_another_box, rules_not_known_yet)
