from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from m44core.model.scenario import Scenario
from m44core.rules.game.actions import DieFace, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import Fight
from m44core.rules.play.chance import DIE, RandomChance
from m44core.rules.play.game_setup import new_game


@pytest.mark.rule("B-DICE-01")
def test_a_die_has_two_infantry_faces_and_one_of_each_other() -> None:
    assert Counter(DIE) == Counter(DieFace) + Counter([DieFace.INFANTRY])


def test_dice_are_fair(read_shipped: Callable[[str], Scenario]) -> None:
    state = new_game(read_shipped("pegasus-bridge"))
    state.phase, state.fight = Phase.ROLL, Fight(0, 6, 0, 1, dice=3, close=True)
    chance = RandomChance(0)
    rolls = [chance.choose(state) for _ in range(2000)]
    faces = Counter(face for roll in rolls if isinstance(roll, Roll) for face in roll.faces)
    assert faces.total() == 6000
    assert all(abs(faces[face] - 1000 * DIE.count(face)) < 120 for face in DieFace)


def test_cards_are_drawn_in_proportion_to_their_copies_in_the_deck(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = new_game(read_shipped("pegasus-bridge"))
    chance = RandomChance(0)
    draws = Counter(str(chance.choose(state)) for _ in range(4000))
    assert set(draws) == {f"draw {card}" for card in state.deck}
    for card, copies in Counter(state.deck).items():
        expected = 4000 * copies / len(state.deck)
        assert abs(draws[f"draw {card}"] - expected) < 5 * expected**0.5


def test_equal_seeds_give_equal_chances(read_shipped: Callable[[str], Scenario]) -> None:
    state = new_game(read_shipped("pegasus-bridge"))
    assert RandomChance(7).choose(state) == RandomChance(7).choose(state)
