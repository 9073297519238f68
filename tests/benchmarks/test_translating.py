"""The time to export 500 scenarios for translation, and to look up similar texts."""

from __future__ import annotations

import random
import time
from itertools import cycle, islice
from pathlib import Path

from tests.benchmarks.measuring import Figure, Stopwatch

from m44core.cli.main import main
from m44core.comparing.word_diff import word_diff
from m44core.resources import shipped_scenarios
from m44core.translate.glossary import game_glossary, missing_terms
from m44core.translate.translation_memory import MemoryEntry, TranslationMemory

FILES = 500
EXPORT_SECONDS = 10.0  # seconds
SUGGESTION_MS = 50.0  # milliseconds: offered while one moves to the next paragraph
TEXTS = 10_000
LETTERS = 100_000
KEYSTROKE_MS = 200.0  # milliseconds: a keystroke in the longest text


def test_exporting_a_folder_for_translation(stopwatch: Stopwatch, tmp_path: Path) -> None:
    """The time is processor time, because other programs use the disk too."""
    folder = tmp_path / "battles"
    folder.mkdir()
    files = stopwatch.rounds(FILES, 5)
    for number, path in enumerate(islice(cycle(shipped_scenarios()), files)):
        (folder / f"{number}.yaml").write_bytes(path.read_bytes())
    durations: list[float] = []

    def export() -> None:
        start_time = time.process_time()
        out = tmp_path / f"po{len(durations)}"
        assert main(["translate", "export", str(folder), str(out), "--to", "fr"]) == 0
        durations.append(time.process_time() - start_time)

    stopwatch.seconds(export, 1)
    stopwatch.record(Figure("export of 500 scenarios to PO", min(durations), EXPORT_SECONDS, "s"))


def test_a_lookup_in_a_large_translation_memory(stopwatch: Stopwatch) -> None:
    words = [
        "the",
        "bridge",
        "over",
        "the",
        "river",
        "is",
        "held",
        "by",
        "two",
        "companies",
        "until",
        "the",
        "tanks",
        "come",
        "up",
    ]
    texts = [
        " ".join(words[(number * 7 + n * 3) % len(words)] for n in range(12 + number % 30))
        for number in range(stopwatch.rounds(TEXTS, 100))
    ]
    memory = TranslationMemory(
        MemoryEntry(f"{text} {n}", text, "x") for n, text in enumerate(texts)
    )
    durations: list[float] = []

    def ask() -> None:
        start_time = time.process_time()
        matches = memory.matches(f"{texts[len(texts) // 2]} at dawn")
        durations.append(time.process_time() - start_time)
        assert matches, "one of the texts is the same except for the end"

    stopwatch.seconds(ask, 5)
    median_ms = sorted(durations)[len(durations) // 2] * 1000
    stopwatch.record(Figure("near matches among 10,000 texts", median_ms, SUGGESTION_MS, "ms"))


def test_a_text_of_100_kb_and_its_translation(stopwatch: Stopwatch) -> None:
    """The time of the lookups after each keystroke: differing terms, and changes of the source."""
    letters = stopwatch.rounds(LETTERS, LETTERS // 50)
    rng, words = random.Random(44), ["bunker", "forest", "attacks", "medal", "hill", "and"]
    source, translation, changed_source = (
        " ".join(f"{rng.choice(words)}{rng.choice(('', 's', '7'))}" for _ in range(letters // 6))
        for _ in range(3)
    )
    durations: dict[str, list[float]] = {"terms": [], "changes": []}

    def ask() -> None:
        start_time = time.process_time()
        missing_terms(game_glossary().terms_in(source, "en"), translation, "ru")
        durations["terms"].append(time.process_time() - start_time)
        start_time = time.process_time()
        assert word_diff(source, changed_source)
        durations["changes"].append(time.process_time() - start_time)

    stopwatch.seconds(ask, 5)
    for what, seconds in durations.items():
        median_ms = sorted(seconds)[len(seconds) // 2] * 1000
        stopwatch.record(Figure(f"{what} of texts of 100 KB", median_ms, KEYSTROKE_MS, "ms"))
