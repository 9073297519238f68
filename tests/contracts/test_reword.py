"""Rewording messages in code, data and expectations, with their translations kept."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

if importlib.util.find_spec("babel") is None:
    pytest.skip("Babel reads the files of the translators", allow_module_level=True)

from babel.messages.catalog import Message  # noqa: E402 - skipped without Babel

import messages  # noqa: E402 - the tools of the repository are no package
import reword  # noqa: E402 - the same
from messages_in_code import AREA_OF_FOLDER  # noqa: E402 - the same

DATA = """\
kinds:
  M901: # what a browser reads
    finds: The old sentence
      goes on here.
    why: |-
      The old sentence goes on
      here.
    messages:
      first: {error: "The old sentence goes on here."}
    codes: [old, The old sentence goes on here.]
  M902:
    finds: The old sentence goes on here.
  old: old
"""
OLD_TEXT, NEW_TEXT = "The old sentence goes on here.", 'A new one: "better", and short.'


def test_a_text_in_data_changes_wherever_it_is_a_value_and_keeps_its_style() -> None:
    changed, places = reword.reword_yaml(
        DATA, [reword.Rewording("M901.finds", (OLD_TEXT,), (NEW_TEXT,))]
    )
    before, after = yaml.safe_load(DATA), yaml.safe_load(changed)
    kind = before["kinds"]["M901"]
    kind["finds"] = NEW_TEXT
    kind["why"] = NEW_TEXT
    kind["messages"]["first"]["error"] = NEW_TEXT
    kind["codes"][1] = NEW_TEXT
    assert (after, places) == (before, {("M901.finds", OLD_TEXT)})
    assert "why: |-" in changed
    assert "# what a browser reads" in changed


def test_a_single_word_in_data_is_reworded_only_in_a_label() -> None:
    text = "all: all\nlabel: all\nlist: [all]\n"
    changed, _ = reword.reword_yaml(text, [reword.Rewording("", ("all",), ("every",))])
    assert changed == "all: all\nlabel: every\nlist: [all]\n"


@given(st.text(alphabet="ab \"'\\{}:#-é中", min_size=1, max_size=200))
def test_any_text_can_be_written_in_data_and_code(text: str) -> None:
    new_text = f"a {text.strip()} z"
    pair = reword.Rewording("", ("some old text",), (new_text,))
    changed, _ = reword.reword_yaml('key: "some old text"\nother: some old text\n', [pair])
    assert yaml.safe_load(changed) == {"key": new_text, "other": new_text}
    module = 'from m44core.messages.message import message\nSAID = message("some old text")\n'
    code, places = reword.reword_code(module, [pair])
    call = ast.parse(code).body[1]
    assert isinstance(call, ast.Assign)
    assert isinstance(call.value, ast.Call)
    assert (ast.literal_eval(call.value.args[0]), places) == (new_text, {("", "some old text")})


def test_only_the_message_with_the_same_context_and_plural_changes_in_code() -> None:
    module = (
        'a = tr("{number} hexes")\nb = tr_in("menu", "{number} hexes")\n'
        'c = tr_n("{number} hex", "{number} hexes", 2)\n'
    )
    pair = reword.Rewording("", ("{number} hex", "{number} hexes"), ("a hex", "many hexes"))
    code, _ = reword.reword_code(module, [pair])
    assert code.splitlines()[:2] == module.splitlines()[:2]
    assert code.splitlines()[2] == 'c = tr_n("a hex", "many hexes", 2)'


def test_expected_sentences_change_with_their_values() -> None:
    patterns = [
        (reword.pattern_of("There is no board {board}; see {page}"), "{page}: no {board!r}")
    ]
    assert (
        reword.with_new_english("There is no board LARGE; see page 3", patterns)
        == "page 3: no LARGE"
    )
    assert reword.with_new_english("There is no board", patterns) == "There is no board"


def test_a_translation_of_reworded_english_is_kept_with_all_its_forms(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listed_file = tmp_path / "reworded.yaml"
    listed_file.write_text(
        "- {was: first, now: second}\n- {was: second, now: third}\n"
        "- {context: piece.a, was: wood, now: forest}\n- {was: [one, many], now: [a, lots]}\n"
        "- {was: [it, they], now: [it, all]}\n"
    )
    monkeypatch.setattr(messages, "REWORDED", listed_file)
    messages.reworded_texts.cache_clear()
    texts = [("", "first"), ("piece.a", "wood"), ("piece.a|gen", "wood"), ("piece.b", "wood")]
    messages_by_key = {key: Message(key[1], "x", context=key[0]) for key in texts}
    messages_by_key["", "one"] = Message(("one", "many"), ("x", "y"))
    messages_by_key["", "it"] = Message(("it", "they"), ("x", "y"))
    messages.renew_ids(messages_by_key)
    messages.reworded_texts.cache_clear()
    assert set(messages_by_key) == {
        ("", "third"),
        ("piece.a", "forest"),
        ("piece.a|gen", "forest"),
        ("piece.b", "wood"),
        ("", "a"),
        ("", "it"),
    }
    assert messages_by_key["", "a"].id == ("a", "lots")


def test_entries_that_would_lose_a_translation_are_refused() -> None:
    entries = [
        reword.Rewording("", ("no message says this",), ("x",)),
        reword.Rewording("", ("Save the scenario",), ("Save {file}",)),
        reword.Rewording("", ("Save the scenario",), ("Save Scenario",)),
    ]
    assert [reason for _, reason in reword.inapplicable_entries(entries)] == [
        "no message has this text and context",
        "the new text has other placeholders",
        "another message has the new text already",
    ]


def test_every_folder_with_a_message_area_exists() -> None:
    assert [folder for folder in AREA_OF_FOLDER if not (REPOSITORY / folder).is_dir()] == []
