"""The state of one game in progress: the one mutable value of the core.

With it the values it holds: the battle under way, a unit on its way over hazards, smoke.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from functools import cache

from m44core.catalogue.types import Costs, Side
from m44core.hexes import Direction
from m44core.messages.message import Message
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import CHANCE, indexes
from m44core.rules.cards.card_command import Command
from m44core.rules.game.actions import Action
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.phases import ANSWER_PHASES, CHANCE_PHASES, Phase
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo, UnitSet
from m44core.values import dataclass


class FightKind(StrEnum):
    """What makes the dice of a fight fall."""

    BATTLE = "battle"
    AMBUSH = "ambush"  # the attacked unit battles first (B-CARD-AMB)
    BACK = "back"  # the attacked unit battles back (TH-BRI-02)
    STRIKE = "strike"  # no unit attacks but a card (B-CARD-AIR, B-CARD-BAR)


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle under way, or an attack by a card.

    Attributes:
        attacker: The unit that battles; ``NOBODY`` where a card attacks.
        target: The unit that is battled.
        start: The attacker's hex; ``NOWHERE`` where a card attacks.
        hex: The target's hex when the battle began.
        dice: How many dice are rolled.
        close: Whether it is a close assault (B-BAT-05).
        overrun: Whether it is the extra battle of an armor overrun (B-OVR-01).
        flags: Flags the target must deal with, once the dice fell.
        kind: What makes the dice fall.
        again: How many dice are to be rolled again (E-TIGER-02).
        strength: The figures the target had when the battle began.
        ambushed: Whether an Ambush came before it (TH-BRI-03).
        breached: Whether a star brings the bunker of the target down at its end (E-HOB-06).
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
    again: int = 0
    strength: int = 0
    ambushed: bool = False
    breached: bool = False

    @property
    def flags_ignorable(self) -> bool:
        """Whether a flag may be ignored where the ground allows it (B-CARD-AIR, B-CARD-BAR)."""
        return self.kind is not FightKind.STRIKE


class MarchKind(StrEnum):
    """Why a unit is on its way."""

    MOVE = "move"
    RETREAT = "retreat"
    GROUND = "ground"
    DESERT = "desert"
    EXIT = "exit"


@dataclass(frozen=True, slots=True)
class PendingHazard:
    """What a unit still has to come through on the hex it has entered.

    Attributes:
        dice: How many dice are rolled; 0 where a hidden strength has to tell.
        costs: Which of them cost a figure.
        pool: Which set of hidden strengths tells it.
    """

    dice: int
    costs: Costs
    pool: int = -1


@dataclass(frozen=True, slots=True)
class March:
    """A unit on its way, leg by leg; each leg but the last ends where something befalls it.

    Attributes:
        unit: The unit.
        kind: Why it goes.
        legs: The hexes of each leg that is still to go.
        steps: How many hexes of movement the whole way counts for.
        losses: The figures a retreat costs at its end because it was barred.
        hazards: What it has to come through on its hex before it goes on.
        back: The name of the step of the turn that goes on after it.
    """

    unit: UnitNo
    kind: MarchKind
    legs: tuple[tuple[HexNo, ...], ...] = ()
    steps: int = 0
    losses: int = 0
    hazards: tuple[PendingHazard, ...] = ()
    back: str = ""


@dataclass(frozen=True, slots=True)
class Train:
    """Where a train is that is not where its unit is said to be: its locomotive (TH-TRAIN-01).

    Attributes:
        unit: The unit.
        wagon: The hex of its wagon; -1 once that is gone.
        front: Where the locomotive points.
    """

    unit: UnitNo
    wagon: HexNo
    front: Direction


class SpecialRollKind(StrEnum):
    """What is done."""

    RECOVERY = "recovery"
    SEALING = "sealing"
    ATTRITION = "toll"
    SABOTAGE = "sabotage"
    BREACH = "breach"


@dataclass(frozen=True, slots=True)
class SpecialRoll:
    """What a unit is about to do.

    Attributes:
        kind: What it is.
        unit: Who does it; ``NOBODY`` where a whole side does.
        dice: How many dice decide it.
        hex: What it is done to, where that is not where the unit stands.
    """

    kind: SpecialRollKind
    unit: UnitNo
    dice: int
    hex: HexNo = -1


@dataclass(frozen=True, slots=True)
class Cloud:
    """Smoke on a hex.

    Attributes:
        hex: The hex.
        until: The turn, both players' counted, at whose end it is gone.
        screen: Whether it only hides what is behind it (E-SMOKE-05).
    """

    hex: HexNo
    until: int
    screen: bool = False


@dataclass(frozen=True, slots=True)
class Smoke:
    """All smoke of a game, and who is about to lay more.

    Attributes:
        clouds: The smoke, hex by hex.
        hexes_left: How many hexes more may be laid now.
        source: The unit that lays them; -1 for a smoke screen.
        joined_to: The hexes laid together with the next one, which has to touch them.
        fired_by: The units that fired smoke this turn (E-NEBEL-03).
        hexes: The hexes behind which nobody sees.
        dense: Those of them that do more (E-SMOKE-02..04).
    """

    clouds: tuple[Cloud, ...] = ()
    hexes_left: int = 0
    source: UnitNo = -1
    joined_to: HexSet = 0
    fired_by: UnitSet = 0
    hexes: HexSet = field(init=False)
    dense: HexSet = field(init=False)

    def __post_init__(self) -> None:
        every, dense = 0, 0
        for cloud in self.clouds:
            every |= 1 << cloud.hex
            dense |= 0 if cloud.screen else 1 << cloud.hex
        object.__setattr__(self, "hexes", every)
        object.__setattr__(self, "dense", dense)

    def with_cloud(self, cloud: Cloud) -> Smoke:
        """Return the smoke with that on one hex more."""
        clouds, fresh = (*self.clouds, cloud), self.joined_to | 1 << cloud.hex
        return replace(self, clouds=clouds, hexes_left=self.hexes_left - 1, joined_to=fresh)

    def remaining(self, turn: int) -> Smoke:
        """Return what is left of it once a turn begins; nobody has fired smoke in it."""
        return Smoke(tuple(cloud for cloud in self.clouds if cloud.until >= turn))


NO_SMOKE = Smoke()


NOWHERE: HexNo = -1  # the place of a unit that is not on the board
DAYLIGHT = 6  # hexes that battles reach by night once day breaks, and before night falls
UNLIMITED = 99  # how far is seen by day
_VISIBILITY_DICE = 4
UNTIL_CALLED = 1_000_000  # the turn until which units rest that wait to be called
NOBODY = -1  # the holder of an objective nobody holds; the unit on an empty hex


Generals = tuple[tuple[Command, ...], tuple[Command, ...], tuple[Command, ...]]
_NO_COMMANDS: Generals = ((), (), ())
_NO_WRECKS: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: The side that won; None for a draw.
        reason: One sentence.
    """

    winner: Side | None
    reason: Message


@dataclass(frozen=True, slots=True)
class ReinforcementCalls:
    """Whose reinforcements are still to be called, or were just now (SO-REINFORCEMENTS).

    Attributes:
        awaited: The players who have not won the medals for theirs yet.
        fresh: Those who have, and may let theirs come before another turn begins.
    """

    awaited: tuple[PlayerNo, ...] = ()
    fresh: tuple[PlayerNo, ...] = ()


NO_CALLS = ReinforcementCalls()


@dataclass(slots=True)
class GameState:
    """Everything that can change while a game is played.

    Units go by their number in ``field.units``, hexes by their index in
    ``field.grid``, players are ``TOP`` and ``BOTTOM``; sets of units or hexes
    are the bits of an int. A game goes on by :func:`m44core.rules.play.apply.apply`
    alone; who asks what might be changes a clone.

    Attributes:
        field: What does not change; shared with every clone.
        ground: The ground as long as the obstacles stay as they are; shared.
        place: The hex of each unit, or ``NOWHERE``.
        figures: The figures each unit has left.
        unit_at: The unit on each hex, or ``NOBODY``.
        occupied: For each player, the hexes his units stand on.
        eliminated: For each player, the medals for the enemy units he eliminated.
        holders: For each objective, the player who holds it, or ``NOBODY``.
        hands: For each player, his cards, sorted.
        deck: The cards still to be drawn, sorted: which comes next is chance.
        discards: The discarded cards, the latest last.
        drawn: Cards drawn of which one is to be kept; the active player sees them.
        token: The card under the Commissar token of the side that has one (TH-COM-01).
        card: The card in play, "" between turns.
        command: What it lets its player do.
        issued: In Overlord, the commands that are carried out and the units they ordered.
        pending_commands: In Overlord, the commands that are still to be carried out.
        handed_cards: In Overlord, the cards that were handed out this turn.
        generals: In Overlord, for each player and each general, the commands of his last turn.
        represented: For each player, the command of his last turn, for a Counter-Attack.
        drawing: The players who still have to draw, in order.
        choosing: How many cards the active player draws after that, to keep one of them.
        picking: Whether he may take a discarded card instead (E-CMDCAR-03).
        turn: The number of the turn, both players' counted; 0 while hands are dealt.
        own_turns: How many turns each player has begun.
        active: The player whose turn it is.
        phase: Where in the turn the game is.
        ordered: Units with an order this turn.
        on_the_move: Those of them that may only move (BT-OTM-01).
        moved: Units that moved this turn, by taking ground too.
        halted: Units that had to stop on the terrain they entered this turn.
        barred: Units whose move or order this turn bars them from battling.
        charging: Units that came so far this turn that they may only close assault (TH-JAP-03).
        battled: Units whose battles this turn are done.
        moved_again: Units that moved once more after the battles (B-CARD-BEL).
        battled_once: Units that have battled and may battle once more (B-CARD-BOM).
        fight: The battle under way.
        ambushed: The battle that waits until the ambush is over.
        ambusher: The player who played Ambush this turn and draws first, or ``NOBODY``.
        targets: Units that a card still has to attack, in order, or that it has seen to.
        healed: The unit that Medics & Mechanics is about, or ``NOBODY``.
        card_dice: How many dice a card rolls.
        falling: Figures of an air drop that are still in the air.
        aim: The hex an air drop aims at, or ``NOWHERE``.
        aimed: The hexes drops have aimed at, as far as that matters.
        drops_begun: How many drops before the first turn have been aimed.
        landed: Units that came to the board safely.
        trains: The trains of the game.
        wagons: The hexes of their wagons; the unit on such a hex is the train.
        ashore: Units whose boat or landing craft is gone (TH-BOAT-03, E-LCT-04).
        bridged: Units that have laid their bridge (E-HOB-02).
        movement_left: The movement that bridge layers have left after a move this turn.
        arrived: Units that have come to the board, or were lost in coming.
        resting_until: Units nobody can order yet, each with its last resting turn (TH-DROP-04).
        calls: Whose reinforcements are to be called.
        mined: The bridge that a card is played to blow up, or ``NOWHERE`` (TH-BLOW-01).
        spent: The hexes for which orders of the card in play were spent, not on a unit there.
        extra_exit_medals: For each player, what his exits are worth beyond a medal a unit.
        special_medals: For each player, the medals of special rules: bridges blown up, say.
        cross_hairs: The cross-hairs on the board: the hex, and the gun each belongs to.
        camouflaged: The hexes with units nobody fires at (TH-CAMO-01).
        wrecks: For each player, the enemy figures he shot of units that are worth a medal
            by their figures, by what these are (E-HT-03).
        result: How the game ended, once it is over.
        march: A unit on its way over ground that does something to it (TH-HOOK-01).
        captured: The headquarters that the enemy took (TH-HQ-02).
        looted: Those of them that cost their side a card.
        pending_losses: The headquarters just taken or freed, each with its owner, still to
            take effect; a unit lost, which costs the Italian High Command a card, stands
            here as ``NOWHERE`` with its side (E-ITA-01).
        resume: The step that goes on once a card was lost or drawn for them.
        special_roll: What a unit is about to do, which dice decide (TH-HOSP-02, TH-CAVE-05).
        turn_start_rolls: What is still to be rolled for as the turn begins (SO-ATTRITION).
        attrition_due: How many figures the active player still has to give up then.
        dams: The dams that are damaged, with the stars that did it (SO-DAM-SABOTAGE).
        mine_pools: The strengths of mines that are still hidden: which lies where is chance,
            told when somebody enters (TH-MINE-02).
        uncovered: The minefields whose strength is known, with it.
        visibility: How many hexes battles reach by night at most (TH-NIGHT-01).
        smoke: The smoke on the board.
        decoyed: Who has the medal for the first decoy among the mines, or ``NOBODY``
            (TH-MINE-07).
        exited: For each player, his units that left the board by an exit.
        legal: The legal actions of this state, once they were asked for.
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
    represented: tuple[Command | None, Command | None] = (None, None)
    drawing: tuple[PlayerNo, ...] = ()
    choosing: int = 0
    picking: bool = False
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
    falling: tuple[UnitNo, ...] = ()
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
    mined: HexNo = NOWHERE
    spent: tuple[HexNo, ...] = ()
    cross_hairs: tuple[tuple[HexNo, UnitNo], ...] = ()
    camouflaged: HexSet = 0
    wrecks: tuple[Mapping[str, int], Mapping[str, int]] = _NO_WRECKS
    result: Outcome | None = None
    march: March | None = None
    captured: HexSet = 0
    looted: HexSet = 0
    pending_losses: tuple[tuple[HexNo, PlayerNo], ...] = ()
    resume: Phase | None = None
    special_roll: SpecialRoll | None = None
    turn_start_rolls: tuple[SpecialRoll, ...] = ()
    attrition_due: int = 0
    dams: tuple[tuple[HexNo, int], ...] = ()
    mine_pools: tuple[tuple[int, ...], ...] = ()
    uncovered: tuple[tuple[HexNo, int], ...] = ()
    decoyed: PlayerNo = NOBODY
    visibility: int = UNLIMITED
    smoke: Smoke = NO_SMOKE
    exited: list[UnitSet] = dataclasses.field(default_factory=lambda: [0, 0])
    extra_exit_medals: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    special_medals: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    legal: tuple[Action, ...] | None = dataclasses.field(default=None, compare=False, repr=False)

    def clone(self) -> GameState:
        """Return an independent copy, for search and for undo."""
        copy = object.__new__(GameState)
        _compiled_copy()(copy, self)
        return copy

    def command_of(self, unit: UnitNo) -> Command | None:
        """Return the command that ordered a unit of the active player (B-VAR-OVL-04)."""
        for command, units in self.issued:
            if units >> unit & 1:
                return command
        return self.command

    @property
    def player(self) -> PlayerNo:
        """Who acts next: ``TOP``, ``BOTTOM`` or ``CHANCE``."""
        phase = self.phase
        if phase in CHANCE_PHASES:
            return CHANCE
        if phase is Phase.RETREAT and self.fight:
            return self.field.units[self.fight.target].player
        return 1 - self.active if phase in ANSWER_PHASES else self.active

    @property
    def dice(self) -> int:
        """How many dice the next roll has."""
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
        return self.fight.again if self.phase is Phase.REROLL else self.fight.dice

    @property
    def resting(self) -> UnitSet:
        """The units nobody can order yet (TH-DROP-04, SO-REINFORCEMENTS)."""
        return sum(1 << unit for unit, _ in self.resting_until) if self.resting_until else 0

    @property
    def newcomers(self) -> UnitSet:
        """Those of them that came to the board a moment ago, and do not ambush (TH-DROP-04)."""
        return sum(1 << unit for unit, until in self.resting_until if until != UNTIL_CALLED)

    def cards_held(self, player: PlayerNo) -> int:
        """Return how many cards a player holds, that under his token included (TH-COM-03)."""
        return len(self.hands[player]) + (bool(self.token) and player == self.field.commissar)

    @property
    def side(self) -> Side | None:
        """The coalition of the player who acts next; None for chance."""
        return None if self.player == CHANCE else self.field.sides[self.player]

    @property
    def all_occupied(self) -> HexSet:
        """The hexes with a unit on them, friend, foe or bystander."""
        return self.occupied[0] | self.occupied[1] | self.field.bystanders | self.wagons

    def unit(self, number: UnitNo) -> Combatant:
        """Return what does not change about a unit."""
        return self.field.units[number]

    def unit_on(self, name: str) -> Combatant | None:
        """Return the unit on the hex called *name*, or None."""
        number = self.unit_at[self.field.grid.index[name]]
        return None if number == NOBODY else self.field.units[number]

    def medals(self, player: PlayerNo) -> int:
        """Return a player's medals, no more than he needs (B-WIN-06)."""
        gained = self.eliminated[player] + self.special_medals[player]
        needed = self.field.medals_needed[player]
        if player in self.holders:
            gained += self.objective_medals(player)
        if self.exited[player]:
            gained += self.exit_medals(player)
        if self.field.mandatory is not None:
            needed -= self._missing_mandatory_medals(player)
        return needed if gained > needed else gained

    def objective_medals(self, player: PlayerNo) -> int:
        """Return the medals of the objectives a player holds (B-WIN-03)."""
        held = 0
        for objective, holder in zip(self.field.objectives, self.holders, strict=True):
            held += objective.medals if holder == player else 0
        return held

    def _missing_mandatory_medals(self, player: PlayerNo) -> int:
        """Return the medals of the objective a player lacks and needs."""
        number = self.field.mandatory[player] if self.field.mandatory else NOBODY
        lacks = number != NOBODY and self.holders[number] != player
        return self.field.objectives[number].medals if lacks else 0

    def exit_medals(self, player: PlayerNo) -> int:
        """Return the medals for a player's units that left by an exit (V-EXIT-05)."""
        units = self.field.units
        medals = sum(units[number].exit_medals or 0 for number in indexes(self.exited[player]))
        return medals + self.extra_exit_medals[player]


_LIST_FIELDS = (
    *("place", "figures", "unit_at", "occupied", "eliminated", "exited", "holders", "hands"),
    *("special_medals", "extra_exit_medals"),
)


@cache
def _compiled_copy() -> Callable[[GameState, GameState], None]:
    """Return what copies all fields one by one, compiled: computer players copy games all the time.

    A loop over the names takes four times as long.
    """
    copied = {
        name: f"{name}.copy()" if name in _LIST_FIELDS else name for name in GameState.__slots__
    }
    lines = (f" copy.{name} = self.{content}" for name, content in copied.items())
    known: dict[str, Callable[[GameState, GameState], None]] = {}
    exec("def fill(copy, self):\n" + "\n".join(lines), known)
    return known["fill"]
