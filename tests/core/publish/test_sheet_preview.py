"""Previews of a sheet while its scenario is edited equal the sheet that the command prints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.sheet_preview import SheetPreviewer
from m44core.publish.typesetter import Typesetter
from m44core.resources import scenarios_folder

EN, FR = renderer_in("en"), renderer_in("fr")
PNG = b"\x89PNG\r\n"


def scenario(name: str) -> Scenario:
    scenario = read_file(scenarios_folder() / name).scenario
    assert scenario
    return scenario


def with_long_text(scenario_: Scenario, times: int) -> Scenario:
    texts = replace(scenario_.texts["en"], historical="The bridge must be held. " * times)
    return replace(scenario_, texts={**scenario_.texts, "en": texts})


def test_the_preview_has_a_picture_of_each_page(typesetter: Typesetter) -> None:
    sheet_preview = SheetPreviewer(typesetter).preview(
        with_long_text(scenario("sword-beach.yaml"), 200), [EN]
    )
    assert len(sheet_preview.pages) == sheet_preview.document.pages == 2
    assert all(page.startswith(PNG) for page in sheet_preview.pages)


@pytest.mark.bulk
@settings(max_examples=4, deadline=None)
@given(st.lists(st.integers(0, 300), min_size=2, max_size=4))
def test_a_reused_previewer_typesets_like_a_new_one(lengths: list[int]) -> None:
    from m44core.publish.typesetter import open_typesetter

    with open_typesetter() as typesetter:
        previewer = SheetPreviewer(typesetter)
        for times in lengths:
            lengthened_scenario = with_long_text(scenario("pegasus-bridge.yaml"), times)
            assert previewer.preview(lengthened_scenario, [EN]).document == typeset_sheet(
                typesetter, lengthened_scenario, [EN]
            )


def test_the_previewed_map_follows_changes_of_board_ink_and_language(
    typesetter: Typesetter,
) -> None:
    previewer, pegasus = SheetPreviewer(typesetter), scenario("pegasus-bridge.yaml")
    emptied_scenario = replace(
        pegasus, hexes={hex_: content for hex_, content in pegasus.hexes.items() if hex_.row}
    )
    for each, renderer, ink in (
        (pegasus, EN, Ink.COLOUR),
        (emptied_scenario, EN, Ink.COLOUR),
        (emptied_scenario, EN, Ink.MONO),
        (emptied_scenario, FR, Ink.MONO),
        (pegasus, FR, Ink.SAVING),
    ):
        expected = typeset_sheet(typesetter, each, [renderer], Paper.A4, ink)
        assert previewer.preview(each, [renderer], Paper.A4, ink).document == expected
