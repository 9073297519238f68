"""Keys and special rules of an .m44 file that the description of the format does not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from m44core.diagnostics import Diagnostic
from m44core.io.m44.places import game_info_pointer
from m44core.io.text.places import escape
from m44core.io.vocabulary.allowances import KEY
from m44core.io.vocabulary.official import TEXT_FIELDS
from m44core.io.vocabulary.official_rules import MARK
from m44core.io.vocabulary.unknown_rules import Word, told, unknown_rules
from m44core.io.vocabulary.words import code
from m44core.model.declared import declarations
from m44core.model.parts import Tag
from m44core.model.scenario import Scenario

META = frozenset(
    {
        "author",
        "author_id",
        "can_translate",
        "create_by",
        "create_date",
        "id",
        "mod_by",
        "mod_date",
        "number",
        "original_id",
        "owner",
        "ownerID",
        "scenario_id",
        "software",
        "status",
        KEY,
    }
)
_GAME_INFO = frozenset({"expert", "expert_mode", "operation", "victory", "victory_conditions"})
OPTIONS = frozenset(
    {
        "air_strikes_rules",
        "airdrop",
        "airdrop2",
        "armor_breakthrough_rules",
        "blitz_rules",
        "blowbridge_opt2",
        "british_commonwealth",
        "deck_name",
        "deck_out_winner",
        "deck_reshuffling",
        "draw_extra",
        "empty_section_medals",
        "gung_ho",
        "hill317",
        "infantry_exit_counts_2",
        "italy_royal_army",
        "mine_deck_name",
        "must_have_unit_exit",
        "night_visibility_reverse_rule",
        "night_visibility_rules",
        "night_visibility_team_turn",
        "north_african_desert_rules",
        "partial_blitz_rules",
        "russian_commissar_rule",
        "smoke_screen",
        "supply_train_rules",
    }
)
_TERMS = frozenset(
    {
        "any_hex",
        "counts_for",
        "last_to_occupy",
        "majority",
        "nbr_hex",
        "permanent",
        "side",
        "sole_control",
        "turn_start",
    }
)
_PIECE = frozenset({"behavior", "behavior2", "name", "orientation", "original_owner", "properties"})
_UNIT = frozenset({"badge", "behavior", "equipment", "name", "nbr_units"})
_TAG = frozenset({"behavior", "group", "medal", "name", "side"})
_HEXAGON = frozenset({"obstacle", "rect_terrain", "tags", "terrain", "unit"})


def unknown_words(scenario: Scenario) -> Iterator[Diagnostic]:
    """Yield one finding for each word the format's description lacks, with all its places."""
    rules = ((kind, _theirs(kind, word), at) for kind, word, at in unknown_rules(scenario))
    yield from told([*_head_words(scenario), *_board_words(scenario), *rules])


def _theirs(kind: str, word: str) -> str:
    """Return a word as an .m44 file has it."""
    return code(word) if kind == "special-rule" else word


def _head_words(scenario: Scenario) -> Iterator[Word]:
    briefing = scenario.briefing
    yield from _keys(scenario.meta, META, "/meta")
    yield from _keys(
        scenario.extra, {"equipment_packs", "game_info", "meta_data", "packs", "text"}, "/m44"
    )
    yield from _keys(scenario.board_extra, {"groups", "hexagons", "labels"}, "/board/m44")
    for key in briefing.extra:
        if key not in _GAME_INFO and game_info_pointer(key).startswith("/briefing/m44/"):
            yield "key", key, f"/briefing/m44/{key}"
    for key, foreign in briefing.special_rules.foreign():
        theirs = key.removeprefix(MARK)
        if not foreign.ours and theirs not in OPTIONS and not declarations().by_m44(theirs):
            yield "option", theirs, f"/briefing/options/{escape(key)}"
    for language, texts in scenario.texts.items():
        known = {*TEXT_FIELDS, "sdate", "mod_date", "ownerID"}
        yield from _keys(texts.extra, known, f"/texts/{language}/m44")


def _keys(
    raw: Mapping[str, object], known: set[str] | frozenset[str], pointer: str
) -> Iterator[Word]:
    for key in raw:
        if key not in known:
            yield "key", key, f"{pointer}/{key}"


def _board_words(scenario: Scenario) -> Iterator[Word]:
    for hex_, content in scenario.hexes.items():
        pointer = f"/hexes/{scenario.board.name(hex_)}"
        yield from _keys(content.extra, _HEXAGON, f"{pointer}/m44")
        for layer in ("terrain", "structure", "obstacle"):
            piece = getattr(content, layer)
            if piece and piece.extra:
                yield from _keys(piece.extra, _PIECE, f"{pointer}/{layer}/m44")
        if content.unit:
            yield from _keys(content.unit.extra, _UNIT, f"{pointer}/unit/m44")
        for number, tag in enumerate(content.tags):
            yield from _tag_words(tag, f"{pointer}/tags/{number}")


def _tag_words(tag: Tag, pointer: str) -> Iterator[Word]:
    yield from _keys(tag.extra, _TAG, f"{pointer}/m44")
    if tag.medal:
        yield from _keys(tag.medal.extra, _TERMS, f"{pointer}/terms")
