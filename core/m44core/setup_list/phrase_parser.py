"""Finds the pieces that a phrase of a setup list names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import NamedTuple

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Side, UnitClass
from m44core.catalogue.search_words import fold_text
from m44core.messages.message import Message, message
from m44core.model.figure_nations import ELITE_BADGES
from m44core.setup_list.list_vocabulary import FILLER, Term, Vocabulary, stem, stems, words_of_text
from m44core.values import dataclass

_COUNT = re.compile(r"^\s*(\d{1,3})\s*(?:[x*]\s*)?(?=\D|$)")
_BRACKETED_NUMBER = re.compile(r"\(\s*(\d{1,2})\s*\)")
_FIRST_WORD = re.compile(r"\s*([^\W\d_]+)")
_MIN_SIMILARITY = 0.75  # minimum similarity (0 to 1) of two words for a spelling mistake
_Layers = dict[Layer, frozenset[str]]
_LAYER_ORDER = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT, Layer.BADGE, Layer.TAG)


class StandIn(NamedTuple):
    """Figures that stand in for those of a side.

    Attributes:
        side: The side.
        figures: The nation whose figures are used.
        nation: The nation for which they stand in; empty if it never has figures of its own.
    """

    side: Side
    figures: str
    nation: str


@dataclass(frozen=True, slots=True)
class PhraseContext:
    """The values that apply if a phrase does not state them.

    Attributes:
        nation: The nation, as the suffix of its units' names; empty if there is none.
        side: The side; None if there is none.
        owner: The side named in the heading above the phrase; None if there is none.
        nations: Pairs of a side and the nation that fights for it in this scenario.
        face_prefix: The prefix of the keys of pieces that suit the board (``winter-``), or empty.
        is_literal: Whether names mean exactly the piece of that name, and not the one like it that
            suits the board.
        lacks_figures: Whether the nation has no figures of its own in the game.
        has_stand_in: Whether the nation then always has the figures of *nation*.
        badge: The badge by which units of the nation in the heading are known; empty if none.
        stand_ins: The figures that stand in for those of a side, according to the notes above.
        catalogue: The catalogue of this scenario.
    """

    nation: str = ""
    side: Side | None = None
    owner: Side | None = None
    nations: tuple[tuple[Side, str], ...] = ()
    face_prefix: str = ""
    is_literal: bool = False
    lacks_figures: bool = False
    has_stand_in: bool = False
    badge: str = ""
    stand_ins: tuple[StandIn, ...] = ()
    catalogue: Catalogue = field(default_factory=base_catalogue, compare=False, repr=False)

    def nation_of(self, side: Side | None) -> str:
        """Return the nation of a side; empty if unknown."""
        return dict(self.nations).get(side, "") if side else ""

    def figures_for(self, nation: str, side: Side | None) -> str:
        """Return the nation whose figures are used for units, according to the notes above.

        Return *nation* if no note is about these units. An empty nation stands for units whose
        nation is not named.
        """
        stand_in = self.stand_in(side or self.side)
        return stand_in.figures if stand_in and nation in ("", stand_in.nation) else nation

    def stand_in(self, side: Side | None) -> StandIn | None:
        """Return the figures that stand in for those of a side; None if there are none."""
        return next((each for each in self.stand_ins if each.side is side), None)


@dataclass(frozen=True, slots=True)
class ParsedPhrase:
    """The pieces that a phrase names.

    Attributes:
        pieces: The .m44 names of the pieces, from the terrain up.
        names_owner: Whether its words name the nation or side of its unit.
        nation: The nation it names, which also applies to the following phrases; empty if none.
        side: The side it names, or the side of its nation; None if it names neither.
        count: The number of pieces it states; None if it states none.
        figures: The figures of the unit; None if not stated.
        equipment: The equipment of the unit; empty if not stated.
        lacks_figures: Whether it names a nation that has no figures of its own in the game.
        has_stand_in: Whether that nation always has the figures of *nation*.
        behavior: The key of the special rule that one of its pieces has; empty if it names none.
        unit_behavior: The special rule of the unit; empty if it names none.
        medals: The number of medals that its token is worth; None if not stated.
    """

    pieces: tuple[str, ...] = ()
    nation: str = ""
    side: Side | None = None
    count: int | None = None
    figures: int | None = None
    equipment: str = ""
    names_owner: bool = False
    lacks_figures: bool = False
    has_stand_in: bool = False
    behavior: str = ""
    unit_behavior: str = ""
    medals: int | None = None


class PhraseError(Exception):
    """A phrase that is not understood.

    Attributes:
        reason: The reason, as a message.
        words: The unknown words; empty if all are known.
    """

    def __init__(self, reason: Message, words: str = "") -> None:
        super().__init__(str(reason))
        self.reason, self.words = reason, words


def parse_phrase(
    text: str, vocabulary: Vocabulary, context: PhraseContext, note: str = ""
) -> ParsedPhrase:
    """Return the pieces that a phrase names.

    Args:
        text: The phrase.
        vocabulary: The known words.
        context: The values that apply if the phrase does not state them.
        note: The text in brackets after a hex; it is read as part of the phrase.

    Raises:
        PhraseError: a word is unknown, or the phrase is ambiguous or contradicts itself.
    """
    count, remaining_text = _split_count(text, vocabulary)
    medals, remaining_text = _split_number_before(vocabulary.medals, remaining_text)
    figures, remaining_text = _split_figures(
        f"{remaining_text} ({note})" if note else remaining_text, vocabulary
    )
    terms = _terms_without_fillers(remaining_text, vocabulary)
    phrase = ParsedPhrase(
        count=count,
        figures=figures,
        medals=medals,
        unit_behavior=_last_nonempty(term.unit_behavior for term in terms),
        nation=_last_nonempty(term.nation for term in terms),
        side=next((term.side for term in reversed(terms) if term.side), None),
        equipment=_last_nonempty(term.equipment for term in terms),
        names_owner=any(_names_owner(term, context.catalogue) for term in terms),
        lacks_figures=any(term.lacks_figures for term in terms),
        has_stand_in=any(term.lacks_figures and bool(term.nation) for term in terms),
    )
    phrase = _with_nation_and_side(phrase, context.catalogue)
    is_elite = any(term.elite for term in terms)
    layers, behavior = _named_pieces_by_layer(terms, context.catalogue)
    pieces = _pieces_named(terms, layers, phrase, context, is_elite)
    if any(term.is_implied_badge for term in terms):
        _require_implied_badge(pieces, context.catalogue)
    return _with_nation_and_side(
        replace(phrase, pieces=pieces, behavior=behavior), context.catalogue
    )


def _require_implied_badge(pieces: Sequence[str], catalogue: Catalogue) -> None:
    """Check that a phrase with only "badge" names a unit that implies which badge.

    Raises:
        PhraseError: it names an ordinary unit, or none.
    """
    elements = [catalogue.elements[name] for name in pieces]
    has_badge_of_unit = any(
        each.layer is Layer.BADGE and each.name not in ELITE_BADGES for each in elements
    )
    if not (has_badge_of_unit or any(e.layer is Layer.UNIT and e.elite for e in elements)):
        raise PhraseError(message("The line does not say which badge"))


def _with_nation_and_side(phrase: ParsedPhrase, catalogue: Catalogue) -> ParsedPhrase:
    """Return a phrase with the nation of its unit, if it names one, and that nation's side."""
    elements = (catalogue.elements[name] for name in phrase.pieces)
    unit = next((each for each in elements if each.layer is Layer.UNIT and each.nation), None)
    name = unit.nation.name if unit and unit.nation else phrase.nation
    nation = catalogue.nations.get(name)
    return replace(phrase, nation=name, side=nation.side) if nation else phrase


def _names_owner(term: Term, catalogue: Catalogue) -> bool:
    """Return whether a term names a nation or side, alone or in the name of a unit or badge."""
    if term.nation or term.side:
        return True
    elements = [catalogue.elements[name] for name in term.names]
    return term.exact and any(each.nation for each in elements)


def bracketed_number(text: str) -> tuple[int, str] | None:
    """Return the number that stands alone in brackets, and the text without it; None if none."""
    match = _BRACKETED_NUMBER.search(text)
    return (int(match[1]), f"{text[: match.start()]} {text[match.end() :]}") if match else None


def _split_count(text: str, vocabulary: Vocabulary) -> tuple[int | None, str]:
    """Return the number of pieces at the start of a text (None if none), and the rest."""
    if match := _COUNT.match(text):
        return int(match[1]), text[match.end() :]
    start = 0
    while match := _FIRST_WORD.match(text, start):
        number = vocabulary.numbers.get(fold_text(match[1]))
        if number is not None:
            return number, f"{text[:start]} {text[match.end() :]}"
        if vocabulary.terms.get(stems(match[1])) != FILLER:
            break
        start = match.end()
    return None, text


def _split_figures(text: str, vocabulary: Vocabulary) -> tuple[int | None, str]:
    """Return the number of figures a text states (None if none), and the rest of the text."""
    figures, rest = _split_number_before(vocabulary.figures, text)
    return (figures, rest) if figures is not None else bracketed_number(text) or (None, text)


def _split_number_before(words: frozenset[str], text: str) -> tuple[int | None, str]:
    """Return the number before one of some words, given as stems, and the text without both.

    The number is None if there is none.
    """
    for match in re.finditer(r"(\d{1,2})[\s-]*([^\W\d_]+)", text):
        if words.intersection(stems(match[2])):
            return int(match[1]), f"{text[: match.start()]} {text[match.end() :]}"
    return None, text


def _terms_without_fillers(text: str, vocabulary: Vocabulary) -> list[Term]:
    """Return the terms of a text without fillers, longest match first.

    Raises:
        PhraseError: a word is unknown.
    """
    terms, index = [], 0
    written_words = words_of_text(text, vocabulary)
    words = tuple(map(stem, written_words))
    unknown_words: list[str] = []
    while index < len(words):
        for length in range(min(vocabulary.longest, len(words) - index), 0, -1):
            term = vocabulary.terms.get(words[index : index + length])
            if term is not None:
                terms.append(term)
                index += length
                break
        else:
            if written_words[index] not in vocabulary.numbers:
                unknown_words.append(written_words[index])
            index += 1
    if unknown_words:
        text = " ".join(unknown_words)
        raise PhraseError(message("“{words}” was not understood", words=text), text)
    return [term for term in terms if term != FILLER]


def piece_suggestion(words: str, vocabulary: Vocabulary) -> Message | None:
    """Return a message with the piece that unknown words may mean; None if none is similar."""
    from difflib import get_close_matches  # slow to import

    similar_words = get_close_matches(words, list(vocabulary.spellings), 1, _MIN_SIMILARITY)
    if not similar_words:
        return None
    return message(
        "“{words}” was not understood; did you mean “{meant}”?",
        words=words,
        meant=vocabulary.spellings[similar_words[0]],
    )


def _named_pieces_by_layer(terms: Sequence[Term], catalogue: Catalogue) -> tuple[_Layers, str]:
    """Return the pieces that terms may stand for, by layer, and the special rule of one of them.

    A rule belongs to a piece named with it that can have it: ``Sandbags (sea wall)``. Without such
    a piece, its word stands for a piece of that name, or for those that can have the rule.

    Raises:
        PhraseError: the terms contradict each other.
    """
    layers: _Layers = {}
    rule = ""
    for term in sorted(terms, key=lambda each: bool(each.behavior)):
        behavior = catalogue.behaviors.get(term.behavior)
        named_pieces = layers.get(behavior.layer, frozenset()) if behavior else frozenset()
        if behavior and any(map(behavior.is_allowed_on, named_pieces)):
            rule = behavior.name
            layers[behavior.layer] = frozenset(filter(behavior.is_allowed_on, named_pieces))
            continue
        if behavior and behavior.pieces and not term.names:
            rule, term = behavior.name, Term(behavior.pieces)
        for layer, names in _pieces_by_layer(term, catalogue).items():
            common_names = layers.get(layer, names) & names
            if not common_names:
                raise PhraseError(message("The description contradicts itself"))
            layers[layer] = common_names
        if term.badge and not (term.nation and _names_no_unit(terms, catalogue)):
            layers[Layer.BADGE] = frozenset({term.badge})
    return layers, rule


def _pieces_named(
    terms: Sequence[Term],
    layers: _Layers,
    phrase: ParsedPhrase,
    context: PhraseContext,
    is_elite: bool,
) -> tuple[str, ...]:
    catalogue = context.catalogue
    badge = _choose_element(Layer.BADGE, layers, phrase, context, is_elite)
    units = layers.get(Layer.UNIT)
    if units and badge and not _is_badge_for_any(badge, units, catalogue):
        if not badge.elite and "elite" not in badge.key:
            raise PhraseError(message("The description contradicts itself"))
        badge, is_elite = None, True
    names_one_unit = any(term.exact and term.names == units for term in terms)
    is_elite = is_elite or (badge is not None and "elite" in badge.key and not names_one_unit)
    if badge and badge.nation and not phrase.nation and not context.stand_in(badge.side):
        phrase = replace(phrase, nation=badge.nation.name, side=badge.nation.side)
    elif badge and badge.side and not (phrase.side or context.side):
        phrase = replace(phrase, side=badge.side)
    chosen_elements = [
        _choose_element(layer, layers, phrase, context, is_elite)
        for layer in _LAYER_ORDER
        if layer is not Layer.BADGE
    ]
    return tuple(each.name for each in (*chosen_elements, badge) if each is not None)


def _names_no_unit(terms: Sequence[Term], catalogue: Catalogue) -> bool:
    """Return whether a phrase names pieces but no unit: ``Italian bunker`` is only a bunker."""
    layers = {layer for term in terms for layer in _pieces_by_layer(term, catalogue)}
    return bool(layers) and not layers & {Layer.UNIT, Layer.BADGE}


def _pieces_by_layer(term: Term, catalogue: Catalogue) -> _Layers:
    """Return the pieces a term may stand for, keyed by layer; units take precedence over badges."""
    by_layer: dict[Layer, set[str]] = {}
    for name in term.names:
        by_layer.setdefault(catalogue.elements[name].layer, set()).add(name)
    if Layer.UNIT in by_layer:
        by_layer.pop(Layer.BADGE, None)
    return {layer: frozenset(names) for layer, names in by_layer.items()}


def _is_badge_for_any(badge: Element, units: Iterable[str], catalogue: Catalogue) -> bool:
    classes = {catalogue.elements[name].unit_class for name in units}
    return bool(badge.badge_for & {each for each in classes if each}) or not badge.badge_for


def _choose_element(
    layer: Layer,
    layers: _Layers,
    phrase: ParsedPhrase,
    context: PhraseContext,
    is_elite: bool,
) -> Element | None:
    """Return the piece on a layer that the phrase names; None if it names none.

    Raises:
        PhraseError: it could be one of several.
    """
    names = layers.get(layer)
    if not names:
        return None
    catalogue = context.catalogue
    elements = [each for each in catalogue.elements.values() if each.name in names]
    if layer is Layer.UNIT and context.stand_ins:
        shown_units = (_with_figures_of_side(each, context) for each in elements)
        elements = list({each.name: each for each in shown_units}.values())
    if layer is Layer.UNIT and len(elements) == 1 and is_elite:
        elements = _units_of_same_class_and_nation(elements[0], catalogue)
    if len(elements) == 1:
        return _suited_to_face(elements[0], context)
    if layer is Layer.UNIT:
        return _choose_unit(elements, phrase, context, is_elite)
    if layer is Layer.BADGE:
        return _choose_by_side(elements, _with_owner_in_context(phrase, context), context)
    if layer is Layer.TAG:
        return _choose_by_side(elements, phrase, context)
    suited_to_face = [
        each
        for each in elements
        if context.face_prefix and each.key.startswith(context.face_prefix)
    ]
    return (suited_to_face or elements)[0]


def _with_figures_of_side(unit: Element, context: PhraseContext) -> Element:
    """Return the unit whose figures stand in for those of a unit, or else the unit itself."""
    if unit.nation is None:
        return unit
    figures = context.figures_for(unit.nation.name, unit.nation.side)
    name = f"{unit.name.removesuffix(unit.nation.name)}{figures}"
    return context.catalogue.get(name, Layer.UNIT) or unit


def _suited_to_face(element: Element, context: PhraseContext) -> Element:
    """Return the piece that replaces another on this face of the board, else the piece itself.

    On a winter board, players who write ``Forest`` mean the winter forest.
    """
    if context.is_literal or not context.face_prefix:
        return element
    own = context.catalogue.by_key(element.layer, f"{context.face_prefix}{element.key}")
    return own or element


def _units_of_same_class_and_nation(unit: Element, catalogue: Catalogue) -> list[Element]:
    """Return the regular and elite units of the same class and nation as a unit."""
    kind = unit.unit_class, unit.nation
    units = catalogue.on_layer(Layer.UNIT)
    return [each for each in units if (each.unit_class, each.nation) == kind]


def _choose_unit(
    elements: list[Element], phrase: ParsedPhrase, context: PhraseContext, is_elite: bool
) -> Element:
    """Return the unit of the nation in the phrase, or else of the nation in the context.

    Elite units are preferred if *is_elite* is set, otherwise regular ones.

    Raises:
        PhraseError: the nation is not clear.
    """
    nation = phrase.nation or context.nation_of(phrase.side)
    if not phrase.nation and not phrase.side:
        nation = context.nation or context.nation_of(context.side)
    named_nation = phrase.nation or ("" if phrase.side else context.nation)
    nation = context.figures_for(named_nation, phrase.side) or nation
    units_of_nation = [each for each in elements if each.nation and each.nation.name == nation]
    units_of_nation = units_of_nation or (
        elements if len({each.nation for each in elements if each.nation}) == 1 else []
    )
    if not units_of_nation:
        raise PhraseError(message("The description does not say which side the unit belongs to"))
    preferred_units = [each for each in units_of_nation if each.elite is is_elite]
    return (preferred_units or units_of_nation)[0]


def _choose_by_side(
    elements: list[Element], phrase: ParsedPhrase, context: PhraseContext
) -> Element:
    side, nation = phrase.side or context.owner, phrase.nation
    for is_suitable in (
        lambda each: each.nation is not None and each.nation.name == nation,
        lambda each: side is not None and each.side is side,
        lambda each: each.side is None,
    ):
        if suitable_elements := [each for each in elements if is_suitable(each)]:
            return suitable_elements[0]
    return elements[0]


def _with_owner_in_context(phrase: ParsedPhrase, context: PhraseContext) -> ParsedPhrase:
    """Return a phrase with the nation and side it has in its context, unless it names its own."""
    if phrase.nation:
        return phrase
    side = phrase.side or context.side
    nation = context.nation if side is context.side else ""
    return replace(phrase, nation=nation or context.nation_of(side), side=side)


def _last_nonempty(words: Iterable[str]) -> str:
    return next(reversed([word for word in words if word]), "")


def names_only_owner(phrase: ParsedPhrase) -> bool:
    """Return whether a phrase names only a nation or a side, as a heading does."""
    return not phrase.pieces and bool(phrase.nation or phrase.side) and not phrase.equipment


def unit_of_badge(badge: Element, phrase: ParsedPhrase, context: PhraseContext) -> str:
    """Return the name of the unit that a badge implies if none is named.

    Raises:
        PhraseError: the nation of the unit is unknown.
    """
    owner = _with_owner_in_context(phrase, context)
    nation = badge.nation.name if badge.nation else owner.nation or context.nation_of(badge.side)
    if stand_in := context.stand_in(badge.side):
        nation = stand_in.figures
    for unit_class in (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY):
        if unit_class in badge.badge_for:
            units = context.catalogue.on_layer(Layer.UNIT)
            units_of_class = [u for u in units if u.unit_class is unit_class and u.nation]
            units_of_nation = [u for u in units_of_class if u.nation and u.nation.name == nation]
            matching_units = [
                u for u in units_of_nation if u.elite is (unit_class is UnitClass.INFANTRY)
            ]
            if matching_units:
                return matching_units[0].name
    raise PhraseError(message("The description does not say which side the unit belongs to"))
