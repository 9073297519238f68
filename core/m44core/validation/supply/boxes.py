"""What the scenario needs besides one base box, and what the program cannot play yet (M11x)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from m44core.board import BoardType
from m44core.catalogue.boxes import BoxKind, box_of, load_boxes
from m44core.catalogue.types import Element
from m44core.findings.kinds import Sayable, say
from m44core.hexes import Hex
from m44core.io.workshop.special_rules import rule_pointer
from m44core.messages.message import enumerated, listed, message
from m44core.rules.facts.coverage import Gap, gaps
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.box.bill import Pieces

_SHOWN = 6


@check("M111")
def board_from_another_box(context: Context) -> Iterator[Problem]:
    """Boards that are not the one of a single base box, or none of those a person owns (V-01)."""
    for key, pointer, words, boxes in _boards(context):
        if context.owned is None:
            yield problem(key, pointer, **words)
        elif not any(context.owned.has(box.name) for box in boxes):
            yield problem(f"{key}-not-owned", pointer, **words)
    if context.scenario.board.type is BoardType.OVERLORD:
        if context.owned is None:
            yield problem("overlord", "/board/type")
        elif context.owned.base < context.bill.boxes:
            yield problem("overlord-not-owned", "/board/type")


def _boards(
    context: Context,
) -> Iterator[tuple[str, str, Mapping[str, Sayable], Sequence[BoxKind]]]:
    """Yield what is special about the board: message, pointer, values, and where it comes in."""
    board, face = context.scenario.board.type, context.scenario.face
    known = load_boxes().values()
    breakthrough = [box for box in known if board in box.boards]
    faces = [box for box in known if face in box.faces]
    if faces:
        words: Mapping[str, Sayable] = {"face": say(face.value.lower())}
        yield "face", "/board/face", words, breakthrough or faces
    if breakthrough:
        yield "breakthrough", "/board/type", {}, breakthrough


@check("M112")
def piece_from_another_box(context: Context) -> Iterator[Problem]:
    """Pieces the base box does not have (V-04, LINT-P1, B-M44-02)."""
    places = _first_places(context) if context.bill.others else {}
    for code, pieces in context.bill.others.items():
        box, place = box_of(code), places[code]
        said: Mapping[str, Sayable] = {
            "box": _box_name(context, code),
            "pieces": _pieces(pieces),
        }
        if context.owned and box and not context.owned.has(box.name):
            yield problem("not-owned", *place, **said)
        elif box and context.scenario.packs.lists(box):
            yield problem("listed", *place, **said)
        else:
            yield problem("unlisted", *place, *_listing(box, said["box"]), **said)


@check("M113")
def rules_not_known_yet(context: Context) -> Iterator[Problem]:
    """Pieces, special rules and options the playtest does not know yet (B-M44-02)."""
    for gap in gaps(context.scenario):
        if not _told_elsewhere(context, gap):
            key, where = _on_hexes(context, gap.hexes)
            yield problem(key, *_place(context, gap), gap=gap.clause, **where)


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


def _box_name(context: Context, code: str) -> Sayable:
    return say("the-box", box=context.catalogue.box_called(code))


def _pieces(pieces: Pieces) -> Sayable:
    """Return the commonest pieces in words: ``5 x road, 2 x church and 3 more kinds``."""
    common = [
        message("{number} x {piece}", number=number, piece=replace(piece, capital=False))
        for piece, number in Counter(pieces).most_common()
    ]
    if len(common) > _SHOWN:
        rest = len(common) - _SHOWN + 1
        return say("and-more", pieces=enumerated(common[: _SHOWN - 1]), number=rest)
    return listed(common)


def _listing(box: BoxKind | None, name: Sayable) -> tuple[Repair, ...]:
    return (put("list", f"/packs/{box.name}", 1, box=name),) if box and box.pack else ()


def _on_hexes(context: Context, hexes: tuple[Hex, ...]) -> tuple[str, Mapping[str, Sayable]]:
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
    is_rule = gap.name in context.scenario.briefing.special_rules.stated
    return rule_pointer(gap.name) if is_rule else "/board", None


CHECKS = (board_from_another_box, piece_from_another_box, rules_not_known_yet)
