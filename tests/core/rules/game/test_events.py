"""Every event has a sentence for the log."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.command_cards import load_cards
from m44core.messages.languages import languages
from m44core.messages.message import name
from m44core.messages.renderers import renderer_in
from m44core.rules.game.actions import DieFace
from m44core.rules.game.events import (
    AmbushSprung,
    BattleDeclared,
    CardCopied,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardPutUnderToken,
    CardsShuffled,
    DiceRolled,
    DiscardsReshuffled,
    Event,
    FiguresLost,
    MedalGained,
    MedalLost,
    ObstacleRemoved,
    OrdersRolled,
    SandbagsPlaced,
    SectionChosen,
    StrikeDeclared,
    TurnBegun,
    UnitHealed,
)

ENGLISH = renderer_in("en")
GERMAN_ARMOR = name("piece.tankger", "German armor")
GERMAN_INFANTRY = name("piece.infger", "German infantry")
AMERICAN_INFANTRY = name("piece.infus", "American infantry")
SANDBAGS = name("piece.sand", "sandbags")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (TurnBegun(Side.AXIS, 3), "Turn 3: Axis."),
        (CardPlayed(Side.AXIS, "probe-left"), "The Axis plays Probe (left flank)."),
        (CardPlayed(Side.ALLIES, "pincer-move"), "The Allies play Pincer Move."),
        (
            CardPlayed(Side.AXIS, "move-out", Section.LEFT),
            "The Axis gives Move Out to the field general on the left.",
        ),
        (
            BattleDeclared(GERMAN_ARMOR, "G5", AMERICAN_INFANTRY, "G3", 1),
            "German armor on G5 battles American infantry on G3 with 1 die.",
        ),
        (
            DiceRolled(
                (DieFace.STAR, DieFace.INFANTRY, DieFace.STAR, DieFace.INFANTRY, DieFace.FLAG)
            ),
            "The dice show 2 infantry, 1 flag, 2 stars.",
        ),
        (
            FiguresLost(GERMAN_ARMOR, "G5", 2, 1, barred=True),
            "German armor on G5 loses 2 figures because it cannot retreat; 1 left.",
        ),
        (MedalGained(Side.ALLIES, 1, "", 4), "The Allies gain 1 medal (total: 4)."),
        (
            MedalGained(Side.AXIS, 2, "G5", 2),
            ("The Axis gains 2 medals for holding G5 (total: 2)."),
        ),
        (MedalLost(Side.AXIS, 1, "G5", 0), "The Axis loses G5 and 1 medal (total: 0)."),
        (ObstacleRemoved(SANDBAGS, "G5"), "Removed from G5: sandbags."),
        (DiscardsReshuffled(12), "The 12 discarded cards are shuffled into a new draw pile."),
    ],
)
def test_every_event_has_a_sentence(event: Event, sentence: str) -> None:
    assert ENGLISH.sentence(event.sentence()) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardCopied(Side.AXIS, "probe-left"), "The card counts as Probe (left flank)."),
        (
            CardPutUnderToken(Side.AXIS, "probe-left"),
            "The Axis puts a card under the Commissar token.",
        ),
        (SectionChosen(Side.AXIS, Section.CENTRE), "The card orders units in the center."),
        (SectionChosen(Side.AXIS, Section.LEFT), "The card orders units on the left flank."),
        (
            StrikeDeclared("barrage", GERMAN_ARMOR, "G5", 4),
            "Barrage strikes German armor on G5 with 4 dice.",
        ),
        (
            AmbushSprung(Side.AXIS, GERMAN_ARMOR, "G5", 1),
            "Ambush! German armor on G5 battles first, with 1 die.",
        ),
        (UnitHealed(GERMAN_ARMOR, "G5", 1, 3), "German armor on G5 regains 1 figure (now 3)."),
        (
            OrdersRolled(infantry=2, armor=0, any=1),
            "The dice order 2 infantry, 0 armor and 1 unit of any kind.",
        ),
        (SandbagsPlaced(GERMAN_INFANTRY, "G5"), "German infantry on G5 digs in."),
        (
            CardsShuffled(31),
            "The draw pile and the discard pile (31 cards) are shuffled together.",
        ),
    ],
)
def test_every_card_event_has_a_sentence(event: Event, sentence: str) -> None:
    assert ENGLISH.sentence(event.sentence()) == sentence


@pytest.mark.parametrize("event", [CardPlayed, CardDiscarded, CardCopied])
def test_punctuation_in_a_card_title_does_not_double_the_full_stop(
    event: Callable[[Side, str], CardPlayed | CardDiscarded | CardCopied],
) -> None:
    sentences = [
        renderer_in(language).sentence(event(Side.ALLIES, card.key).sentence())
        for language in languages()
        for card in load_cards()
    ]
    assert [text for text in sentences if re.search(r"[.!?…][.!?]", text)] == []


@pytest.mark.rule("B-SETUP-07")
def test_the_log_does_not_reveal_drawn_cards() -> None:
    assert (
        ENGLISH.sentence(CardDrawn(Side.AXIS, "recon-left").sentence()) == "The Axis draws a card."
    )
