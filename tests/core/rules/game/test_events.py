"""The log in plain sentences."""

from __future__ import annotations

import pytest

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.rules.game.actions import Face
from m44core.rules.game.card_events import (
    AmbushSprung,
    CardCopied,
    CardsShuffled,
    Healed,
    SandbagsPlaced,
    SectionChosen,
    StrikeDeclared,
    UnitsCalled,
)
from m44core.rules.game.events import (
    BattleDeclared,
    CardPlayed,
    Drawn,
    Event,
    FiguresLost,
    MedalGained,
    MedalLost,
    ObstacleRemoved,
    Reshuffled,
    Rolled,
    TurnBegun,
)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (TurnBegun(Side.AXIS, 3), "Turn 3: Axis."),
        (CardPlayed(Side.AXIS, "probe-left"), "The Axis plays Probe (left flank)."),
        (CardPlayed(Side.ALLIES, "pincer-move"), "The Allies play Pincer Move."),
        (
            CardPlayed(Side.AXIS, "move-out", Section.LEFT),
            "The Axis plays Move Out through the general on the left.",
        ),
        (
            BattleDeclared("German armor", "G5", "American infantry", "G3", 1),
            "German armor on G5 battles American infantry on G3 with 1 die.",
        ),
        (
            Rolled((Face.STAR, Face.INFANTRY, Face.STAR, Face.INFANTRY, Face.FLAG)),
            "The dice show 2 infantry, 1 flag, 2 stars.",
        ),
        (
            FiguresLost("German armor", "G5", 2, 1, barred=True),
            "German armor on G5 loses 2 figures because it cannot retreat; 1 left.",
        ),
        (MedalGained(Side.ALLIES, 1, "", 4), "The Allies gain 1 medal, now 4."),
        (MedalGained(Side.AXIS, 2, "G5", 2), "The Axis gains 2 medals for holding G5, now 2."),
        (MedalLost(Side.AXIS, 1, "G5", 0), "The Axis loses 1 medal with G5, now 0."),
        (ObstacleRemoved("Sandbags", "G5"), "G5 loses its sandbags."),
        (Reshuffled(12), "The 12 discarded cards are shuffled into a new pile."),
    ],
)
def test_an_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert str(event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardCopied(Side.AXIS, "probe-left"), "It counts as Probe (left flank)."),
        (SectionChosen(Side.AXIS, Section.CENTRE), "It orders in the centre."),
        (SectionChosen(Side.AXIS, Section.LEFT), "It orders on its left flank."),
        (
            StrikeDeclared("barrage", "German armor", "G5", 4),
            "Barrage strikes German armor on G5 with 4 dice.",
        ),
        (
            AmbushSprung(Side.AXIS, "German armor", "G5", 1),
            "Ambush! German armor on G5 battles first, with 1 die.",
        ),
        (Healed("German armor", "G5", 1, 3), "German armor on G5 gets back 1 figure, now 3."),
        (
            UnitsCalled(infantry=2, armor=0, any=1),
            "The dice order 2 infantry, 0 armor and 1 unit of any kind.",
        ),
        (SandbagsPlaced("German infantry", "G5"), "German infantry on G5 digs in."),
        (
            CardsShuffled(31),
            "The draw pile and the discards, 31 cards, are shuffled together.",
        ),
    ],
)
def test_what_a_card_makes_happen_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert str(event) == sentence


@pytest.mark.rule("B-SETUP-07")
def test_the_log_does_not_tell_which_card_was_drawn() -> None:
    assert str(Drawn(Side.AXIS, "recon-left")) == "The Axis draws a card."
