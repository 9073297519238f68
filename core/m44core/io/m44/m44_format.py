"""Reading and writing .m44, the format of the official editor."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import partial

from m44core.catalogue.catalogue import Catalogue
from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import finding_at, phrase
from m44core.io.m44.decode import decode
from m44core.io.m44.dialects import BoardNormaliser, DialectNormaliser
from m44core.io.m44.m44_pointers import game_info_pointer, workshop_pointer
from m44core.io.origin import NO_ORIGIN, Content, ContentKind, Origin, OtherContent
from m44core.io.schema.violations import SchemaName, schema_findings
from m44core.io.text.json_pointers import escaped_step
from m44core.io.text.json_text import dump_json, style_of
from m44core.io.text.text_style import TextStyle
from m44core.io.vocabulary.codes import code_for
from m44core.io.vocabulary.field_values import ALLOWANCES_KEY, TEXT_FIELDS
from m44core.io.vocabulary.m44_rules import M44_PREFIX
from m44core.io.vocabulary.unknown_rules import UnknownWord, unknown_rules, unknown_word_findings
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Tag
from m44core.values import dataclass

_HARMLESS_CODES = frozenset({"M012"})  # line endings are preserved


@dataclass(slots=True)
class M44Reading:
    """The result of reading an .m44 file.

    Attributes:
        content: The scenario, or other known content; None for unknown content.
        origin: The properties of the file that saving preserves.
        findings: The problems in its content.
    """

    content: Content | None = None
    origin: Origin = NO_ORIGIN
    findings: list[Diagnostic] = field(default_factory=list)


def is_m44(tree: object) -> bool:
    """Return whether JSON content is in the format of the official editor rather than in ours."""
    return not isinstance(tree, dict) or not {"format", "briefing", "hexes"} & tree.keys()


def read_tree(
    tree: object, text: str, text_findings: list[Diagnostic], catalogue: Catalogue
) -> M44Reading:
    """Read the scenario from the parsed content of an .m44 file.

    Args:
        tree: The content; it is normalized in place.
        text: The text it was parsed from.
        text_findings: The findings of the text stage; they are not repeated in the result.
        catalogue: The known pieces.
    """
    refusal = _refusal_finding(tree)
    if refusal or not isinstance(tree, dict):
        return M44Reading(_other_content(tree), findings=[refusal] if refusal else [])
    findings = schema_findings(tree, SchemaName.M44, partial(workshop_pointer, tree))
    dialects = DialectNormaliser(tree)
    dialects.normalise()
    BoardNormaliser(dialects, catalogue).normalise()
    scenario = decode(tree, catalogue)
    findings += dialects.findings
    findings += find_unknown_words(scenario)
    is_changed = dialects.changed or any(
        finding.code not in _HARMLESS_CODES for finding in text_findings
    )
    origin = Origin(tree, scenario, None if is_changed else text, style=style_of(text))
    return M44Reading(scenario, origin, findings)


def _refusal_finding(tree: object) -> Diagnostic | None:
    """Return the finding about content that is not a scenario; None for a scenario."""
    if not isinstance(tree, dict):
        return finding_at((1, 1), "M026", "one-value")
    if isinstance(tree.get("board"), dict):
        return None
    if _other_content(tree):
        return finding_at((1, 1), "M059", "campaign")
    if tree.get("board") is not None:
        return finding_at((1, 1), "M026", "wrong-board")
    keys = ", ".join(str(key) for key in list(tree)[:5]) or phrase("nothing")
    return finding_at((1, 1), "M026", "no-board", keys=keys)


def _other_content(tree: object) -> OtherContent | None:
    """Return known content that is not a scenario, such as a campaign; None if unknown."""
    if isinstance(tree, dict) and {"campaignId", "scenarios"} & tree.keys():
        return OtherContent(ContentKind.CAMPAIGN, tree)
    return None


def to_tree(scenario: Scenario, origin: Origin = NO_ORIGIN) -> dict[str, object]:
    """Return the content of a scenario's .m44 file, in the key order and form of its origin."""
    from m44core.io.m44.encode import encode  # 3 ms
    from m44core.io.m44.original_form import in_original_form, written_form  # only needed to write

    tree = encode(scenario, written_form(origin))
    return tree if origin.tree is None else in_original_form(tree, origin.tree)


def uploaded_content(scenario: Scenario, origin: Origin = NO_ORIGIN) -> object:
    """Return the content of a scenario's .m44 file as other programs see it.

    A file in a dialect stays in that dialect.

    Raises:
        ValueError: the original file is not strict JSON.
    """
    if origin.data is not None:
        data = unchanged_bytes(scenario, origin)
        return _parse_strict(to_text(scenario, origin).encode() if data is None else data)
    return to_tree(scenario, origin)


def _parse_strict(data: bytes) -> object:
    """Parse JSON as a browser does: without NaN and infinities.

    Raises:
        ValueError: the data is not strict JSON or is nested too deeply.
    """
    text = data.decode("utf-8", errors="replace").removeprefix("\ufeff")
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_int=_parse_digits)
    except RecursionError as error:
        raise ValueError("brackets inside brackets, too deep") from error


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _parse_digits(digits: str) -> int:
    return int(digits[:18])


def unchanged_bytes(scenario: Scenario, origin: Origin = NO_ORIGIN) -> bytes | None:
    """Return the original bytes of the .m44 file of a scenario; None if it was edited.

    The result is also None for a file in the normal form, whose text :func:`to_text` returns.
    """
    return origin.data if _is_unchanged(scenario, origin) else None


def to_text(scenario: Scenario, origin: Origin = NO_ORIGIN) -> str:
    """Return the text of the .m44 file of a scenario.

    Unedited parts keep their original text, in any dialect. A file that is not UTF-8 is written
    in the normal form after the first edit.
    """
    if origin.tree is None:
        return dump_json(to_tree(scenario, origin), TextStyle())
    source = _original_text(origin)
    if source is not None and _is_unchanged(scenario, origin):
        return source
    tree = to_tree(scenario, origin)
    normal_text = dump_json(tree, origin.style)
    if source is None or source == dump_json(origin.tree, origin.style):
        return normal_text
    from m44core.io.m44.patch import patched_text  # only for files that other programs wrote

    old_tree = to_tree(origin.read or scenario, replace(origin, written=None))
    return patched_text(source, old_tree, tree, scenario.catalogue) or normal_text


def _is_unchanged(scenario: Scenario, origin: Origin) -> bool:
    if scenario != origin.read:
        return False
    from m44core.io.m44.original_form import written_form  # only needed to write

    return origin.written is None or origin.written == written_form(replace(origin, written=None))


def _original_text(origin: Origin) -> str | None:
    """Return the original text of the file, including a byte order mark; None if not UTF-8."""
    if origin.text is not None or origin.data is None:
        return origin.text
    try:
        return origin.data.decode("utf-8")
    except UnicodeDecodeError:
        return None


META_KEYS = frozenset(
    {
        "author",
        "author_id",
        "can_translate",
        "create_by",
        "create_date",
        "id",
        "licence",
        "license",
        "mod_by",
        "mod_date",
        "number",
        "original_id",
        "owner",
        "ownerID",
        "scenario_id",
        "software",
        "status",
        ALLOWANCES_KEY,
    }
)
_GAME_INFO_KEYS = frozenset({"expert", "expert_mode", "operation", "victory", "victory_conditions"})
OPTION_KEYS = frozenset(
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
_TERM_KEYS = frozenset(
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
_PIECE_KEYS = frozenset(
    {"behavior", "behavior2", "name", "orientation", "original_owner", "properties"}
)
_UNIT_KEYS = frozenset({"badge", "behavior", "equipment", "name", "nbr_units"})
_TAG_KEYS = frozenset({"behavior", "group", "medal", "name", "side"})
_HEXAGON_KEYS = frozenset({"obstacle", "rect_terrain", "tags", "terrain", "unit"})


def find_unknown_words(scenario: Scenario) -> Iterator[Diagnostic]:
    """Yield one finding, listing all occurrences, for each unknown key, option or special rule."""
    rules = (
        (kind, _m44_word(kind, word), pointer) for kind, word, pointer in unknown_rules(scenario)
    )
    yield from unknown_word_findings(
        [*_unknown_head_words(scenario), *_unknown_board_words(scenario), *rules]
    )


def _m44_word(kind: str, word: str) -> str:
    """Return an unknown word as the .m44 file spells it."""
    return code_for(word) if kind == "special-rule" else word


def _unknown_head_words(scenario: Scenario) -> Iterator[UnknownWord]:
    briefing = scenario.briefing
    yield from _unknown_keys(scenario.meta, META_KEYS, "/meta")
    yield from _unknown_keys(
        scenario.extra, {"equipment_packs", "game_info", "meta_data", "packs", "text"}, "/m44"
    )
    yield from _unknown_keys(scenario.board_extra, {"groups", "hexagons", "labels"}, "/board/m44")
    for key in briefing.extra:
        if key not in _GAME_INFO_KEYS and game_info_pointer(key).startswith("/briefing/m44/"):
            yield "key", key, f"/briefing/m44/{key}"
    for key, foreign_rule in briefing.special_rules.foreign_rules():
        m44_key = key.removeprefix(M44_PREFIX)
        if (
            not foreign_rule.is_workshop
            and m44_key not in OPTION_KEYS
            and not declarations().by_m44(m44_key)
        ):
            yield "option", m44_key, f"/briefing/options/{escaped_step(key)}"
    for language, texts in scenario.texts.items():
        known_keys = {*TEXT_FIELDS, "sdate", "mod_date", "ownerID"}
        yield from _unknown_keys(texts.extra, known_keys, f"/texts/{language}/m44")


def _unknown_keys(
    raw: Mapping[str, object], known_keys: set[str] | frozenset[str], pointer: str
) -> Iterator[UnknownWord]:
    for key in raw:
        if key not in known_keys:
            yield "key", key, f"{pointer}/{key}"


def _unknown_board_words(scenario: Scenario) -> Iterator[UnknownWord]:
    for hex_, content in scenario.hexes.items():
        pointer = f"/hexes/{scenario.board.name(hex_)}"
        yield from _unknown_keys(content.extra, _HEXAGON_KEYS, f"{pointer}/m44")
        for layer in ("terrain", "structure", "obstacle"):
            piece = getattr(content, layer)
            if piece and piece.extra:
                yield from _unknown_keys(piece.extra, _PIECE_KEYS, f"{pointer}/{layer}/m44")
        if content.unit:
            yield from _unknown_keys(content.unit.extra, _UNIT_KEYS, f"{pointer}/unit/m44")
        for number, tag in enumerate(content.tags):
            yield from _unknown_tag_words(tag, f"{pointer}/tags/{number}")


def _unknown_tag_words(tag: Tag, pointer: str) -> Iterator[UnknownWord]:
    yield from _unknown_keys(tag.extra, _TAG_KEYS, f"{pointer}/m44")
    if tag.medal:
        yield from _unknown_keys(tag.medal.extra, _TERM_KEYS, f"{pointer}/terms")
