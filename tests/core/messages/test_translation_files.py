"""The translation files: up to date, complete, and with the same placeholders as the code."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import polib
import pytest

import m44core
from m44core.messages.gettext_catalogue import FORM_SEPARATOR, completeness
from m44core.messages.languages import LOCALE, language_code, languages
from m44core.messages.message import counted, message, name, placeholders, template_parts
from m44core.messages.renderers import renderer_in

REPOSITORY = Path(__file__).parents[3]
PACKAGING = REPOSITORY / "packaging"
EDITOR = REPOSITORY / "editor" / "m44editor"
AREAS = {"pieces", "findings", "pages", "playtest", "window", "command-line"}
OTHER_LANGUAGES = [code for code in languages() if code != "en"]

needs_babel = pytest.mark.skipif(
    importlib.util.find_spec("babel") is None or not PACKAGING.is_dir(),
    reason="the files of the translators are in a checkout, and Babel reads them",
)


@needs_babel
def test_the_templates_and_translations_match_the_code(tmp_path: Path) -> None:
    """The files are already as ``packaging/messages.py update`` would write them."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from io import BytesIO\n"
        "import messages\n"
        "entries = messages.message_entries(messages.ROOT)\n"
        "made = {f'{a}.pot': t for a, t in messages.templates_by_area(entries).items()}\n"
        "for code in sys.argv[2:]:\n"
        "    of = messages.updated_catalogues(messages.ROOT, code, entries)\n"
        "    made |= {f'{code}/{area}.po': said for area, said in of.items()}\n"
        "for place, catalogue in made.items():\n"
        "    there = messages.ROOT / messages.LOCALE / place\n"
        "    if messages.po_file_content(catalogue) != there.read_bytes():\n"
        "        print(place)\n"
    )
    command = [sys.executable, "-c", script, str(PACKAGING), *OTHER_LANGUAGES]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("", "")


@needs_babel
def test_previous_texts_of_messages_can_be_read_by_other_programs(tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import messages\n"
        "from babel.messages.catalog import Catalog\n"
        "catalogue = Catalog('de')\n"
        "catalogue.add('new', 'neu', flags=['fuzzy'], previous_id=['word and ' * 40])\n"
        "sys.stdout.buffer.write(messages.po_file_content(catalogue))\n"
    )
    file = tmp_path / "de.po"
    command = [sys.executable, "-c", script, str(PACKAGING)]
    file.write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)
    (entry,) = polib.pofile(str(file))
    assert entry.previous_msgid == "word and " * 40


_FRENCH = r"""
msgid ""
msgstr ""
"Language: fr\n"
"Plural-Forms: nplurals=2; plural=(n > 7);\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "{number} hex"
msgid_plural "{number} hexes"
msgstr[0] "{number} hexagone"
msgstr[1] "{number} hexagones"
"""


@needs_babel
def test_compiled_catalogues_have_the_plural_forms_of_the_files(tmp_path: Path) -> None:
    """The forms of the files count; Babel's depend on its version (French: two or three)."""
    folder = tmp_path / LOCALE.relative_to(REPOSITORY) / "fr"
    folder.mkdir(parents=True)
    (folder / "window.po").write_text(_FRENCH, "utf-8")
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path\n"
        "from compile_messages import compile_messages\n"
        "compile_messages(Path(sys.argv[2]))\n"
    )
    subprocess.run([sys.executable, "-c", script, str(PACKAGING), str(tmp_path)], check=True)
    compiled = (folder / "m44.mo").read_bytes()
    french = GNUTranslations(BytesIO(compiled))
    forms_by_number = {n: french.ngettext("{number} hex", "{number} hexes", n) for n in (7, 8)}
    assert forms_by_number == {7: "{number} hexagone", 8: "{number} hexagones"}
    assert b"Babel" not in compiled


_MODULE_WITH_COMMENTS = """
from m44core.messages.message import message, name, several_in

# Translators: what the button
# does.
save = message("Save")
# not for translators
close = message("Close")
tank = name("a piece", "tank")
tanks = several_in("pieces", "{number} tank", "{number} tanks", message("inner"))
"""


@needs_babel
def test_messages_are_found_in_the_order_of_their_text_with_comments(tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path\n"
        "from messages_in_code import entries_of_code\n"
        "for entry in entries_of_code(Path(sys.argv[2])):\n"
        "    print(entry.area, entry.id, entry.context, entry.comments, entry.takes, sep=';')\n"
    )
    module = tmp_path / "core" / "m44core" / "cli" / "buttons.py"
    module.parent.mkdir(parents=True)
    module.write_text(_MODULE_WITH_COMMENTS, "utf-8")
    command = [sys.executable, "-c", script, str(PACKAGING), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "command-line;Save;;('what the button does.',);",
        "command-line;Close;;();",
        "command-line;('{number} tank', '{number} tanks');pieces;();",
        "command-line;inner;;();",
        "pieces;tank;a piece;();forms",
    ]


@needs_babel
def test_traits_that_a_setup_list_names_are_translated() -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from messages_in_data import entries_of_data\n"
        "from pathlib import Path\n"
        "for entry in entries_of_data(Path()):\n"
        "    if entry.context.startswith('special.'):\n"
        "        print(entry.id)\n"
    )
    command = [sys.executable, "-c", script, str(PACKAGING)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert {"boat", "may ignore one flag", "clears mines"} <= set(run.stdout.splitlines())


MESSAGE_FUNCTIONS = {
    **dict.fromkeys(("message", "several", "counted", "tr", "tr_n"), 0),
    **dict.fromkeys(("name", "message_in", "several_in", "tr_in"), 1),
}
"""The functions that make messages, with the index of the argument that is the text."""


@needs_babel
def test_every_message_in_the_code_is_found() -> None:
    """Babel does not look inside the braces of an f-string, so no message may be there."""
    templates = "".join(path.read_text("utf-8") for path in sorted(LOCALE.glob("*.pot"))).replace(
        '"\n"', ""
    )
    lost_texts = [
        f"{path.name}: {text}"
        for path in [*Path(m44core.__file__).parent.rglob("*.py"), *EDITOR.rglob("*.py")]
        for text in _message_texts(path)
        if f'msgid "{_po_escaped(text)}"' not in templates
    ]
    assert lost_texts == []


def _message_texts(path: Path) -> Iterator[str]:
    """Yield the English text of every call that makes a message."""
    tree = ast.parse(path.read_bytes())
    message_functions = {
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        and node.module in ("m44core.messages.message", "m44editor.interface_text")
        for alias in node.names
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in message_functions
        ):
            texts = node.args[MESSAGE_FUNCTIONS.get(node.func.id, 0) :][:1]
            if node.func.id in MESSAGE_FUNCTIONS and texts and isinstance(texts[0], ast.Constant):
                yield str(texts[0].value)


def _po_escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


@pytest.mark.parametrize("folder", ["core/m44core", "editor/m44editor"])
def test_every_message_gets_its_values(folder: str) -> None:
    wrong_calls = [
        f"{path.name}:{call.lineno}"
        for path in sorted((REPOSITORY / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(call, ast.Call) and not _supplies_all_values(call)
    ]
    assert wrong_calls == []


def _supplies_all_values(call: ast.Call) -> bool:
    """Return whether a call gives the values of its text; True if the text is not a literal."""
    if not (isinstance(call.func, ast.Name) and call.func.id in ("message", "tr") and call.args):
        return True
    text = call.args[0]
    names = {keyword.arg for keyword in call.keywords}
    if not (isinstance(text, ast.Constant) and isinstance(text.value, str)) or None in names:
        return True
    return not names or placeholders(text.value) == names


Texts = tuple[str, tuple[str, ...], tuple[str, ...]]
"""The context of a message, its English texts, and its translations."""


@cache
def translations(code: str) -> tuple[Texts, ...]:
    """Return the translated messages of a language, in each of its forms."""
    return tuple(_translations(code))


def _translations(code: str) -> Iterator[Texts]:
    from babel.messages.pofile import read_po

    for path in sorted((LOCALE / code).glob("*.po")):
        with path.open("rb") as file:
            for entry in read_po(file, locale=code.replace("-", "_")):
                english = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
                texts = (
                    (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
                )
                if english[0] and any(texts):
                    yield entry.context or "", english, texts


@needs_babel
@pytest.mark.parametrize("code", OTHER_LANGUAGES)
def test_a_translation_uses_only_the_values_of_its_message(code: str) -> None:
    wrong_translations = [
        (context, text)
        for context, english, forms in translations(code)
        for text in forms
        if _has_placeholders(english)
        and not placeholders(english[0]) <= placeholders(text) <= placeholders(english[-1])
    ]
    assert wrong_translations == []


def _has_placeholders(english: tuple[str, ...]) -> bool:
    """Return whether a message has placeholders; the prose of a page may have any braces."""
    return all(re.fullmatch(r"[^{}]*(\{\w+(!r)?\}[^{}]*)+", text) for text in english)


@needs_babel
@pytest.mark.parametrize("code", OTHER_LANGUAGES)
def test_a_translation_uses_only_forms_of_its_language(code: str) -> None:
    language = languages()[code]
    known_forms = {"", *language.forms, *language.counted_forms}
    used_forms = {
        part.form
        for _, english, forms in translations(code)
        for text in forms
        if _has_placeholders(english)
        for part in template_parts(text)
    }
    assert used_forms <= known_forms


@needs_babel
@pytest.mark.parametrize("code", OTHER_LANGUAGES)
def test_a_language_has_every_plural_form_or_none(code: str) -> None:
    for _, english, forms in translations(code):
        assert len(english) == 1 or all(forms), english


COMPLETE_LANGUAGES = ("en", "fr", "de", "it", "ru", "zh-Hans", "zh-Hant")
"""The languages that are fully translated; others may be incomplete."""


@needs_babel
@pytest.mark.parametrize("code", COMPLETE_LANGUAGES)
def test_a_language_is_complete(code: str) -> None:
    percentages = completeness(languages()[code])
    assert percentages == ({} if code == "en" else dict.fromkeys(AREAS, 100))


@needs_babel
def test_french_inflects_names_and_counts_correctly() -> None:
    french = renderer_in("fr")
    bunker, hill = name("piece.bunker", "bunker"), name("piece.hills", "hill")
    assert french.sentence(
        message(
            "the {bunker} on {hex} has no owner, so it protects neither side", bunker=hill, hex="A5"
        )
    ).startswith("La colline en A5")
    assert french.render(bunker) == "bunker"
    figures = [french.render(counted("{number} hit", "{number} hits", n)) for n in (0, 1, 2)]
    assert figures == ["0 touche", "1 touche", "2 touches"]


@needs_babel
def test_german_inflects_names_and_numbers_with_their_nouns() -> None:
    german = renderer_in("de")
    bridge, hexes = name("piece.bridge", "bridge"), counted("{number} hex", "{number} hexes", 3)
    forms = [german.render(name("", f"{{x:{form}}}", x=bridge)) for form in ("der", "dem", "des")]
    assert forms == ["die Brücke", "der Brücke", "der Brücke"]
    sandbags = name("piece.sand", "sandbags")
    assert german.render(name("", "{x:dem}", x=sandbags)) == "den Sandsäcken"
    assert german.render(name("", "mit {x:dat}", x=hexes)) == "mit 3 Feldern"


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        *(("fr-CA", "fr"), ("de_AT.UTF-8", "de"), ("DE", "de"), ("de@euro", "de")),
        *(("en_GB", "en"), ("tlh", ""), ("C.UTF-8", ""), ("", "")),
        *(("zh_CN.UTF-8", "zh-Hans"), ("zh-SG", "zh-Hans"), ("ZH-hans-CN", "zh-Hans")),
        *(
            ("zh_TW.UTF-8", "zh-Hant"),
            ("zh-HK", "zh-Hant"),
            ("zh-Hant-MO", "zh-Hant"),
            ("zh", "zh-Hans"),
        ),
    ],
)
def test_language_tags_and_locales_select_their_language(tag: str, code: str) -> None:
    assert language_code(tag) == code


def test_a_missing_form_falls_back_to_the_plain_one() -> None:
    result = name("piece.nothing-like-it", "thing")
    assert FORM_SEPARATOR not in renderer_in("fr").render(result)
