"""Whether an upload can be read, and a game of it begun (M90x)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.io.m44.dialects import COUNTS
from m44core.io.m44.m44_pointers import game_info_pointer
from m44core.io.vocabulary.codes import word
from m44core.io.vocabulary.hexagon_entries import unwrapped
from m44core.io.vocabulary.m44_rules import is_in_our_words, stated_pointer
from m44core.messages.message import listed
from m44core.validation.arena.mending import normal_form
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import give, put, remove
from m44core.validation.basis.thresholds import usual
from m44core.validation.checks.sides import seats_of
from m44core.validation.upload.table import side_of, table
from m44core.validation.upload.upload import as_object


@check("M901")
def upload_unreadable(context: Context) -> Iterator[Problem]:
    """Files that a browser or the server cannot read (BGA-F1, BGA-F2, BGA-F3, BGA-F4)."""
    upload, boards = context.upload, table()["boards"]
    if not upload.readable:
        yield problem("no-json", "", None, normal_form("write", context))
    board = upload.board.get("type")
    if str(board).upper() not in (*boards["playable"], *boards["unfinished"]):
        name = context.scenario.board.type.value
        repair = normal_form("board", context, board=name)
        key, said = ("unnamed", {}) if board is None else ("no-board", {"board": str(board)})
        yield problem(key, "/board/type", None, repair, **said)
    if not _is_list(upload.board.get("hexagons")):
        kept = context.scenario.board_extra.get("hexagons")
        repairs = (normal_form("write", context),) if isinstance(kept, list | None) else ()
        yield problem("no-list", "/hexes", None, *repairs)
    astray = [raw for hex_, raw in upload.hexagons if hex_ is None]
    if astray:
        pointer = "/board/m44/hexagons"
        yield problem("astray", pointer, None, remove("remove", pointer), number=len(astray))


def _is_list(hexagons: object) -> bool:
    """Tell whether the server reads all entries of what stands for the hexes; of none it does."""
    return isinstance(hexagons, list) or hexagons == {} or unwrapped(hexagons) == []


@check("M903")
def upload_without_players(context: Context) -> Iterator[Problem]:
    """Briefings without what a game begins with (BGA-F6, BGA-F7, BGA-F8)."""
    info = context.upload.info
    for key in table()["required"]:
        pointer = game_info_pointer(key)
        if key in COUNTS:
            if info.get(key) is None:
                number = usual().proposed
                repair = put("count", pointer, number, number=number)
                yield problem("no-number", pointer, None, repair, key=key)
        elif key == "starting":
            if str(info.get(key)).lower() not in table()["starting"]:
                yield problem("no-first", pointer, None, *_firsts(context))
        elif _side(info.get(key)) is None:
            sides = (give("seat", pointer, side, side=side.called) for side in Side)
            yield problem("no-side", pointer, None, *sides, key=key)
    top, bottom = (_side(info.get(f"side_player{number}")) for number in (1, 2))
    if top and top is bottom:
        pointer = game_info_pointer("side_player2")
        repair = give("seat", pointer, top.enemy, side=top.enemy.called)
        yield problem("same-side", pointer, None, repair, side=top.called)


def _side(raw: object) -> Side | None:
    capitals = str(raw).upper()
    return Side(capitals) if capitals in tuple(Side) else None


def _firsts(context: Context) -> Iterator[Repair]:
    """Yield who might begin; a player without a side is named by the edge of the board."""
    for seat in reversed(seats_of(context)):
        yield put("first", "/briefing/first", seat.place, player=seat.who)


@check("M904")
def upload_without_texts(context: Context) -> Iterator[Problem]:
    """Files without a text in any language (BGA-F9)."""
    if not context.upload.texts:
        repair = put("text", "/texts/en/name", context.scenario.title)
        yield problem("none", "/texts", None, repair)


@check("M905")
def incomplete_option(context: Context) -> Iterator[Problem]:
    """Air drops and smoke screens that lack what the site needs of them (BGA-F10)."""
    for option, keys in table()["options"]["required"].items():
        value = context.upload.options.get(option)
        if value is not None and value is not False:
            stated = as_object(value)
            missing = [key for key in keys if stated.get(key) is None]
            if missing:
                rules = context.scenario.briefing.special_rules
                pointer = stated_pointer(rules, option)
                ours = is_in_our_words(rules, option)
                repairs = _owners(pointer, ours=ours) if missing == ["side"] else ()
                keys_missing = listed(missing)
                yield problem("lacks", pointer, None, *repairs, option=option, keys=keys_missing)


def _owners(pointer: str, *, ours: bool) -> tuple[Repair, ...]:
    """Return what gives an option a side, in our words where it stands in them."""
    words = {side: word(side.value) if ours else side.value for side in Side}
    return tuple(put("side", f"{pointer}/side", words[side], side=side.called) for side in Side)


@check("M906")
def army_not_recognised(context: Context) -> Iterator[Problem]:
    """Sides of which the site recognises no unit (BGA-F11)."""
    sides = {side_of(nation) or Side.ALLIES for _, _, nation in context.upload.soldiers}
    ships = table()["tiles"]["becomes_unit"]
    bottom = context.scenario.briefing.bottom.side
    if bottom and any(tile.name in ships for tile in context.upload.tiles):
        sides.add(bottom)
    for side in Side:
        if side not in sides:
            yield problem("none", "/hexes", None, side=side.called)


@check("M907")
def unfinished_board(context: Context) -> Iterator[Problem]:
    """Boards that the site knows but cannot play to the end (BGA-F12)."""
    board = str(context.upload.board.get("type")).upper()
    if board in table()["boards"]["unfinished"]:
        yield problem("unfinished", "/board/type", board=board)
