"""The options of the checks, from the user and from ``m44.toml``."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from m44core.io.files.file_reader import read_file
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.runner import CheckSettings, check_scenario
from m44editor.checks.check_options import CheckOptions
from m44editor.documents.document import Document

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def document(path: Path) -> Document:
    scenario = read_file(path).scenario
    assert scenario is not None
    return Document(scenario, path)


@pytest.fixture
def options(document: Document, editor_settings: QSettings) -> CheckOptions:
    return CheckOptions(document, editor_settings)


def codes_found_with(options: CheckOptions, document: Document) -> set[str]:
    return {finding.code for finding in check_scenario(document.scenario, options.settings)}


def write_configuration(path: Path, text: str) -> None:
    (path.parent / "m44.toml").write_text(text)


def test_without_options_the_check_settings_are_the_defaults(options: CheckOptions) -> None:
    assert options.settings == CheckSettings()


def test_the_options_are_restored_in_the_next_session(
    options: CheckOptions, document: Document, editor_settings: QSettings
) -> None:
    options.set_owned_boxes(OwnedBoxes({"base": 2, "terrain": 1}))
    options.set_profile("bga", True)
    restored_options = CheckOptions(document, editor_settings)
    assert restored_options.settings == options.settings
    assert restored_options.user_boxes == OwnedBoxes({"base": 2, "terrain": 1})
    assert "M901" in restored_options.settings.selection


def test_clearing_the_owned_boxes_restores_the_default_settings(options: CheckOptions) -> None:
    options.set_owned_boxes(OwnedBoxes({"base": 1}))
    options.set_owned_boxes(None)
    assert options.settings == CheckSettings()


def test_unknown_boxes_in_the_settings_are_ignored(
    options: CheckOptions, editor_settings: QSettings
) -> None:
    editor_settings.setValue("checks/boxes", "castle=1")
    assert options.user_boxes is None


def test_the_configuration_next_to_the_file_applies(
    document: Document, path: Path, editor_settings: QSettings
) -> None:
    write_configuration(
        path,
        '[check]\nignore = ["M502"]\nprofiles = ["bga"]\nboxes = {base = 1, terrain = 1}\n'
        '[[check.allow]]\ncheck = "unusual-hand"\nfiles = "map.*"\nreason = "The book says so."\n',
    )
    check_options = CheckOptions(document, editor_settings)
    reported_codes = codes_found_with(check_options, document)
    assert {"M502", "M303"} & reported_codes == set()
    assert any(code.startswith("M9") for code in reported_codes)
    assert check_options.settings.owned == OwnedBoxes({"base": 1, "terrain": 1})


def test_the_boxes_of_the_user_override_the_configuration(
    document: Document, path: Path, editor_settings: QSettings
) -> None:
    write_configuration(path, "[check]\nboxes = {base = 1, terrain = 1}\n")
    check_options = CheckOptions(document, editor_settings)
    check_options.set_owned_boxes(OwnedBoxes({"base": 3}))
    assert check_options.settings.owned == OwnedBoxes({"base": 3})


def test_the_bga_profile_is_added_to_the_selection_of_m44_toml(
    document: Document, path: Path, editor_settings: QSettings
) -> None:
    write_configuration(path, '[check]\nselect = ["M502"]\n')
    check_options = CheckOptions(document, editor_settings)
    check_options.set_profile("bga", True)
    chosen_codes = {
        code for code in ("M502", "M901", "M303") if code in check_options.settings.selection
    }
    assert chosen_codes == {"M502", "M901"}


def test_a_configuration_that_changes_is_read_again(
    qtbot: QtBot, options: CheckOptions, path: Path
) -> None:
    with qtbot.waitSignal(options.changed):
        write_configuration(path, '[check]\nignore = ["M502"]\n')
    assert "M502" not in options.settings.selection


def test_an_invalid_m44_toml_is_reported_until_it_is_fixed(
    qtbot: QtBot, options: CheckOptions, path: Path
) -> None:
    with qtbot.waitSignal(options.changed):
        write_configuration(path, '[check]\nignor = ["M502"]\n')
    assert "m44.toml:2: [check]: unknown key 'ignor'; did you mean ignore?" in str(
        options.configuration_error
    )
    assert options.settings == CheckSettings()
    with qtbot.waitSignal(options.changed):
        write_configuration(path, '[check]\nignore = ["M502"]\n')
    assert options.configuration_error == ""
    assert "M502" not in options.settings.selection


def test_a_scenario_without_a_file_has_no_configuration(
    document: Document, path: Path, editor_settings: QSettings
) -> None:
    write_configuration(path, '[check]\nignore = ["M502"]\n')
    check_options = CheckOptions(document, editor_settings)
    document.set_path(None)
    assert check_options.settings == CheckSettings()
    document.set_path(path)
    assert "M502" not in check_options.settings.selection
