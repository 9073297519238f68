"""The booklet of a folder: cover, contents, indexes, every scenario, the rules once, credits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from m44core.catalogue.box_kinds import BASE
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.messages.message import Message, Words, message, message_in, titled
from m44core.model.parts import FRONTS
from m44core.model.scenario import Scenario
from m44core.publish.content.folder_settings import read_folder_settings
from m44core.publish.content.sheet_content import page_number
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.scenario_sheet import find_fit, sheet_data, sheet_pictures
from m44core.publish.typesetter import TypesetDocument, Typesetter
from m44core.validation.components.component_bill import component_bill
from m44core.values import dataclass

SETTINGS = "book.yaml"
"""The settings file of a booklet in the folder of its scenarios."""
_TEXTS = ("title", "subtitle", "foreword", "credits")


@dataclass(frozen=True, slots=True)
class BookSettings:
    """The settings of a booklet.

    Attributes:
        title: The title; "" for the name of the folder.
        subtitle: The subtitle.
        foreword: The foreword.
        credits: The credits.
        order: The file names in order; empty to sort by the dates of the battles.
    """

    title: str = ""
    subtitle: str = ""
    foreword: str = ""
    credits: str = ""
    order: tuple[str, ...] = ()


def book_settings(folder: Path) -> BookSettings:
    """Return the settings in the ``book.yaml`` of a folder; the defaults if there is none.

    Raises:
        ReadError: the file cannot be read, or is invalid.
    """
    settings = read_folder_settings(folder / SETTINGS, _TEXTS, ("order",))
    return BookSettings(**settings.texts, order=tuple(settings.lists.get("order", ())))


def booklet_order(scenarios: Mapping[Path, Scenario], settings: BookSettings) -> list[Path]:
    """Return the files of a booklet in order: those listed that exist, or all by date of battle."""
    if settings.order:
        by_name = {path.name: path for path in scenarios}
        return [by_name[name] for name in settings.order if name in by_name]
    return sorted(
        scenarios, key=lambda path: (str(scenarios[path].briefing.begins or "9999"), path.name)
    )


def names_without_file(paths: Iterable[Path], settings: BookSettings) -> list[str]:
    """Return the listed names for which the folder has no file."""
    names = {path.name for path in paths}
    return [name for name in settings.order if name not in names]


def indexes(scenarios: Sequence[Scenario], words: Words) -> list[dict[str, object]]:
    """Return the indexes by front and by box, each a ``heading`` and ``groups``.

    A group has a ``name`` and the ``numbers`` of its scenarios, from 0.
    """
    by_front = _grouped_by_name(
        (number, [_front_name(s, words)]) for number, s in enumerate(scenarios)
    )
    by_box = _grouped_by_name((number, _box_names(s, words)) for number, s in enumerate(scenarios))
    return [
        {"heading": words.render(message("By front")), "groups": by_front},
        {"heading": words.render(message("By required box")), "groups": by_box},
    ]


def _grouped_by_name(named: Iterable[tuple[int, Sequence[str]]]) -> list[dict[str, object]]:
    groups: dict[str, list[int]] = {}
    for number, names in named:
        for name in names:
            groups.setdefault(name, []).append(number)
    return [{"name": name, "numbers": groups[name]} for name in sorted(groups)]


def _front_name(scenario: Scenario, words: Words) -> str:
    front = scenario.briefing.front
    name: Message = FRONTS[front] if front else message_in("front", "not set")
    return words.sentence(name)


def _box_names(scenario: Scenario, words: Words) -> list[str]:
    others = component_bill(scenario).others
    catalogue = scenario.catalogue
    names = [titled(catalogue.box_name(code)) for code in (*others,)]
    return [words.sentence(each) for each in names] or [
        words.sentence(titled(catalogue.box_name(BASE)))
    ]


def glossary(contents: Iterable[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return the reference lines of all scenarios, each once, sorted by name."""
    lines = {
        line["name"]: line
        for content in contents
        for line in (*content["rules"], *content["reference"])
    }
    return [lines[name] for name in sorted(lines)]


def typeset_booklet(
    typesetter: Typesetter,
    scenarios: Sequence[Scenario],
    settings: BookSettings,
    words: Words,
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
    *,
    layouts: LayoutCache | None = None,
    advance: Callable[[], None] = lambda: None,
    on_skipped: Callable[[int, M44Error], None] | None = None,
) -> TypesetDocument:
    """Return the booklet of some scenarios.

    Texts missing in the language are printed in a different one, and marked.

    Args:
        typesetter: The typesetter, with its templates.
        scenarios: The scenarios, in order.
        settings: Title, foreword and credits.
        words: The language.
        paper: The paper size.
        ink: The amount of ink the maps use.
        layouts: The cache of type sizes; None to use no cache.
        advance: Called after each scenario is laid out.
        on_skipped: Called with the index of a scenario that cannot be laid out, and the error;
            None to raise the error instead.

    Raises:
        M44Error: no scenario can be laid out, or Typst cannot typeset a template.
    """
    pictures: dict[str, str] = {}
    entries: list[dict[str, object]] = []
    included: list[Scenario] = []
    for number, scenario in enumerate(scenarios):
        try:
            with boundary():
                indexes([scenario], words)
                data = sheet_data(scenario, [words], paper, ink)
                drawn = sheet_pictures(scenario, words, paper, ink)
                size, pages = _cached_fit(typesetter, data, drawn, layouts)
        except M44Error as error:
            if on_skipped is None or (number == len(scenarios) - 1 and not included):
                raise
            on_skipped(number, error)
            continue
        data, drawn = _with_own_maps(data, drawn, len(included))
        entries.append({**data, "size": size, "pages": pages})
        pictures |= drawn
        included.append(scenario)
        advance()
    data = {
        "title": settings.title,
        "subtitle": settings.subtitle,
        "foreword": _paragraphs(settings.foreword),
        "credits": _paragraphs(settings.credits),
        "author": "",
        "code": words.language.code,
        "paper": paper.value,
        "ink": ink.value,
        "headings": _headings(words),
        "entries": entries,
        "indexes": indexes(included, words),
        "glossary": glossary(entries),
    }
    return typesetter.typeset("book.typ", data, pictures)


def _with_own_maps(
    data: Mapping[str, object], pictures: Mapping[str, str], number: int
) -> tuple[dict[str, object], dict[str, str]]:
    """Return data and pictures of a sheet, with map names that are unique in the booklet.

    Pictures of pieces are shared: they have the same names on all sheets.
    """
    maps = data["maps"]
    assert isinstance(maps, list), "maps are a list of names"
    names = {name: f"{number}-{name}" for name in maps}
    return {**data, "maps": list(names.values())}, {
        names.get(name, name): svg for name, svg in pictures.items()
    }


def _cached_fit(
    typesetter: Typesetter,
    data: dict[str, object],
    pictures: Mapping[str, str],
    layouts: LayoutCache | None,
) -> tuple[float, int]:
    """Return type size and number of pages of a sheet, from the cache if possible."""
    if layouts is None:
        return find_fit(typesetter, data, pictures)
    key = layouts.key(data, pictures)
    fit = layouts.get(key)
    if fit is None:
        fit = find_fit(typesetter, data, pictures)
        layouts.put(key, fit)
    return fit


def _headings(words: Words) -> dict[str, str]:
    headings = {
        "contents": message("Contents"),
        "foreword": message("Foreword"),
        "glossary": message("Terrain, units and special rules"),
        "credits": message("Credits"),
        "other-language": message("not translated yet"),
    }
    return {key: words.render(heading) for key, heading in headings.items()} | {
        "page": page_number(words)
    }


def _paragraphs(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def with_default_title(folder: Path, settings: BookSettings) -> BookSettings:
    """Return the settings with a title: their own, or the name of the folder."""
    if settings.title.strip():
        return settings
    return replace(settings, title=folder.resolve().name)
