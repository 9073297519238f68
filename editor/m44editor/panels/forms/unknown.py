"""Keys of the file that we do not know: shown, kept, never changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44editor.panels.forms.fields import AnyField, EntryError, Field, Section


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A value we do not know: shown, kept, never changed."""

    def show(self, value: object) -> str:
        """Return the value as one line of JSON."""
        return json.dumps(value, ensure_ascii=False)

    def read(self, text: str) -> object:
        """Refuse every entry.

        Raises:
            EntryError: always.
        """
        raise EntryError(message("This value is kept as it stands in the file"))


def _unchanged(scenario: Scenario, _value: object) -> Scenario:
    """Return the scenario as it is: the change of a field that only shows."""
    return scenario


def unknown_keys(pointer: str, extra: Mapping[str, object]) -> tuple[AnyField, ...]:
    """Return read-only fields for the keys of the file that we do not know."""
    return tuple(
        Field(
            pointer=f"{pointer}/{key}",
            label=key,
            control=Verbatim(),
            value=value,
            change=_unchanged,
            tip=message(
                "This key is not known to the program; it is kept as it stands in the file."
            ),
        )
        for key, value in extra.items()
    )


def other_keys(pointer: str, extra: Mapping[str, object]) -> Section:
    """Return the section of the keys of the file that we do not know."""
    title, note = message("Other keys of the file"), message("Kept as they stand")
    return Section("other", title, unknown_keys(pointer, extra), note=note)
