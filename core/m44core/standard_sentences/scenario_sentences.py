"""The standard sentences of a scenario, chosen by its data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.messages.message import Message
from m44core.messages.renderers import renderer_in
from m44core.model.exit_markers import exit_lines, exit_markers
from m44core.model.objective_medals import PlacedTag, objective_side, objectives_on
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer
from m44core.model.special_rules import BlitzRules
from m44core.model.token_functions import TokenFunction, has_function
from m44core.model.victory_rules import MedalsNeeded
from m44core.rules.scenario_options import scenario_options
from m44core.standard_sentences import sentence_wording
from m44core.values import dataclass

_BUNKERS = ("bunker", "casemate", "fort")


@dataclass(frozen=True, slots=True)
class StandardSentence:
    """A standard sentence that states a fact of the data.

    Attributes:
        key: Its subject: ``cards.axis``, ``held.allies.1``, ``night``.
        field: The text of the scenario it belongs to.
        message: The sentence as a message.
        text: The sentence in the requested language.
    """

    key: str
    field: str
    message: Message
    text: str


def standard_sentences(scenario: Scenario, language: str) -> tuple[StandardSentence, ...]:
    """Return the standard sentences of a scenario, field by field in briefing order.

    Args:
        scenario: The scenario; only its data are used, not its texts.
        language: The code of the language.

    Raises:
        NotationError: the language is not supported.
    """
    renderer = renderer_in(language)
    parts = (
        ("description", _description_sentences(scenario)),
        ("victory", _victory_sentences(scenario)),
        ("rules", _rule_sentences(scenario)),
    )
    return tuple(
        StandardSentence(key, field, sentence, renderer.render(sentence))
        for field, part in parts
        for key, sentence in part
    )


_KeyedMessages = Iterator[tuple[str, Message]]


def _description_sentences(scenario: Scenario) -> _KeyedMessages:
    briefing = scenario.briefing
    for side in Side:
        player = briefing.player(side)
        if player and player.cards is not None:
            yield f"cards.{_side_key(side)}", sentence_wording.cards_sentence(side, player.cards)
    sides = {FirstPlayer.TOP: briefing.top.side, FirstPlayer.BOTTOM: briefing.bottom.side}
    first = sides.get(briefing.first) if briefing.first else None
    if first:
        yield f"first.{_side_key(first)}", sentence_wording.FIRST[first]


def _victory_sentences(scenario: Scenario) -> _KeyedMessages:
    if scenario_options(scenario).further_rule(MedalsNeeded) is None:
        yield from _medal_sentences(scenario)
    yield from _objective_sentences(scenario)
    yield from _exit_sentences(scenario)


def _medal_sentences(scenario: Scenario) -> _KeyedMessages:
    medals_by_side = {
        side: player.medals
        for side in Side
        if (player := scenario.briefing.player(side)) and player.medals is not None
    }
    if len(medals_by_side) == len(Side) and len(set(medals_by_side.values())) == 1:
        yield (
            "medals",
            sentence_wording.medals_of_both_sentence(next(iter(medals_by_side.values()))),
        )
    else:
        for side, number in medals_by_side.items():
            yield f"medals.{_side_key(side)}", sentence_wording.medals_sentence(side, number)


def _exit_sentences(scenario: Scenario) -> _KeyedMessages:
    """Yield the sentences about exit markers of one side, each with its key.

    There are none if a unit that exits is not worth exactly one medal, or if a special rule adds
    exit lines.
    """
    if exit_lines(scenario) or scenario_options(scenario).infantry_exit_medals != 1:
        return
    exits: dict[Side, list[Hex]] = {}
    for marker in exit_markers(scenario):
        if marker.side:
            exits.setdefault(marker.side, []).extend(marker.hexes)
    for side, hexes in sorted(exits.items()):
        yield (
            f"exits.{_side_key(side)}",
            sentence_wording.exits_sentence(side, _hex_names(scenario, hexes)),
        )


def _objective_sentences(scenario: Scenario) -> _KeyedMessages:
    """Yield the sentences about objectives, each with its key.

    There is one for all objectives of the same kind, side and value, and one for each group of
    hexes. Objectives won in other ways (by a majority, by the last to occupy) are left to the
    author.
    """
    hexes_by_terms: dict[tuple[str, Side | None, int], list[Hex]] = {}
    groups = 0
    for token in filter(fits_standard_sentence, objectives_on(scenario)):
        medal, side = token.tag.medal, objective_side(token.tag, scenario.catalogue)
        if _covers_several_hexes(token):
            groups += 1
            needed_hexes = medal.hexes_needed if medal else 1
            names = _hex_names(scenario, token.hexes)
            yield (
                f"shared.{_side_key(side)}.{groups}",
                sentence_wording.group_objective_sentence(side, needed_hexes, names),
            )
        else:
            kind = "kept" if medal and medal.permanent else "held"
            medals = medal.counts_for if medal else 1
            hexes_by_terms.setdefault((kind, side, medals), []).append(token.hex)
    for (kind, side, medals), hexes in hexes_by_terms.items():
        sentence_of = (
            sentence_wording.permanent_objectives_sentence
            if kind == "kept"
            else sentence_wording.temporary_objectives_sentence
        )
        yield (
            f"{kind}.{_side_key(side)}.{medals}",
            sentence_of(side, _hex_names(scenario, hexes), medals),
        )


def _covers_several_hexes(token: PlacedTag) -> bool:
    return len(token.hexes) > 1


def fits_standard_sentence(token: PlacedTag) -> bool:
    """Return whether a standard sentence can fully describe an objective (V-MED-01..08)."""
    medal = token.tag.medal
    if token.tag.behavior is not None:
        return False
    if medal is None:
        return True
    unusual_terms = (medal.majority, medal.sole_control, medal.last_to_occupy, medal.any_hex)
    if any(unusual_terms) or medal.turn_start or medal.extra or medal.side:
        return False
    is_plain = not medal.permanent and medal.counts_for == 1
    return not _covers_several_hexes(token) or (is_plain and medal.hexes_needed <= len(token.hexes))


def _rule_sentences(scenario: Scenario) -> _KeyedMessages:
    options = scenario_options(scenario)
    bunkers, mines = _owners_of_bunkers(scenario), _owners_of_mines(scenario)
    if len(bunkers) == 1:
        (owner,) = bunkers
        if owner:
            yield f"bunkers.{_side_key(owner)}", sentence_wording.BUNKERS[owner]
    if len(mines) == 1:
        (owner,) = mines
        if owner:
            yield f"mines.{_side_key(owner)}", sentence_wording.MINES[owner]
    for side, hexes in _special_forces_hexes(scenario).items():
        yield (
            f"forces.{_side_key(side)}",
            sentence_wording.special_forces_sentence(side, _hex_names(scenario, hexes)),
        )
    for drop in options.airdrops:
        number = drop.units + sum(drop.further)
        yield (
            f"air-drop.{_side_key(drop.side)}",
            sentence_wording.air_drop_sentence(drop.side, number),
        )
    if options.commissar:
        yield (
            f"commissar.{_side_key(options.commissar)}",
            sentence_wording.COMMISSAR[options.commissar],
        )
    blitz = scenario.briefing.special_rules.of(BlitzRules)
    stated_rules = {
        "blitz": (blitz is not None and blitz.applies, sentence_wording.BLITZ),
        "night": (options.night is not None and not options.night.falls, sentence_wording.NIGHT),
        "nightfall": (
            options.night is not None and options.night.falls,
            sentence_wording.NIGHTFALL,
        ),
        "desert": (options.desert, sentence_wording.DESERT),
        "gung-ho": (options.gung_ho is not None, sentence_wording.GUNG_HO),
        "no-reshuffle": (not options.reshuffles, sentence_wording.NO_RESHUFFLE),
    }
    yield from ((key, sentence) for key, (holds, sentence) in stated_rules.items() if holds)


def _owners_of_bunkers(scenario: Scenario) -> set[Side | None]:
    """Return the owners of the bunkers: sides, and None for bunkers without an owner."""
    return {
        content.structure.owner
        for content in scenario.hexes.values()
        if content.structure and any(part in content.structure.name for part in _BUNKERS)
    }


def _owners_of_mines(scenario: Scenario) -> set[Side | None]:
    catalogue = scenario.catalogue
    return {
        tag.side
        for _, _, tag in scenario.tags()
        if has_function(tag, catalogue.get(tag.name, Layer.TAG), TokenFunction.MINEFIELD)
    }


def _special_forces_hexes(scenario: Scenario) -> dict[Side, list[Hex]]:
    """Return the hexes of each side's special-forces infantry."""
    catalogue = scenario.catalogue
    forces: dict[Side, list[Hex]] = {}
    for hex_, unit in scenario.units():
        element = catalogue.get(unit.name, Layer.UNIT)
        side = element.nation.side if element and element.nation else None
        if element and element.elite and side and unit.name.startswith("inf"):
            forces.setdefault(side, []).append(hex_)
    return forces


def _side_key(side: Side | None) -> str:
    return side.value.lower() if side else "either"


def _hex_names(scenario: Scenario, hexes: Iterable[Hex]) -> list[str]:
    sorted_hexes = sorted(set(hexes), key=lambda hex_: (hex_.row, hex_.col))
    return [scenario.board.name(hex_) for hex_ in sorted_hexes]
