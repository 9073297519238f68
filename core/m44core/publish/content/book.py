"""What a booklet says besides its scenarios: cover, foreword, indexes, rules, credits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from m44core.catalogue.boxes import BASE
from m44core.messages.message import Message, Words, message, message_in, titled
from m44core.model.parts import FRONTS
from m44core.model.scenario import Scenario
from m44core.publish.content.folder_file import said_in
from m44core.validation.box.bill import component_bill
from m44core.values import dataclass

SETTINGS = "book.yaml"
"""The file of a folder that says what its booklet is called, and in which order."""
_TEXTS = ("title", "subtitle", "foreword", "credits")


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
    said = said_in(folder / SETTINGS, _TEXTS, ("order",))
    return BookSettings(**said.texts, order=tuple(said.lists.get("order", ())))


def ordered(found: Mapping[Path, Scenario], settings: BookSettings) -> list[Path]:
    """Return the files of a booklet in order: those named, or all by their first days."""
    if settings.order:
        by_name = {path.name: path for path in found}
        return [by_name[name] for name in settings.order if name in by_name]
    return sorted(found, key=lambda path: (str(found[path].briefing.begins or "9999"), path.name))


def unknown(found: Iterable[Path], settings: BookSettings) -> list[str]:
    """Return the names of the order that no file of the folder has."""
    names = {path.name for path in found}
    return [name for name in settings.order if name not in names]


def indexes(scenarios: Sequence[Scenario], told: Words) -> list[dict[str, object]]:
    """Return the indexes by front and by box: a heading, and groups of numbers of scenarios."""
    by_front = _grouped((number, [_front(s, told)]) for number, s in enumerate(scenarios))
    by_box = _grouped((number, _boxes(s, told)) for number, s in enumerate(scenarios))
    return [
        {"heading": told.render(message("By front")), "groups": by_front},
        {"heading": told.render(message("By box needed")), "groups": by_box},
    ]


def _grouped(named: Iterable[tuple[int, Sequence[str]]]) -> list[dict[str, object]]:
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
    catalogue = scenario.catalogue
    called = [titled(catalogue.box_called(code)) for code in (*others,)]
    return [told.sentence(each) for each in called] or [
        told.sentence(titled(catalogue.box_called(BASE)))
    ]


def glossary(contents: Iterable[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return what the pieces and rules of all scenarios do, each once, by their names."""
    lines = {line["name"]: line for content in contents for line in content["reference"]}
    return [lines[name] for name in sorted(lines)]
