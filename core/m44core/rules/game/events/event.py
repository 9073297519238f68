"""All that can happen."""

from __future__ import annotations

from m44core.rules.game.events.cards import (
    AmbushSprung,
    BridgeMined,
    CardCopied,
    CardPlayed,
    CardPutDown,
    CardsShuffled,
    Discarded,
    Drawn,
    Healed,
    Reshuffled,
    SectionChosen,
    StrikeDeclared,
    UnitsCalled,
)
from m44core.rules.game.events.ground import (
    BridgeBlown,
    BridgeHolds,
    BridgeLaid,
    BunkerBreached,
    CaveSealed,
    CrossHairLaid,
    DamBroken,
    DamHit,
    HeadquartersEntered,
    MineCleared,
    MineUncovered,
    ObstacleRemoved,
    SmokeGone,
    SmokeLaid,
)
from m44core.rules.game.events.medals import (
    GameEnded,
    MedalGained,
    MedalLost,
)
from m44core.rules.game.events.turn import (
    DropAimed,
    Rolled,
    TollTaken,
    TurnBegun,
    VisibilityChanged,
)
from m44core.rules.game.events.units import (
    BattleDeclared,
    BoatLeft,
    BrokeThrough,
    Disembarked,
    Eliminated,
    Exited,
    FiguresLost,
    FlagIgnored,
    GroundTaken,
    Landed,
    Moved,
    Ordered,
    OrderedOnTheMove,
    Resupplied,
    Retreated,
    SandbagsPlaced,
    Unloaded,
    WagonLost,
)

Event = (
    TurnBegun
    | Rolled
    | TollTaken
    | VisibilityChanged
    | DropAimed
    | Drawn
    | Reshuffled
    | CardPlayed
    | Discarded
    | CardCopied
    | CardPutDown
    | CardsShuffled
    | SectionChosen
    | StrikeDeclared
    | AmbushSprung
    | Healed
    | UnitsCalled
    | BridgeMined
    | Ordered
    | OrderedOnTheMove
    | SandbagsPlaced
    | Moved
    | BoatLeft
    | Unloaded
    | WagonLost
    | Disembarked
    | BattleDeclared
    | FiguresLost
    | Eliminated
    | Resupplied
    | Retreated
    | Exited
    | FlagIgnored
    | GroundTaken
    | Landed
    | BrokeThrough
    | ObstacleRemoved
    | MineUncovered
    | MineCleared
    | SmokeLaid
    | SmokeGone
    | BridgeBlown
    | BridgeHolds
    | BridgeLaid
    | BunkerBreached
    | DamHit
    | DamBroken
    | CaveSealed
    | CrossHairLaid
    | HeadquartersEntered
    | MedalGained
    | MedalLost
    | GameEnded
)
