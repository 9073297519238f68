from __future__ import annotations

from collections import Counter

import pytest

from m44core.rules.cards.command_cards import (
    cards,
    mirrored_card,
    order_limits,
    summary_of_card,
    title_of_card,
)
from m44core.rules.cards.deck_choice import cards_of_deck


@pytest.mark.rule("B-CARD-01")
@pytest.mark.rule("B-VAR-YG-01")
def test_the_deck_of_young_generals_has_the_40_section_cards() -> None:
    count = Counter(cards_of_deck("standard", tactic_cards=False))
    assert count.total() == 40
    assert (
        sum(n for key, n in count.items() if key.startswith("recon-") and "force" not in key) == 6
    )
    assert sum(n for key, n in count.items() if key.startswith("probe")) == 13
    assert sum(n for key, n in count.items() if key.startswith("attack")) == 10
    assert sum(n for key, n in count.items() if key.startswith("assault")) == 6
    assert (count["recon-in-force"], count["general-advance"]) == (3, 1)
    assert count["pincer-move"] == 1


@pytest.mark.rule("B-CARD-20")
def test_the_standard_deck_also_has_20_tactic_cards() -> None:
    tactic = Counter(cards_of_deck("standard")) - Counter(
        cards_of_deck("standard", tactic_cards=False)
    )
    assert tactic.total() == 20
    cards_with_two_copies = {key for key, copies in tactic.items() if copies == 2}
    assert cards_with_two_copies == {
        "armor-assault",
        "counter-attack",
        "direct-from-hq",
        "infantry-assault",
        "move-out",
    }
    assert len(tactic) == 15


@pytest.mark.rule("B-CARD-CNT")
def test_a_mirrored_card_orders_on_the_other_flank() -> None:
    assert mirrored_card("attack-left") == "attack-right"
    assert all(mirrored_card(mirrored_card(key)) == key for key in cards())
    changed_flanks = {key.rpartition("-")[2] for key in cards() if mirrored_card(key) != key}
    assert changed_flanks == {"left", "right"}


@pytest.mark.parametrize(
    ("card", "limits"),
    [
        ("recon-left", (1, 0, 0)),
        ("probe-centre", (0, 2, 0)),
        ("attack-right", (0, 0, 3)),
        ("recon-in-force", (1, 1, 1)),
        ("general-advance", (2, 2, 2)),
        ("pincer-move", (2, 0, 2)),
    ],
)
def test_cards_order_as_many_units_as_printed(card: str, limits: tuple[int, int, int]) -> None:
    assert order_limits(card) == limits


def test_cards_have_titles_and_summaries() -> None:
    assert str(title_of_card("probe-left")) == "Probe (left flank)"
    assert str(title_of_card("recon-in-force")) == "Recon in Force"
    assert str(summary_of_card("assault-centre")) == "Order all units in the center."
    assert str(summary_of_card("pincer-move")) == (
        "Order 2 units on your left flank, 2 units on your right flank."
    )
    assert str(summary_of_card("breakthrough-probe-left")) == (
        "Order 2 units on your left flank. 2 extra units anywhere may move but not battle."
    )
    assert str(summary_of_card("recon-right")) == (
        "Order 1 unit on your right flank. At the end of the turn, draw 2 cards and keep one."
    )


def test_every_card_has_a_title_and_a_summary() -> None:
    assert all(str(title_of_card(key)) and str(summary_of_card(key)) for key in cards())
