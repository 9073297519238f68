"""The decks: their cards, their rules and their boxes."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from tests.reference_data import load_yaml

from m44core.board import BoardType, Section
from m44core.catalogue.box_kinds import BASE, load_boxes
from m44core.catalogue.command_cards import load_cards
from m44core.catalogue.decks import card_count, default_deck, load_decks, read_decks
from m44core.catalogue.entries import DATA
from m44core.errors import CatalogueError
from m44core.validation.thresholds import thresholds

CARDS = {card.key: card for card in load_cards()}
LABELS = {  # our names for kinds of cards that the reference names differently
    "medics-mechanics": "medics-and-mechanics",
}


def section_and_tactic_card_counts(deck: str) -> tuple[int, int]:
    copies = load_decks()[deck].copies
    tactic = sum(number for key, number in copies.items() if CARDS[key].tactic)
    return sum(copies.values()) - tactic, tactic


@pytest.mark.rule("B-CARD-01")
@pytest.mark.rule("B-CARD-20")
@pytest.mark.rule("B-VAR-YG-01")
@pytest.mark.rule("BT-SET-02")
@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        ("standard", (40, 20)),
        ("young-generals", (40, 0)),
        ("air-power-as-bombard", (40, 20)),
        ("breakthrough", (52, 28)),
        ("overlord", (80, 40)),
    ],
)
def test_a_deck_has_the_expected_numbers_of_section_and_tactic_cards(
    deck: str, cards: tuple[int, int]
) -> None:
    assert section_and_tactic_card_counts(deck) == cards
    assert load_decks()[deck].size == sum(cards)


@pytest.mark.rule("B-CARD-01")
@pytest.mark.parametrize(
    ("deck", "sums"), [("standard", [11, 13, 11]), ("breakthrough", [14, 16, 14])]
)
def test_single_section_cards_are_shared_out_among_the_sections(deck: str, sums: list[int]) -> None:
    single_section_cards = {
        key: n for key, n in load_decks()[deck].copies.items() if len(CARDS[key].orders) == 1
    }
    count = [
        sum(n for key, n in single_section_cards.items() if s in CARDS[key].orders) for s in Section
    ]
    assert count == sums


@pytest.mark.parametrize("deck", ["standard", "breakthrough", "overlord"])
def test_decks_match_the_reference(deck: str, reference_material: Path) -> None:
    decks = load_yaml(reference_material / "rules" / "decks.yaml")["decks"][deck]
    times = decks.get("decks_in_play", {}).get("published", 1)
    expected: Counter[str] = Counter()
    for card in decks["cards"]:
        key = card["key"].replace("_", "-")
        expected[LABELS.get(key, key)] += card["copies"] * times
    copies = load_decks()[deck].copies
    assert Counter({key.removeprefix("breakthrough-"): n for key, n in copies.items()}) == expected


@pytest.mark.rule("O-DECK")
def test_a_scenario_may_replace_every_air_power_by_an_artillery_bombard() -> None:
    standard, other = (load_decks()[name].copies for name in ("standard", "air-power-as-bombard"))
    assert Counter(other) - Counter(standard) == {"artillery-bombard": 1}
    assert Counter(standard) - Counter(other) == {"air-power": 1}
    asked_for = [deck.option for deck in load_decks().values() if deck.option]
    assert asked_for == list(thresholds().decks["deck_name"])


@pytest.mark.rule("OVL-DECK-02")
@pytest.mark.parametrize(
    ("board", "deck"),
    [
        (BoardType.STANDARD, "standard"),
        (BoardType.BREAKTHROUGH, "breakthrough"),
        (BoardType.OVERLORD, "overlord"),
    ],
)
def test_every_board_has_its_usual_deck(board: BoardType, deck: str) -> None:
    assert default_deck(board).name == deck


@pytest.mark.parametrize("name", load_decks())
def test_a_deck_has_cards_of_its_box_and_of_the_base_box(name: str) -> None:
    deck = load_decks()[name]
    assert {CARDS[key].box for key in deck.copies} <= {deck.box or BASE, BASE}
    assert deck.box in ("", *load_boxes())


def test_every_card_is_in_some_deck_and_comes_from_some_box() -> None:
    cards_in_decks = {key for deck in load_decks().values() for key in deck.copies}
    assert cards_in_decks == set(CARDS)
    assert {card.box for card in CARDS.values()} <= set(load_boxes())


def test_the_base_box_holds_the_cards_of_its_one_deck() -> None:
    assert [card_count(DATA, box) for box in (BASE, "winterwars", "terrain")] == [60, 80, 0]


def test_the_engine_can_play_every_deck() -> None:
    assert [deck.name for deck in load_decks().values() if deck.unplayed] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files, for tests to change."""
    return shutil.copytree(DATA, tmp_path / "data")


@pytest.mark.parametrize(
    ("sound_text", "broken_text", "error_part"),
    [
        ("    barrage: 1", "    barrages: 1", "standard"),
        ("of: standard, times", "of: substandard, times", "overlord"),
        ("usual_on: [overlord]", "usual_on: [moon]", "overlord"),
        ("usual_on: [overlord]", "usual_on: [breakthrough]", "2 decks are usual on breakthrough"),
        ("label: Breakthrough deck", "name: Breakthrough deck", "breakthrough"),
    ],
)
def test_a_broken_deck_is_named(
    folder: Path, sound_text: str, broken_text: str, error_part: str
) -> None:
    path = folder / "decks.yaml"
    text = path.read_text("utf-8")
    assert sound_text in text
    path.write_text(text.replace(sound_text, broken_text), "utf-8")
    with pytest.raises(CatalogueError, match=error_part):
        read_decks(folder)


def test_a_card_without_rules_marks_its_decks_as_incomplete(folder: Path) -> None:
    path = folder / "cards.yaml"
    text = path.read_text("utf-8").replace("source: BT-MED", "rules: none yet\n    source: BT-MED")
    path.write_text(text, "utf-8")
    unplayed_cards = {
        deck.name: deck.unplayed for deck in read_decks(folder).values() if deck.unplayed
    }
    assert unplayed_cards == {"breakthrough": ("breakthrough-medics-and-mechanics",)}
