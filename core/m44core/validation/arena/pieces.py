"""Tiles, structures and obstacles of an upload (M902, M913, M920, M930)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.findings.kinds import Sayable
from m44core.io.vocabulary.codes import word
from m44core.messages.message import listed
from m44core.validation.arena.names import called, grouped, hexes, of_all
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import give_all, remove
from m44core.validation.upload.table import accepts_rule, knows_tile, side_of, table
from m44core.validation.upload.upload import Found


@check("M902")
def tile_unknown_to_arena(context: Context) -> Iterator[Problem]:
    """Tiles, structures and obstacles that stop the set-up (BGA-F5, BGA-W7)."""
    unknown = [tile for tile in context.upload.tiles if not knows_tile(tile.name)]
    for tiles in grouped(unknown, lambda tile: (tile.key, tile.name)).values():
        repair = remove(
            "remove", *(tile.pointer for tile in tiles), piece=called(context, tiles[0])
        )
        yield _problem(context, "unknown", tiles, repair)
    refused = [
        tile
        for tile in context.upload.tiles
        if knows_tile(tile.name) and not accepts_rule(tile.name, tile.rule)
    ]
    for tiles in grouped(refused, lambda tile: (tile.key, tile.name, tile.rule)).values():
        rule = str(tiles[0].rule)
        repair = remove("plain", *(f"{tile.pointer}/behaves" for tile in tiles), rule=rule)
        yield _problem(context, "refused", tiles, repair, rule=rule)


def _problem(
    context: Context, key: str, tiles: list[Found], *repairs: Repair, **values: Sayable
) -> Problem:
    return of_all(context, key, tiles, *repairs, piece=called(context, tiles[0]), **values)


@check("M913")
def ship_or_train_becomes_unit(context: Context) -> Iterator[Problem]:
    """Destroyers and trains, which become units of the second player (BGA-W6).

    In that player's half of the board it is a note only: there they are taken for theirs.
    """
    names = table()["tiles"]["becomes_unit"]
    side = context.scenario.briefing.bottom.side
    with_unit = {unit.hex for unit, _, _ in context.upload.soldiers}
    for tile in context.upload.tiles:
        if tile.name in names and tile.hex in with_unit:
            yield _problem(context, "ignored", [tile])
        elif tile.name in names and side:
            nation = "german" if side is Side.AXIS else "american"
            theirs = tile.hex.row >= context.scenario.board.rows // 2
            key = nation if theirs else f"{nation}-far"
            yield _problem(context, key, [tile], side=side.called)


@check("M920")
def owner_left_to_arena(context: Context) -> Iterator[Problem]:
    """Bunkers without an owner, which the site gives one or makes field bunkers (BGA-W14).

    One that is held comes out as the rules have it (D-24 of the rulebook), so
    that is a note only.
    """
    sides = {unit.hex: side_of(nation) for unit, _, nation in context.upload.soldiers}
    names = table()["tiles"]["owner_guessed"]
    bunkers = [
        tile
        for tile in context.upload.tiles
        if tile.name in names and tile.raw.get("original_owner") is None
    ]
    empty = [bunker for bunker in bunkers if bunker.hex not in sides]
    manned = [bunker for bunker in bunkers if bunker.hex in sides]
    if empty:
        yield _of_all(context, "empty", empty, *(_given(empty, side) for side in Side))
    if manned:
        owners = {f"{bunker.pointer}/owner": sides[bunker.hex] for bunker in manned}
        changes = {pointer: word(side.value) for pointer, side in owners.items() if side}
        yield _of_all(context, "manned", manned, Repair("take", changes, {}))


def _of_all(context: Context, key: str, bunkers: list[Found], *repairs: Repair) -> Problem:
    first, places = bunkers[0], hexes(context, bunkers)
    return problem(key, f"{first.pointer}/owner", first.hex, *repairs, hexes=places)


def _given(bunkers: list[Found], side: Side) -> Repair:
    pointers = (f"{bunker.pointer}/owner" for bunker in bunkers)
    return give_all("give", pointers, side, side=side.called)


@check("M930")
def keys_of_tiles_ignored(context: Context) -> Iterator[Problem]:
    """Keys of tiles that the site does not look at (BGA-W24)."""
    read = set(table()["tiles"]["keys"])
    unread = [tile for tile in context.upload.tiles if tile.raw.keys() - read]
    for keys, tiles in grouped(unread, lambda tile: tuple(sorted(tile.raw.keys() - read))).items():
        yield _problem(context, "keys", tiles, keys=listed(keys))
