"""Players and texts, by example."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.catalogue.types import Side
from m44core.model import edits
from m44core.model.parts import First, Player, Texts

NEW = edits.new_scenario()


def test_a_player_is_changed_at_one_edge_only() -> None:
    player = Player(Side.AXIS, "JP", cards=6, medals=5)
    after = edits.set_player(NEW, player, top=True)
    assert (after.briefing.top, after.briefing.bottom) == (player, NEW.briefing.bottom)


def test_swapped_players_keep_their_cards_and_who_moves_first() -> None:
    swapped = edits.swap_players(NEW)
    assert (swapped.briefing.top, swapped.briefing.bottom) == (
        NEW.briefing.bottom,
        NEW.briefing.top,
    )
    assert swapped.briefing.first == First.TOP
    assert edits.swap_players(swapped) == NEW


def test_a_special_first_move_stays_special() -> None:
    special = edits.set_briefing(NEW, replace(NEW.briefing, first=First.SPECIAL))
    assert edits.swap_players(special).briefing.first is First.SPECIAL


def test_a_text_in_a_new_language_adds_the_language_last() -> None:
    after = edits.set_text(NEW, "de", "name", "Pegasusbrücke")
    assert list(after.texts) == ["en", "de"]
    assert after.texts["de"] == Texts(name="Pegasusbrücke")


def test_changing_a_text_keeps_the_order_of_the_languages() -> None:
    two = edits.set_text(NEW, "de", "name", "Neu")
    assert list(edits.set_text(two, "en", "name", "Other").texts) == ["en", "de"]


def test_an_unknown_text_is_refused() -> None:
    with pytest.raises(ValueError, match="haiku"):
        edits.set_text(NEW, "en", "haiku", "old pond")


def test_a_language_can_be_removed() -> None:
    assert edits.remove_language(NEW, "en").texts == {}
    assert edits.remove_language(NEW, "fr") is NEW
