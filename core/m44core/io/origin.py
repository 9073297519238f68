"""The file a scenario comes from: what saving preserves of it, and content that is no scenario."""

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
    """How an .m44 file writes what can be written in several ways and means the same.

    Attributes:
        game_info: The key order of ``game_info``; empty for the canonical order.
        text: The key order of each language of ``text``.
        figures_as_number: ``nbr_units`` is ``4``, as on the server, not ``"4"``, as in the editor.
        operation_as_number: ``operationID`` is ``21``, not ``"21"``.
        medals: The terms that a medal states, by the pointer of its tag, for each medal that does
            not state all three.
        special_rules: Options and conditions of victory in their original form, where this
            program would write another; written again while they mean the same.
    """

    game_info: tuple[str, ...] = ()
    text: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    figures_as_number: bool = False
    operation_as_number: bool = False
    medals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    special_rules: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RestoredVersion:
    """A restored version of a file: its bytes are written as long as nothing is edited.

    Attributes:
        scenario: Its scenario.
        format: The name of its format.
        data: Its bytes.
    """

    scenario: Scenario
    format: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Origin:
    """What saving preserves of the file a scenario comes from.

    Attributes:
        tree: The content of an .m44 file in the normal form; None for other files.
        read: The scenario that was read from the *tree*.
        text: The text of a file that was in the normal form; written again while the scenario
            is equal to *read*.
        data: The bytes of an .m44 file that was not in the normal form; None for other files.
        style: The layout of a JSON file.
        written: How an .m44 file writes what can be written in several ways; None if the
            *tree* shows it.
        schema: The ``$schema`` of a file of our own format.
        comments: The comments of a YAML file.
        restored: The version, if this is a restored one.
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
"""The origin of a scenario that comes from no file."""


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A scenario with the file it comes from.

    Attributes:
        scenario: The scenario.
        origin: What saving preserves of the file.
    """

    scenario: Scenario
    origin: Origin = NO_ORIGIN


class ContentKind(StrEnum):
    """The kinds of known content that is not a scenario."""

    CAMPAIGN = "campaign"  # of the official editor: several scenarios that follow one another


@dataclass(frozen=True, slots=True)
class OtherContent:
    """Content of a file whose kind is recognised, but which is not read further.

    Attributes:
        kind: Its kind.
        tree: The content as it was read.
    """

    kind: ContentKind
    tree: Mapping[str, Any]


Content: TypeAlias = Scenario | OtherContent
"""The content of a file: a scenario, or another kind of known content."""
