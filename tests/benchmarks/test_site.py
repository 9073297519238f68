"""The time to build the site of a large collection, and the size of its pages."""

from __future__ import annotations

import re
from itertools import count, cycle, islice
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.measuring import BIN, Figure, Stopwatch, run_command

from m44core.resources import shipped_scenarios

M44 = BIN / "m44"
FILES, TRIAL_FILES = 500, 2
PROCESSORS = 2  # times are processor times, with two processors at work
_TITLE = re.compile("^    name: .*$", re.MULTILINE)


def write_collection(folder: Path, file_count: int) -> Path:
    """Write our scenarios to *file_count* files, with different titles, and return the folder."""
    folder.mkdir()
    texts = {path.stem: path.read_text("utf-8") for path in shipped_scenarios()}
    for number, name in enumerate(islice(cycle(texts), file_count)):
        text = _TITLE.sub(f"    name: Scenario {number * 7919 % file_count}", texts[name])
        (folder / f"{name}-{number}.yaml").write_text(text, "utf-8")
    return folder


def build_site(folder: Path, out: Path, *extra_options: str) -> None:
    """Build the site of a folder into *out*, with the command in a process of its own."""
    options = ("--url", "https://example.org/", "--jobs", str(PROCESSORS))
    run_command(M44, "site", folder, out, *options, *extra_options)


@pytest.fixture
def folder(stopwatch: Stopwatch, tmp_path: Path) -> Path:
    """A large collection; a small one in a trial run."""
    return write_collection(tmp_path / "collection", stopwatch.rounds(FILES, TRIAL_FILES))


def test_a_site_of_500_scenarios(stopwatch: Stopwatch, folder: Path) -> None:
    sites = (folder.parent / f"site-{number}" for number in count())
    durations = stopwatch.seconds(lambda: build_site(folder, next(sites), "--no-pdf"), 1)
    out = folder.parent / "site-0"
    file_count = len([*folder.glob("*.yaml")])
    assert len([*out.rglob("map.svg")]) == file_count
    limit = 60 * PROCESSORS
    stopwatch.record(Figure("m44 site, 500 scenarios, no PDF", median(durations), limit, "s"))
    asset_bytes = sum((out / "assets" / name).stat().st_size for name in ("site.css", "gallery.js"))
    gallery = ((out / "index.html").stat().st_size + asset_bytes) / 1000
    maps = max(path.stat().st_size for path in out.rglob("map.svg")) / 1000
    stopwatch.record(Figure("... its gallery", gallery, 350, "kB"))
    stopwatch.record(Figure("... its largest map", maps, 400, "kB"))


def test_a_site_of_500_scenarios_with_sheets_and_posters(
    stopwatch: Stopwatch, folder: Path
) -> None:
    sites = (folder.parent / f"site-{number}" for number in count())
    durations = stopwatch.seconds(lambda: build_site(folder, next(sites)), 1)
    file_count = len([*folder.glob("*.yaml")])
    assert len([*(folder.parent / "site-0").rglob("*.pdf")]) == 2 * file_count
    limit = 60 * PROCESSORS
    stopwatch.record(Figure("m44 site, 500 scenarios with PDF", median(durations), limit, "s"))


def test_a_site_of_500_scenarios_of_which_one_changed(stopwatch: Stopwatch, folder: Path) -> None:
    out, changed_file = folder.parent / "site", folder / "arracourt-1.yaml"
    build_site(folder, out, "--no-pdf")

    titles = (f"Changed {number} times" for number in count(1))

    def change_and_build() -> None:
        text = changed_file.read_text("utf-8")
        changed_file.write_text(_TITLE.sub(f"    name: {next(titles)}", text), "utf-8")
        build_site(folder, out, "--no-pdf")

    page = next((out / "scenarios").glob("arracourt-1/*.yaml"))
    durations = stopwatch.seconds(change_and_build, 5)
    last_change = re.search("name: Changed .* times", changed_file.read_text("utf-8"))
    assert last_change
    assert last_change[0] in page.read_text("utf-8")
    stopwatch.record(Figure("m44 site, one of 500 changed", median(durations), 3, "s"))
