"""Lists printed by this program name their board, cards, medals and first player."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.cli.main import main
from m44core.messages.languages import languages
from m44core.messages.renderers import renderer_in
from m44core.model.edits import new_scenario
from m44core.pasted.list_board import find_printed_board, list_on_its_board, other_board_remark
from m44core.pasted.printed_checklist import printed_facts
from m44core.validation.setup_checklist import (
    board_sentence,
    cards_item,
    first_move_item,
    medals_item,
)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("board", BoardType)
def test_each_printed_board_is_read_back(
    board: BoardType, language: str, subtests: pytest.Subtests
) -> None:
    for face in Face:
        with subtests.test(face=face):
            sentence = renderer_in(language).sentence(board_sentence(board, face))
            found = find_printed_board(f"Title\n\n   [ ] {sentence}\n   [ ] 1 \u00d7 x: A9")
            assert found
            assert (found.type, found.face, found.language) == (board, face, language)


def test_a_printed_board_is_read_across_the_end_of_a_line() -> None:
    found = find_printed_board("Two standard boards side by side, 26 by 9\nhexes, winter side up")
    assert found
    assert (found.type, found.face) == (BoardType.OVERLORD, Face.WINTER)


@pytest.mark.parametrize("language", languages())
def test_printed_cards_medals_and_the_first_player_are_read_back(language: str) -> None:
    render = renderer_in(language).sentence
    items = [cards_item(5, Side.AXIS), cards_item(4, Side.ALLIES), medals_item(6, Side.ALLIES)]
    lines = [f"   [ ] {render(item)}" for item in [*items, first_move_item(Side.ALLIES)]]
    facts = printed_facts("\n".join(["Saint-Vith", *lines]), language)
    assert facts
    assert (facts.title, facts.cards) == ("Saint-Vith", {Side.AXIS: 5, Side.ALLIES: 4})
    assert (facts.medals, facts.first) == ({Side.ALLIES: 6}, Side.ALLIES)


def test_a_sheet_states_its_cards_in_other_words() -> None:
    assert printed_facts("Saint-Vith\nAxis player: take 5 command cards.", "en") is None


def test_a_list_with_few_hexes_gets_the_board_it_names() -> None:
    sentence = renderer_in("fr").sentence(board_sentence(BoardType.OVERLORD, Face.BEACH))
    board, setup_list = list_on_its_board(f"{sentence}\nGerman infantry: A9", "en")
    assert board is BoardType.OVERLORD
    assert [entry.pieces for entry in setup_list.entries] == [("infger",)]


def test_only_hexes_of_a_larger_board_ask_for_another_one() -> None:
    far_list = "German infantry: B12, c13, D14, e15, F16"
    assert "Breakthrough" in str(other_board_remark(far_list, new_scenario(), "en"))
    overlord = new_scenario(BoardType.OVERLORD)
    assert other_board_remark("German infantry: A9, A99", overlord, "en") is None


def test_convert_says_which_board_it_uses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.txt"
    for text, board in [("", "countryside side up (not stated"), ("Winter boards\n", "winter")]:
        path.write_text(f"{text}German infantry: A9\n", "utf-8")
        main(["convert", str(path), "-", "--format", "yaml"])
        first_line = capsys.readouterr().err.partition("\n")[0]
        assert first_line.startswith(f"{path}: Board: Standard board of 13 by 9 hexes, {board}")


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        (b"\x89PNG\r\n\x1a\n\x00", "show it under the pieces with View > Underlay"),
        (b"{\\rtf1 Axis infantry: A9}", "copy its text and paste it"),
    ],
)
def test_convert_says_what_to_do_with_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, advice: str
) -> None:
    path = tmp_path / "setup.txt"
    path.write_bytes(content)
    assert main(["convert", str(path), "-", "--format", "yaml"]) == 2
    assert advice in capsys.readouterr().err
