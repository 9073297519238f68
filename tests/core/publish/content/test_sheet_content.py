"""The objectives and exits on a sheet."""

from __future__ import annotations

import pytest

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.io.files.open import read_file
from m44core.messages.words import words
from m44core.model.exit_markers import with_exit
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet_content import goals
from m44core.resources import scenarios_folder


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("pegasus-bridge", ["Temporary (Allies): D7, k4"]),
        (
            "montelimar",
            [
                "Temporary (Axis): b2, l2",
                "Temporary, for a group of hexes (Allies), 1 medal for holding 1 of these 9 hexes: "
                "I9, F9, L9, f8, g8, h8, i8, j8, k8",
            ],
        ),
        ("arracourt", []),
    ],
)
def test_each_objective_names_its_side_and_a_group_has_all_its_hexes(
    name: str, texts: list[str]
) -> None:
    scenario = read_file(scenarios_folder() / f"{name}.yaml").scenario
    assert scenario is not None
    shown = goals(scenario, words("en"))
    assert [f"{goal['lead']}{', '.join(goal['where'])}" for goal in shown] == texts


def test_an_exit_names_its_side() -> None:
    scenario = with_exit(Scenario(), [Hex(0, 0), Hex(1, 0)], Side.ALLIES)
    (shown,) = goals(scenario, words("en"))
    assert (shown["lead"], shown["where"]) == ("Exit for the Allies: ", ["A9", "a9"])
