"""The state of a game in progress, the only mutable data of the core.

The module also has the types of its parts: the battle in progress, a unit moving over hazards,
smoke.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from functools import cache

from m44core.catalogue.catalogue_types import CasualtyFaces, Side
from m44core.hexes import Direction
from m44core.messages.message import Message
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import CHANCE, bit_indexes
from m44core.rules.cards.card_command import Command
from m44core.rules.game.actions import Action
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.phases import ANSWER_PHASES, CHANCE_PHASES, Phase
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo, UnitSet
from m44core.values import dataclass


class FightKind(StrEnum):
    """How a fight came about: a battle, an ambush, battling back, or the strike of a card."""

    BATTLE = "battle"
    AMBUSH = "ambush"  # the attacked unit battles first (B-CARD-AMB)
    BACK = "back"  # the attacked unit battles back (TH-BRI-02)
    STRIKE = "strike"  # a card attacks (B-CARD-AIR, B-CARD-BAR)


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle under way, or an attack by a card.

    Attributes:
        attacker: The attacking unit; ``NOBODY`` if a card attacks.
        target: The attacked unit.
        start: The attacker's hex; ``NOWHERE`` if a card attacks.
        hex: The hex of the target when the battle began.
        dice: The number of dice that are rolled.
        close: Whether it is a close assault (B-BAT-05).
        overrun: Whether it is the extra battle of an armor overrun (B-OVR-01).
        flags: Flags the target must resolve after the roll.
        kind: The kind of fight.
        dice_to_reroll: The number of dice to reroll (E-TIGER-02).
        strength: The number of figures of the target when the battle began.
        ambushed: Whether an Ambush came before it (TH-BRI-03).
        breached: Whether a star destroys the target's bunker after the battle (E-HOB-06).
    """

    attacker: UnitNo
    target: UnitNo
    start: HexNo
    hex: HexNo
    dice: int
    close: bool
    overrun: bool = False
    flags: int = 0
    kind: FightKind = FightKind.BATTLE
    dice_to_reroll: int = 0
    strength: int = 0
    ambushed: bool = False
    breached: bool = False

    @property
    def can_ignore_flags(self) -> bool:
        """Whether flags can be ignored if the ground allows it (B-CARD-AIR, B-CARD-BAR)."""
        return self.kind is not FightKind.STRIKE


class MarchKind(StrEnum):
    """The reason why a unit marches."""

    MOVE = "move"
    RETREAT = "retreat"
    GROUND = "ground"
    DESERT = "desert"
    EXIT = "exit"


@dataclass(frozen=True, slots=True)
class PendingHazard:
    """A hazard of the hex a unit has entered that is still to be resolved.

    Attributes:
        dice: The number of dice that are rolled; 0 if a hidden strength decides it.
        costs: The faces that cost a figure.
        pool: The number of the set from which a hidden strength is drawn; -1 if there is none.
    """

    dice: int
    costs: CasualtyFaces
    pool: int = -1


@dataclass(frozen=True, slots=True)
class March:
    """A unit on the move, leg by leg; each leg but the last ends on a hex with a hazard.

    Attributes:
        unit: The unit.
        kind: The reason for its march.
        legs: The hexes of each remaining leg.
        steps: The movement cost of the whole route, in hexes.
        losses: The number of figures lost at the end of a retreat because it was blocked.
        hazards: The hazards of the unit's current hex that are still to be resolved.
        resumed_phase: The value of the phase that resumes afterwards.
    """

    unit: UnitNo
    kind: MarchKind
    legs: tuple[tuple[HexNo, ...], ...] = ()
    steps: int = 0
    losses: int = 0
    hazards: tuple[PendingHazard, ...] = ()
    resumed_phase: str = ""


@dataclass(frozen=True, slots=True)
class Train:
    """The position of a train; its locomotive is on the hex of its unit (TH-TRAIN-01).

    Attributes:
        unit: The unit.
        wagon: The hex of its wagon; -1 after it has been lost.
        front: The direction the locomotive faces.
    """

    unit: UnitNo
    wagon: HexNo
    front: Direction


class SpecialRollKind(StrEnum):
    """The reason for a special roll."""

    RECOVERY = "recovery"
    SEALING = "sealing"
    ATTRITION = "toll"
    SABOTAGE = "sabotage"
    BREACH = "breach"


@dataclass(frozen=True, slots=True)
class SpecialRoll:
    """A roll for a unit's action instead of moving or battling, or at the start of a turn.

    Attributes:
        kind: The kind of roll.
        unit: The unit that acts; ``NOBODY`` if a whole side does.
        dice: The number of dice.
        hex: The target hex, if it is not the unit's own.
    """

    kind: SpecialRollKind
    unit: UnitNo
    dice: int
    hex: HexNo = -1


@dataclass(frozen=True, slots=True)
class SmokeOnHex:
    """Smoke on a hex.

    Attributes:
        hex: The hex.
        until: The turn, counting both players', at the end of which it disperses.
        screen: Whether it only blocks sight (E-SMOKE-05).
    """

    hex: HexNo
    until: int
    screen: bool = False


@dataclass(frozen=True, slots=True)
class Smoke:
    """All smoke of a game, and the smoke that is being laid.

    Attributes:
        clouds: The smoke, hex by hex.
        hexes_left: The number of further hexes on which smoke can be laid now.
        source: The unit that lays it; -1 for a smoke screen.
        joined_to: The hexes laid so far; the next one has to be adjacent to one of them.
        fired_by: The units that fired smoke this turn (E-NEBEL-03).
        hexes: The hexes whose smoke blocks sight.
        dense: The hexes whose smoke also affects the units in it (E-SMOKE-02..04).
    """

    clouds: tuple[SmokeOnHex, ...] = ()
    hexes_left: int = 0
    source: UnitNo = -1
    joined_to: HexSet = 0
    fired_by: UnitSet = 0
    hexes: HexSet = field(init=False)
    dense: HexSet = field(init=False)

    def __post_init__(self) -> None:
        hexes, dense = 0, 0
        for cloud in self.clouds:
            hexes |= 1 << cloud.hex
            dense |= 0 if cloud.screen else 1 << cloud.hex
        object.__setattr__(self, "hexes", hexes)
        object.__setattr__(self, "dense", dense)

    def with_cloud(self, cloud: SmokeOnHex) -> Smoke:
        """Return the smoke with *cloud* added and one hex fewer left to lay."""
        clouds, joined_to = (*self.clouds, cloud), self.joined_to | 1 << cloud.hex
        return replace(self, clouds=clouds, hexes_left=self.hexes_left - 1, joined_to=joined_to)

    def remaining(self, turn: int) -> Smoke:
        """Return the smoke left when a turn begins, with no unit having fired smoke yet."""
        return Smoke(tuple(cloud for cloud in self.clouds if cloud.until >= turn))


NO_SMOKE = Smoke()


NOWHERE: HexNo = -1  # the hex of a unit that is not on the board
DAYLIGHT = 6  # hexes; visibility at which day breaks or night begins to fall
UNLIMITED = 99  # visibility by day
_VISIBILITY_DICE = 4
UNTIL_CALLED = 1_000_000  # the last resting turn of units that wait to be called
NOBODY = -1  # no unit or no player: on an empty hex, of an objective without holder


Generals = tuple[tuple[Command, ...], tuple[Command, ...], tuple[Command, ...]]
_NO_COMMANDS: Generals = ((), (), ())
_NO_WRECKS: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        winner: The side that won; None for a draw.
        reason: One sentence.
    """

    winner: Side | None
    reason: Message


@dataclass(frozen=True, slots=True)
class ReinforcementCalls:
    """The players whose reinforcements are still to be called, or were just called.

    Attributes:
        awaited: The players who have not yet won the medals that call their reinforcements
            (SO-REINFORCEMENTS).
        just_called: The players who have just won those medals, and whose reinforcements can
            arrive this turn.
    """

    awaited: tuple[PlayerNo, ...] = ()
    just_called: tuple[PlayerNo, ...] = ()


NO_CALLS = ReinforcementCalls()


@dataclass(slots=True)
class GameState:
    """Everything that can change during a game.

    Units are numbers in ``field.units``, hexes indexes in ``field.grid``, players ``TOP`` and
    ``BOTTOM``; sets of units or hexes are the bits of an int. Only
    :func:`m44core.rules.play.apply.apply_action` advances a game; to try something, change a clone.

    Attributes:
        field: The unchanging part; shared with every clone.
        ground: The current ground; immutable and shared.
        place: The hex of each unit, or ``NOWHERE``.
        figures: The remaining figures of each unit.
        unit_at: The unit on each hex, or ``NOBODY``.
        occupied: For each player, the hexes of the player's units.
        eliminated: For each player, the number of medals for the enemy units the player eliminated.
        holders: For each objective, the player who holds it, or ``NOBODY``.
        hands: The hand of each player, sorted.
        deck: The cards of the draw pile, sorted, because chance decides on the next one.
        discards: The discarded cards, the latest last.
        drawn: Drawn cards of which one is to be kept; the active player sees them.
        token: The card under the Commissar token of the side that has one (TH-COM-01).
        card: The card in play, "" between turns.
        command: The command of the card in play.
        issued: In Overlord, the commands carried out so far and the units they ordered.
        pending_commands: In Overlord, the commands still to be carried out.
        handed_cards: In Overlord, the cards handed out this turn.
        generals: In Overlord, for each player and each general, the commands of the last turn.
        last_commands: For each player, the command of the last turn, for a Counter-Attack.
        drawing: The players who still have to draw, in order.
        draws_to_choose_from: The number of cards the active player then draws, keeping one of them.
        can_pick_discard: Whether the active player can take a discarded card instead (E-CMDCAR-03).
        turn: The number of the turn, counting both players'; 0 while hands are dealt.
        own_turns: The number of turns each player has begun.
        active: The player whose turn it is.
        phase: The phase of the turn.
        ordered: Units with an order this turn.
        on_the_move: Ordered units that can only move (BT-OTM-01).
        moved: Units that moved this turn, including by taking ground.
        halted: Units that had to stop on the terrain they entered this turn.
        barred: Units barred from battling by their move or order this turn.
        charging: Units that moved so far this turn that they can only close assault (TH-JAP-03).
        battled: Units whose battles this turn are done.
        moved_again: Units that moved again after the battles (B-CARD-BEL).
        battled_once: Units that have battled and can battle again (B-CARD-BOM).
        fight: The battle under way.
        ambushed: The battle that resumes when the ambush is over.
        ambusher: The player who played Ambush this turn and draws first, or ``NOBODY``.
        targets: Units that a card still has to attack, in order, or has already healed.
        healed: The unit Medics & Mechanics is rolling for, or ``NOBODY``.
        card_dice: The number of dice a card rolls.
        units_in_air: The units of an air drop that are still in the air.
        aim: The hex an air drop is aimed at, or ``NOWHERE``.
        aimed: The hexes that drops have been aimed at.
        drops_begun: The number of drops before the first turn that have begun.
        landed: Units that arrived on the board safely.
        trains: The trains of the game.
        wagons: The hexes of the trains' wagons; the unit on such a hex is the train.
        ashore: Units that have left their boat or landing craft (TH-BOAT-03, E-LCT-04).
        bridged: Units that have laid their bridge (E-HOB-02).
        movement_left: The remaining movement of bridge layers after a move this turn.
        arrived: Units that have arrived on the board, or were lost while arriving.
        resting_until: Units that cannot be ordered yet, each with its last resting turn
            (TH-DROP-04) or ``UNTIL_CALLED``.
        calls: The players whose reinforcements are still to be called, or were just called.
        bridge_to_blow: The bridge that a card is played to blow up, or ``NOWHERE`` (TH-BLOW-01).
        spent: The hexes for which orders of the card were spent without a unit there.
        extra_exit_medals: For each player, the medals for exits beyond the units' own exit medals.
        special_medals: For each player, the medals from special rules, such as a blown bridge.
        cross_hairs: The crosshairs on the board: the hex and the gun of each.
        camouflaged: The hexes of camouflaged units, which cannot be fired at (TH-CAMO-01).
        wrecks: For each player, the eliminated enemy figures of units whose figures
            together are worth medals, by kind (E-HT-03).
        result: The result of the game; None if it has not ended.
        march: A unit on the move over ground with hazards (TH-HOOK-01).
        captured: The headquarters that the enemy captured (TH-HQ-02).
        looted_headquarters: The captured headquarters that cost their side a card.
        pending_losses: The headquarters just captured or freed, each with its owner, still to
            cost or return a card; a lost unit that costs the Italian High Command a card is
            ``NOWHERE`` with its player (E-ITA-01).
        phase_to_resume: The phase that resumes after that card has been lost or drawn.
        special_roll: The special roll that is due (TH-HOSP-02, TH-CAVE-05).
        turn_start_rolls: The special rolls still due as the turn begins (SO-ATTRITION).
        attrition_due: The number of figures the active player has yet to lose at the turn start.
        dams: The damaged dams, each with the number of stars rolled (SO-DAM-SABOTAGE).
        mine_pools: The sets of hidden mine strengths; chance decides which a minefield has when
            a unit enters (TH-MINE-02).
        uncovered: The hex and the strength of each minefield with known strength.
        visibility: The longest range of battles by night, in hexes (TH-NIGHT-01).
        smoke: The smoke on the board.
        decoy_medal_player: The player with the medal for the first decoy among mines, or ``NOBODY``
            (TH-MINE-07).
        exited: For each player, the units that left the board by an exit.
        legal: The legal actions of this state; None until they are computed.
    """

    field: Battlefield
    ground: Ground
    place: list[HexNo]
    figures: list[int]
    unit_at: list[UnitNo]
    occupied: list[HexSet]
    eliminated: list[int]
    holders: list[PlayerNo]
    hands: list[tuple[str, ...]]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    token: str = ""
    card: str = ""
    command: Command | None = None
    issued: tuple[tuple[Command, UnitSet], ...] = ()
    pending_commands: tuple[Command, ...] = ()
    handed_cards: tuple[str, ...] = ()
    generals: tuple[Generals, Generals] = (_NO_COMMANDS, _NO_COMMANDS)
    last_commands: tuple[Command | None, Command | None] = (None, None)
    drawing: tuple[PlayerNo, ...] = ()
    draws_to_choose_from: int = 0
    can_pick_discard: bool = False
    turn: int = 0
    own_turns: tuple[int, int] = (0, 0)
    active: PlayerNo = 0
    phase: Phase = Phase.DRAW
    ordered: UnitSet = 0
    on_the_move: UnitSet = 0
    moved: UnitSet = 0
    halted: UnitSet = 0
    barred: UnitSet = 0
    charging: UnitSet = 0
    battled: UnitSet = 0
    moved_again: UnitSet = 0
    battled_once: UnitSet = 0
    fight: Fight | None = None
    ambushed: Fight | None = None
    ambusher: PlayerNo = NOBODY
    targets: tuple[UnitNo, ...] = ()
    healed: UnitNo = NOBODY
    card_dice: int = 0
    units_in_air: tuple[UnitNo, ...] = ()
    aim: HexNo = NOWHERE
    aimed: HexSet = 0
    drops_begun: int = 0
    landed: UnitSet = 0
    trains: tuple[Train, ...] = ()
    wagons: HexSet = 0
    ashore: UnitSet = 0
    bridged: UnitSet = 0
    movement_left: tuple[tuple[UnitNo, int], ...] = ()
    arrived: UnitSet = 0
    resting_until: tuple[tuple[UnitNo, int], ...] = ()
    calls: ReinforcementCalls = NO_CALLS
    bridge_to_blow: HexNo = NOWHERE
    spent: tuple[HexNo, ...] = ()
    cross_hairs: tuple[tuple[HexNo, UnitNo], ...] = ()
    camouflaged: HexSet = 0
    wrecks: tuple[Mapping[str, int], Mapping[str, int]] = _NO_WRECKS
    result: Outcome | None = None
    march: March | None = None
    captured: HexSet = 0
    looted_headquarters: HexSet = 0
    pending_losses: tuple[tuple[HexNo, PlayerNo], ...] = ()
    phase_to_resume: Phase | None = None
    special_roll: SpecialRoll | None = None
    turn_start_rolls: tuple[SpecialRoll, ...] = ()
    attrition_due: int = 0
    dams: tuple[tuple[HexNo, int], ...] = ()
    mine_pools: tuple[tuple[int, ...], ...] = ()
    uncovered: tuple[tuple[HexNo, int], ...] = ()
    decoy_medal_player: PlayerNo = NOBODY
    visibility: int = UNLIMITED
    smoke: Smoke = NO_SMOKE
    exited: list[UnitSet] = dataclasses.field(default_factory=lambda: [0, 0])
    extra_exit_medals: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    special_medals: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    legal: tuple[Action, ...] | None = dataclasses.field(default=None, compare=False, repr=False)

    def clone(self) -> GameState:
        """Return an independent copy, for search and undo."""
        copy = GameState.__new__(GameState)
        _compiled_copier()(copy, self)
        return copy

    def command_of(self, unit: UnitNo) -> Command | None:
        """Return the command that ordered a unit, else the current one, if any (B-VAR-OVL-04)."""
        for command, units in self.issued:
            if units >> unit & 1:
                return command
        return self.command

    @property
    def player(self) -> PlayerNo:
        """The player who acts next: ``TOP``, ``BOTTOM`` or ``CHANCE``."""
        phase = self.phase
        if phase in CHANCE_PHASES:
            return CHANCE
        if phase is Phase.RETREAT and self.fight:
            return self.field.units[self.fight.target].player
        return 1 - self.active if phase in ANSWER_PHASES else self.active

    @property
    def dice(self) -> int:
        """The number of dice of the next roll."""
        if self.phase is Phase.CARD_ROLL:
            return self.card_dice
        if self.phase is Phase.VISIBILITY:
            return _VISIBILITY_DICE
        if self.march and self.march.hazards:
            return self.march.hazards[0].dice
        if self.special_roll is not None:
            return self.special_roll.dice
        if self.fight is None:
            return 0
        return self.fight.dice_to_reroll if self.phase is Phase.REROLL else self.fight.dice

    @property
    def resting_units(self) -> UnitSet:
        """The units that cannot be ordered yet (TH-DROP-04, SO-REINFORCEMENTS)."""
        return sum(1 << unit for unit, _ in self.resting_until) if self.resting_until else 0

    @property
    def newcomers(self) -> UnitSet:
        """The resting units that arrived recently and cannot ambush (TH-DROP-04)."""
        return sum(1 << unit for unit, until in self.resting_until if until != UNTIL_CALLED)

    def held_card_count(self, player: PlayerNo) -> int:
        """Return the number of cards a player holds, including one under the token (TH-COM-03)."""
        return len(self.hands[player]) + (bool(self.token) and player == self.field.commissar)

    @property
    def side(self) -> Side | None:
        """The coalition of the player who acts next; None for chance."""
        return None if self.player == CHANCE else self.field.sides[self.player]

    @property
    def all_occupied(self) -> HexSet:
        """The hexes with any unit, wagon or bystander."""
        return self.occupied[0] | self.occupied[1] | self.field.bystanders | self.wagons

    def unit(self, number: UnitNo) -> Combatant:
        """Return the unchanging part of a unit."""
        return self.field.units[number]

    def unit_on(self, name: str) -> Combatant | None:
        """Return the unit on the hex named *name*; None if there is none."""
        number = self.unit_at[self.field.grid.index[name]]
        return None if number == NOBODY else self.field.units[number]

    def medals(self, player: PlayerNo) -> int:
        """Return the medals of a player, limited to the number needed to win (B-WIN-06).

        While the player does not hold the mandatory objective, the limit is lower by the medals
        of that objective.
        """
        gained_medals = self.eliminated[player] + self.special_medals[player]
        needed_medals = self.field.medals_needed[player]
        if player in self.holders:
            gained_medals += self.objective_medals(player)
        if self.exited[player]:
            gained_medals += self.exit_medals(player)
        if self.field.mandatory_objectives is not None:
            needed_medals -= self._missing_mandatory_medals(player)
        return needed_medals if gained_medals > needed_medals else gained_medals

    def objective_medals(self, player: PlayerNo) -> int:
        """Return the medals of the objectives a player holds (B-WIN-03)."""
        medals = 0
        for objective, holder in zip(self.field.objectives, self.holders, strict=True):
            medals += objective.medals if holder == player else 0
        return medals

    def _missing_mandatory_medals(self, player: PlayerNo) -> int:
        """Return the medals of the mandatory objective if the player does not hold it, else 0."""
        number = (
            self.field.mandatory_objectives[player] if self.field.mandatory_objectives else NOBODY
        )
        is_missing = number != NOBODY and self.holders[number] != player
        return self.field.objectives[number].medals if is_missing else 0

    def exit_medals(self, player: PlayerNo) -> int:
        """Return the medals for a player's units that left by an exit (V-EXIT-05)."""
        units = self.field.units
        medals = sum(units[number].exit_medals or 0 for number in bit_indexes(self.exited[player]))
        return medals + self.extra_exit_medals[player]


LIST_FIELDS = (
    *("place", "figures", "unit_at", "occupied", "eliminated", "exited", "holders", "hands"),
    *("special_medals", "extra_exit_medals"),
)
"""The names of the fields with lists, which a copy does not share."""

_FIELDS = [each.name for each in dataclasses.fields(GameState)]


@cache
def _compiled_copier() -> Callable[[GameState, GameState], None]:
    """Return a compiled function that copies all fields one by one.

    Computer players copy games all the time; a loop over the names takes four times as long.
    """
    copy_expressions = {name: f"{name}.copy()" if name in LIST_FIELDS else name for name in _FIELDS}
    lines = (f" copy.{name} = self.{content}" for name, content in copy_expressions.items())
    namespace: dict[str, Callable[[GameState, GameState], None]] = {}
    exec("def fill(copy, self):\n" + "\n".join(lines), namespace)
    return namespace["fill"]
