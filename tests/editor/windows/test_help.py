"""Help > About: the program and the libraries it uses."""

from __future__ import annotations

from m44core.licences import libraries
from m44editor.windows.help import about_box


def test_every_library_is_named_with_its_license(qtbot: object) -> None:
    box = about_box()
    assert len(libraries()) > 10
    for each in libraries():
        assert f"{each.name} ({each.licence})" in box.text()
