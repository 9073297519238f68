"""The patterns of a language compiled by the build, and the cases in which they are not used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from m44core.data_files import read_yaml_mapping
from m44core.io.files.file_reader import read_file
from m44core.resources import scenarios_folder
from m44core.validation.text_analysis import compiled_patterns
from m44core.validation.text_analysis.compiled_patterns import (
    PatternCache,
    PatternCollector,
    built_content,
    patterns_path,
)
from m44core.validation.text_analysis.language_patterns import LANGUAGES, TAGS, LanguagePatterns
from m44core.validation.text_analysis.scenario_texts import LanguageTexts

SOURCES = [LANGUAGES / f"{tag}.yaml" for tag in TAGS]


class _RecordingCache(PatternCache):
    """A cache that records the requested patterns, and those of them that were not built."""

    def __init__(self, source: Path) -> None:
        super().__init__(source)
        self.requested: dict[str, tuple[str, int]] = {}
        self.missing: set[str] = set()

    def compiled(self, name: str, make: Callable[[], str], flags: int = 0) -> re.Pattern[str]:
        self.requested[name] = make(), flags
        self.missing |= {name} if self._built(name) is None else set()
        return super().compiled(name, make, flags)

    def words(self, name: str, make: Callable[[], list[str]]) -> list[str]:
        words = super().words(name, make)
        assert words == make()
        return words


@pytest.fixture(params=SOURCES, ids=TAGS)
def source(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a language whose patterns have just been built."""
    path: Path = request.param
    file = tmp_path / "language.patterns.built"
    file.write_bytes(_built(path))
    monkeypatch.setattr(compiled_patterns, "patterns_path", lambda _: file)
    return path


@cache
def _built(path: Path) -> bytes:
    collector = PatternCollector()
    LanguagePatterns(read_yaml_mapping(path), collector).compile_all()
    return built_content(path, collector.collected)


def test_each_built_pattern_equals_the_compiled_one(source: Path) -> None:
    recording_cache = _RecordingCache(source)
    LanguagePatterns(read_yaml_mapping(source), recording_cache).compile_all()
    assert len(recording_cache.requested) > 1000
    for name, (written, flags) in recording_cache.requested.items():
        compiled = recording_cache.compiled(name, str, flags)
        compiled_pattern = re.compile(written, flags)
        assert (compiled, compiled.groupindex) == (compiled_pattern, compiled_pattern.groupindex), (
            name
        )


def test_every_pattern_that_a_text_needs_is_built(source: Path) -> None:
    recording_cache = _RecordingCache(source)
    language = LanguagePatterns(read_yaml_mapping(source), recording_cache)
    for language_texts in _shipped_texts(source.stem, language):
        _ = (
            language_texts.cards,
            language_texts.medals,
            language_texts.first_movers,
            language_texts.growing_hands,
            language_texts.nations,
            language_texts.objective_sentences,
        )
        for rule in language.data["rules"]:
            language_texts.find_rule(rule)
        for text in language_texts.filled_fields.values():
            list(language.rule_sentences(text, [["medal", "exit"]]))
            list(language.components_in(text))
    assert len(recording_cache.requested) > 60
    assert not recording_cache.missing


def _shipped_texts(tag: str, language: LanguagePatterns) -> Iterator[LanguageTexts]:
    """Yield the texts of our scenarios in a language, or English texts as if in that language."""
    for path in (*scenarios_folder().glob("*.m44"), *scenarios_folder().glob("*.yaml")):
        scenario = read_file(path).scenario
        assert scenario
        yield LanguageTexts(tag, scenario.texts.get(tag, scenario.texts["en"]), language)


def test_built_patterns_find_the_same_as_compiled_ones(source: Path) -> None:
    built_language, compiled_language = (
        LanguagePatterns(read_yaml_mapping(source), p)
        for p in (PatternCache(source), PatternCache())
    )
    for one, other in zip(
        _shipped_texts(source.stem, built_language),
        _shipped_texts(source.stem, compiled_language),
        strict=True,
    ):
        assert (one.cards, one.medals, one.first_movers) == (
            other.cards,
            other.medals,
            other.first_movers,
        )
        assert (one.nations, one.growing_hands) == (other.nations, other.growing_hands)
        assert one.objective_sentences == other.objective_sentences


def test_built_patterns_of_an_edited_language_are_ignored(source: Path, tmp_path: Path) -> None:
    edited_file = tmp_path / source.name
    edited_file.write_bytes(source.read_bytes())
    assert PatternCache(edited_file).words("strict openings", list)
    edited_file.write_bytes(source.read_bytes() + b"# edited\n")
    assert PatternCache(edited_file).words("strict openings", list) == []


def test_another_python_version_ignores_built_patterns(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_patterns, "_PYTHON", b"another")
    compiled_patterns._code_digest.cache_clear()
    assert PatternCache(source).words("strict openings", list) == []
    monkeypatch.undo()
    compiled_patterns._code_digest.cache_clear()


@pytest.mark.parametrize("kept_bytes", [0, 5, 20, 100, -1])
def test_damaged_built_patterns_are_ignored(source: Path, kept_bytes: int) -> None:
    file = compiled_patterns.patterns_path(source)
    file.write_bytes(file.read_bytes()[:kept_bytes])
    assert PatternCache(source).compiled("lists", lambda: "and").pattern == "and"


def test_without_built_patterns_a_language_compiles_its_own(source: Path) -> None:
    compiled_patterns.patterns_path(source).unlink()
    assert PatternCache(source).compiled("lists", lambda: "and").pattern == "and"


def test_built_patterns_are_named_after_their_language_file() -> None:
    assert {patterns_path(source).name for source in SOURCES} == {
        f"{tag}.patterns.built" for tag in TAGS
    }
