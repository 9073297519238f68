"""The thresholds are data: they match their schema, and their ranges are plausible."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from tests.reference_data import load_yaml

from m44core.board import BoardType
from m44core.errors import CatalogueError
from m44core.resources import schema_folder
from m44core.validation import thresholds as module
from m44core.validation.thresholds import BoardThresholds, thresholds

FILE = Path(module.__file__).parent / "thresholds.yaml"


def test_the_thresholds_follow_their_schema() -> None:
    schema = json.loads((schema_folder() / "thresholds.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(load_yaml(FILE), schema)


@pytest.mark.parametrize("board", thresholds().boards.values(), ids=list(thresholds().boards))
def test_usual_ranges_are_within_valid_ranges(board: BoardThresholds) -> None:
    for valid, usual in (board.cards, board.medals):
        assert valid.least <= usual.least <= usual.most <= valid.most
    for range_ in filter(None, (board.units, board.units_per_medal)):
        assert range_.least < range_.most


def test_every_type_of_board_has_thresholds() -> None:
    assert set(thresholds().boards) == set(BoardType)
    assert thresholds().usual_ratio < thresholds().sound_ratio


def test_an_error_in_the_data_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong_file = tmp_path / "usual.yaml"
    wrong_file.write_text("boards: {STANDARD: 3}", "utf-8")
    monkeypatch.setattr(module, "_THRESHOLDS_FILE", wrong_file)
    with pytest.raises(CatalogueError, match=r"usual\.yaml is wrong"):
        thresholds.__wrapped__()
