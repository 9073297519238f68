"""What the scenario needs besides one base box, and what the program cannot play yet (M11x)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from m44core.board import BoardType, Face
from m44core.catalogue.types import Element
from m44core.diagnostics import Fix, Severity
from m44core.hexes import Hex
from m44core.rules.coverage import Gap, gaps
from m44core.validation.check import Problem, check, info, warning
from m44core.validation.context import Context
from m44core.validation.repairs import put
from m44core.validation.wording import counted, inside, listed

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


@check("M111", "board-from-another-box", Severity.WARNING, Severity.INFO, source="V-01")
def board_from_another_box(context: Context) -> Iterator[Problem]:
    """The board is not the one of a single base box.

    Why it matters:
        Whoever wants to play must own that board. The base box has one board of
        13 by 9 hexes, countryside on one face and a beach on the other. An
        Overlord map is two of them side by side.

    Example:
        A winter face, a desert face, or a Breakthrough board of 13 by 17 hexes.

    Instead:
        Nothing, if your players own it; say so in the briefing. Otherwise choose
        the countryside or the beach.
    """
    scenario = context.scenario
    if scenario.face in (Face.WINTER, Face.DESERT):
        yield warning(
            f"the {scenario.face.value.lower()} face needs a board the base box does not have",
            "/board/face",
        )
    if scenario.board.type is BoardType.BREAKTHROUGH:
        yield warning("a Breakthrough map needs the Breakthrough boards", "/board/type")
    if scenario.board.type is BoardType.OVERLORD:
        yield info("an Overlord map needs two base boxes", "/board/type")


@check("M112", "piece-from-another-box", Severity.WARNING, Severity.INFO, source="V-04, B-M44-02")
def piece_from_another_box(context: Context) -> Iterator[Problem]:
    """Pieces lie on the board that the base box does not have.

    Why it matters:
        Who owns the base game alone cannot build the map. It is a warning where
        the scenario does not list that box among its packs, information where it
        does. How many of a piece another box holds is not counted.

    Example:
        Five road tiles of the Terrain Pack, and no ``terrain`` among the packs.

    Instead:
        List the box among the packs of the scenario, or use pieces of the base
        game.
    """
    places = _first_places(context) if context.bill.others else {}
    for code, pieces in context.bill.others.items():
        box = context.catalogue.expansions.get(code, code)
        listed_pack = bool(context.scenario.packs.get(_PACKS.get(code, ""), 0))
        say = info if listed_pack else warning
        pointer, hex_ = places[code]
        yield say(
            f"needs {_box_name(code, box)}: {_pieces(pieces)}",
            pointer,
            hex_,
            () if listed_pack else _listing(code, box),
        )


@check("M113", "rules-not-known-yet", Severity.INFO, source="B-M44-02")
def rules_not_known_yet(context: Context) -> Iterator[Problem]:
    """A piece, a special rule or an option is not known to the playtest yet.

    Why it matters:
        A playtest leaves it out, and so may tell you little about the real game. The
        checks do not judge the piece either.

    Example:
        A marsh, a minefield, a mortar badge, an option of the Online game.

    Instead:
        Nothing in the scenario. Keep it in mind when you read the result of a
        playtest.
    """
    for gap in gaps(context.scenario):
        if not _told_elsewhere(context, gap):
            said = gap.sentence.rstrip(".") + _on_hexes(context, gap.hexes)
            yield info(f"playtest: {said}", *_place(context, gap))


def _told_elsewhere(context: Context, gap: Gap) -> bool:
    """Tell whether a gap holds for every scenario, or is what another check is about."""
    if gap.name in ("cards", "texts", "briefing"):
        return True
    element = context.catalogue.get(gap.name)
    owned = element and element.terrain and element.terrain.owner_only
    return bool(owned) or any(gap.name == unknown.name for unknown in context.unknown)


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


def _listing(code: str, box: str) -> tuple[Fix, ...]:
    pack = _PACKS.get(code)
    return (put(f"List the {box} among the packs", f"/packs/{pack}", 1),) if pack else ()


def _on_hexes(context: Context, hexes: tuple[Hex, ...]) -> str:
    if not hexes:
        return ""
    first = context.name(hexes[0])
    return f" (on {first})" if len(hexes) == 1 else f" (on {len(hexes)} hexes, the first {first})"


def _place(context: Context, gap: Gap) -> tuple[str, Hex | None]:
    """Return where a gap is: its first hex, the option, or the board."""
    if gap.hexes:
        return context.pointer(gap.hexes[0]), gap.hexes[0]
    option = gap.name in context.scenario.briefing.options
    return f"/briefing/options/{gap.name}" if option else "/board", None


CHECKS = (board_from_another_box, piece_from_another_box, rules_not_known_yet)
