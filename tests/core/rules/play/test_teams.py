from __future__ import annotations

import pytest

from m44core.board import Section
from m44core.rules.cards.command_cards import cards
from m44core.rules.play.teams import (
    Seat,
    are_valid_team_sizes,
    seat_for_card,
    seat_for_sections,
    team_seats,
)


@pytest.mark.rule("B-VAR-TEAM-01")
@pytest.mark.rule("R-35")
def test_teams_have_up_to_three_players_and_differ_by_one_at_most() -> None:
    possible_teams = [
        (top, bottom)
        for top in range(5)
        for bottom in range(5)
        if are_valid_team_sizes(top, bottom)
    ]
    assert possible_teams == [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3)]
    assert max(map(sum, possible_teams)) == 6


@pytest.mark.rule("B-VAR-TEAM-02")
def test_the_player_in_the_center_is_commander_in_chief() -> None:
    assert team_seats(1) == (Seat.ALONE,)
    assert team_seats(2) == (Seat.CHIEF, Seat.FLANKS)
    assert team_seats(3) == (Seat.CHIEF, Seat.LEFT, Seat.RIGHT)


@pytest.mark.rule("B-VAR-TEAM-03")
@pytest.mark.rule("R-26")
@pytest.mark.parametrize(
    ("card", "seat_of_two", "seat_of_three"),
    [
        ("probe-left", Seat.FLANKS, Seat.LEFT),
        ("recon-right", Seat.FLANKS, Seat.RIGHT),
        ("assault-centre", Seat.CHIEF, Seat.CHIEF),
        ("recon-in-force", Seat.CHIEF, Seat.CHIEF),
        ("pincer-move", Seat.FLANKS, Seat.CHIEF),
        ("air-power", Seat.CHIEF, Seat.CHIEF),
        ("infantry-assault", Seat.CHIEF, Seat.CHIEF),
    ],
)
def test_a_card_is_carried_out_by_the_seat_it_names(
    card: str, seat_of_two: Seat, seat_of_three: Seat
) -> None:
    assert (seat_for_card(card, 2), seat_for_card(card, 3)) == (seat_of_two, seat_of_three)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_every_card_has_a_seat_that_carries_it_out(players: int) -> None:
    assert {seat_for_card(key, players) for key in cards()} == set(team_seats(players))


@pytest.mark.rule("B-VAR-TEAM-02")
@pytest.mark.parametrize(
    ("sections", "seat_of_two", "seat_of_three"),
    [
        ([Section.LEFT], Seat.FLANKS, Seat.LEFT),
        ([Section.CENTRE], Seat.CHIEF, Seat.CHIEF),
        ([Section.CENTRE, Section.RIGHT], Seat.CHIEF, Seat.CHIEF),
    ],
)
def test_the_chief_commands_on_section_lines(
    sections: list[Section], seat_of_two: Seat, seat_of_three: Seat
) -> None:
    assert (seat_for_sections(sections, 2), seat_for_sections(sections, 3)) == (
        seat_of_two,
        seat_of_three,
    )
