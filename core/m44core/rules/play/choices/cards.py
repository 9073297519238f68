"""Which cards can be played, kept and put down, and what they can be aimed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from m44core.catalogue.cards import Effect
from m44core.catalogue.types import Side
from m44core.rules.board.grid import indexes
from m44core.rules.cards.deck import ambush_in, cards, is_ambush
from m44core.rules.cards.substitutes import is_itself, substitutes
from m44core.rules.game.actions import (
    Action,
    ChooseSection,
    Decline,
    End,
    Keep,
    Play,
    PutDown,
    Step,
    Target,
)
from m44core.rules.game.actions.action import MOST_SHARED
from m44core.rules.game.state import GameState
from m44core.rules.options import ScenarioOptions
from m44core.rules.play.commissar import commissars_plays, may_put_down
from m44core.rules.play.overlord import is_overlord, may_end, plays, strikes_instead
from m44core.rules.play.tactics import choices_of_section, may_strike, targets_to_name
from m44core.rules.special.airdrop import aims
from m44core.rules.special.bridges import may_blow
from m44core.rules.theatres.smoke import next_hexes as next_hexes_of_smoke

_play = cache(Play)
_target = lru_cache(MOST_SHARED)(Target)
_END_DISCARDS = End(Step.DISCARDS)
_END_CARDS = End(Step.CARDS)
_END_SMOKE = End(Step.SMOKE)
_END_TARGETS = End(Step.TARGETS)


def possible_keeps(state: GameState) -> Iterator[Action]:
    """Return which of the cards drawn may be kept (B-CARD-02, E-CMDCAR-03)."""
    yield from (Keep(card) for card in sorted(set(cards_to_keep(state))))
    if state.picking:
        yield _END_DISCARDS


def cards_to_keep(state: GameState) -> tuple[str, ...]:
    """Return the cards of which a player may keep one: those drawn, or the discarded ones."""
    return state.discards if state.picking else state.drawn


def possible_aims(state: GameState) -> Iterator[Action]:
    """Return where an air drop may be aimed (O-DROP)."""
    names = state.field.grid.names
    return (_target(names[index]) for index in indexes(aims(state)))


def possible_plays(state: GameState) -> Iterable[Action]:
    """Return the cards that may be played, as themselves or as others (B-TURN-03)."""
    if is_overlord(state.field):
        return _plays_of_commander(state)
    if state.field.options.commissar and state.field.commissar == state.active:
        keys = commissars_plays(state)
    else:
        keys = _usual_plays(state.hands[state.active])
    options, side = state.field.options, state.field.sides[state.active]
    plays: list[Action] = [_play(key) for key in keys]
    if options.further:
        plays = _as_others(options, side, keys)
    if state.field.options.recon_as_air_power:
        plays += [_play(key, cards()[key].used_as) for key in keys if may_strike(state, key)]
    if state.field.options.further:
        plays += may_blow(state, keys)
    return plays


def _as_others(options: ScenarioOptions, side: Side, keys: Iterable[str]) -> list[Action]:
    """Return the plays of cards, as themselves or as the scenario lets them count."""
    plays: list[Action] = []
    for key in keys:
        plays += [_play(key)] if is_itself(options, side, key) else []
        plays += [_play(key, each.counts_as) for each in substitutes(options, side, key)]
    return plays


def possible_put_downs(state: GameState) -> Iterator[Action]:
    """Return the cards that may go under the Commissar token (TH-COM-02)."""
    return (PutDown(card) for card in may_put_down(state.hands[state.active]))


def _usual_plays(hand: tuple[str, ...]) -> list[str]:
    """An Ambush is for the enemy's turn; alone in hand it is only laid down (R-16)."""
    keys = list(dict.fromkeys(hand))
    return [key for key in keys if not is_ambush(key)] or keys


def _plays_of_commander(state: GameState) -> Iterator[Action]:
    """Rules: B-VAR-OVL-02..04."""
    for key, general, repeated in plays(state):
        yield _play(key) if general is None else Play(key, repeated, general.name.lower())
    yield from (_play(key, instead) for key, instead in strikes_instead(state))
    if may_end(state):
        yield _END_CARDS


def possible_sections(state: GameState) -> Iterator[Action]:
    """Return the sections in which a card may order (B-CARD-INF)."""
    return (ChooseSection(section.name.lower()) for section in choices_of_section(state))


def possible_targets(state: GameState) -> Iterator[Action]:
    """Return what a card that attacks or heals may be aimed at."""
    names = state.field.grid.names
    hexes = targets_to_name(state)
    yield from (_target(names[index]) for index in indexes(hexes))
    if state.targets or (hexes and _shares(state)):
        yield _END_TARGETS


def _shares(state: GameState) -> bool:
    """Tell whether dice are shared out, of which some may be left unused (BT-MED-04)."""
    return state.command is not None and state.command.effect is Effect.SHARED_MEDICS


def possible_answers(state: GameState) -> Iterator[Action]:
    """Return the answers to a close assault (B-CARD-AMB)."""
    yield from (_play(ambush_in(state.hands[1 - state.active])), Decline())


def possible_smokes(state: GameState) -> Iterator[Action]:
    """Return where more smoke may be laid (E-NEBEL-05)."""
    names = state.field.grid.names
    yield from (_target(names[index]) for index in indexes(next_hexes_of_smoke(state)))
    yield _END_SMOKE


def possible_tolls(state: GameState) -> Iterator[Action]:
    """Return from which units a figure may be taken (SO-ATTRITION)."""
    names = state.field.grid.names
    return (_target(names[index]) for index in indexes(state.occupied[state.active]))
