"""The origin of a scenario: the properties of its file to preserve when saving."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, TypeAlias

from m44core.io.text.text_style import EDITOR_STYLE, NO_COMMENTS, Comments, TextStyle
from m44core.model.scenario import Scenario
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class WrittenForm:
    """An .m44 file's notation of values that have several equivalent forms.

    Attributes:
        game_info: The key order of ``game_info``; empty for the canonical order.
        text: The key order of each language of ``text``.
        figures_as_number: Whether ``nbr_units`` is written as ``4``, as on the server, rather than
            as ``"4"``, as in the editor.
        operation_as_number: Whether ``operationID`` is written as ``21`` rather than as ``"21"``.
        medals: The keys of a medal's terms in the order of the file, keyed by the pointer of its
            tag, for each medal whose terms would be written with different keys or in a different
            order.
        special_rules: The original values of options and victory conditions that this program would
            write in a different form, keyed by option; they are kept as long as their meaning is
            unchanged.
    """

    game_info: tuple[str, ...] = ()
    text: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    figures_as_number: bool = False
    operation_as_number: bool = False
    medals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    special_rules: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RestoredVersion:
    """A restored version of a file: its bytes are written unless something is edited.

    Attributes:
        scenario: The scenario read from the restored version.
        format: The name of its file format.
        data: The bytes of the file.
    """

    scenario: Scenario
    format: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Origin:
    """The properties of a scenario's file that saving preserves.

    Attributes:
        tree: The content of an .m44 file in the normal form; None for files in our own formats.
        read: The scenario that was read from the *tree*.
        text: The text of an .m44 file that was in the normal form, written unchanged as long as the
            scenario is equal to *read*; None for other files.
        data: The bytes of an .m44 file that was not in the normal form; None for other files.
        style: The layout of the text of an .m44 or JSON file.
        written: How an .m44 file writes values that have several equivalent forms; None if it
            has to be derived from the *tree*.
        schema: The ``$schema`` of a file in one of our own formats.
        comments: The comments of a YAML file.
        restored: The restored version; None if the file was not restored from its history.
    """

    tree: Mapping[str, object] | None = None
    read: Scenario | None = None
    text: str | None = None
    data: bytes | None = None
    style: TextStyle = EDITOR_STYLE
    written: WrittenForm | None = None
    schema: str | None = None
    comments: Comments = NO_COMMENTS
    restored: RestoredVersion | None = None


NO_ORIGIN = Origin()
"""The origin of a scenario that does not come from a file."""


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A scenario together with its origin.

    Attributes:
        scenario: The scenario.
        origin: The properties of the file that saving preserves.
    """

    scenario: Scenario
    origin: Origin = NO_ORIGIN


class ContentKind(StrEnum):
    """The kinds of known content that is not a scenario."""

    CAMPAIGN = "campaign"  # of the official editor: several scenarios played in sequence


@dataclass(frozen=True, slots=True)
class OtherContent:
    """File content whose kind is recognized, but which is not read any further.

    Attributes:
        kind: The kind of content.
        tree: The parsed JSON content, unchanged.
    """

    kind: ContentKind
    tree: Mapping[str, Any]


Content: TypeAlias = Scenario | OtherContent
"""The content of a file: a scenario, or another kind of known content."""
