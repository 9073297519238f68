"""Checks of an upload: whether it can be read and started, its number, options and victory.

The codes are M901, M903 to M908, M910, M911, M919, M932 and M933.
"""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from m44core.catalogue.catalogue_types import Side
from m44core.findings.finding_kinds import PhraseValue
from m44core.io.m44.dialects import COUNTS
from m44core.io.m44.m44_pointers import game_info_pointer
from m44core.io.vocabulary.codes import word_for
from m44core.io.vocabulary.hexagon_entries import wrapped_list
from m44core.io.vocabulary.m44_rules import (
    is_workshop_option,
    option_pointer,
    stated_option_pointer,
)
from m44core.messages import nouns
from m44core.messages.message import listed, quoted
from m44core.validation.bga_upload import (
    known_options,
    list_entries,
    object_or_empty,
    side_of_nation,
    site_table,
)
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    removal_repair,
    side_repair,
    value_repair,
)
from m44core.validation.checks.sides import seats_of
from m44core.validation.thresholds import thresholds


def rewrite_repair(key: str, context: CheckContext, /, **values: PhraseValue) -> Repair:
    """Return the repair that rewrites a file as the official editor would.

    The repair sets the type of the board to its present value: saving the file is enough.
    """
    return value_repair(key, "/board/type", word_for(context.scenario.board.type.value), **values)


@check("M901")
def upload_unreadable(context: CheckContext) -> Iterator[Problem]:
    """Files that a browser or the server cannot read (BGA-F1, BGA-F2, BGA-F3, BGA-F4)."""
    upload, boards = context.upload, site_table()["boards"]
    if not upload.readable:
        yield problem("no-json", "", None, rewrite_repair("write", context))
    board = upload.board.get("type")
    if str(board).upper() not in (*boards["playable"], *boards["unfinished"]):
        name = context.scenario.board.type.value
        repair = rewrite_repair("board", context, board=name)
        key, values = ("unnamed", {}) if board is None else ("no-board", {"board": str(board)})
        yield problem(key, "/board/type", None, repair, **values)
    if not _is_readable_hex_list(upload.board.get("hexagons")):
        unread_hexagons = context.scenario.board_extra.get("hexagons")
        repairs = (
            (rewrite_repair("write", context),) if isinstance(unread_hexagons, list | None) else ()
        )
        yield problem("no-list", "/hexes", None, *repairs)
    entries_off_board = [raw for hex_, raw in upload.hexagons if hex_ is None]
    if entries_off_board:
        pointer = "/board/m44/hexagons"
        yield problem(
            "astray",
            pointer,
            None,
            removal_repair("remove", pointer),
            number=len(entries_off_board),
        )


def _is_readable_hex_list(hexagons: object) -> bool:
    """Return whether the server can read the list of hexes.

    ``{}`` and ``{"item": []}`` count as empty lists.
    """
    return isinstance(hexagons, list) or hexagons == {} or wrapped_list(hexagons) == []


@check("M903")
def upload_without_players(context: CheckContext) -> Iterator[Problem]:
    """Briefings that lack what a game needs to start (BGA-F6, BGA-F7, BGA-F8)."""
    game_info = context.upload.game_info
    for key in site_table()["required"]:
        pointer = game_info_pointer(key)
        if key in COUNTS:
            if game_info.get(key) is None:
                number = thresholds().proposed_count
                repair = value_repair("count", pointer, number, number=number)
                yield problem("no-number", pointer, None, repair, key=key)
        elif key == "starting":
            if str(game_info.get(key)).lower() not in site_table()["starting"]:
                yield problem("no-first", pointer, None, *_first_player_repairs(context))
        elif _parse_side(game_info.get(key)) is None:
            sides = (side_repair("seat", pointer, side, side=side.noun) for side in Side)
            yield problem("no-side", pointer, None, *sides, key=key)
    top, bottom = (_parse_side(game_info.get(f"side_player{number}")) for number in (1, 2))
    if top and top is bottom:
        pointer = game_info_pointer("side_player2")
        repair = side_repair("seat", pointer, top.enemy, side=top.enemy.noun)
        yield problem("same-side", pointer, None, repair, side=top.noun)


def _parse_side(raw: object) -> Side | None:
    """Return the side that a value names, in any case; None if it names neither side."""
    capitals = str(raw).upper()
    return Side(capitals) if capitals in tuple(Side) else None


def _first_player_repairs(context: CheckContext) -> Iterator[Repair]:
    """Yield a repair for each possible first player, named by the side or the board edge."""
    for seat in reversed(seats_of(context)):
        yield value_repair("first", "/briefing/first", seat.place, player=seat.title)


@check("M904")
def upload_without_texts(context: CheckContext) -> Iterator[Problem]:
    """Files without a text in any language (BGA-F9)."""
    if not context.upload.texts:
        repair = value_repair("text", "/texts/en/name", context.scenario.title)
        yield problem("none", "/texts", None, repair)


@check("M905")
def incomplete_option(context: CheckContext) -> Iterator[Problem]:
    """Air drops and smoke screens without keys that the site needs (BGA-F10)."""
    for option, keys in site_table()["options"]["required"].items():
        value = context.upload.options.get(option)
        if value is not None and value is not False:
            option_values = object_or_empty(value)
            missing_keys = [key for key in keys if option_values.get(key) is None]
            if missing_keys:
                rules = context.scenario.briefing.special_rules
                pointer = stated_option_pointer(rules, option)
                is_workshop = is_workshop_option(rules, option)
                repairs = (
                    _side_repairs(pointer, is_workshop=is_workshop)
                    if missing_keys == ["side"]
                    else ()
                )
                keys_missing = listed(missing_keys)
                yield problem("lacks", pointer, None, *repairs, option=option, keys=keys_missing)


def _side_repairs(pointer: str, *, is_workshop: bool) -> tuple[Repair, ...]:
    """Return the repairs that give an option a side, in our spelling or that of the .m44 format."""
    side_words = {side: word_for(side.value) if is_workshop else side.value for side in Side}
    return tuple(
        value_repair("side", f"{pointer}/side", side_words[side], side=side.noun) for side in Side
    )


@check("M906")
def army_not_recognised(context: CheckContext) -> Iterator[Problem]:
    """Sides none of whose units the site recognizes (BGA-F11)."""
    sides = {side_of_nation(nation) or Side.ALLIES for _, _, nation in context.upload.known_units}
    ships = site_table()["tiles"]["becomes_unit"]
    bottom = context.scenario.briefing.bottom.side
    if bottom and any(tile.name in ships for tile in context.upload.tiles):
        sides.add(bottom)
    for side in Side:
        if side not in sides:
            yield problem("none", "/hexes", None, side=side.noun)


@check("M907")
def unfinished_board(context: CheckContext) -> Iterator[Problem]:
    """Boards that the site knows but cannot play to the end (BGA-F12)."""
    board = str(context.upload.board.get("type")).upper()
    if board in site_table()["boards"]["unfinished"]:
        yield problem("unfinished", "/board/type", board=board)


_SUDDEN_DEATH = "group_sudden_death"
_SUDDEN_DEATH_KEYS = frozenset({"group", "side", "number"})
_PRIVATE_IDS = 900_000


@check("M908")
def words_in_lower_case(context: CheckContext) -> Iterator[Problem]:
    """Words that the site reads only in capitals (BGA-W1)."""
    lower_case_words = dict(_lower_case_words(context))
    if lower_case_words:
        word_list = listed([*map(quoted, dict.fromkeys(lower_case_words.values()))])
        capitals = listed([value.upper() for value in dict.fromkeys(lower_case_words.values())])
        repair = rewrite_repair("write", context)
        yield problem(
            "small", next(iter(lower_case_words)), None, repair, words=word_list, capitals=capitals
        )


def _lower_case_words(context: CheckContext) -> Iterator[tuple[str, str]]:
    """Yield the pointer and value of each word that must be in capitals but is not."""
    for section, keys in site_table()["capitals"].items():
        entries = object_or_empty(context.upload.tree.get(section))
        for key in keys:
            value = entries.get(key)
            if isinstance(value, str) and value != value.upper():
                yield game_info_pointer(key) if section == "game_info" else f"/board/{key}", value


@check("M910")
def upload_without_id(context: CheckContext) -> Iterator[Problem]:
    """Files without a scenario number (BGA-W3)."""
    if context.upload.number is None:
        repair = value_repair("number", "/meta/id", private_id(context))
        yield problem("none", "/meta", None, repair)


def private_id(context: CheckContext) -> int:
    """Return a number that no published scenario has; the same title gets the same number."""
    first_id: int = site_table()["ids"]["private_from"]
    return first_id + crc32(context.scenario.title.encode()) % _PRIVATE_IDS


@check("M911")
def borrowed_id(context: CheckContext) -> Iterator[Problem]:
    """Files with the number of an official scenario that has rules of its own (BGA-W4).

    Nothing is reported if a title contains the name of that scenario, or if the rules need an
    option that the file does not set.
    """
    number = str(context.upload.number)
    official_rules = site_table()["own_rules"].get(number)
    if official_rules is None or _is_in_title(context, official_rules["name"]):
        return
    if "option" not in official_rules or official_rules["option"] in context.upload.options:
        changes = {"/meta/scenario_id": None, "/meta/id": private_id(context)}
        repair = Repair("number", changes, {})
        values = {"number": number, "name": official_rules["name"]}
        yield problem("borrowed", "/meta/scenario_id", None, repair, **values)


def _is_in_title(context: CheckContext, name: str) -> bool:
    titles = (str(text.get("name", "")) for text in context.upload.texts.values())
    return any(_folded_letters(name) in _folded_letters(title) for title in titles)


def _folded_letters(title: str) -> str:
    return "".join(character for character in title.casefold() if character.isalnum())


@check("M919")
def victory_condition_not_read(context: CheckContext) -> Iterator[Problem]:
    """Conditions of victory that the site does not read (BGA-W13)."""
    game_info = context.upload.game_info
    pointer = game_info_pointer("victory_conditions")
    for condition in list_entries(game_info.get("victory_conditions")):
        unread_keys = [k for k, v in object_or_empty(condition).items() if k != "standard" or v]
        if unread_keys:
            yield problem("unread", pointer, keys=listed(unread_keys))
    conditions = list_entries(object_or_empty(game_info.get("victory")).get("condition"))
    pointer = "/briefing/options/sudden-death"
    if len(conditions) > 1:
        yield problem("first-only", pointer, number=len(conditions))
    for condition in conditions[:1]:
        unread_keys = [key for key in object_or_empty(condition) if key != _SUDDEN_DEATH]
        sudden_death = object_or_empty(object_or_empty(condition).get(_SUDDEN_DEATH))
        unread_keys += [key for key in sudden_death if key not in _SUDDEN_DEATH_KEYS]
        if unread_keys:
            yield problem("unread", pointer, keys=listed(unread_keys))


@check("M932")
def option_not_read(context: CheckContext) -> Iterator[Problem]:
    """Options that the site does not read, or reads differently (BGA-W25)."""
    data = site_table()["options"]
    for option, value in context.upload.options.items():
        pointer = option_pointer(option)
        if value is False:
            if option in data["set_even_if_false"]:
                yield problem(
                    "set", pointer, None, removal_repair("remove", pointer), option=option
                )
        elif option not in known_options():
            yield problem("unread", pointer, option=option)
        elif value not in data["values"].get(option, [value]):
            yield problem("value", pointer, option=option, value=str(value))
        elif value and option in data["hands"]:
            yield from _different_hand_problem(context, option, **data["hands"][option])


def _different_hand_problem(
    context: CheckContext, option: str, side: str, cards: int
) -> Iterator[Problem]:
    """Yield a problem if an option deals a side a different hand than the briefing does."""
    player = context.scenario.briefing.player(Side(side))
    if player and player.cards is not None and player.cards != cards:
        place = "top" if player is context.scenario.briefing.top else "bottom"
        pointer = f"/briefing/{place}/cards"
        repair = value_repair("deal", pointer, cards, cards=cards)
        side_name, stated_cards = Side(side).noun, nouns.cards(player.cards)
        yield problem(
            "hand",
            pointer,
            None,
            repair,
            player=side_name,
            option=option,
            said=stated_cards,
            cards=cards,
        )


@check("M933")
def figures_as_text(context: CheckContext) -> Iterator[Problem]:
    """Figure counts written as text, as the official editor writes them (BGA-E6).

    This is only a note, because the site reads both text and numbers; but every program understands
    a number. Only .m44 files are checked: files of our own format always use numbers.
    """
    units = [u for u in context.upload.units if isinstance(u.raw.get("nbr_units"), str)]
    if units and context.origin.tree is not None:
        repair = value_repair("number", "/written/figures", "number")
        yield problem("text", units[0].pointer + "/figures", None, repair, number=len(units))
