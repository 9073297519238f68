"""Fuzz side files: mutate each kind with a seed and read the result as the program does.

    python -m tests.side_files 20000 7

mutates 20,000 files with seed 7, scenarios and every kind of side file in turn, and lists the
escaped errors: an exception other than ``M44Error``, or a message that cannot be shown. If the
number is replaced by ``FIRST-END``, only the files from FIRST up to, but not including, END are
mutated. Side files of the editor are included if Qt is installed.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tests.core.io import fuzzing
from tests.core.io.mutations import TOKENS, mutated_bytes, mutated_json
from tests.core.vassal.vassal_writer import Grid, Piece, VassalGame, store_saved_game, write_module

from m44core.balance_lab.results_file import read_results
from m44core.catalogue.packs.configured_packs import catalogue_for_file
from m44core.catalogue.packs.pack import read_pack
from m44core.cli.commands.replay import _read_recording as read_recorded
from m44core.drawing.svg_import import import_svg
from m44core.errors import M44Error
from m44core.faults import FaultError
from m44core.findings.render_findings import render
from m44core.history.file_history import History
from m44core.history.file_versions import VersionReason
from m44core.io.files.file_reader import read_file
from m44core.io.text.decoding import decode
from m44core.io.text.yaml_read import YamlReader
from m44core.library.library_cache import LibraryCache
from m44core.messages.renderers import message_of_error, renderer_in
from m44core.model.edits import new_scenario
from m44core.publish.booklet_settings import book_settings
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.typesetter import TEMPLATES
from m44core.resources import scenarios_folder
from m44core.rules.play.recorded_game import Game as PlayedGame
from m44core.rules.play.recorded_game import format_recorded_game, replay_game
from m44core.setup_list.list_reader import read_setup_list
from m44core.site.site_files import read_record as read_site_record
from m44core.site.site_settings import site_settings
from m44core.translate.exchange.exchange_formats import (
    ExchangeFormat,
    catalogue_bytes,
    read_catalogue,
)
from m44core.translate.exchange.translation_catalogue import catalogue_of
from m44core.translate.glossary import read_glossary
from m44core.translate.text_record import EMPTY_RECORD
from m44core.translate.text_record_file import read_record
from m44core.validation.configuration import Configurations
from m44core.vassal.saved_game import read_saved_game

Use = Callable[[Path], object]

SCENARIO = "pegasus-bridge.yaml"
_MAX_SHOWN = 40


class SideFileKind(NamedTuple):
    """One kind of side file.

    Attributes:
        name: Its file name.
        content: Valid content.
        use: Reads the file as the program does; exceptions other than ``M44Error`` have escaped.
        refusals: Further exceptions that may reject a file, each with a message.
    """

    name: str
    content: bytes
    use: Use
    refusals: tuple[type[Exception], ...] = ()


SITE = b"""title: Battles
subtitle: 1944-06-06
about: |
  Ours.
credits: Ann
leave-out: [drafts/*, "*.m44"]
discuss: https://example.org/?t={title}
campaigns:
  - {title: Normandy, scenarios: [a, b]}
scenarios:
  a: {place: "49.24, -0.27", difficulty: beginner, minutes: 45}
"""
RATINGS = b"""a: 8.5
b: {rating: 7, votes: 12}
"""
BOOK = b"""title: Battles
subtitle: 1944-06-06
foreword: Read this.
credits: Ann
author: Ann
version: "2.1"
cover: b.m44
group: date
parts:
- title: First
  text: Some text.
  scenarios: [pegasus-bridge.yaml]
order: [pegasus-bridge.yaml, b.m44]
"""
CONFIGURATION = b"""packs = ["packs/alpine"]
[check]
select = ["M1", "M303"]
ignore = ["M502"]
profiles = ["arena"]
fail-on = "warning"
boxes = {base = 1, terrain = 2}
tile-pairs = []
texts = ["en", "de"]
[[check.allow]]
check = "M303"
files = "a*.m44"
at = "G5"
reason = "So it was in 1944."
"""
RESULTS = b"""{
  "version": 1, "kind": "simulated", "engine": "0.1.0", "settings": {}, "not_played": [],
  "scenario": {"title": "Pegasus Bridge", "fingerprint": "2:0f3a9c81d2e4b576"},
  "players": {"axis": "general", "allies": "general"}, "summary": "The Allies win 64% (59 to 69)",
  "allies": {
    "share": 0.64, "low": 0.59, "high": 0.69, "confidence": 0.95, "precision": 0.05,
    "precise": true, "planned": 180
  },
  "games": {
    "played": 190, "failed": 0, "worth": 380, "luck_taken_out": true, "seeds": {"1": 190},
    "draws": {"count": 0, "share": 0}, "unfinished": {"count": 0, "share": 0}
  },
  "turns": {
    "least": 8, "lower_quartile": 11, "median": 14.5, "upper_quartile": 17, "most": 30,
    "games": {"8": 190}
  },
  "medals": {
    "axis": {"average": 2.5, "sources": {}},
    "allies": {"average": 3.5, "sources": {"units": {"average": 3.5, "hexes": {"D7": 3.5}}}}
  },
  "people": {"estimate": null, "games": {"allies": 6, "axis": 3, "draws": 0, "earlier": 0}}
}"""
RULES = b"""format: 1
note: from the book
options:
  air-rules: true
  blitz: true
"""
RECORD = b"""format: 1
source: en
texts:
  de:
    name: [s0123456789abcdef draft]
sentences:
  de:
    victory: Wer sechs Medaillen hat.
kept:
  - {language: de, field: name, from: s0123456789abcdef, text: Alt, why: conflict}
said:
  s0123456789abcdef: Pegasus Bridge
"""
GLOSSARY = b"""terms:
  bridge: {en: [bridge, bridges], de: "Br\xc3\xbccke", everyday: true}
  hedge: {en: hedgerow, fr: [haie]}
"""
LIST = b"""Axis: Infantry on C5, D4, E5 and Armor x3 on G1
Forest: A9, B8-D8
Hill 107 at G5 (medal)
"""
SITE_RECORD = json.dumps(
    {
        "form": 1,
        "terms": "x",
        "pages": {"a": {"digest": "d", "entry": {"name": "A"}, "files": {"a.html": "1"}}},
        "files": {"index.html": "2"},
        "begun": ["a.html"],
    }
).encode()
_NOW = datetime(2024, 6, 6, tzinfo=UTC)


@cache
def side_file_kinds() -> Mapping[str, SideFileKind]:
    """Return every kind, keyed by file name; those of the editor only if Qt is installed."""
    kinds = {kind.name: kind for kind in _core_kinds()}
    if find_spec("PySide6"):
        from tests.side_files_editor import editor_kinds

        kinds |= {kind.name: kind for kind in editor_kinds(kinds["one.game"].content)}
    return kinds


def _core_kinds() -> Iterator[SideFileKind]:
    pack = scenarios_folder() / "packs" / "alpine"
    scenario = read_file(scenarios_folder() / SCENARIO).scenario
    assert scenario
    yield SideFileKind("site.yaml", SITE, lambda path: site_settings(path.parent))
    yield SideFileKind("ratings.yaml", RATINGS, lambda path: site_settings(path.parent))
    yield SideFileKind("book.yaml", BOOK, lambda path: book_settings(path.parent))
    yield SideFileKind("m44.toml", CONFIGURATION, _use_configuration)
    yield SideFileKind(
        "pack.yaml", (pack / "pack.yaml").read_bytes(), lambda path: read_pack(path.parent)
    )
    svg = pack / "pictures" / "edelweiss.svg"
    yield SideFileKind("picture.svg", svg.read_bytes(), lambda path: import_svg(path, 100, 100))
    yield SideFileKind("one.rules.yaml", RULES, _read_scenario_next_to)
    yield SideFileKind(
        "one.texts.yaml", RECORD, lambda path: read_record(path.with_name("one.yaml"))
    )
    yield SideFileKind(
        "one.balance.json", RESULTS, lambda path: read_results(path.with_name("one.yaml"))
    )
    yield SideFileKind("glossary.yaml", GLOSSARY, read_glossary)
    texts = catalogue_of(scenario, EMPTY_RECORD, "pegasus-bridge", "en", "de")
    yield SideFileKind("de.po", catalogue_bytes(texts, ExchangeFormat.PO), read_catalogue)
    yield SideFileKind("de.xlf", catalogue_bytes(texts, ExchangeFormat.XLIFF), read_catalogue)
    yield SideFileKind(
        "list.txt", LIST, lambda path: read_setup_list(_file_text(path), scenario, "de")
    )
    yield SideFileKind("one.game", _recorded_game(), _use_game)
    yield SideFileKind("sheets.json", b'{"0a": [9.5, 1], "0b": [10, 2]}', _use_layout_cache)
    yield SideFileKind(".m44-site.json", SITE_RECORD, lambda path: read_site_record(path.parent))
    yield SideFileKind(
        "about.json", b'{"file": "/tmp/one.yaml"}', lambda path: History(path.parent).file
    )
    yield SideFileKind(
        "entry.json", b'{"pinned": true, "note": "Before the fix"}', _use_history_entry
    )
    yield SideFileKind("library.sqlite", _library_cache(), _use_library_cache)
    yield SideFileKind(
        "one.vsav", _saved_game("vsav"), lambda path: read_saved_game(path, scenario, "de")
    )
    yield SideFileKind("one.vmod", _saved_game("vmod"), _use_module)


def _file_text(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig", "replace")


def _use_configuration(path: Path) -> None:
    problems = []
    file = path.with_name("one.yaml")
    try:
        Configurations().configuration_for(str(file))
    except M44Error as error:
        problems.append(error)
    problems += catalogue_for_file(file)[1]
    if problems:
        raise problems[0]


def _read_scenario_next_to(path: Path) -> None:
    scenario = path.with_name("one.yaml")
    scenario.write_bytes((scenarios_folder() / SCENARIO).read_bytes())
    findings = read_file(scenario).diagnostics
    for each in findings:
        assert "internal error" not in render(each, "en")


def _recorded_game() -> bytes:
    """Return the beginning of a recorded game."""
    from m44core.rules.play.legal_actions import legal_actions

    scenario = read_file(scenarios_folder() / SCENARIO).scenario
    assert scenario
    game, chance = PlayedGame(scenario), random.Random(44)
    for _ in range(40):
        game.do(chance.choice(legal_actions(game.state)))
    return format_recorded_game(game.recording("one.yaml", "7 a"), scenario).encode()


def _use_game(path: Path) -> None:
    scenario = read_file(scenarios_folder() / SCENARIO).scenario
    assert scenario
    replay_game(read_recorded(path), scenario)


def _use_layout_cache(path: Path) -> None:
    layout_cache = LayoutCache(TEMPLATES, path)
    for key in ("0a", "0b"):
        layout_cache.get(key)
    layout_cache.put("0c", (9.0, 1))
    layout_cache.store()


def _use_history_entry(path: Path) -> None:
    history = History(path.parent / "history")
    version = history.add(b"x", VersionReason.SAVED, _NOW)
    if version is not None:
        entry = history.folder / "versions" / version.name
        entry.write_bytes(path.read_bytes())
    for each in history.versions():
        history.mark(each, pinned=True)


def _library_cache() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "library.sqlite")
        with closing(LibraryCache(path)) as cache_:
            cache_.store_pictures({"0a": b"picture"}, "light")
        return path.read_bytes()


def _use_library_cache(path: Path) -> None:
    with closing(LibraryCache(path)) as cache_:
        cache_.lookup({"a": "b"})
        cache_.lookup_pictures(["0a"], "light")
        cache_.store_pictures({"0b": b"x"}, "dark")


def _saved_game(form: str) -> bytes:
    grid = Grid()
    with tempfile.TemporaryDirectory() as folder:
        if form == "vmod":
            return write_module(Path(folder, "a.vmod"), {"Board": grid}).read_bytes()
        places = [(0, 0), (24, 0), (0, 8), (24, 8), (12, 4)]
        pieces = [Piece("Forest", "Main Map", *grid.middle(*place)) for place in places]
        return store_saved_game(
            VassalGame(pieces).text(), Path(folder, "a.vsav"), save_format="plain"
        ).read_bytes()


def _use_module(path: Path) -> None:
    game = path.with_name("game.vsav")
    game.write_bytes(side_file_kinds()["one.vsav"].content)
    read_saved_game(game, new_scenario(), "en", path)


# Mutation

_UNUSUAL_BYTES = (
    *(b"1944-06-31", b"1944-06-06", b"0x_", b"0b", b"1_0", b"1:30", b".inf", b".nan", b"~", b"<<"),
    *(
        b"[" * 3000,
        b"{" * 3000,
        b"- " * 3000,
        b"9" * 5000,
        b'"\\ud800"',
        b"\xed\xa0\x80",
        b"\\udc00",
    ),
    *(b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b"\x0c", b"\xe2\x80\xa8", b"\xc2\x85", b"\r", b"\x7f"),
    *(b"&a [*a]", b"*a", b"!!python/name:os", b"!!timestamp 1", b"'", b'"""', b"'''", b"a.b = 1"),
    *(b"NaN", b"1e999", b"-Infinity", b"null", b"[[]]", b"<!DOCTYPE x>", b"&#0;", b"]]>"),
)


def mutate_side_file(number: int, seed: int) -> tuple[SideFileKind, bytes]:
    """Return the kind of the file with the given number, and the mutated content of that file."""
    chance = random.Random(f"side-{seed}-{number}")
    kind = [*side_file_kinds().values()][number % len(side_file_kinds())]
    data = kind.content
    tree = (
        _parsed_tree(data)
        if chance.random() < 0.4 and kind.name.endswith((".yaml", ".json"))
        else None
    )
    if tree:
        data = mutated_json(tree, chance)
    if not tree or chance.random() < 0.2:
        data = mutated_bytes(data, chance)
    if chance.random() < 0.5:
        position = _position(data, chance)
        data = (
            data[:position]
            + chance.choice((*_UNUSUAL_BYTES, *TOKENS))
            + data[position + chance.choice((0, 0, 5)) :]
        )
    return kind, data


def _parsed_tree(data: bytes) -> object:
    text = decode(data).text or ""
    tree = YamlReader(text).read()
    return tree if isinstance(tree, dict) else None


def _position(data: bytes, chance: random.Random) -> int:
    """Return a position in a file, half of the time at the start of a value."""
    at = chance.randrange(len(data) + 1)
    value_start = max(data.find(mark, at) + len(mark) for mark in (b": ", b"= ", b"- "))
    return value_start if chance.random() < 0.5 and value_start > at else at


def escaped_error(kind: SideFileKind, data: bytes, folder: Path) -> str | None:
    """Return the error that escaped when a file was read; None if there was none."""
    path = folder / kind.name
    path.write_bytes(data)
    try:
        kind.use(path)
    except FaultError as error:
        return f"a fault of the program: {error.fault.error}"
    except M44Error as error:
        return _message_problem(renderer_in("en").render(message_of_error(error)))
    except kind.refusals as error:
        return _message_problem(str(error))
    except Exception:
        return " | ".join(traceback.format_exc().splitlines()[-7:])
    return None


def _message_problem(text: str) -> str | None:
    """Return the problem with a message, if it is empty or no terminal can show it; else None."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return f"half a character in a message: {text!r:.200}"
    return None if text.strip() else "a message that says nothing"


def escaped_errors(numbers: range, seed: int) -> list[tuple[int, str]]:
    """Return the errors that escaped from the numbered files, each with its file's number."""
    errors = []
    for number in numbers:
        if number % 5 == 0:  # a scenario
            errors += [
                (number, failure_text)
                for _, failure_text in fuzzing.numbered_failures(range(number, number + 1), seed)
            ]
            continue
        kind, data = mutate_side_file(number, seed)
        with tempfile.TemporaryDirectory(prefix="m44-side-") as folder:
            failure_text = escaped_error(kind, data, Path(folder))
        if failure_text:
            errors.append((number, f"{kind.name}: {failure_text}"))
    return errors


def main(number_range: str, seed: int) -> int:
    """Run, print the first escaped errors and how many there are, and return 1 if there are any."""
    first_number, _, end = number_range.rpartition("-")
    numbers = range(int(first_number or 0), int(end))
    result = escaped_errors(numbers, seed)
    for number, failure_text in result[:_MAX_SHOWN]:
        print(f"{number}: {failure_text}")
    error_counts = Counter(failure_text.partition(":")[0] for _, failure_text in result)
    print(
        f"{len(numbers)} files of scenarios and {len(side_file_kinds())} kinds of side files "
        f"by seed {seed}: {dict(error_counts) or '0 escapes'}"
    )
    return min(1, len(result))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
