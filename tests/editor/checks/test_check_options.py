"""The options of the checks, from the user and from ``m44.toml``."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from m44core.io.files.open import read_file
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
def terms(document: Document, remembered: QSettings) -> CheckOptions:
    return CheckOptions(document, remembered)


def codes(terms: CheckOptions, document: Document) -> set[str]:
    return {found.code for found in check_scenario(document.scenario, terms.settings)}


def configure(path: Path, text: str) -> None:
    (path.parent / "m44.toml").write_text(text)


def test_without_options_the_check_settings_are_the_defaults(terms: CheckOptions) -> None:
    assert terms.settings == CheckSettings()


def test_the_options_are_restored_in_the_next_session(
    terms: CheckOptions, document: Document, remembered: QSettings
) -> None:
    terms.set_owned_boxes(OwnedBoxes({"base": 2, "terrain": 1}))
    terms.set_profile("bga", True)
    again = CheckOptions(document, remembered)
    assert again.settings == terms.settings
    assert again.stated_boxes == OwnedBoxes({"base": 2, "terrain": 1})
    assert "M901" in again.settings.selection


def test_clearing_the_owned_boxes_restores_the_default_settings(terms: CheckOptions) -> None:
    terms.set_owned_boxes(OwnedBoxes({"base": 1}))
    terms.set_owned_boxes(None)
    assert terms.settings == CheckSettings()


def test_unknown_boxes_in_the_settings_are_ignored(
    terms: CheckOptions, remembered: QSettings
) -> None:
    remembered.setValue("checks/boxes", "castle=1")
    assert terms.stated_boxes is None


def test_the_configuration_beside_the_file_holds(
    document: Document, path: Path, remembered: QSettings
) -> None:
    configure(
        path,
        '[check]\nignore = ["M502"]\nprofiles = ["bga"]\nboxes = {base = 1, terrain = 1}\n'
        '[[check.allow]]\ncheck = "unusual-hand"\nfiles = "map.*"\nreason = "The book says so."\n',
    )
    terms = CheckOptions(document, remembered)
    found = codes(terms, document)
    assert {"M502", "M303"} & found == set()
    assert any(code.startswith("M9") for code in found)
    assert terms.settings.owned == OwnedBoxes({"base": 1, "terrain": 1})


def test_what_the_user_owns_wins_over_the_configuration(
    document: Document, path: Path, remembered: QSettings
) -> None:
    configure(path, "[check]\nboxes = {base = 1, terrain = 1}\n")
    terms = CheckOptions(document, remembered)
    terms.set_owned_boxes(OwnedBoxes({"base": 3}))
    assert terms.settings.owned == OwnedBoxes({"base": 3})


def test_the_bga_profile_is_added_to_the_selection_of_m44_toml(
    document: Document, path: Path, remembered: QSettings
) -> None:
    configure(path, '[check]\nselect = ["M502"]\n')
    terms = CheckOptions(document, remembered)
    terms.set_profile("bga", True)
    chosen = {code for code in ("M502", "M901", "M303") if code in terms.settings.selection}
    assert chosen == {"M502", "M901"}


def test_a_configuration_that_changes_is_read_again(
    qtbot: QtBot, terms: CheckOptions, path: Path
) -> None:
    with qtbot.waitSignal(terms.changed):
        configure(path, '[check]\nignore = ["M502"]\n')
    assert "M502" not in terms.settings.selection


def test_an_invalid_m44_toml_is_reported_until_it_is_repaired(
    qtbot: QtBot, terms: CheckOptions, path: Path
) -> None:
    with qtbot.waitSignal(terms.changed):
        configure(path, '[check]\nignor = ["M502"]\n')
    assert "m44.toml:2: [check] has no key 'ignor'; did you mean ignore?" in str(
        terms.configuration_error
    )
    assert terms.settings == CheckSettings()
    with qtbot.waitSignal(terms.changed):
        configure(path, '[check]\nignore = ["M502"]\n')
    assert terms.configuration_error == ""
    assert "M502" not in terms.settings.selection


def test_a_scenario_of_no_file_goes_by_no_configuration(
    document: Document, path: Path, remembered: QSettings
) -> None:
    configure(path, '[check]\nignore = ["M502"]\n')
    terms = CheckOptions(document, remembered)
    document.set_path(None)
    assert terms.settings == CheckSettings()
    document.set_path(path)
    assert "M502" not in terms.settings.selection
