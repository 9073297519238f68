"""Exit markers (M601 to M603, M613)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m44core.catalogue.catalogue_types import Side
from m44core.findings.finding_kinds import PhraseValue
from m44core.hexes import Direction, Hex
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages.message import listed
from m44core.model.exit_markers import (
    crossing_side,
    exit_lines,
    exit_markers,
    exit_side_named_in_texts,
)
from m44core.model.victory_rules import ExitLines
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, Repair, check, problem, side_repair
from m44core.validation.placed_pieces import PlacedTag
from m44core.validation.text_analysis.scenario_texts import LanguageTexts, language_phrase
from m44core.validation.text_analysis.starts_and_exits import (
    are_exits_stated,
    exit_sentences,
    exiting_side,
)

_HEX = re.compile(r"(?<!\w)[a-z]\d{1,2}(?!\w)")


@check("M601")
def unclear_exit_side(context: CheckContext) -> Iterator[Problem]:
    """Exit markers without the side that can exit there (V-63, V-EXIT-03, D-20, D-21).

    The problem is less severe if a text names the side, or if the side follows from the player on
    the opposite edge.
    """
    sideless_tags = [m.tag for m in exit_markers(context.scenario) if m.side is None]
    stated_side = exiting_side(context.texts)
    for placed_tag in _exit_markers(context):
        if any(placed_tag.tag is tag for tag in sideless_tags):
            pointer = context.pointer(placed_tag.hex, "tags", placed_tag.tag_index, "side")
            scenario = context.scenario
            opposite_side = exit_side_named_in_texts(scenario) or crossing_side(
                scenario, placed_tag.hex
            )
            key = "told" if stated_side else "opposite" if opposite_side else "no-side"
            likely_side, values = stated_side or opposite_side, {}
            if likely_side:
                values = {"side": likely_side.noun}
            repairs = _side_repairs(context, placed_tag, pointer, likely_side)
            yield problem(key, pointer, placed_tag.hex, *repairs, **values)


@check("M602")
def exit_not_on_enemy_edge(context: CheckContext) -> Iterator[Problem]:
    """Exits inside the board, or on a side's own edge (V-63, V-EXIT-10, LINT-X1).

    This is only a note if a text says that units exit on these hexes, or at that edge.
    """
    for placed_tag in _exit_markers(context):
        hexes = dict.fromkeys((placed_tag.hex, *(placed_tag.tag.group or ())))
        pointer = context.pointer(placed_tag.hex, "tags", placed_tag.tag_index)
        inner_hexes = [hex_ for hex_ in hexes if not _is_on_edge(context, hex_)]
        side = placed_tag.tag.side
        if inner_hexes:
            is_stated = are_exits_stated(context.texts, map(context.hex_name, hexes))
            key = "inside-told" if is_stated else "inside"
            yield problem(key, pointer, placed_tag.hex, hexes=context.hex_list(inner_hexes))
        home_hexes = [hex_ for hex_ in hexes if side and _is_on_own_edge(context, side, hex_)]
        if side and home_hexes:
            is_stated = are_exits_stated(context.texts, map(context.hex_name, hexes), side)
            key = "home-told" if is_stated else "home"
            yield problem(
                key, pointer, placed_tag.hex, side=side.noun, hexes=context.hex_list(home_hexes)
            )
    yield from _exit_line_problems(context)


def _exit_line_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of special-rule exit lines inside the board or on the side's own edge."""
    for number, line in enumerate(exit_lines(context.scenario)):
        pointer = f"{rule_pointer(ExitLines)}/{number}/hexes"
        names = [context.hex_name(hex_) for hex_ in line.hexes]
        inner_hexes = [hex_ for hex_ in line.hexes if not _is_on_edge(context, hex_)]
        if inner_hexes:
            is_stated = are_exits_stated(context.texts, names)
            key = "inside-told" if is_stated else "inside"
            yield problem(key, pointer, inner_hexes[0], hexes=context.hex_list(inner_hexes))
        home_hexes = [hex_ for hex_ in line.hexes if _is_on_own_edge(context, line.side, hex_)]
        if home_hexes:
            is_stated = are_exits_stated(context.texts, names, line.side)
            values: dict[str, PhraseValue] = {
                "side": line.side.noun,
                "hexes": context.hex_list(home_hexes),
            }
            yield problem("home-told" if is_stated else "home", pointer, home_hexes[0], **values)


@check("M603")
def unstated_exit_rule(context: CheckContext) -> Iterator[Problem]:
    """Exit markers that no text mentions (V-63)."""
    first_marker = next(_exit_markers(context), None)
    if first_marker and not any(map(_may_mention_exits, context.texts.languages)):
        yield problem(
            "unstated",
            context.pointer(first_marker.hex, "tags", first_marker.tag_index),
            first_marker.hex,
        )


@check("M613")
def exits_of_wrong_side(context: CheckContext) -> Iterator[Problem]:
    """Exit markers that contradict the texts (LINT-T8).

    Either all are for one side although the texts let only its enemy exit, or a text names other
    edge hexes.
    """
    markers = list(exit_markers(context.scenario))
    owners = {marker.side for marker in markers}
    stated_side = exiting_side(context.texts, explicitly=True)
    if stated_side and owners == {stated_side.enemy}:
        first_marker = next(_exit_markers(context))
        pointer = context.pointer(first_marker.hex, "tags", first_marker.tag_index, "side")
        values = {"side": stated_side.noun, "enemy": stated_side.enemy.noun}
        yield problem("other", pointer, first_marker.hex, **values)
    yield from _unmarked_exit_problems(context)


def _unmarked_exit_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield at most one problem, if a text has units exit on edge hexes that are not exits.

    A board without any exits has no such problem.
    """
    board = context.scenario.board
    markers = exit_markers(context.scenario)
    exits = [hex_ for marker in markers for hex_ in marker.hexes]
    exits += [hex_ for line in exit_lines(context.scenario) for hex_ in line.hexes]
    edge_hexes = {
        context.hex_name(hex_): hex_ for hex_ in board.hexes if _is_on_edge(context, hex_)
    }
    edge_names = {name.lower(): name for name in edge_hexes}
    for language_texts, sentence in exit_sentences(context.texts) if exits else ():
        assert language_texts.language
        if language_texts.language.find_rule("exits", sentence):
            names = [edge_names[word] for word in _HEX.findall(sentence) if word in edge_names]
            unmarked_names = [
                name for name in dict.fromkeys(names) if edge_hexes[name] not in exits
            ]
            if unmarked_names:
                values: dict[str, PhraseValue] = {"language": language_phrase(language_texts)}
                values |= {
                    "named": listed(unmarked_names),
                    "hexes": context.hex_list(dict.fromkeys(exits)),
                }
                yield problem(
                    "elsewhere",
                    f"/texts/{language_texts.code}",
                    edge_hexes[unmarked_names[0]],
                    **values,
                )
                return


def _exit_markers(context: CheckContext) -> Iterator[PlacedTag]:
    """Yield the exit markers, including other tags with that function."""
    return (placed_tag for placed_tag in context.tags if placed_tag.is_exit)


def _side_repairs(
    context: CheckContext, placed_tag: PlacedTag, pointer: str, likely_side: Side | None
) -> tuple[Repair, ...]:
    """Return a repair for each side: the likely one first, then the one that exits at this edge."""
    exits_here = {side: _home_row(context, side.enemy) == placed_tag.hex.row for side in Side}
    sides = sorted(Side, key=lambda side: (side is not likely_side, not exits_here[side]))
    return tuple(side_repair("choose", pointer, side, side=side.noun) for side in sides)


def _home_row(context: CheckContext, side: Side) -> int | None:
    """Return the row of a side's own edge; None if no player in the briefing has the side."""
    briefing = context.scenario.briefing
    if briefing.top.side is side:
        return 0
    return context.scenario.board.rows - 1 if briefing.bottom.side is side else None


def _is_on_own_edge(context: CheckContext, side: Side, hex_: Hex) -> bool:
    """Return whether a hex is on a side's own edge, but not in a corner, where roads may leave."""
    return hex_.row == _home_row(context, side) and hex_.col not in (
        0,
        context.scenario.board.last_col,
    )


def _is_on_edge(context: CheckContext, hex_: Hex) -> bool:
    return len(context.scenario.board.neighbours.get(hex_, ())) < len(Direction)


def _may_mention_exits(language_texts: LanguageTexts) -> bool:
    """Return whether the texts mention exits, or are in a language that cannot be analyzed."""
    return (
        language_texts.mentions("exits")
        if language_texts.language
        else bool(language_texts.briefing)
    )
