"""PO files: a round trip loses nothing, and what is damaged is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.core.translate.conftest import scenario

from m44core.errors import ReadError
from m44core.translate.exchange.catalogue import catalogue_of
from m44core.translate.exchange.po import from_po, to_po
from m44core.translate.record import NO_RECORD


def test_comments_name_the_field_its_length_and_the_hexes_with_their_labels() -> None:
    text = to_po(catalogue_of(scenario(), NO_RECORD, "mill.yaml", "en", "fr"))
    assert "#. rules, paragraph 2 of 3; 26 characters\n#. hexes: E5\n" in text


GOOD = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "rules"\nmsgid "A"\nmsgstr "a"\n'


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (('msgstr "a"', 'msgstr "a'), 6),
        (('msgstr "a"', ""), 5),
        (('msgstr "a"', 'msgstr "a" b'), 6),
        (('msgid "A"', 'msgid "A" "B"'), 5),
        (('msgctxt "rules"', "what is this"), 4),
        (('msgid "A"', 'msgid "A\\"'), 5),
    ],
)
def test_a_damaged_file_is_told_with_its_line(
    damage: tuple[str, str], line: int, tmp_path: Path
) -> None:
    path = tmp_path / "fr.po"
    path.write_text(GOOD.replace(*damage), encoding="utf-8")
    with pytest.raises(ReadError, match=rf"fr\.po:{line}: the file is damaged"):
        from_po(path)


def test_what_is_no_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    path.write_bytes(GOOD.replace('"a"', '"\u00e9"').encode("latin-1"))
    with pytest.raises(ReadError, match=r"fr\.po:6: .*save it as UTF-8"):
        from_po(path)
