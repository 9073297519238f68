"""The log of a game for the screen: sentences, dice rolls, and traces on the board."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.command_cards import CardEffect
from m44core.messages import nouns
from m44core.messages.message import Message, Value, counted, enumerated, message
from m44core.model.unit_rules import Attrition
from m44core.rules.game.actions import DieFace, Roll
from m44core.rules.game.events import (
    BattleDeclared,
    CardDrawn,
    CardPutUnderToken,
    Event,
    GroundTaken,
    TurnBegun,
    UnitExited,
    UnitMoved,
    UnitRetreated,
    cards_drawn_message,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, Fight, GameState, SpecialRoll, SpecialRollKind
from m44core.rules.special.special_actions import HEALING_FACES
from m44core.rules.units.battle import faces_that_hit_now, symbol_of


class TraceKind(Enum):
    """The kind of event that an arrow on the board shows."""

    MOVE = "move"
    BATTLE = "battle"
    RETREAT = "retreat"


@dataclass(frozen=True)
class Trace:
    """The trace of a move, a battle or a retreat.

    Attributes:
        start: The name of the hex where it starts.
        end: The name of the hex where it ends.
        kind: The kind of event that left the trace.
    """

    start: str
    end: str
    kind: TraceKind


@dataclass(frozen=True)
class DiceRoll:
    """The dice of one roll.

    Attributes:
        faces: The faces: those with an effect first, then flags, then the others.
        hits: The number of faces with an effect: a hit, a recovery, an order.
        summary: The purpose and the result of the roll, on one line.
    """

    faces: tuple[DieFace, ...]
    hits: int
    summary: Message


@dataclass(frozen=True)
class LogLine:
    """One sentence of the log.

    Attributes:
        number: The index of the action that the sentence describes.
        text: The sentence.
        turn: The number of the turn that begins with it; 0 if none does.
    """

    number: int
    text: Message
    turn: int = 0


class GameLog:
    """The log of a game; each entry has the number of actions before it.

    Attributes:
        lines: The sentences.
    """

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self._rolls: list[tuple[int, DiceRoll]] = []
        self._traces: list[tuple[int, Trace]] = []
        self._turns: list[int] = []
        self._drawn: list[tuple[int, int]] = []  # action that drew, lines after it
        self._put_down: list[tuple[int, int]] = []  # action, lines before it
        self._dealt: tuple[Side | None, int] = (None, 0)  # side that draws, cards so far

    @property
    def turns(self) -> list[int]:
        """The moment right after the beginning of each turn."""
        return [number + 1 for number in self._turns]

    def last_roll(self, moment: int) -> DiceRoll | None:
        """Return the last dice roll before a moment; None if there was none."""
        roll_count = bisect_left(self._rolls, moment, key=lambda entry: entry[0])
        return self._rolls[roll_count - 1][1] if roll_count else None

    def traces(self, start: int, moment: int) -> tuple[Trace, ...]:
        """Return the traces left by the actions from index *start* up to *moment*.

        Traces from before the turn of the latest trace are left out.
        """
        past_entries = [entry for entry in self._traces if entry[0] < moment]
        latest_number = past_entries[-1][0] if past_entries else 0
        turn_start = max((turn for turn in self._turns if turn < latest_number), default=0)
        return tuple(trace for number, trace in past_entries if number >= max(start, turn_start))

    def add(self, action_index: int, events: Iterable[Event], roll: DiceRoll | None = None) -> None:
        """Record the events and the dice roll, if any, of the action at index *action_index*."""
        for event in events:
            self._record_event(action_index, event)
        if roll is not None:
            self._rolls.append((action_index, roll))

    def rewind_to(self, length: int) -> None:
        """Drop everything recorded for the actions from index *length* on."""
        self.lines = [line for line in self.lines if line.number < length]
        self._rolls = [entry for entry in self._rolls if entry[0] < length]
        self._traces = [entry for entry in self._traces if entry[0] < length]
        self._turns = [number for number in self._turns if number < length]
        self._drawn = [entry for entry in self._drawn if entry[0] < length]
        self._put_down = [entry for entry in self._put_down if entry[0] < length]
        self._dealt = (None, 0)

    def until_last_draw(self) -> GameLog:
        """Return the log up to and including the last card drawn."""
        return self._with_first_lines(self._drawn[-1][1] if self._drawn else len(self.lines))

    def until_last_card_under_token(self) -> GameLog:
        """Return the log up to just before the last card was put under the Commissar token."""
        return self._with_first_lines(self._put_down[-1][1] if self._put_down else len(self.lines))

    def _with_first_lines(self, line_count: int) -> GameLog:
        """Return a log with only the first *line_count* lines, but all rolls, traces and turns."""
        log = GameLog()
        log.lines, log._rolls = self.lines[:line_count], self._rolls
        log._traces, log._turns = self._traces, self._turns
        return log

    def _record_event(self, action_index: int, event: Event) -> None:
        if isinstance(event, CardPutUnderToken):
            self._put_down.append((action_index, len(self.lines)))
        self._add_line(action_index, event)
        if isinstance(event, CardDrawn):
            self._drawn.append((action_index, len(self.lines)))
        if isinstance(event, TurnBegun):
            self._turns.append(action_index)
        trace = _event_trace(event)
        if trace is not None:
            self._traces.append((action_index, trace))

    def _add_line(self, action_index: int, event: Event) -> None:
        """Add a line for an event; consecutive draws by one side share a line."""
        side, count = self._dealt
        if not isinstance(event, CardDrawn):
            self._dealt = (None, 0)
            turn = event.turn if isinstance(event, TurnBegun) else 0
            self.lines.append(LogLine(action_index, event.sentence(), turn))
        elif event.side is side:
            self._dealt = (side, count + 1)
            self.lines[-1] = LogLine(
                self.lines[-1].number, cards_drawn_message(event.side, count + 1)
            )
        else:
            self._dealt = (event.side, 1)
            self.lines.append(LogLine(action_index, event.sentence()))


def dice_roll(state: GameState, roll: Roll) -> DiceRoll | None:
    """Return the dice of *roll* and their result; None if they have no effect.

    *state* is the position before the roll is applied.
    """
    if state.fight is not None:
        return _battle_roll(state, state.fight, roll)
    if state.special_roll is not None:
        return _special_roll(state, state.special_roll, roll)
    if state.bridge_to_blow != NOWHERE:
        return _bridge_roll(state, roll)
    if state.phase is Phase.VISIBILITY:
        faces, star_count = _sorted_faces_and_useful_count(roll, {DieFace.STAR})
        return DiceRoll(
            faces, star_count, message("Night: {result}", result=_star_count_text(star_count))
        )
    if state.command is not None and state.card_dice:
        return _card_roll(state, roll)
    return None


def _battle_roll(state: GameState, fight: Fight, roll: Roll) -> DiceRoll:
    target = state.unit(fight.target)
    hit_faces = faces_that_hit_now(state)
    faces = _sorted_faces(roll, hit_faces)
    hit_count = sum(face in hit_faces for face in faces)
    summary = message(
        "{unit} on {hex}: {result}",
        unit=target.name,
        hex=state.field.grid.names[state.place[target.number]],
        result=_battle_result(hit_count, faces.count(DieFace.FLAG)),
    )
    return DiceRoll(faces, hit_count, summary)


def _special_roll(state: GameState, special_roll: SpecialRoll, roll: Roll) -> DiceRoll:
    """Return the roll that decides a special action."""
    faces, success_count = _sorted_faces_and_useful_count(
        roll, _successful_faces(state, special_roll)
    )
    return DiceRoll(faces, success_count, _special_roll_result(state, special_roll, success_count))


def _successful_faces(state: GameState, special_roll: SpecialRoll) -> Collection[DieFace]:
    """Return the faces that count as a success in a special roll."""
    if special_roll.kind is SpecialRollKind.RECOVERY:
        return HEALING_FACES
    rule = state.field.options.further_rule(Attrition)
    if special_roll.kind is SpecialRollKind.ATTRITION and rule is not None:
        return {DieFace[rule.face.name]}
    return {DieFace.STAR}


def _special_roll_result(
    state: GameState, special_roll: SpecialRoll, success_count: int
) -> Message:
    """Return the result of a special roll as text (TH-HOSP-02, TH-CAVE-05, E-HOB-08)."""
    names, result = state.field.grid.names, success_count or message("none")
    match special_roll.kind:
        case SpecialRollKind.RECOVERY:
            return message("Figures regained: {result}", result=result)
        case SpecialRollKind.ATTRITION:
            return message("Figures to lose: {result}", result=result)
        case SpecialRollKind.SABOTAGE:
            hex_name = names[state.place[special_roll.unit]]
            return message(
                "Dam on {hex}: {result}", hex=hex_name, result=_star_count_text(success_count)
            )
        case SpecialRollKind.SEALING:
            hex_name = names[state.place[special_roll.unit]]
            success = message("Cave on {hex}: sealed", hex=hex_name)
            return success if success_count else message("Cave on {hex}: still open", hex=hex_name)
        case SpecialRollKind.BREACH:
            hex_name = names[special_roll.hex]
            success = message("Bunker on {hex}: destroyed", hex=hex_name)
            return success if success_count else message("Bunker on {hex}: intact", hex=hex_name)


def _bridge_roll(state: GameState, roll: Roll) -> DiceRoll:
    """Return the roll that decides whether a bridge is blown up (TH-BLOW-03)."""
    hex_ = state.field.grid.names[state.bridge_to_blow]
    faces, star_count = _sorted_faces_and_useful_count(roll, {DieFace.STAR})
    success = message("Bridge on {hex}: destroyed", hex=hex_)
    return DiceRoll(
        faces, star_count, success if star_count else message("Bridge on {hex}: intact", hex=hex_)
    )


def _star_count_text(number: int) -> Message:
    return counted("{number} star", "{number} stars", number) if number else message("no stars")


def _card_roll(state: GameState, roll: Roll) -> DiceRoll:
    """Return the roll of a card with which units recover figures or get orders.

    Rules: B-CARD-MED, B-CARD-TFH, BT-MED-02.
    """
    assert state.command is not None
    if state.command.effect is CardEffect.MEDICS:
        unit = state.unit(state.healed)
        faces, success_count = _sorted_faces_and_useful_count(
            roll, {DieFace.STAR, symbol_of(unit.rules.unit_class)}
        )
        summary = message(
            "{unit} on {hex}: {result}",
            unit=unit.name,
            hex=state.field.grid.names[state.place[unit.number]],
            result=success_count or message("none"),
        )
        return DiceRoll(faces, success_count, summary)
    faces, success_count = _sorted_faces_and_useful_count(
        roll, {DieFace.STAR, DieFace.INFANTRY, DieFace.ARMOR}
    )
    result = success_count or message("none")
    if state.command.effect is CardEffect.SHARED_MEDICS:
        return DiceRoll(faces, success_count, message("Figures regained: {result}", result=result))
    return DiceRoll(faces, success_count, message("Orders: {result}", result=result))


def _sorted_faces_and_useful_count(
    roll: Roll, useful_faces: Collection[DieFace | None]
) -> tuple[tuple[DieFace, ...], int]:
    """Return the faces of a roll, the useful ones first, and the number of useful ones."""
    faces = _sorted_faces(roll, useful_faces)
    return faces, sum(face in useful_faces for face in faces)


def _sorted_faces(roll: Roll, useful: Iterable[DieFace | None]) -> tuple[DieFace, ...]:
    useful_faces = set(useful)
    sort_keys = {face: (face not in useful_faces, face != DieFace.FLAG) for face in DieFace}
    return tuple(sorted(roll.faces, key=lambda face: (sort_keys[face], face)))


def _battle_result(hits: int, flags: int) -> Value:
    """Return the result of a battle roll: ``1 hit, 2 flags``, or the text that it missed."""
    counts = [counted("{number} hit", "{number} hits", hits)] * bool(hits)
    counts += [nouns.flags(flags)] * bool(flags)
    return enumerated(counts) if counts else message("missed")


def _event_trace(event: Event) -> Trace | None:
    match event:
        case UnitMoved(start=start, end=end) | GroundTaken(start=start, end=end):
            return Trace(start, end, TraceKind.MOVE)
        case UnitExited(start=start, end=end) if start != end:
            return Trace(start, end, TraceKind.MOVE)
        case BattleDeclared(hex=start, target=end):
            return Trace(start, end, TraceKind.BATTLE)
        case UnitRetreated(start=start, end=end):
            return Trace(start, end, TraceKind.RETREAT)
    return None
