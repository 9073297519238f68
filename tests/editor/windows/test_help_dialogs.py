"""Help > About: the program and the libraries it uses."""

from __future__ import annotations

from m44core.licences import installed_libraries
from m44editor.windows.help_dialogs import about_box


def test_every_library_is_named_with_its_license(qtbot: object) -> None:
    box = about_box()
    assert len(installed_libraries()) > 10
    for each in installed_libraries():
        assert f"{each.name} ({each.licence})" in box.text()
