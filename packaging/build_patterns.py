"""Compile the patterns of a language for the build."""

from __future__ import annotations

from pathlib import Path

from m44core.data_files import read_yaml_mapping
from m44core.validation.text_analysis.compiled_patterns import (
    PatternCollector,
    built_content,
    patterns_path,
    patterns_stamp,
)
from m44core.validation.text_analysis.language_patterns import LanguagePatterns


def is_up_to_date(source: Path) -> bool:
    """Return whether the built patterns match this source, this Python and these modules."""
    try:
        with patterns_path(source).open("rb") as file:
            return file.readline() == patterns_stamp(source)
    except OSError:
        return False


def patterns_of(source: Path) -> bytes:
    """Return the built patterns for the source file of a language."""
    collector = PatternCollector()
    LanguagePatterns(read_yaml_mapping(source), collector).compile_all()
    return built_content(source, collector.collected)
