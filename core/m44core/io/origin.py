"""What files hold, and what a scenario remembers of its own, so that saving changes little."""

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
    """What .m44 files write in more than one way and a scenario does not tell apart.

    Attributes:
        game_info: Order of the keys of ``game_info``; empty for the canonical order.
        text: The same for each language of ``text``.
        figures_as_number: ``nbr_units`` is ``4``, as on the server, not ``"4"``, as in the editor.
        operation_as_number: ``operationID`` is ``21``, not ``"21"``.
        medals: For each medal that does not state all three of its terms, by the
            pointer of its tag, those it states although they are the usual ones.
        special_rules: Options and conditions of victory that would be written otherwise
            now, as they stood; they are written so while they say the same.
    """

    game_info: tuple[str, ...] = ()
    text: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    figures_as_number: bool = False
    operation_as_number: bool = False
    medals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    special_rules: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RestoredVersion:
    """A version of a file that was brought back: while nothing is edited its bytes are written.

    Attributes:
        scenario: What it says.
        format: How it is written, as the name of its format.
        data: Its very bytes.
    """

    scenario: Scenario
    format: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Origin:
    """The file a scenario comes from: what saving keeps of it.

    Attributes:
        tree: The content of an .m44 file in the normal form; None for other files.
        read: The scenario that file was understood to be.
        text: The whole text of a file that needed no normalising; written as it
            stands while the scenario still says the same.
        data: An .m44 file that is not in the normal form, as it stands on the
            disk until the scenario is written; None for other files.
        style: How a JSON file was typed.
        written: How an .m44 file wrote what the scenario does not tell apart; None
            where the *tree* says it.
        schema: The ``$schema`` of a file of our own form.
        comments: The comments of a YAML file.
        restored: The version this is, where one was brought back.
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
"""That of a scenario that comes from no file."""


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A scenario, and the file it comes from.

    Attributes:
        scenario: The scenario.
        origin: What saving keeps of the file.
    """

    scenario: Scenario
    origin: Origin = NO_ORIGIN


class ContentKind(StrEnum):
    """What the content of a file is, where it is no scenario."""

    CAMPAIGN = "campaign"  # of the official editor: several scenarios that follow one another


@dataclass(frozen=True, slots=True)
class OtherContent:
    """Content of a file that is known for what it is, and of which nothing more is understood.

    Attributes:
        kind: What it is.
        tree: The content as it was read.
    """

    kind: ContentKind
    tree: Mapping[str, Any]


Content: TypeAlias = Scenario | OtherContent
"""What a file holds. What asks for one has to say what it does with each."""
