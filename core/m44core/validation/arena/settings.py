"""The form of an upload, its number, options and victory (M908 to M911, M919, M932, M933)."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from m44core.catalogue.types import Side
from m44core.io.m44.m44_pointers import game_info_pointer
from m44core.io.vocabulary.m44_rules import option_pointer
from m44core.messages import nouns
from m44core.messages.message import listed, quoted
from m44core.validation.arena.mending import normal_form
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put, remove
from m44core.validation.upload.table import options_read, table
from m44core.validation.upload.upload import as_object, entries

_DEATH = "group_sudden_death"
_DEATH_KEYS = frozenset({"group", "side", "number"})
_PRIVATE_IDS = 900_000


@check("M908")
def words_in_small_letters(context: Context) -> Iterator[Problem]:
    """Words the site reads in capitals only (BGA-W1)."""
    small = dict(_in_small_letters(context))
    if small:
        words = listed([*map(quoted, dict.fromkeys(small.values()))])
        capitals = listed([value.upper() for value in dict.fromkeys(small.values())])
        repair = normal_form("write", context)
        yield problem("small", next(iter(small)), None, repair, words=words, capitals=capitals)


def _in_small_letters(context: Context) -> Iterator[tuple[str, str]]:
    """Yield the place and the value of each word that has to be in capitals and is not."""
    for section, keys in table()["capitals"].items():
        said = as_object(context.upload.tree.get(section))
        for key in keys:
            value = said.get(key)
            if isinstance(value, str) and value != value.upper():
                yield game_info_pointer(key) if section == "game_info" else f"/board/{key}", value


@check("M910")
def upload_without_id(context: Context) -> Iterator[Problem]:
    """Files without a number (BGA-W3)."""
    if context.upload.number is None:
        repair = put("number", "/meta/id", private_id(context))
        yield problem("none", "/meta", None, repair)


def private_id(context: Context) -> int:
    """Return a number that no published scenario has, the same for the same title."""
    first: int = table()["ids"]["private_from"]
    return first + crc32(context.scenario.title.encode()) % _PRIVATE_IDS


@check("M911")
def borrowed_id(context: Context) -> Iterator[Problem]:
    """Numbers of official scenarios for which the site has rules of its own (BGA-W4)."""
    number = str(context.upload.number)
    official = table()["own_rules"].get(number)
    if official is None or _is_called(context, official["name"]):
        return
    if "option" not in official or official["option"] in context.upload.options:
        changes = {"/meta/scenario_id": None, "/meta/id": private_id(context)}
        repair = Repair("number", changes, {})
        said = {"number": number, "name": official["name"]}
        yield problem("borrowed", "/meta/scenario_id", None, repair, **said)


def _is_called(context: Context, name: str) -> bool:
    titles = (str(text.get("name", "")) for text in context.upload.texts.values())
    return any(_letters(name) in _letters(title) for title in titles)


def _letters(title: str) -> str:
    return "".join(sign for sign in title.casefold() if sign.isalnum())


@check("M919")
def victory_not_read(context: Context) -> Iterator[Problem]:
    """Conditions of victory that the site does not read (BGA-W13)."""
    info = context.upload.info
    pointer = game_info_pointer("victory_conditions")
    for condition in entries(info.get("victory_conditions")):
        unread = [k for k, v in as_object(condition).items() if k != "standard" or v]
        if unread:
            yield problem("unread", pointer, keys=listed(unread))
    conditions = entries(as_object(info.get("victory")).get("condition"))
    pointer = "/briefing/options/sudden-death"
    if len(conditions) > 1:
        yield problem("first-only", pointer, number=len(conditions))
    for condition in conditions[:1]:
        unread = [key for key in as_object(condition) if key != _DEATH]
        death = as_object(as_object(condition).get(_DEATH))
        unread += [key for key in death if key not in _DEATH_KEYS]
        if unread:
            yield problem("unread", pointer, keys=listed(unread))


@check("M932")
def option_not_read(context: Context) -> Iterator[Problem]:
    """Options that the site does not read, or reads otherwise (BGA-W25)."""
    said = table()["options"]
    for option, value in context.upload.options.items():
        pointer = option_pointer(option)
        if value is False:
            if option in said["set_even_if_false"]:
                yield problem("set", pointer, None, remove("remove", pointer), option=option)
        elif option not in options_read():
            yield problem("unread", pointer, option=option)
        elif value not in said["values"].get(option, [value]):
            yield problem("value", pointer, option=option, value=str(value))
        elif value and option in said["hands"]:
            yield from _another_hand(context, option, **said["hands"][option])


def _another_hand(context: Context, option: str, side: str, cards: int) -> Iterator[Problem]:
    """Yield that an option deals a side another hand than the briefing."""
    player = context.scenario.briefing.player(Side(side))
    if player and player.cards is not None and player.cards != cards:
        place = "top" if player is context.scenario.briefing.top else "bottom"
        pointer = f"/briefing/{place}/cards"
        repair = put("deal", pointer, cards, cards=cards)
        who, said = Side(side).called, nouns.cards(player.cards)
        yield problem(
            "hand", pointer, None, repair, player=who, option=option, said=said, cards=cards
        )


@check("M933")
def figures_as_text(context: Context) -> Iterator[Problem]:
    """Figures counted in text, as the official editor does; a note, for the site reads both.

    A number is what any reader understands (BGA-E6). It is said of .m44 files
    only: the files of our own form count in numbers.
    """
    units = [u for u in context.upload.units if isinstance(u.raw.get("nbr_units"), str)]
    if units and context.origin.tree is not None:
        repair = put("number", "/written/figures", "number")
        yield problem("text", units[0].pointer + "/figures", None, repair, number=len(units))
