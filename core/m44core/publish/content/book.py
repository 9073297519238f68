"""What a booklet says besides its scenarios: cover, foreword, indexes, rules, credits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from m44core.catalogue.boxes import BASE
from m44core.catalogue.load import load_catalogue
from m44core.errors import ReadError
from m44core.messages.message import Message, message, message_in, titled
from m44core.messages.words import Words
from m44core.model.parts import FRONTS
from m44core.model.scenario import Scenario
from m44core.validation.box.bill import component_bill
from m44core.values import dataclass

SETTINGS = "book.yaml"
"""The file of a folder that says what its booklet is called, and in which order."""
_TEXTS = ("title", "subtitle", "foreword", "credits")
_MOST = 1_000_000  # bytes of that file


@dataclass(frozen=True, slots=True)
class BookSettings:
    """What a folder says of its booklet.

    Attributes:
        title: What it is called; "" for the name of the folder.
        subtitle: What stands below.
        foreword: What is read first.
        credits: Who made it.
        order: Its files, by their names, in their order; empty for those of their days.
    """

    title: str = ""
    subtitle: str = ""
    foreword: str = ""
    credits: str = ""
    order: tuple[str, ...] = ()


def book_settings(folder: Path) -> BookSettings:
    """Return what the ``book.yaml`` of a folder says; nothing where there is none.

    Raises:
        ReadError: it cannot be read, or says something else.
    """
    path = folder / SETTINGS
    try:
        if not path.exists():
            return BookSettings()
        if path.stat().st_size > _MOST:
            raise ReadError(message("{file} is too large", file=str(path)))
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        why = " ".join(str(error).split())
        raise ReadError(message("{file}: {why}", file=str(path), why=why)) from error
    return _read(said or {}, path)


def _read(said: object, path: Path) -> BookSettings:
    if not isinstance(said, Mapping):
        raise ReadError(message("{file} has to be a mapping with title, order ...", file=str(path)))
    for key, value in said.items():
        is_text = key in _TEXTS and isinstance(value, str)
        is_order = (
            key == "order" and isinstance(value, list) and all(isinstance(n, str) for n in value)
        )
        if not (is_text or is_order):
            known = ", ".join((*_TEXTS, "order"))
            raise ReadError(
                message(
                    "{file}: {key!r} is not one of {known}, texts and a list of names",
                    file=str(path),
                    key=str(key),
                    known=known,
                )
            )
    return BookSettings(**{**said, "order": tuple(said.get("order", ()))})


def ordered(found: Mapping[Path, Scenario], settings: BookSettings) -> list[Path]:
    """Return the files of a booklet in order: those named, or all by their first days."""
    if settings.order:
        by_name = {path.name: path for path in found}
        return [by_name[name] for name in settings.order if name in by_name]
    return sorted(found, key=lambda path: (str(found[path].briefing.begins or "9999"), path.name))


def indexes(scenarios: Sequence[Scenario], told: Words) -> list[dict[str, Any]]:
    """Return the indexes by front and by box: a heading, and groups of numbers of scenarios."""
    by_front = _grouped((number, [_front(s, told)]) for number, s in enumerate(scenarios))
    by_box = _grouped((number, _boxes(s, told)) for number, s in enumerate(scenarios))
    return [
        {"heading": told.render(message("By front")), "groups": by_front},
        {"heading": told.render(message("By box needed")), "groups": by_box},
    ]


def _grouped(named: Iterable[tuple[int, Sequence[str]]]) -> list[dict[str, Any]]:
    groups: dict[str, list[int]] = {}
    for number, names in named:
        for name in names:
            groups.setdefault(name, []).append(number)
    return [{"name": name, "numbers": groups[name]} for name in sorted(groups)]


def _front(scenario: Scenario, told: Words) -> str:
    front = scenario.briefing.front
    said: Message = FRONTS[front] if front else message_in("front", "not stated")
    return told.sentence(said)


def _boxes(scenario: Scenario, told: Words) -> list[str]:
    others = component_bill(scenario).others
    catalogue = load_catalogue()
    called = [titled(catalogue.box_called(code)) for code in (*others,)]
    return [told.sentence(each) for each in called] or [
        told.sentence(titled(catalogue.box_called(BASE)))
    ]


def glossary(contents: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what the pieces and rules of all scenarios do, each once, by their names."""
    lines = {line["name"]: line for content in contents for line in content["reference"]}
    return [lines[name] for name in sorted(lines)]
