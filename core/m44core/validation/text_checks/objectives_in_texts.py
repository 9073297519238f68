"""Objectives in texts: sides, numbers, places, duration (M818, M821, M823, M824, M827)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from m44core.catalogue.catalogue_types import Side
from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.messages import nouns
from m44core.model.objective_medals import capturing_side
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    check,
    problem,
    removal_repair,
    value_repair,
)
from m44core.validation.placed_pieces import PlacedPiece, PlacedTag
from m44core.validation.text_analysis.scenario_texts import (
    LanguageTexts,
    language_phrase,
    language_phrases,
)
from m44core.validation.text_analysis.tokenizer import Reading
from m44core.validation.text_checks.rules_in_data import is_about_implemented_rule, is_implemented

_FIELDS = ("victory",)
_OTHER_MEDALS = ("double-medals", "exits")  # other reasons for medals
_MIN_OBJECTIVES_WITH_ODD = 3  # minimum objectives for a single wrong side to be a slip


@check("M818")
def objectives_of_wrong_side(context: CheckContext) -> Iterator[Problem]:
    """Objectives that a text gives to one side but the board or another text to its enemy.

    A text counts only if its victory conditions name a single side. If only one of several medals
    is the enemy's, that medal is reported (LINT-T7, LINT-T8).
    """
    sides_by_texts = {
        language_texts: sides
        for language_texts in context.texts.readable
        if (sides := _only_side_with_objectives(language_texts))
    }
    for (stating_texts, sides_of_text), (other, sides_of_other) in pairwise(sides_by_texts.items()):
        if sides_of_text.isdisjoint(sides_of_other):
            (side,), (enemy,) = sides_of_text, sides_of_other
            fields = {"language": language_phrase(other), "other": language_phrase(stating_texts)}
            pointer = f"/texts/{other.code}/victory"
            yield problem("languages", pointer, **fields, side=enemy.noun, enemy=side.noun)
            return
    owners = {owner for tag in _objective_tags(context) if (owner := _objective_owner(tag))}
    for language_texts, sides in sides_by_texts.items():
        if owners and owners.isdisjoint(sides):
            promised_side = next(iter(sides))
            values: dict[str, PhraseValue] = {
                "language": language_phrase(language_texts),
                "side": promised_side.noun,
            }
            pointer = f"/texts/{language_texts.code}/victory"
            yield problem("board", pointer, **values, enemy=promised_side.enemy.noun)
            return
    yield from _odd_medal_problem(context, sides_by_texts)


def _odd_medal_problem(
    context: CheckContext, sides_by_texts: Mapping[LanguageTexts, frozenset[Side]]
) -> Iterator[Problem]:
    """Yield a problem if only one of several medals is for a side that a text does not mention."""
    owned_medals = [tag for tag in _objective_tags(context) if _objective_owner(tag)]
    for language_texts, sides in sides_by_texts.items():
        (side,) = sides
        odd_medals = [tag for tag in owned_medals if _objective_owner(tag) is not side]
        if (
            len(odd_medals) == 1
            and len(owned_medals) >= _MIN_OBJECTIVES_WITH_ODD
            and not _is_named_in_rules(language_texts, side.enemy)
        ):
            (tag,) = odd_medals
            values: dict[str, PhraseValue] = {
                "language": language_phrase(language_texts),
                "side": side.noun,
            }
            values |= {"enemy": side.enemy.noun, "hex": context.hex_name(tag.hex)}
            yield problem("odd", context.pointer(tag.hex, "tags", tag.tag_index), tag.hex, **values)
            return


def _is_named_in_rules(language_texts: LanguageTexts, side: Side) -> bool:
    """Return whether the special rules about objectives name a side."""
    assert language_texts.language
    rules = language_texts.filled_fields.get("rules", "")
    return side in language_texts.language.sides(
        "\n".join(language_texts.language.objective_sentences(rules))
    )


@check("M821")
def group_size_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Objective groups that need a different number of hexes than in the text (LINT-T8)."""
    groups = [tag for tag in _objective_tags(context) if tag.tag.group and tag.tag.medal]
    if len(groups) != 1:
        return
    tag = groups[0]
    size = len({tag.hex, *(tag.tag.group or ())})
    hexes_needed = tag.tag.medal.hexes_needed if tag.tag.medal else 1
    for language_texts in context.texts.readable:
        shares = {(r.numbers["n"], r.numbers["m"]) for r in _readings(language_texts, "share")}
        if len(shares) != 1:
            continue
        ((stated_number, stated_size),) = shares
        if stated_size == size and stated_number < size and stated_number != hexes_needed:
            pointer = context.pointer(tag.hex, "tags", tag.tag_index, "hexes-needed")
            repair = value_repair("ask", pointer, stated_number, told=stated_number)
            values: dict[str, PhraseValue] = {
                "told": stated_number,
                "size": size,
                "needs": hexes_needed,
            }
            yield problem(
                "unlike",
                pointer,
                tag.hex,
                repair,
                **values,
                language=language_phrase(language_texts),
            )
            return


@check("M827")
def joint_objective_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Hexes that form one objective in the text, but not on the board (LINT-T8)."""
    sizes = {len({tag.hex, *(tag.tag.group or ())}) for tag in _objective_tags(context)}
    for language_texts in context.texts.readable if sizes else ():
        numbers = [
            reading.numbers["n"]
            for reading in _readings(language_texts, "joint", ("victory", "rules"))
        ]
        unmatched_sizes = [number for number in numbers if number > 1 and number not in sizes]
        if unmatched_sizes and not is_implemented(context, "medals-of-rules"):
            values: dict[str, PhraseValue] = {"language": language_phrase(language_texts)}
            pointer = f"/texts/{language_texts.code}/victory"
            yield problem("joint", pointer, hexes=nouns.hexes(unmatched_sizes[0]), **values)
            return


def _objective_tags(context: CheckContext) -> list[PlacedTag]:
    return [placed_tag for placed_tag in context.tags if placed_tag.element.medal]


def _objective_owner(placed_tag: PlacedTag) -> Side | None:
    return capturing_side(placed_tag.tag, placed_tag.element.side)


def _only_side_with_objectives(language_texts: LanguageTexts) -> frozenset[Side]:
    """Return the only side that a text gives objectives to, as a set; empty if both or none.

    The side that gains medals for exits does not count.
    """
    language = language_texts.language
    assert language
    text = language_texts.filled_fields.get("victory", "")
    sides = frozenset(
        r.side for r in _readings(language_texts, "captures") if r.side
    ) or _awarded_sides(language_texts, text)
    named_sides = language.sides(language.without_rule("exits", text))
    return sides if len(sides) == 1 and named_sides == sides else frozenset()


def _awarded_sides(language_texts: LanguageTexts, text: str) -> frozenset[Side]:
    """Return the sides named in sentences about medals, except those for losses and exits."""
    assert language_texts.language
    language = language_texts.language
    return frozenset(
        side
        for sentence in language.objective_sentences(text)
        if not any(language.hints_at(rule, sentence.lower()) for rule in _OTHER_MEDALS)
        for side in language.sides(sentence)
    )


def _readings(
    language_texts: LanguageTexts, kind: str, fields: tuple[str, ...] = _FIELDS
) -> list[Reading]:
    texts: Mapping[str, str] = language_texts.filled_fields
    assert language_texts.language
    return [
        r
        for field in fields
        if field in texts
        for r in language_texts.language.read(kind, texts[field])
    ]


_PIECE_PARTS: Mapping[str, tuple[str, ...]] = {
    "town": ("buildings", "village", "station"),
    "hill": ("hill",),
    "forest": ("forest", "woods"),
    "bridge": ("bridge",),
}
"""Substrings of the palette group or key of pieces, keyed by the kind of ground in texts."""

_RULES_WITHOUT_MEDAL = ("sudden-death", "blown-bridges", "exits", "medals-of-rules", "sabotage")
"""Rules that make hexes count although no medal is on them."""

_PLAIN_GROUNDS = ("town", "village", "hill", "forest", "bridge", "river", "beach", "road")
_NAME = re.compile(r"\d{3}|[^\W\d_]{4,}|[\u4e00-\u9fff]{2,}")
_HEX_NAME = re.compile(r"[A-Za-z]\d{1,2}(?![A-Za-z\d])")
_HEXES_IN_BRACKETS = re.compile(
    rf"[(\uff08]\s*({_HEX_NAME.pattern}(?:[^A-Za-z\d()\uff08\uff09]+{_HEX_NAME.pattern})*)\s*[)\uff09]"
)
_Misplaced = tuple[list[PlacedTag], frozenset[str]] | tuple[()]
_MIN_OBJECTIVES_FOR_SLIP = 3  # minimum objectives for a single misplaced one to be a slip


@check("M823")
def objective_on_wrong_terrain(context: CheckContext) -> Iterator[Problem]:
    """Objectives that are not on the ground or the hexes stated in the texts (LINT-T8).

    Objectives are reported only if all sentences about one side's objectives, or all sentences
    about any objectives, name a kind of ground. Objectives on a piece with its own name, such as a
    church, are skipped, because any of the sentences may mean that piece. If a sentence names an
    objective's label, the objective must be on the ground which that sentence names. If only one of
    several objectives is misplaced and it covers several hexes, it is not reported, because texts
    describe where such a medal is.
    """
    yield from _named_hex_problems(context)
    objectives = [tag for tag in context.tags if tag.element.medal]
    for language_texts in context.texts.readable if objectives else ():
        misplaced_and_kinds = _misplaced_objectives(context, language_texts, objectives) or next(
            _misplaced_by_label(context, language_texts, objectives), ()
        )
        if misplaced_and_kinds:
            tags, kinds = misplaced_and_kinds
            values: dict[str, PhraseValue] = {"language": language_phrase(language_texts)}
            values["kind"] = tuple(phrase(kind) for kind in sorted(kinds))
            if len(tags) > 1 or len(objectives) == 1:
                yield problem(
                    "none", f"/texts/{language_texts.code}/victory", tags[0].hex, **values
                )
            else:
                (tag,) = tags
                pointer = context.pointer(tag.hex, "tags", tag.tag_index)
                yield problem("odd", pointer, tag.hex, **values, hex=context.hex_name(tag.hex))
            return


def _named_hex_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem for the first text that puts an objective on a hex without one.

    Only names in brackets count, as in *the mill (E7)*, because others may be tanks (*the M4*).
    """
    hexes_by_name = {context.hex_name(hex_).lower(): hex_ for hex_ in context.scenario.board.hexes}
    tags = _objective_tags(context)
    objectives = {hex_ for tag in tags for hex_ in (tag.hex, *(tag.tag.group or ()))}
    for language_texts in context.texts.readable if tags else ():
        names = _objective_hex_names(context, language_texts)
        strange_names = [
            name for name in names if hexes_by_name.get(name.lower()) not in objectives
        ]
        if strange_names:
            is_off_board = strange_names[0].lower() not in hexes_by_name
            values: dict[str, PhraseValue] = {
                "language": language_phrase(language_texts),
                "named": strange_names[0],
            }
            if not is_off_board:
                values["hexes"] = context.hex_list(tag.hex for tag in tags)
            pointer = f"/texts/{language_texts.code}/victory"
            yield problem(
                "off-board" if is_off_board else "no-medal",
                pointer,
                hexes_by_name.get(strange_names[0].lower()),
                **values,
            )
            return


def _objective_hex_names(context: CheckContext, language_texts: LanguageTexts) -> list[str]:
    """Return the names of hexes in brackets in the sentences about objectives."""
    language = language_texts.language
    assert language
    return [
        name
        for sentence in language_texts.objective_sentences
        if not language.find_rule("exits", sentence)
        and not any(
            is_about_implemented_rule(context, language, rule, sentence)
            for rule in _RULES_WITHOUT_MEDAL
        )
        for names in _HEXES_IN_BRACKETS.findall(sentence)
        for name in _HEX_NAME.findall(names)
    ]


@check("M824")
def permanence_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Medals that are all permanent, although the texts make them temporary (LINT-T8).

    A single such text is enough, unless another text makes medals permanent.
    """
    medals = [tag for tag in context.tags if tag.element.medal]
    permanent_medals = [tag for tag in medals if tag.tag.medal and tag.tag.medal.permanent]
    losable_texts = [
        language_texts
        for language_texts in context.texts.readable
        if _has_losable_objectives(language_texts)
    ]
    makes_permanent = any(
        language_texts.find_rule("permanent-medals") for language_texts in context.texts.readable
    )
    if (
        permanent_medals
        and losable_texts
        and not makes_permanent
        and len(permanent_medals) == len(medals)
    ):
        first_medal = permanent_medals[0]
        pointers = [
            context.pointer(tag.hex, "tags", tag.tag_index, "permanent") for tag in permanent_medals
        ]
        repair = removal_repair("let-go", *pointers)
        places = context.hex_list(tag.hex for tag in permanent_medals)
        values: dict[str, PhraseValue] = {
            "language": language_phrases(losable_texts),
            "hexes": places,
        }
        yield problem("kept", pointers[0], first_medal.hex, repair, **values)


def _misplaced_objectives(
    context: CheckContext, language_texts: LanguageTexts, objectives: list[PlacedTag]
) -> _Misplaced:
    """Return the objectives that are not on the ground the sentences name, and that ground.

    The result is empty unless all objectives, or a single one of several, are misplaced.
    """
    if _may_use_label_names(context, language_texts):
        return ()
    assert language_texts.language
    for side in (None, *Side):
        sentences = [
            each
            for each in _objective_location_sentences(context, language_texts)
            if side in (None, *_possible_sides(language_texts, each))
        ]
        grounds = [language_texts.language.ground_kinds_of_list(each) for each in sentences]
        objectives_of_side = [tag for tag in objectives if side in (None, _objective_owner(tag))]
        kinds = frozenset(kind for each in grounds for kind in each)
        misplaced_objectives = [
            tag for tag in objectives_of_side if not _is_on_ground(context, tag, kinds)
        ]
        is_certain = (
            grounds
            and all(grounds)
            and all(_has_plain_ground(context, tag) for tag in misplaced_objectives)
        )
        is_slip = (
            len(misplaced_objectives) == 1
            and len(objectives_of_side) >= _MIN_OBJECTIVES_FOR_SLIP
            and not misplaced_objectives[0].tag.group
        )
        if (
            is_certain
            and misplaced_objectives
            and (is_slip or len(misplaced_objectives) == len(objectives_of_side))
        ):
            return misplaced_objectives, kinds
    return ()


def _possible_sides(language_texts: LanguageTexts, sentence: str) -> tuple[Side, ...]:
    """Return the sides a sentence may refer to: the only one it names, else both."""
    assert language_texts.language
    named_sides = tuple(language_texts.language.sides(sentence))
    return named_sides if len(named_sides) == 1 else tuple(Side)


def _objective_location_sentences(
    context: CheckContext, language_texts: LanguageTexts
) -> list[str]:
    """Return the sentences that locate objectives, not those about losses or duration.

    A sentence about a rule that needs no medal on a hex, such as sudden death, locates none.
    """
    assert language_texts.language
    language = language_texts.language
    return [
        each
        for each in language_texts.objective_sentences
        if not any(
            is_about_implemented_rule(context, language, rule, each)
            for rule in _RULES_WITHOUT_MEDAL
        )
        if language.ground_kinds(each)
        or not (
            language.has_temporary_objectives(each)
            or language.is_about_losses(each)
            or language.find_rule("permanent-medals", each)
        )
    ]


def _misplaced_by_label(
    context: CheckContext, language_texts: LanguageTexts, objectives: list[PlacedTag]
) -> Iterator[tuple[list[PlacedTag], frozenset[str]]]:
    """Yield each objective whose label a sentence places on different ground, with that ground."""
    assert language_texts.language
    for tag in objectives:
        names = set(_NAME.findall("\n".join(context.scenario.labels.get(tag.hex, ()))))
        for sentence in language_texts.objective_sentences:
            named_words = names & set(_NAME.findall(sentence))
            kinds = _ground_kinds_of_place(language_texts, sentence, named_words)
            is_misplaced = (
                named_words and len(kinds) == 1 and not _is_on_ground(context, tag, kinds)
            )
            if is_misplaced and _has_plain_ground(context, tag):
                yield [tag], kinds


def _ground_kinds_of_place(
    language_texts: LanguageTexts, sentence: str, names: set[str]
) -> frozenset[str]:
    """Return the kinds of ground a sentence gives a place, in its part of a list if possible."""
    language = language_texts.language
    assert language
    if not names:
        return frozenset()
    parts_with_name = (
        part for part in language.parts_of_list(sentence) if names & set(_NAME.findall(part))
    )
    part = next(parts_with_name, sentence)
    kinds_in_part = language.ground_kinds(part) or language.ground_kinds_in_names(part)
    return kinds_in_part or language.ground_kinds_of_list(sentence)


def _has_losable_objectives(language_texts: LanguageTexts) -> bool:
    assert language_texts.language
    text = language_texts.filled_fields.get("victory", "")
    return bool(
        language_texts.objective_sentences
    ) and language_texts.language.has_temporary_objectives(text)


def _may_use_label_names(context: CheckContext, language_texts: LanguageTexts) -> bool:
    """Return whether a text may call objectives by the names on labels."""
    text = "\n".join(language_texts.objective_sentences)
    labels = (line for lines in context.scenario.labels.values() for line in lines)
    return any(word in text for line in labels for word in _NAME.findall(line))


def _has_plain_ground(context: CheckContext, tag: PlacedTag) -> bool:
    """Return whether a tag is only on pieces without their own names, unlike a church."""
    return all(piece.element.key.endswith(_PLAIN_GROUNDS) for piece in _pieces_under(context, tag))


def _pieces_under(context: CheckContext, tag: PlacedTag) -> list[PlacedPiece]:
    hexes = {tag.hex, *(tag.tag.group or ())}
    return [piece for piece in context.pieces if piece.hex in hexes]


def _is_on_ground(context: CheckContext, tag: PlacedTag, kinds: frozenset[str]) -> bool:
    """Return whether an objective lies on a piece of one of *kinds*, or on an unknown piece."""
    hexes = {tag.hex, *(tag.tag.group or ())}
    is_on_unknown_piece = any(
        unknown_piece.hex in hexes for unknown_piece in context.unknown_pieces
    )
    return is_on_unknown_piece or any(
        _is_ground_of_kind(piece, kind) for piece in _pieces_under(context, tag) for kind in kinds
    )


def _is_ground_of_kind(piece: PlacedPiece, kind: str) -> bool:
    text = f"{piece.element.group} {piece.element.key}"
    return any(part in text for part in _PIECE_PARTS[kind])
