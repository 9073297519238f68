"""Visibility in battles by night (O-NIGHT, TH-NIGHT)."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.rules.game.actions import DieFace
from m44core.rules.game.events import Event, VisibilityChanged
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import DAYLIGHT, UNLIMITED, GameState

_MIN_VISIBILITY = 1


def visibility_at_start(state: GameState) -> int:
    """Return the visibility before the first roll: 1 hex at night, 6 at nightfall, or unlimited."""
    night = state.field.options.night
    if night is None:
        return UNLIMITED
    return DAYLIGHT if night.falls else _MIN_VISIBILITY


def must_roll_for_visibility(state: GameState) -> bool:
    """Return whether visibility is rolled for at this turn's start (TH-NIGHT-01, TH-NIGHT-03)."""
    night = state.field.options.night
    if night is None or state.field.sides[state.active] is not night.side:
        return False
    return state.visibility > _MIN_VISIBILITY if night.falls else state.visibility < DAYLIGHT


def resolve_visibility_roll(state: GameState, faces: Sequence[DieFace], log: list[Event]) -> None:
    """Extend or, at nightfall, reduce the visibility by the stars (TH-NIGHT-01, TH-NIGHT-03)."""
    night = state.field.options.night
    assert night is not None, "only battles by night have visibility rolls"
    stars = faces.count(DieFace.STAR)
    if night.falls:
        state.visibility = max(_MIN_VISIBILITY, state.visibility - stars)
    else:
        state.visibility += stars
        if state.visibility >= DAYLIGHT:
            state.visibility = UNLIMITED
    state.phase = Phase.PLAY
    log.append(VisibilityChanged(0 if state.visibility == UNLIMITED else state.visibility))


def is_too_dark_to_strike(state: GameState) -> bool:
    """Return whether it is too dark for air strikes and barrages (TH-NIGHT-02)."""
    return state.visibility < DAYLIGHT


def restore_visibility(state: GameState, visibility: int) -> None:
    """Restore the visibility of a resumed game, in which this turn's roll has already been made."""
    night = state.field.options.night
    is_day = visibility >= DAYLIGHT and night is not None and not night.falls
    state.visibility = UNLIMITED if is_day else max(_MIN_VISIBILITY, visibility)
    if state.phase is Phase.VISIBILITY:
        state.phase = Phase.PLAY
