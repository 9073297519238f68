"""Checks of the tiles, units and tags of an upload.

The codes are M902, M909, M912 to M918, M920 to M924, M929 and M930.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.findings.finding_kinds import PhraseValue
from m44core.io.vocabulary.codes import word_for
from m44core.io.vocabulary.hexagon_entries import parse_hex
from m44core.io.vocabulary.m44_rules import option_pointer
from m44core.messages.message import Listing, Message, listed, quoted
from m44core.validation.bga_upload import (
    LAYERS,
    UploadedPiece,
    is_accepted_rule,
    is_known_tile,
    kind_and_nation,
    list_entries,
    medal_owner,
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
    sides_repair,
    value_repair,
)

T = TypeVar("T")


def piece_name(context: CheckContext, piece: UploadedPiece) -> Message:
    """Return our name for an uploaded piece, for a message; if unknown, the name in the file."""
    layer = Layer.TAG if piece.key == "tags" else Layer(LAYERS.get(piece.key, piece.key))
    element = context.catalogue.get(piece.name, layer)
    return element.noun if element else quoted(piece.name)


def piece_hex_list(context: CheckContext, pieces: Iterable[UploadedPiece]) -> Listing:
    """Return the hexes of pieces as a list for a message, each once."""
    return context.hex_list(list(dict.fromkeys(piece.hex for piece in pieces)))


def problem_about_pieces(
    context: CheckContext,
    key: str,
    pieces: Sequence[UploadedPiece],
    *repairs: Repair,
    **values: PhraseValue,
) -> Problem:
    """Return one problem about several pieces; the message lists their hexes."""
    first = pieces[0]
    fields: dict[str, PhraseValue] = {"hexes": piece_hex_list(context, pieces), **values}
    return problem(key, first.pointer, first.hex, *repairs, **fields)


def group_by(
    pieces: Iterable[UploadedPiece], key: Callable[[UploadedPiece], T]
) -> dict[T, list[UploadedPiece]]:
    """Return the pieces in groups, keyed by the result of *key*; the order is kept."""
    groups: dict[T, list[UploadedPiece]] = {}
    for piece in pieces:
        groups.setdefault(key(piece), []).append(piece)
    return groups


@check("M902")
def tile_refused_by_bga(context: CheckContext) -> Iterator[Problem]:
    """Tiles, structures, obstacles and their special rules that stop the setup (BGA-F5, BGA-W7)."""
    unknown_tiles = [tile for tile in context.upload.tiles if not is_known_tile(tile.name)]
    for tiles in group_by(unknown_tiles, lambda tile: (tile.key, tile.name)).values():
        repair = removal_repair(
            "remove", *(tile.pointer for tile in tiles), piece=piece_name(context, tiles[0])
        )
        yield _tile_problem(context, "unknown", tiles, repair)
    refused_tiles = [
        tile
        for tile in context.upload.tiles
        if is_known_tile(tile.name) and not is_accepted_rule(tile.name, tile.behavior)
    ]
    for tiles in group_by(
        refused_tiles, lambda tile: (tile.key, tile.name, tile.behavior)
    ).values():
        rule = str(tiles[0].behavior)
        repair = removal_repair("plain", *(f"{tile.pointer}/behaves" for tile in tiles), rule=rule)
        yield _tile_problem(context, "refused", tiles, repair, rule=rule)


def _tile_problem(
    context: CheckContext,
    key: str,
    tiles: list[UploadedPiece],
    *repairs: Repair,
    **values: PhraseValue,
) -> Problem:
    return problem_about_pieces(
        context, key, tiles, *repairs, piece=piece_name(context, tiles[0]), **values
    )


@check("M913")
def ship_or_train_becomes_unit(context: CheckContext) -> Iterator[Problem]:
    """Destroyers and trains, which become units of the second player (BGA-W6).

    In that player's half of the board this is only a note, because they probably belong there. The
    site ignores those on the hex of a unit.
    """
    names = site_table()["tiles"]["becomes_unit"]
    side = context.scenario.briefing.bottom.side
    hexes_with_units = {unit.hex for unit, _, _ in context.upload.known_units}
    for tile in context.upload.tiles:
        if tile.name in names and tile.hex in hexes_with_units:
            yield _tile_problem(context, "ignored", [tile])
        elif tile.name in names and side:
            nation = "german" if side is Side.AXIS else "american"
            is_in_bottom_half = tile.hex.row >= context.scenario.board.rows // 2
            key = nation if is_in_bottom_half else f"{nation}-far"
            yield _tile_problem(context, key, [tile], side=side.noun)


@check("M920")
def owner_chosen_by_bga(context: CheckContext) -> Iterator[Problem]:
    """Bunkers without an owner: the site picks one or makes them field bunkers (BGA-W14).

    Occupied bunkers get the owner they have by the rules (D-24 of the rulebook), so they are only
    noted.
    """
    sides = {unit.hex: side_of_nation(nation) for unit, _, nation in context.upload.known_units}
    names = site_table()["tiles"]["owner_guessed"]
    bunkers = [
        tile
        for tile in context.upload.tiles
        if tile.name in names and tile.raw.get("original_owner") is None
    ]
    empty_bunkers = [bunker for bunker in bunkers if bunker.hex not in sides]
    occupied_bunkers = [bunker for bunker in bunkers if bunker.hex in sides]
    if empty_bunkers:
        yield _bunker_problem(
            context, "empty", empty_bunkers, *(_owner_repair(empty_bunkers, side) for side in Side)
        )
    if occupied_bunkers:
        owners = {f"{bunker.pointer}/owner": sides[bunker.hex] for bunker in occupied_bunkers}
        changes = {pointer: word_for(side.value) for pointer, side in owners.items() if side}
        yield _bunker_problem(context, "manned", occupied_bunkers, Repair("take", changes, {}))


def _bunker_problem(
    context: CheckContext, key: str, bunkers: list[UploadedPiece], *repairs: Repair
) -> Problem:
    first, places = bunkers[0], piece_hex_list(context, bunkers)
    return problem(key, f"{first.pointer}/owner", first.hex, *repairs, hexes=places)


def _owner_repair(bunkers: list[UploadedPiece], side: Side) -> Repair:
    pointers = (f"{bunker.pointer}/owner" for bunker in bunkers)
    return sides_repair("give", pointers, side, side=side.noun)


@check("M930")
def ignored_tile_keys(context: CheckContext) -> Iterator[Problem]:
    """Keys of tiles that the site ignores (BGA-W24)."""
    read_keys = set(site_table()["tiles"]["keys"])
    tiles_with_unread_keys = [tile for tile in context.upload.tiles if tile.raw.keys() - read_keys]
    for keys, tiles in group_by(
        tiles_with_unread_keys, lambda tile: tuple(sorted(tile.raw.keys() - read_keys))
    ).items():
        yield _tile_problem(context, "keys", tiles, keys=listed(keys))


def _unit_problem(
    context: CheckContext, key: str, units: list[UploadedPiece], *repairs: Repair, **values: str
) -> Problem:
    return problem_about_pieces(
        context, key, units, *repairs, unit=piece_name(context, units[0]), **values
    )


@check("M909")
def unit_unknown_to_bga(context: CheckContext) -> Iterator[Problem]:
    """Units that the site drops silently (BGA-W2, BGA-W5)."""
    unknown_units = [unit for unit in context.upload.units if not kind_and_nation(unit.name)]
    for units in group_by(unknown_units, lambda unit: unit.name).values():
        repair = removal_repair(
            "remove", *(unit.pointer for unit in units), unit=piece_name(context, units[0])
        )
        yield _unit_problem(context, "dropped", units, repair)


@check("M912")
def second_unit_on_hex(context: CheckContext) -> Iterator[Problem]:
    """A second unit on a hex, which the site cannot place (BGA-W5)."""
    for units in group_by(context.upload.units, lambda unit: unit.hex).values():
        if len(units) > 1:
            yield _unit_problem(context, "second", units)


@check("M921")
def tank_becomes_tiger(context: CheckContext) -> Iterator[Problem]:
    """Single German elite tanks, which the site treats as Tigers (BGA-W15).

    This is only a note if there is no briefing text, and not reported if a text mentions Tigers.
    """
    tiger = site_table()["units"]["tiger"]
    if any(word in context.upload.briefing for word in tiger["words"]):
        return
    for unit in context.upload.units:
        has_tiger_figures = str(unit.raw.get("nbr_units")) == str(tiger["figures"])
        if unit.name == tiger["name"] and has_tiger_figures and not unit.raw.get("badge"):
            repairs = (
                value_repair(
                    "tiger", f"{unit.pointer}/badge", _badge_name(context, tiger["badge"])
                ),
                removal_repair("usual", f"{unit.pointer}/figures"),
            )
            key = "tiger" if context.upload.briefing else "untold"
            yield _unit_problem(context, key, [unit], *repairs)


def _badge_name(context: CheckContext, name: str) -> str:
    element = context.catalogue.get(name, Layer.BADGE)
    return element.key if element else name


@check("M922")
def badge_by_date(context: CheckContext) -> Iterator[Problem]:
    """Badges whose rules the site derives from the year of the battle (BGA-W16).

    A late year is only a note: late rules for a late battle are expected.
    """
    data = site_table()["units"]["by_date"]
    units = [
        unit
        for unit, kind, _ in context.upload.known_units
        if kind in data["kinds"] and unit.raw.get("badge") in data["badges"]
    ]
    start_date = str(context.upload.game_info.get("date_begin") or "")
    year = start_date[:4] if start_date[:4].isdecimal() else ""
    if units and not year:
        yield _unit_problem(context, "undated", units)
    elif units and int(year) > data["early_until"]:
        yield _unit_problem(context, "late", units, year=year)


@check("M923")
def british_command_switched_on(context: CheckContext) -> Iterator[Problem]:
    """British units, which switch British command on for the whole game (BGA-W17).

    This is only a note if there is no briefing text, and not reported if a text mentions British
    command.
    """
    british, option = site_table()["units"]["british"], site_table()["options"]["british"]
    units = [unit for unit, _, nation in context.upload.known_units if nation == british["nation"]]
    is_mentioned = any(word in context.upload.briefing for word in british["words"])
    if units and not is_mentioned and not context.upload.options.get(option):
        repair = Repair("state", {option_pointer(option): True}, {})
        first = units[0]
        key = "on" if context.upload.briefing else "untold"
        yield problem(key, first.pointer, first.hex, repair, number=len(units))


@check("M924")
def nation_unknown_to_bga(context: CheckContext) -> Iterator[Problem]:
    """Units of nations that the site does not know, or has no pictures for (BGA-W18)."""
    drawn_nations = site_table()["units"]["drawn"]
    unknown_units = [
        unit for unit, _, nation in context.upload.known_units if not side_of_nation(nation)
    ]
    for units in group_by(unknown_units, lambda unit: unit.name).values():
        yield _unit_problem(context, "unknown", units)
    undrawn_units = [
        unit
        for unit, _, n in context.upload.known_units
        if side_of_nation(n) and n not in drawn_nations
    ]
    for units in group_by(undrawn_units, lambda unit: unit.name).values():
        yield _unit_problem(context, "undrawn", units)


_SENTENCE = re.compile(r"[.!?;\n]")
_OUR_TERMS = {"permanent": "permanent", "counts_for": "counts-for", "nbr_hex": "hexes-needed"}


def _tag_problem(
    context: CheckContext,
    key: str,
    tags: list[UploadedPiece],
    *repairs: Repair,
    **values: PhraseValue,
) -> Problem:
    """Return one problem about several tags of the same name."""
    return problem_about_pieces(
        context, key, tags, *repairs, tag=piece_name(context, tags[0]), **values
    )


@check("M914")
def exit_marker_without_rule(context: CheckContext) -> Iterator[Problem]:
    """Exit markers without the special rule that makes them exits (BGA-W8).

    If a tag with the rule has a line of hexes, all of them are exits, and other tags on the
    line need no rule.
    """
    exits = site_table()["tags"]["exits"]
    board, tags = context.scenario.board, context.upload.tags
    exit_names = (
        name
        for t in tags
        if t.behavior == exits["rule"]
        for name in list_entries(t.raw.get("group"))
    )
    exit_hexes = {parse_hex(name, board) for name in exit_names}
    ineffective_tags = [
        tag
        for tag in tags
        if tag.name in exits["names"]
        and tag.behavior != exits["rule"]
        and tag.hex not in exit_hexes
    ]
    if ineffective_tags:
        yield problem_about_pieces(
            context, "idle", ineffective_tags, _rule_repair("mark", ineffective_tags, exits["rule"])
        )


def _rule_repair(key: str, tags: list[UploadedPiece], rule: str) -> Repair:
    return Repair(key, {f"{tag.pointer}/behaves": word_for(rule) for tag in tags}, {})


@check("M915")
def minefield_without_effect(context: CheckContext) -> Iterator[Problem]:
    """Minefields without their special rule or an owner, or more than the site has (BGA-W9)."""
    mines = site_table()["tags"]["mines"]
    minefields = [
        t for t in context.upload.tags if t.name in mines["names"] or t.behavior in mines["rules"]
    ]
    ineffective_mines = [mine for mine in minefields if mine.behavior not in mines["rules"]]
    if ineffective_mines:
        yield problem_about_pieces(
            context,
            "idle",
            ineffective_mines,
            _rule_repair("mark", ineffective_mines, mines["rule"]),
        )
    effective_mines = [mine for mine in minefields if mine.behavior in mines["rules"]]
    ownerless_mines = [mine for mine in effective_mines if mine.raw.get("side") is None]
    if ownerless_mines:
        yield problem_about_pieces(
            context,
            "nobodys",
            ownerless_mines,
            *(_mine_repair(ownerless_mines, side) for side in Side),
        )
    if len(effective_mines) > mines["pool"]:
        yield problem_about_pieces(
            context, "many", effective_mines, number=len(effective_mines), pool=mines["pool"]
        )


def _mine_repair(mines: list[UploadedPiece], side: Side) -> Repair:
    pointers = (f"{mine.pointer}/side" for mine in mines)
    return sides_repair("give", pointers, side, side=side.noun)


@check("M916")
def misplaced_medal_terms(context: CheckContext) -> Iterator[Problem]:
    """Terms of an objective stored where the site does not look for them (BGA-W10)."""
    tags = site_table()["tags"]
    misplaced_keys = {*tags["misplaced_keys"], *tags["medal_keys"]} - {"side"}
    for medal in context.upload.medals:
        misplaced_terms = {
            k: v for k, v in medal.raw.items() if k in misplaced_keys and v is not None
        }
        terms = {k: v for k, v in misplaced_terms.items() if k in tags["medal_keys"]}
        if misplaced_terms:
            repairs = (_move_terms_repair(medal, terms),) if terms == misplaced_terms else ()
            yield _tag_problem(
                context, "beside", [medal], *repairs, keys=listed(list(misplaced_terms))
            )
        unread_keys = [
            k for k in object_or_empty(medal.raw.get("medal")) if k not in tags["medal_keys"]
        ]
        if unread_keys:
            yield _tag_problem(context, "unread", [medal], keys=listed(unread_keys))


def _move_terms_repair(medal: UploadedPiece, terms: Mapping[str, object]) -> Repair:
    """Return the repair that moves misplaced terms of a medal to where the site reads them."""
    changes: dict[str, object] = {f"{medal.pointer}/m44/{key}": None for key in terms}
    for key, value in terms.items():
        changes[f"{medal.pointer}/{_OUR_TERMS.get(key, f'terms/{key}')}"] = value
    return Repair("move", changes, {})


@check("M917")
def objective_counted_differently(context: CheckContext) -> Iterator[Problem]:
    """Objectives whose owner or hexes the site reads differently (BGA-W11)."""
    for medal in context.upload.medals:
        owner, stated_side = medal_owner(medal.name), str(medal.raw.get("side", "")).upper()
        if owner and stated_side in tuple(Side) and stated_side != owner:
            yield _owner_problem(context, medal, owner, Side(stated_side))
        if _counts_own_hex_twice(context, medal):
            yield _tag_problem(context, "twice", [medal], _single_listing_repair(context, medal))


def _owner_problem(
    context: CheckContext, medal: UploadedPiece, owner: Side, stated_owner: Side
) -> Problem:
    medal_element = next(
        element
        for element in context.catalogue.on_layer(Layer.TAG)
        if element.medal and element.side is stated_owner
    )
    repairs = (
        value_repair("rename", f"{medal.pointer}/is", medal_element.key, side=stated_owner.noun),
        side_repair("follow", f"{medal.pointer}/side", owner, side=owner.noun),
    )
    values = {"stated": stated_owner.noun, "owner": owner.noun}
    return _tag_problem(context, "owner", [medal], *repairs, **values)


def _counts_own_hex_twice(context: CheckContext, medal: UploadedPiece) -> bool:
    terms = object_or_empty(medal.raw.get("medal"))
    number_matters = bool(terms.get("majority")) or str(terms.get("nbr_hex", 1)) != "1"
    names = list_entries(medal.raw.get("group"))
    return number_matters and any(parse_hex(n, context.scenario.board) == medal.hex for n in names)


def _single_listing_repair(context: CheckContext, medal: UploadedPiece) -> Repair:
    names = list_entries(medal.raw.get("group"))
    other_names = [name for name in names if parse_hex(name, context.scenario.board) != medal.hex]
    return Repair("once", {f"{medal.pointer}/hexes": other_names}, {})


@check("M918")
def permanent_objective_in_text_only(context: CheckContext) -> Iterator[Problem]:
    """Objectives that only the text makes permanent (BGA-W12).

    Only objectives that the sentence may be about are reported: those of the side it names, at or
    next to the places it names. If the text also mentions other medals, no repair is offered,
    because only the author knows which are meant.
    """
    medals = context.upload.medals
    terms = [object_or_empty(medal.raw.get("medal")) for medal in medals]
    open_medals = [
        m for m, medal_terms in zip(medals, terms, strict=True) if "permanent" not in medal_terms
    ]
    if not open_medals or any(medal_terms.get("permanent") for medal_terms in terms):
        return
    for promise, sentence in _permanence_promises(context):
        concerned_medals = [
            medal for medal in open_medals if _may_concern_medal(context, sentence, medal)
        ]
        if concerned_medals:
            changes = {f"{medal.pointer}/permanent": True for medal in concerned_medals}
            is_certain = len(medals) == 1 or not _has_any_word(
                context, site_table()["permanent"]["others"]
            )
            repairs = (Repair("permanent", changes, {}),) if is_certain else ()
            yield problem_about_pieces(
                context, "promised", concerned_medals, *repairs, word=promise
            )
            return


def _permanence_promises(context: CheckContext) -> Iterator[tuple[str, str]]:
    """Yield the sentences that promise permanent objectives, each preceded by the deciding word."""
    data = site_table()["permanent"]
    for sentence in _sentences(context):
        promise = next((word for word in data["words"] if word in sentence), None)
        is_denied = any(word in sentence for word in data["denied"])
        if promise and not is_denied and any(word in sentence for word in data["of"]):
            yield str(promise), sentence


def _sentences(context: CheckContext) -> Iterator[str]:
    for text in context.upload.texts.values():
        yield from _SENTENCE.split(f"{text.get('victory')}.{text.get('rules')}".lower())


def _has_any_word(context: CheckContext, words: Iterable[str]) -> bool:
    return any(word in sentence for sentence in _sentences(context) for word in words)


def _may_concern_medal(context: CheckContext, sentence: str, medal: UploadedPiece) -> bool:
    """Return whether a sentence may be about an objective, by its side and the places it names."""
    sides = {
        side for side, words in site_table()["permanent"]["sides"].items() if words in sentence
    }
    owner = medal_owner(medal.name)
    if owner and len(sides) == 1 and owner not in sides:
        return False
    named_hexes = {
        hex_
        for hex_, lines in context.scenario.labels.items()
        if " ".join(lines).strip().lower() in sentence and "".join(lines).strip()
    }
    board, names = context.scenario.board, list_entries(medal.raw.get("group"))
    places = {medal.hex, *(hex_ for name in names if (hex_ := parse_hex(name, board)))}
    neighbours = {hex_ for place in places for hex_ in board.neighbours.get(place, ())}
    return not named_hexes or bool(named_hexes & (places | neighbours))


@check("M929")
def tag_ignored(context: CheckContext) -> Iterator[Problem]:
    """Tags that the site ignores (BGA-W23)."""
    tags = site_table()["tags"]
    known_names = {*tags["heeded"], *tags["exits"]["names"], *tags["mines"]["names"]}
    rules = {tags["exits"]["rule"], *tags["mines"]["rules"]}
    ignored_tags = [
        tag
        for tag in context.upload.tags
        if tag.name not in known_names
        and tag.behavior not in rules
        and not tag.name.startswith(tags["medal"])
    ]
    for group in group_by(ignored_tags, lambda tag: tag.name).values():
        yield _tag_problem(context, "ignored", group)
