"""The field for the words written on a hex."""

from __future__ import annotations

from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44editor.panels.forms.fields import Field, Lines, Section, agreed
from m44editor.panels.forms.place import Place


def label_section(place: Place) -> Section:
    """Return the section that shows and changes the label of one or several hexes."""
    hexes = place.hexes
    field = Field(
        f"/labels/{place.names}",
        "Text",
        Lines(hint="a place name, one line or more"),
        agreed([place.scenario.labels.get(hex_, ()) for hex_ in hexes]),
        lambda scenario, lines: _write(scenario, hexes, lines),
    )
    written = any(hex_ in place.scenario.labels for hex_ in hexes)
    remove = (lambda scenario: _write(scenario, hexes, ())) if written else None
    return Section(key="label", title="Label", fields=(field,), remove=remove)


def _write(scenario: Scenario, hexes: tuple[Hex, ...], lines: tuple[str, ...]) -> Scenario:
    return scenario.with_labels(dict.fromkeys(hexes, lines))
