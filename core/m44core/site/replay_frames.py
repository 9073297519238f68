"""A recorded game as frames: the log and the changed hexes after each action."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import arts_of_hex
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.shapes import Group
from m44core.drawing.svg_export import to_svg
from m44core.errors import ReadError
from m44core.hexes import Hex
from m44core.messages.message import Message, Renderer, message
from m44core.model.scenario import Scenario
from m44core.playtest.players.levels import LEVELS, make_agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action
from m44core.rules.game.events.turn_events import TurnBegun
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.position_scenario import scenario_of_position
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.recorded_game import GameRecording, parse_recorded_game
from m44core.site.sources import MAX_GAME_BYTES
from m44core.untrusted_files import read_bounded

_FIXED_PLANES = frozenset(
    {PaintingPlane.GROUND, PaintingPlane.NAME, PaintingPlane.LABEL}
)  # part of the map below


def replay_data(path: Path, scenario: Scenario, renderer: Renderer) -> dict[str, object]:
    """Return a recorded game as plain data.

    Returns:
        ``pieces``, an SVG document whose last group has a picture of every content a hex has
        during the game, around the center; ``start``, the number of the picture of each hex (from
        1; 0 for none), keyed by the index of the hex; ``frames``, each with the log (``said``), the
        reason of a computer player (``why``), the changed hexes (``set``, like ``start``) and
        ``turn``, whether a turn begins; ``players``, the level of each side; and ``reasons``,
        whether any frame has a reason.

    Raises:
        M44Error: the game cannot be read, or belongs to a different scenario.
    """
    game = parse_recorded_game(_read_game_text(path))
    state = new_game(scenario, game.settings)
    pieces = _HexPictures()
    position = scenario_of_position(state)
    start = {
        str(number): pieces.picture_number(position, hex_)
        for number, hex_ in _numbered_hexes(position)
    }
    frames = [{"said": [], "why": "", "set": {}, "turn": False}]
    players = _Players(game)
    for action in game.actions:
        why = players.reason(state, action)
        events = apply_action(state, action)
        before, position = position, scenario_of_position(state)
        changed = {
            str(number): pieces.picture_number(position, hex_)
            for number, hex_ in _numbered_hexes(position)
            if before.at(hex_) is not position.at(hex_) and before.at(hex_) != position.at(hex_)
        }
        log = [renderer.sentence(event.sentence()) for event in events]
        if log or changed:
            begins_turn = any(isinstance(event, TurnBegun) for event in events)
            said_why = renderer.sentence(why) if why else ""
            frames.append({"said": log, "why": said_why, "set": changed, "turn": begins_turn})
    return {
        "pieces": pieces.to_svg_document(),
        "start": start,
        "frames": frames,
        "players": {side.value.lower(): game.players.get(side, "") for side in Side},
        "reasons": any(frame["why"] for frame in frames),
    }


class _Players:
    """The computer players of a recorded game, which give reasons for their actions.

    Recruits act at random, so they have no reasons. Generals do not rehearse their cards again,
    which would take seconds per game.
    """

    def __init__(self, game: GameRecording) -> None:
        self._agents = {
            side: make_agent(level)
            for side, level in game.players.items()
            if level in LEVELS and level != LEVELS[0]
        }

    def reason(self, state: GameState, action: Action) -> Message | None:
        """Return why the player took *action*; None for people, chance, or a single choice."""
        side = state.side if state.player != CHANCE else None
        if side not in self._agents or len(legal_actions(state)) < 2:
            return None
        view = PlayerView(state.clone(), state.player)
        return self._agents[side].explain(view, action)


def _read_game_text(path: Path) -> str:
    try:
        return read_bounded(path, MAX_GAME_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = message("it is not UTF-8 text")
        raise ReadError(message("{path!r}: {why}", path=str(path), why=reason)) from error


def _numbered_hexes(scenario: Scenario) -> Iterator[tuple[int, Hex]]:
    yield from enumerate(scenario.board.hexes)


class _HexPictures:
    """The pictures of the hexes in a game, each drawn once."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Art, ...], int] = {}

    def picture_number(self, scenario: Scenario, hex_: Hex) -> int:
        """Return the number of the picture of a hex's content; 0 for an empty hex."""
        arts = tuple(a for a in arts_of_hex(scenario, hex_) if a.plane not in _FIXED_PLANES)
        if not arts:
            return 0
        return self._numbers.setdefault(arts, len(self._numbers) + 1)

    def to_svg_document(self) -> str:
        """Return the pictures as SVG, in the order of their numbers."""
        drawing = tuple(
            Group(tuple(Group(draw_art(art)) for art in arts)) for arts in self._numbers
        )
        return to_svg(drawing, 0, 0, LIGHT)
