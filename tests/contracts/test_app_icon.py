"""The application icon is drawn from the program's own art."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PACKAGING = Path(__file__).parent.parent.parent / "packaging"


def test_the_icon_file_matches_the_drawing_script() -> None:
    spec = importlib.util.spec_from_file_location("draw_icon", PACKAGING / "draw_icon.py")
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    icon = (PACKAGING / "m44-editor.svg").read_text("utf-8")
    assert icon == script.icon_svg(), "run python packaging/draw_icon.py and look at it"
