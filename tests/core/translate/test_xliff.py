"""XLIFF 2: a round trip loses nothing, and what is damaged is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.errors import ReadError
from m44core.translate.exchange.xliff import from_xliff
from m44core.translate.states import State

HEAD = (
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">'
)
GOOD = f"""{HEAD}
<file id="f"><unit id="rules.1" name="rules">
<segment state="final"><source>One. </source><target>Un. </target></segment>
<segment state="translated"><source>Two <pc id="1">or</pc> more.</source>
<target>Deux <mrk id="m">ou</mrk> plus.</target></segment>
</unit></file></xliff>
"""


def test_segments_of_a_unit_are_one_text_and_markup_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "fr.xlf"
    path.write_text(GOOD, encoding="utf-8")
    (entry,) = from_xliff(path).entries
    assert (entry.source, entry.target) == ("One. Two or more.", "Un. Deux ou plus.")
    assert (entry.state, entry.line) == (State.DONE, 2)


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (("</source>", "</sauce>"), 3),
        (("trgLang", "<"), 1),
        (('id="m">', 'id="m"'), 5),
        (("</unit>", ""), 6),
        (("One. ", "&none;"), 3),
        (("document:2.0", "document:1.2"), 1),
        (("<xliff", '<!DOCTYPE x [<!ENTITY a "b">]><xliff'), 1),
        (("more", '<ph id="2"/>'), 4),
        (("more", '<cp hex="zz"/>'), 4),
        (("more", '<cp hex="FFFFFF"/>'), 4),
    ],
)
def test_a_damaged_file_is_told_with_its_line(
    damage: tuple[str, str], line: int, tmp_path: Path
) -> None:
    path = tmp_path / "fr.xlf"
    path.write_text(GOOD.replace(*damage, 1), encoding="utf-8")
    with pytest.raises(ReadError, match=rf"fr\.xlf:{line}: the file is damaged"):
        from_xliff(path)
