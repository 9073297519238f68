"""The message about characters missing in every installed font."""

from __future__ import annotations

import pytest

from m44core.messages.renderers import renderer_in
from m44core.missing_characters import missing_characters_message, suggested_font
from m44core.pip_command import pip_command


@pytest.mark.parametrize("location", ["", "飞马桥"])
def test_only_a_few_of_hundreds_of_missing_characters_are_listed(location: str) -> None:
    characters = [chr(0x4E00 + number) for number in range(300)]
    text = renderer_in("en").render(missing_characters_message("a.pdf", characters, location))
    assert "一, " in text
    assert text.count(", ") == 12 + bool(location) + 1
    assert "…" in text
    assert "…" not in renderer_in("en").render(
        missing_characters_message("a.pdf", characters[:12], location)
    )
    assert "fonts-noto-cjk" in text


@pytest.mark.parametrize(
    ("platform", "font"),
    [("linux", "fonts-noto-cjk"), ("win32", "Noto Sans CJK"), ("darwin", "Noto Sans CJK")],
)
def test_the_font_package_fits_the_system(platform: str, font: str) -> None:
    assert suggested_font(["桥"], platform) == font
    assert suggested_font(["ж"], platform).lower().replace("-", " ").endswith(("core", "sans"))


def test_the_pip_command_fits_the_system() -> None:
    assert pip_command("polib", "win32") == "py -m pip install polib"
    assert pip_command("polib", "darwin") == "python3 -m pip install polib"
