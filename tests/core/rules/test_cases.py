"""The engine plays the cases of ``cases/*.yaml`` as stated.

A case is a small position, the actions in it, and the expected result::

    infantry that moved two hexes may not battle:
      rules: [B-MOVE-06]
      hexes: {G5: american-infantry, G9: german-infantry}
      do: [play assault-centre, order G5, end-orders, move G5 G7]
      cannot: [battle *]

The Allies are at the bottom edge and begin, unless ``top`` and ``first`` differ. Each
player holds one card; that of the player who begins is ``card``. ``hand`` holds more of their
cards, ``enemy`` those of the other player; ``settings`` and ``options`` are those of the game and
of the scenario, ``board`` and ``face`` those of its board. Each side has a spare unit in
the far corner, except with ``spares: false``. Words of a hex are keys of our catalogue: ``forest``,
``american-infantry*3`` with its figures, ``bunker@axis`` with its owner, ``exit@axis`` with its
side, ``allied-medal/x2`` with its terms, ``hill+cliff`` with its special rule, ``bridge#2``
with its orientation. A unit has its special rule after an exclamation mark, its badge after
``~``, its equipment after ``$``. ``begins`` is the date of the battle.

``can`` and ``cannot`` hold patterns of actions that are legal or not, ``log`` sentences of the log,
``silent`` patterns of sentences that are not in it, ``units`` figures by hex, 0 for none, ``dice``
the dice of a unit against a target, 0 if it cannot battle it, ``held`` the medals of the sides,
``turn`` the number of the turn after all cards that are due are drawn, ``acts`` the side that
decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from tests.reference_data import load_yaml

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.io.workshop.workshop_rules import read_rules
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    FirstPlayer,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Unit,
)
from m44core.model.special_rules import SpecialRules
from m44core.playtest.games.invariants import invariant_violations
from m44core.rules.game.actions import DrawCard, parse_action
from m44core.rules.game.events import Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.game_settings import RuleSettings
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.units.battle import targets_with_dice

CASES = Path(__file__).parent / "cases"
TERMS = ("majority", "sole_control", "last_to_occupy", "turn_start", "any_hex")


ENGLISH = renderer_in("en")


@dataclass(frozen=True)
class Case:
    """One entry of a case file."""

    hexes: Mapping[str, str]
    rules: tuple[str, ...] = ()
    board: str = "STANDARD"
    face: str = "COUNTRY"
    top: str = "AXIS"
    first: str = "bottom"
    card: str = "assault-centre"
    hand: tuple[str, ...] = ()
    enemy: tuple[str, ...] = ("probe-centre",)
    settings: Mapping[str, object] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    medals: int = 6
    begins: str = "1944-06-06"
    do: tuple[str, ...] = ()
    can: tuple[str, ...] = ()
    cannot: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    units: Mapping[str, int] = field(default_factory=dict)
    dice: Mapping[str, int] = field(default_factory=dict)
    held: Mapping[str, int] = field(default_factory=dict)
    winner: str | None = None
    turn: int | None = None
    acts: str | None = None
    spares: bool = True


def case_parameters(file: str = "*") -> Iterator[pytest.ParameterSet]:
    for path in sorted(CASES.glob(f"{file}.yaml")):
        for name, entry in load_yaml(path).items():
            lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
            case = Case(**entry | lists)
            marks = [pytest.mark.rule(rule) for rule in case.rules]
            yield pytest.param(case, id=f"{path.stem}: {name}", marks=marks)


@pytest.mark.parametrize("case", list(case_parameters()))
@pytest.mark.bulk
def test_the_engine_plays_each_case_as_stated(case: Case) -> None:
    state = game_of_case(case)
    log = [ENGLISH.sentence(e.sentence()) for text in case.do for e in carry_out(state, text)]
    if case.turn is not None:
        draw_due_cards(state)
    actions = [str(action) for action in legal_actions(state)]
    assert [p for p in case.can if not any(fnmatchcase(a, p) for a in actions)] == []
    assert [a for a in actions if any(fnmatchcase(a, p) for p in case.cannot)] == []
    assert [s for s in case.log if s not in log] == []
    assert [s for s in case.silent if any(fnmatchcase(line, s) for line in log)] == []
    assert {name: figures_on(state, name) for name in case.units} == case.units
    assert {pair: dice_for_battle(state, pair) for pair in case.dice} == case.dice
    players = {side.lower(): state.medals(state.field.player(side)) for side in Side}
    assert case.held.items() <= players.items()
    assert (case.turn is None) or state.turn == case.turn
    assert case.acts in (None, state.side and state.side.lower())
    assert (state.result and str(state.result.winner).lower()) == case.winner
    assert list(invariant_violations(state)) == []


def game_of_case(case: Case) -> GameState:
    """Return the game of a case after dealing."""
    state = new_game(scenario_of(case), RuleSettings(**case.settings))  # type: ignore[arg-type]  # each setting has its type
    for hand in hands(case):
        for card in hand:
            apply_action(state, DrawCard(card))
    return state


def hands(case: Case) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cards of the top and of the bottom player."""
    first_player_cards = (case.card, *case.hand)
    return (
        (case.enemy, first_player_cards)
        if case.first == "bottom"
        else (first_player_cards, case.enemy)
    )


def carry_out(state: GameState, text: str) -> list[Event]:
    """Carry out one action, after draws that the case does not list; return the events."""
    events = [] if text.startswith("draw") else draw_due_cards(state)
    return [*events, *apply_action(state, parse_action(text))]


def draw_due_cards(state: GameState) -> list[Event]:
    """Draw all cards that are due; return the events."""
    events: list[Event] = []
    while state.phase is Phase.DRAW:
        events += apply_action(state, DrawCard(state.deck[0]))
    return events


def figures_on(state: GameState, name: str) -> int:
    unit = state.unit_on(name)
    return state.figures[unit.number] if unit else 0


def dice_for_battle(state: GameState, pair: str) -> int:
    attacker, target = (state.field.grid.index[name] for name in pair.split())
    unit = state.unit_at[attacker]
    assert unit != NOBODY, f"nobody stands on the first hex of {pair}"
    return dict(targets_with_dice(state, unit)).get(target, 0)


def scenario_of(case: Case) -> Scenario:
    hexes = dict(case.hexes)
    if case.spares:
        hexes |= {"M9": "german-infantry", "K9": "american-infantry"}
    top, bottom = Side(case.top), Side(case.top).enemy
    board = BOARDS[BoardType[case.board]]
    contents = {board.hex(name): parse_hex_content(words, board) for name, words in hexes.items()}
    above, below = (len(cards) for cards in hands(case))
    briefing = Briefing(
        Player(top, None, above, case.medals),
        Player(bottom, None, below, case.medals),
        first=FirstPlayer(case.first),
        begins=date.fromisoformat(case.begins),
        special_rules=SpecialRules(read_rules(case.options, board)),
    )
    return Scenario(board, Face(case.face), {}, briefing=briefing).with_hexes(contents)


def parse_hex_content(description: str, board: Board) -> HexContent:
    """Return the content of a hex given in words, such as ``forest american-infantry*3``."""
    parts = HexContent()
    for word in description.split():
        if word[0] in _UNIT_SETTERS and parts.unit:
            parts = replace(parts, unit=_UNIT_SETTERS[word[0]](parts.unit, word[1:]))
        else:
            parts = _with_piece(parts, word, board)
    return parts


def _with_badge(unit: Unit, key: str) -> Unit:
    badge = base_catalogue().by_key(Layer.BADGE, key)
    assert badge is not None, f"{key} is no badge"
    return replace(unit, badge=badge.name)


_UNIT_SETTERS: Mapping[str, Callable[[Unit, str], Unit]] = {
    "!": lambda unit, key: replace(unit, behavior=key),
    "~": _with_badge,
    "$": lambda unit, key: replace(unit, equipment=key),
}


def _with_piece(parts: HexContent, word: str, board: Board) -> HexContent:
    word, _, special = word.partition("+")
    key, _, figures = word.partition("*")
    key, _, owner = key.partition("@")
    key, _, turn = key.partition("#")
    key, _, terms = key.partition("/")
    element = next(e for layer in Layer if (e := base_catalogue().by_key(layer, key)))
    piece = Piece(
        element.name,
        int(turn or 1),
        owner=Side(owner.upper()) if owner else None,
        behavior=special or None,
    )
    match element.layer:
        case Layer.TERRAIN:
            return HexContent(piece, parts.structure, parts.obstacle, parts.unit, parts.tags)
        case Layer.STRUCTURE:
            return HexContent(parts.terrain, piece, parts.obstacle, parts.unit, parts.tags)
        case Layer.OBSTACLE:
            return HexContent(parts.terrain, parts.structure, piece, parts.unit, parts.tags)
        case Layer.UNIT:
            unit = Unit(element.name, int(figures) if figures else None)
            return HexContent(parts.terrain, parts.structure, parts.obstacle, unit, parts.tags)
        case _:
            tag = Tag(
                element.name,
                None,
                piece.owner,
                _parse_group(terms, board),
                _parse_medal_terms(terms),
            )
            tag = replace(tag, behavior=special or None)
            tags = (*parts.tags, tag)
            return HexContent(parts.terrain, parts.structure, parts.obstacle, parts.unit, tags)


def _parse_medal_terms(terms: str) -> MedalTerms:
    """Return the terms of a medal given in words: ``permanent,majority,x2,2-of:G5:G7``."""
    term_words = terms.split(",")
    switches: Any = {word: True for word in term_words if word in TERMS}
    medal_count = next((int(word[1:]) for word in term_words if word.startswith("x")), 1)
    needed_hexes = next((int(word.partition("-of")[0]) for word in term_words if "-of" in word), 1)
    return replace(MedalTerms("permanent" in term_words, medal_count, needed_hexes), **switches)


def _parse_group(terms: str, board: Board) -> tuple[Hex, ...] | None:
    names = terms.partition("-of:")[2].split(":")
    return tuple(board.hex(name) for name in names) if names != [""] else None
