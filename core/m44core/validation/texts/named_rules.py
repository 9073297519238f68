"""Special rules that the prose names and the data do not have, and the reverse (M8xx)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from textwrap import shorten

from m44core.findings.kinds import Sayable, say
from m44core.io.workshop.special_rules import rule_pointer
from m44core.model.special_rules import (
    BlitzRules,
    DeckReshuffling,
    Foreign,
    GungHo,
    NightVisibility,
    NorthAfricanDesert,
)
from m44core.rules.options import ScenarioOptions, scenario_options
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.prose.language import Language, sentence_around
from m44core.validation.prose.names import in_language
from m44core.validation.prose.prose import Told

_SHOWN = 60  # letters of the sentence
_CARD = re.compile(r"[(\uff08]\D{1,24}(\d{1,2})(?!\d)")  # as in (Actions 13)
_FORD, _STAR = "ford", "battle-star"
_BUNKERS = ("bunker", "casemate", "fort")


@check("M813")
def rule_without_data(context: Context) -> Iterator[Problem]:
    """Rules and pieces that the text names and the data do not have (V-73, LINT-M3, B-SETUP-10).

    A warning for what should lie on the board; units may leave over a whole edge,
    without any marker. Rules that a text alone states
    are worth knowing only: genuine files of the official editor state many so,
    and two players at a table need no more.
    """
    for rule, has in _HAS.items():
        if not has(context):
            told = next((text for text in context.prose.read if text.names(rule)), None)
            found = told.names(rule) if told else None
            if told and found:
                yield _without(told, rule, *found)


@check("M814")
def data_without_text(context: Context) -> Iterator[Problem]:
    """Rules and objectives in the data that no text speaks of (LINT-M3, B-SETUP-10)."""
    told = [told for told in context.prose.told if told.briefing]
    if not told or any(text.language is None for text in told):
        return  # nothing is said at all, or perhaps in a language that is not read
    for rule, has in _UNTOLD.items():
        if has(context) and not any(text.hints(rule) for text in told):
            yield problem("untold", f"/texts/{told[0].code}", rule=say(rule))


@check("M815")
def rule_in_one_language(context: Context) -> Iterator[Problem]:
    """Rules that one language names and another does not (LINT-T3, C-8)."""
    told = [text for text in context.prose.read if text.texts.rules or text.texts.victory]
    for rule in _ALIKE if len(told) > 1 else ():
        speaks = [text for text in told if text.names(rule)]
        silent = [text for text in told if not _may_speak(text, speaks[0], rule)] if speaks else []
        if len(speaks) == 1 and len(silent) > 1:
            said = {"language": in_language(speaks[0]), "rule": say(rule)}
            yield problem("alone", f"/texts/{speaks[0].code}", **said)
        else:
            yield from (_silent(text, speaks[0], rule) for text in silent)


def _may_speak(told: Told, speaks: Told, rule: str) -> bool:
    """Tell whether a text may speak of a rule, by any word or by the number of its card."""
    return told.hints_at(rule) or bool(_cards(speaks, rule) & set(_CARD.findall(told.briefing)))


def _cards(told: Told, rule: str) -> set[str]:
    """Return the numbers of the cards that explain a rule, as the sentence that names it says."""
    found = told.names(rule)
    return set(_CARD.findall(sentence_around(found[1].string, found[1]))) if found else set()


def _silent(told: Told, speaks: Told, rule: str) -> Problem:
    said = {"language": in_language(told), "other": in_language(speaks), "rule": say(rule)}
    return problem("silent", f"/texts/{told.code}", **said)


def _without(told: Told, rule: str, field: str, match: re.Match[str]) -> Problem:
    sentence = sentence_around(match.string, match).strip()
    shown = sentence if len(sentence) <= _SHOWN else match.string[match.start() :]
    passage = shorten(shown, max(_SHOWN, len(match[0])), placeholder=" ...")
    said: dict[str, Sayable] = {"language": in_language(told), "rule": say(rule)}
    assert told.language
    lies = rule in _PIECES and told.language.means_pieces(rule, sentence)
    key = "pieces" if lies else "rule"
    pointer = f"/texts/{told.code}/{field}"
    repairs = [put("state", *_STATED[rule])] if rule in _STATED else []
    return problem(key, pointer, None, *repairs, **said, passage=passage)


def names_what_data_have(context: Context, language: Language, sentence: str) -> bool:
    """Tell whether a sentence names a rule or pieces that the data have."""
    return any(has(context) and language.names(rule, sentence) for rule, has in _HAS.items())


def _options(context: Context) -> ScenarioOptions:
    return scenario_options(context.scenario)


def _states(*beginnings: str) -> Callable[[Context], bool]:
    """Return whether the options name something that begins so, in either way of writing."""
    return lambda context: any(
        name.replace("_", "-").startswith(beginnings)
        and not (isinstance(rule, Foreign) and rule.value is None)
        for name, rule in context.scenario.briefing.special_rules.stated.items()
    )


def _has_mines(context: Context) -> bool:
    return any(placed.element.key == "minefield" or placed.is_mine for placed in context.tags)


def _has_exits(context: Context) -> bool:
    marked = any(placed.is_exit for placed in context.tags)
    return marked or bool(_options(context).exits_needed)


def _has_objectives(context: Context) -> bool:
    return any(placed.element.medal for placed in context.tags) or _objectives_stated(context)


_objectives_stated = _states("empty-section-medals", "sudden-death")


def _has_bunkers(context: Context) -> bool:
    return any(part in placed.element.key for placed in context.pieces for part in _BUNKERS)


def _has_permanent(context: Context) -> bool:
    return any(placed.tag.medal and placed.tag.medal.permanent for placed in context.tags)


def _has_double(context: Context) -> bool:
    behaviors = context.catalogue.unit_behaviors
    keys = {placed.unit.behavior for placed in context.units if placed.unit.behavior}
    return any(key in behaviors and behaviors[key].traits.get("medals", 1) > 1 for key in keys)


def _has_sudden_death(context: Context) -> bool:
    return bool(_options(context).sudden_deaths) or _sudden_stated(context)


_sudden_stated = _states("sudden-death")


def _does_not_reshuffle(context: Context) -> bool:
    return not _options(context).reshuffles


def _behaves(*parts: str) -> Callable[[Context], bool]:
    """Return whether a piece has a special rule with one of these parts in its key."""
    return lambda context: any(
        part in (placed.piece.behavior or "") for placed in context.pieces for part in parts
    )


_fordable = _behaves("ford")


def _has_fords(context: Context) -> bool:
    lies = any(_FORD in placed.element.key for placed in context.pieces)
    return lies or _fordable(context)


def _has_stars(context: Context) -> bool:
    return any(_STAR in placed.element.key for placed in context.tags)


_MOUNTAIN = "mountain"  # impassable for most units by its own card
_ruled_impassable = _behaves("impassable", _MOUNTAIN)


def _has_impassable(context: Context) -> bool:
    lies = any(_MOUNTAIN in placed.element.key for placed in context.pieces)
    return lies or _ruled_impassable(context)


_HAS: Mapping[str, Callable[[Context], bool]] = {
    "mines": _has_mines,
    "exits": _has_exits,
    "objectives": _has_objectives,
    "bunkers": _has_bunkers,
    "sudden-death": _has_sudden_death,
    "no-reshuffle": _does_not_reshuffle,
    "hand-growth": _states("draw-extra"),
    "air-drop": _states("air-drop", "airdrop"),
    "blitz": _states("blitz", "partial-blitz"),
    "commissar": _states("russian-commissar", "commissar"),
    "night": _states("night-visibility"),
    "gung-ho": _states("gung-ho"),
    "desert": _states("north-african-desert"),
    "permanent-medals": _has_permanent,
    "double-medals": _has_double,
    "recon-as-air-power": _states("hill", "air-strikes", "blitz"),
    "air-rules": _states("air-pack", "air-strikes"),
    "impassable": _has_impassable,
    "cliffs": _behaves("cliff", "bluff", "steep"),
    "sea-wall": _behaves("seawall"),
    "fords": _has_fords,
    "battle-stars": _has_stars,
    "mandatory-objective": _states("mandatory-objective", "must-exit", "must-have-unit-exit"),
}
"""How the data have each rule that a language names."""

RULES = frozenset(_HAS)
"""The keys of those rules."""

_PIECES = ("mines", "exits", "objectives", "bunkers", "battle-stars")

_STATED: Mapping[str, tuple[str, int]] = {
    "no-reshuffle": (rule_pointer(DeckReshuffling), False),
    "blitz": (rule_pointer(BlitzRules), True),
    "night": (rule_pointer(NightVisibility), True),
    "gung-ho": (rule_pointer(GungHo), True),
    "desert": (rule_pointer(NorthAfricanDesert), True),
}
"""Where and how the options state a rule that needs no more words."""

_ALIKE = (
    "mines", "exits", "bunkers", "no-reshuffle", "air-drop", "blitz", "commissar", "night",
    "gung-ho", "desert", "air-rules",
)  # fmt: skip
"""What every language has its own word for, so that a text without it says nothing of it."""

_UNTOLD: Mapping[str, Callable[[Context], bool]] = {
    **{
        rule: _HAS[rule]
        for rule in (
            "mines", "objectives", "sudden-death", "no-reshuffle", "hand-growth", "air-drop",
            "commissar", "night", "gung-ho", "desert",
        )
    },
    "blitz": _states("blitz"),
}  # fmt: skip
"""What players do not know without a text; for exits see M603.

A text may say what a part of the blitz rules means without their name.
"""

CHECKS = (rule_without_data, data_without_text, rule_in_one_language)
