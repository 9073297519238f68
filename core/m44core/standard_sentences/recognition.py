"""Standard sentences recognised in texts, however an author words them.

A paragraph states a sentence where it says the same in normal form, or where the readers of the
text checks find in it what the data of the scenario have: cards, the first move, medals, special
rules. It says no more than that only where every word of it is accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from pathlib import Path

from m44core.catalogue.types import Side
from m44core.data_files import yaml_mapping
from m44core.errors import CatalogueError, NotationError
from m44core.messages.languages import language_code
from m44core.messages.words import words
from m44core.model.objective_medals import objectives_on
from m44core.model.parts import Texts, label_of
from m44core.model.scenario import Scenario
from m44core.standard_sentences import sentence_wording
from m44core.standard_sentences.scenario_sentences import Sentence, is_simple, standard_sentences
from m44core.translate.glossary import game_glossary
from m44core.translate.paragraphs import paragraphs_of
from m44core.translate.translation_units import LABELS, Unit
from m44core.validation.text_analysis.language_patterns import Language, sentence_at, language_tag
from m44core.validation.text_analysis.normal_form import normal_form, without_references
from m44core.validation.text_analysis.scenario_texts import BRIEFING_FIELDS, ScenarioTexts, LanguageTexts
from m44core.values import dataclass

_DATA = Path(__file__).parent / "fillers.yaml"
_RESHUFFLE = {"turn.reshuffle"}
_STOPS = ".!?;\u3002\uff01\uff1f\uff1b"
_CLAUSE = re.compile(rf"(?:[^{_STOPS}\n]|(?<=\d)\.(?=\d))+[{_STOPS}]*")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_BRACKETS = re.compile(r"[(\[]([^()\[\]\n]*)[)\]]")
_FORCES = {
    f"unit.{name}"
    for name in (
        *("special_forces", "elite", "elite_armor", "german_elite", "rangers", "commandos"),
        *("paratroopers", "british_airborne", "french_resistance"),
    )
}
_HINTED = ("air-drop", "mines", "night", "nightfall", "no-reshuffle")
_OBJECTIVES = ("held", "kept", "shared")
_MEDALS = {"piece.victory_medal", "piece.objective_medal"}
_RULES: Mapping[str, str] = {
    "bunkers": "bunkers",
    "mines": "mines",
    "air-drop": "air-drop",
    "commissar": "commissar",
    "blitz": "blitz",
    "night": "night",
    "nightfall": "night",
    "desert": "desert",
    "gung-ho": "gung-ho",
    "no-reshuffle": "no-reshuffle",
    "exits": "exits",
}
"""The rule of the text checks that speaks of what a sentence is about, by the begin of its key."""
_NAMED_WHOLE = {"mines", "commissar", "blitz", "night", "desert", "gung-ho", "no-reshuffle"}
"""Sentences that say no more than that a rule holds, and for whom."""


@dataclass(frozen=True, slots=True)
class StatedParagraph:
    """What a paragraph states of the data.

    Attributes:
        keys: The standard sentences it states, in its order.
        whole: Whether it says nothing else.
    """

    keys: tuple[str, ...] = ()
    is_complete: bool = False


def possible_sentences(scenario: Scenario, language: str) -> Mapping[str, Sentence]:
    """Return the standard sentences of a scenario by key, and those for parts of them.

    Where both sides need as many medals one sentence says so; a text may say it of each side.

    Raises:
        NotationError: we do not speak the language.
    """
    known = {each.key: each for each in standard_sentences(scenario, language)}
    if "medals" in known:
        told = words(language)
        for side in Side:
            player = scenario.briefing.player(side)
            if player and player.medals is not None:
                said = sentence_wording.medals(side, player.medals)
                key = f"medals.{side.value.lower()}"
                known[key] = Sentence(key, "victory", said, told.render(said))
    return known


def stated_paragraphs(scenario: Scenario, language: str, field: str) -> tuple[StatedParagraph, ...]:
    """Return what each paragraph of a text states of the data of its scenario.

    Args:
        scenario: The scenario.
        language: The language of the text.
        field: The text: its description, victory or rules.
    """
    texts = scenario.texts.get(language)
    said = paragraphs_of(getattr(texts, field)) if texts and field in BRIEFING_FIELDS else ()
    if texts is None or not said:
        return tuple(StatedParagraph() for _ in said)
    reader = _Reader(scenario, language, texts, field)
    return tuple(map(reader.paragraph, reader.spans(said)))


def covered_keys(scenario: Scenario, language: str) -> frozenset[str]:
    """Return the keys of the standard sentences whose subject an author has put in words already.

    These are the sentences that the texts of a language state, wherever they do, those on
    objectives of a side where the texts speak of such, and those on special forces of a side.
    """
    keys = {
        key for field in BRIEFING_FIELDS for each in stated_paragraphs(scenario, language, field) for key in each.keys
    }
    if {f"medals.{side.value.lower()}" for side in Side} <= keys:
        keys.add("medals")
    texts = scenario.texts.get(language)
    if texts is not None:
        (told,) = ScenarioTexts({language: texts}).languages
        keys |= set(
            _spoken_of(told, language, (each.key for each in standard_sentences(scenario, language)))
        )
    return frozenset(keys)


def _spoken_of(told: LanguageTexts, code: str, keys: Iterable[str]) -> Iterator[str]:
    """Yield the keys of sentences on whose subject the texts already say something."""
    if told.language is None:
        return
    about = [*told.about_objectives, *_about_ground(told)]
    forces = [text for _, text in told.fields(BRIEFING_FIELDS) if _has_term(text, _FORCES, code)]
    counted = {
        "cards": {*told.cards, *told.growths},
        "medals": set(told.medals),
        "first": set(Side) if told.first else set(),
    }
    for key in keys:
        begin, _, rest = key.partition(".")
        side = next((each for each in Side if rest.startswith(each.value.lower())), None)
        texts = about if begin in _OBJECTIVES else forces if begin == "forces" else []
        if (
            any(_may_be_of(side, text, told.language) for text in texts)
            or (side or Side.AXIS) in counted.get(begin, ())
            or (begin in _HINTED and told.mentions(_RULES[begin]))
        ):
            yield key


def _may_be_of(side: Side | None, text: str, language: Language) -> bool:
    """Tell whether a text may be about a side: it names that one, or none."""
    return side is None or side in (language.sides(text) or {side})


def _about_ground(told: LanguageTexts) -> Iterator[str]:
    """Yield the sentences on victory that name ground and a side."""
    language, text = told.language, told.filled_fields.get("victory", "")
    for start, end in _clauses(text, (0, len(text))):
        clause = text[start:end]
        if language and language.sides(clause) and language.grounds(clause):
            yield clause


class _Reader:
    """Reads one text of a scenario."""

    def __init__(self, scenario: Scenario, code: str, texts: Texts, field: str) -> None:
        self._code, self._field = code, field
        self._text = getattr(texts, field) or ""
        self._plain = without_references(self._text)
        (self._told,) = ScenarioTexts({code: texts}).languages
        try:
            self._known = possible_sentences(scenario, code)
        except NotationError:  # we do not speak it
            self._known = {}
        self._all_plain = all(map(is_simple, objectives_on(scenario)))
        self._labels = [label_of(lines) for lines in scenario.labels.values() if any(lines)]
        self._by_form = {normal_form(each.text, code): each.key for each in self._known.values()}

    def spans(self, paragraphs: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield where paragraphs of the text stand in it."""
        place = 0
        for each in paragraphs:
            place = self._text.index(each, place)
            yield place, place + len(each)
            place += len(each)

    def paragraph(self, span: tuple[int, int]) -> StatedParagraph:
        """Return what a paragraph states."""
        whole = self._by_form.get(normal_form(self._text[slice(*span)], self._code))
        if whole is not None:
            return StatedParagraph((whole,), is_complete=True)
        keys: list[str] = []
        complete = True
        for clause in _clauses(self._plain, span):
            found, all_of_it = self._clause(clause)
            keys += found
            complete = complete and all_of_it
        keys += self._objectives(self._text[slice(*span)], keys)
        return StatedParagraph(tuple(dict.fromkeys(keys)), bool(keys) and complete)

    def _clause(self, span: tuple[int, int]) -> tuple[list[str], bool]:
        """Return the keys a sentence states, and whether it says nothing else."""
        text = self._plain[slice(*span)].strip(f" {_STOPS}")
        key = self._by_form.get(normal_form(text, self._code))
        if key is not None:
            return [key], True
        if self._told.language is None:
            return [], False
        keys = list(self._counted(span))
        if keys:
            return keys, self._only_counts(text, keys, self._told.language)
        return self._rule(text, self._told.language)

    def _counted(self, span: tuple[int, int]) -> Iterator[str]:
        """Yield the keys of cards, medals and the first move a sentence states as the data do."""
        told, start, end = self._told, *span
        for kind, claims in (("cards", told.cards), ("medals", told.medals)):
            here = {
                side: claim.number
                for side, claim in claims.items()
                if claim.field == self._field and start <= claim.span[0] < end
            }
            if kind == "medals" and len(here) == len(Side) and len(set(here.values())) == 1:
                if self._says("medals", next(iter(here.values()))):
                    yield "medals"
                continue
            for side, number in here.items():
                if self._says(f"{kind}.{side.value.lower()}", number):
                    yield f"{kind}.{side.value.lower()}"
        for side, place in told.first_moves if self._field == "description" else ():
            key = f"first.{side.value.lower()}"
            if start <= place[0] < end and told.first == (side,) and key in self._known:
                yield key

    def _says(self, key: str, number: int) -> bool:
        """Tell whether a standard sentence says a number."""
        known = self._known.get(key)
        return known is not None and str(number) in _WORD.findall(known.text)

    def _only_counts(self, text: str, keys: Sequence[str], language: Language) -> bool:
        """Tell whether a sentence says nothing but what its keys say, of sides and not of nations.

        A name in brackets, a nation or a number that is none of theirs is more.
        """
        inner = _BRACKETS.findall(text)
        if language.nations(text) or not all(language.only_counts(each, 0) for each in inner):
            return False
        numbers = sum(not key.startswith("first.") for key in keys)
        return language.only_counts(_BRACKETS.sub(r" \1 ", text), numbers)

    def _rule(self, text: str, language: Language) -> tuple[list[str], bool]:
        """Return the sentence about a rule that a sentence names, and whether it says no more."""
        for key in self._known:
            begin, _, side = key.partition(".")
            rule = _RULES.get(begin)
            if rule is None or not language.hints_at(rule, text.lower()):
                continue
            match = language.find_rule(rule, text)
            sides = {each.value.lower() for each in language.sides(text)}
            if (
                match is None
                or language.is_conditional(text, match.end())
                or (side and sides and sides != {side})
            ):
                continue
            if begin == "no-reshuffle" and not _has_term(text, _RESHUFFLE, self._code):
                continue  # it says what happens when the deck has run out
            if begin == "exits" and not (sides and _has_term(text, _MEDALS, self._code)):
                continue
            rest = f"{text[: match.start()]} {text[match.end() :]}"
            complete = begin in _NAMED_WHOLE and bool(sides) == bool(side)
            complete = complete and not language.nations(rest)
            return [key], complete and self._is_filled(rest, language)
        return [], False

    def _is_filled(self, text: str, language: Language) -> bool:
        """Tell whether the words around the name of a rule add nothing to it."""
        known = _fillers().get(language_tag(self._code) or "", frozenset())
        return all(word.casefold() in known or language.sides(word) for word in _WORD.findall(text))

    def _objectives(self, text: str, keys: Sequence[str]) -> Iterator[str]:
        """Yield the sentence about objectives of a side whose terms a paragraph states."""
        language = self._told.language
        if language is None or keys or self._field == "description":
            return
        sides = {r.side for r in language.read("captures", text) if r.side}
        captures = [r.start for r in language.read("captures", text)]
        losses = any(language.is_of_losses(sentence_at(text, place)) for place in captures)
        if len(sides) != 1 or losses or language.gives_several_medals(text):
            return
        (side,) = sides
        mine = [key for key in self._known if key.split(".")[:2][-1:] == [side.value.lower()]]
        mine = [key for key in mine if key.partition(".")[0] in _OBJECTIVES]
        kept = language.find_rule("permanent-medals", text) is not None
        kind = "kept" if kept else "held" if language.lets_objectives_go(text) else ""
        said = language.grounds(text) or any(label in text for label in self._labels)
        if said and self._all_plain and mine == [f"{kind}.{side.value.lower()}.1"]:
            yield mine[0]


def _clauses(text: str, span: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a paragraph stand; a dot between digits ends none."""
    for match in _CLAUSE.finditer(text, *span):
        if _WORD.search(match[0]):
            yield match.span()


def _has_term(text: str, keys: Set[str], code: str) -> bool:
    """Tell whether a text has one of some terms of the glossary of the game."""
    return any(found.term.key in keys for found in game_glossary().terms_in(text, code))


@cache
def _fillers() -> Mapping[str, frozenset[str]]:
    """Return the words that add nothing to the name of a rule, by language.

    Raises:
        CatalogueError: our own data is wrong.
    """
    try:
        said = yaml_mapping(_DATA)
        return {code: frozenset(map(str, words)) for code, words in said.items()}
    except (AttributeError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{_DATA.name} is wrong: {error!r}") from error


_SPACED = " "


@dataclass(frozen=True, slots=True)
class StandardTranslation:
    """What the program can say of a paragraph in the language it is translated to.

    Attributes:
        sentences: The sentences, each with its key.
        text: Them, one after the other.
        whole: Whether the paragraph says nothing else.
    """

    sentences: tuple[tuple[str, str], ...]
    text: str
    is_complete: bool


def standard_translations(
    scenario: Scenario, unit: Unit, source: str, target: str
) -> tuple[StandardTranslation, ...]:
    """Return the standard sentences that say what a paragraph says.

    All of them together are one offer where the paragraph says nothing else; else each is one, for
    a part of it.

    Args:
        scenario: The scenario.
        unit: The paragraph.
        source: The language it is in.
        target: The language of the sentences; nothing is offered in one we do not speak.
    """
    if unit.field == LABELS:
        return ()
    try:
        known = possible_sentences(scenario, target)
    except NotationError:
        return ()
    said = _of(unit, stated_paragraphs(scenario, source, unit.field))
    made = [(key, known[key].text) for key in said.keys]
    if not said.is_complete:
        return tuple(StandardTranslation((each,), each[1], is_complete=False) for each in made)
    between = "" if language_code(target).startswith("zh") else _SPACED
    return (StandardTranslation(tuple(made), between.join(text for _, text in made), is_complete=True),)


def _of(unit: Unit, facts: tuple[StatedParagraph, ...]) -> StatedParagraph:
    """Return what a unit states, which is a paragraph of its text or all of it."""
    if unit.number:
        return facts[unit.number - 1] if unit.number <= len(facts) else StatedParagraph()
    keys = dict.fromkeys(key for each in facts for key in each.keys)
    return StatedParagraph(tuple(keys), bool(facts) and all(each.is_complete for each in facts))
