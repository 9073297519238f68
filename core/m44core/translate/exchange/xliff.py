"""Catalogues as XLIFF 2, for translators' workbenches; written and read with Python alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from m44core.translate.exchange.catalogue import Catalogue, Entry
from m44core.translate.exchange.xliff_read import NAMESPACE, XliffReader, XliffUnit
from m44core.translate.states import State

_SIGN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_KEPT = "kept"
_STATES: Mapping[State, str] = {
    State.NEW: 'state="initial"',
    State.DRAFT: 'state="translated" subState="m44:draft"',
    State.STALE: 'state="translated" subState="m44:stale"',
    State.DONE: 'state="final"',
}
_UNFINISHED: Mapping[str, State] = {"m44:draft": State.DRAFT, "m44:stale": State.STALE}


def to_xliff(catalogue: Catalogue) -> str:
    """Return a catalogue as the text of an XLIFF 2.0 file; the same one gives the same text."""
    return "".join(f"{line}\n" for line in _lines(catalogue))


def _lines(catalogue: Catalogue) -> Iterator[str]:
    target = f" trgLang={quoteattr(catalogue.target)}" if catalogue.target else ""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<xliff xmlns="{NAMESPACE}" version="2.0" srcLang={quoteattr(catalogue.source)}{target}>'
    )
    yield f'  <file id="texts" original={quoteattr(catalogue.scenario)}>'
    if catalogue.title:
        yield f'    <notes><note category="title">{_said(catalogue.title)}</note></notes>'
    for entry in catalogue.entries:
        yield from _unit(entry, entry.key, entry.field)
    for number, entry in enumerate(catalogue.kept, 1):
        yield from _unit(entry, f"{_KEPT}.{number}", entry.field)
    yield "  </file>"
    yield "</xliff>"


def _unit(entry: Entry, key: str, name: str) -> Iterator[str]:
    yield f"    <unit id={quoteattr(key)} name={quoteattr(name)}>"
    notes = [("about", note) for note in entry.notes]
    notes += [("base", entry.base), ("previous", entry.previous), ("translator", entry.comment)]
    told = [(category, note) for category, note in notes if note]
    if told:
        yield "      <notes>"
        for category, note in told:
            yield f'        <note category="{category}">{_said(note)}</note>'
        yield "      </notes>"
    yield f"      <segment {_STATES[entry.state if entry.target else State.NEW]}>"
    yield f'        <source xml:space="preserve">{_coded(entry.source)}</source>'
    if entry.target:
        yield f'        <target xml:space="preserve">{_coded(entry.target)}</target>'
    yield "      </segment>"
    yield "    </unit>"


def _said(text: str) -> str:
    """Return a note; signs that XML cannot hold are left out of it."""
    return escape(_SIGN.sub("", text), {"\r": "&#13;"})


def _coded(text: str) -> str:
    """Return a text; signs that XML cannot hold are elements that name them."""
    escaped = escape(text, {"\r": "&#13;"})
    return _SIGN.sub(lambda match: f'<cp hex="{ord(match[0]):04X}"/>', escaped)


def from_xliff(path: Path) -> Catalogue:
    """Return what an XLIFF 2 file says.

    Raises:
        ReadError: it is damaged, or no XLIFF 2; the message has its line.
    """
    reader = XliffReader(path)
    reader.read()
    units = reader.units
    return Catalogue(
        reader.original,
        reader.title,
        reader.source_language,
        reader.target_language,
        tuple(_entry(unit) for unit in units if not _is_kept(unit)),
        tuple(_entry(unit) for unit in units if _is_kept(unit)),
        reader.language_line,
    )


def _is_kept(unit: XliffUnit) -> bool:
    return unit.key.partition(".")[0] == _KEPT


def _entry(unit: XliffUnit) -> Entry:
    field, _, rest = unit.key.partition(".")
    repeat = rest.partition(".")[2]
    previous = unit.notes.get("previous", [""])[0]
    state = _state(unit)
    return Entry(
        unit.name or field,
        unit.source,
        int(repeat) if repeat.isascii() and repeat.isdecimal() else 1,
        unit.target,
        state,
        previous if state is State.STALE else "",
        unit.notes.get("base", [""])[0],
        tuple(unit.notes.get("about", ())),
        "\n".join(unit.notes.get("translator", ())),
        unit.line,
        tuple(unit.left_out),
    )


def _state(unit: XliffUnit) -> State:
    """Return how far a translation is: that of its segments which is least so."""
    if not unit.target.strip():
        return State.NEW
    states = {_of_segment(state, more) for state, more in unit.states}
    return next((each for each in (State.STALE, State.DRAFT) if each in states), State.DONE)


def _of_segment(state: str, more: str) -> State:
    """Return how far a segment is; *initial* with a translation is a draft."""
    if state == "initial":
        return State.DRAFT
    return _UNFINISHED.get(more, State.DONE) if state == "translated" else State.DONE
