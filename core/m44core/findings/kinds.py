"""The kinds of findings: codes, pages and messages; and the diagnostics and fixes made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cache
from pathlib import Path

from m44core.data_files import Entry, yaml_mapping
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.errors import CatalogueError
from m44core.hexes import Hex
from m44core.messages.message import Message, Value, listed, placeholders
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """Part of a sentence that is words itself, and so is data of the kind (``phrases``).

    Attributes:
        key: Which phrase.
        values: What stands for its placeholders.
    """

    key: str
    values: Mapping[str, PhraseValue]


PhraseValue = Value | Phrase | tuple[Phrase, ...]
"""What a check may put for a placeholder; several words in a row are joined by *and*."""


def phrase(key: str, /, **values: PhraseValue) -> Phrase:
    """Return the phrase *key* of the kind of finding it is said in, with the values it names."""
    return Phrase(key, values)


@dataclass(frozen=True, slots=True)
class FixTitle:
    """What the button of a repair says.

    Attributes:
        template: The title, with ``{placeholders}``.
        safe: Whether it loses nothing and changes no game, so that nobody has to be asked.
    """

    template: str
    safe: bool = False


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """One thing a finding can say.

    Attributes:
        severity: How much it matters.
        template: One sentence without a full stop, with ``{placeholders}``.
    """

    severity: Severity
    template: str


PAGE_PARTS = ("finds", "why", "example", "instead")
"""The parts of a page."""


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of finding.

    Its texts are English here; translators know each by a context: ``M502.occupied``,
    ``M502.fix.give``, ``M501.phrase.land``, ``M502.why``.

    Attributes:
        code: Stable, never used again for something else: ``M502``.
        name: What it finds, so that it reads after "allow": ``unclear-bunker-owner``.
        finds: What it finds, the first sentence in short.
        messages: What it can say, by key.
        fixes: The titles of the repairs it can offer, by key.
        phrases: Words for parts of its sentences, by key; see :class:`Say`.
        sources: The rulebook ids it stands on.
        why: Why that matters; empty where ``finds`` says it.
        example: A case of it.
        instead: What to do; empty where nothing has to be done.
        allowable: Whether a scenario or a folder may allow it.
        settled_by_writing: Whether the reader had to decide what was meant, so that the
            file would say something certain once it is written again.
        quiet: Whether nobody has to do anything about it, so that lists for people leave it
            out unless they are asked for everything.
    """

    code: str
    name: str
    finds: str
    messages: Mapping[str, MessageTemplate]
    fixes: Mapping[str, FixTitle] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    why: str = ""
    example: str = ""
    instead: str = ""
    allowable: bool = True
    settled_by_writing: bool = False
    quiet: bool = False

    @property
    def severities(self) -> tuple[Severity, ...]:
        """How grave its findings can be, the gravest first."""
        found = {message.severity for message in self.messages.values()}
        return tuple(severity for severity in Severity if severity in found)

    def page_part(self, part: str) -> Message:
        """Return a part of its page (:data:`PROSE`)."""
        return Message(getattr(self, part), f"{self.code}.{part}")

    def message(self, key: str, values: Mapping[str, Value]) -> Message:
        """Return what a finding says: one sentence without a full stop.

        Raises:
            CatalogueError: there is no such key, or the values are not those the message names.
        """
        return _filled(self._said(key).template, f"{self.code}.{key}", values)

    def title(self, key: str, values: Mapping[str, Value]) -> Message:
        """Return what the button of a repair says.

        Raises:
            CatalogueError: there is no such key, or the values are not those the title names.
        """
        return _filled(self._title(key).template, f"{self.code}.fix.{key}", values)

    def fix(self, key: str, changes: Mapping[str, object], /, **values: PhraseValue) -> Fix:
        """Return the repair with the title *key* and what it changes.

        Raises:
            CatalogueError: there is no such key, or the values are not those the title names.
        """
        title = self._title(key)
        return Fix(self.code, key, changes, self._values(title.template, values), title.safe)

    def diagnostic(
        self,
        key: str,
        pointer: str = "",
        hex_: Hex | None = None,
        fixes: tuple[Fix, ...] = (),
        /,
        **values: PhraseValue,
    ) -> Diagnostic:
        """Return the finding that says the message *key* of a place, with the values it names.

        Raises:
            CatalogueError: there is no such key, or the values are not those the template names.
        """
        said = self._said(key)
        found = self._values(said.template, values)
        return Diagnostic(self.code, key, said.severity, found, pointer, hex_, fixes)

    def _said(self, key: str) -> MessageTemplate:
        if key not in self.messages:
            raise CatalogueError(f"{self.code} has no message {key!r}")
        return self.messages[key]

    def _title(self, key: str) -> FixTitle:
        if key not in self.fixes:
            raise CatalogueError(f"{self.code} has no fix {key!r}")
        return self.fixes[key]

    def _values(self, template: str, values: Mapping[str, PhraseValue]) -> Mapping[str, Value]:
        _expect(template, values)
        return {name: self._value(value) for name, value in values.items()}

    def _value(self, value: PhraseValue) -> Value:
        if isinstance(value, tuple):
            return listed(map(self._value, value))
        if not isinstance(value, Phrase):
            return value
        if value.key not in self.phrases:
            raise CatalogueError(f"{self.code} has no phrase {value.key!r}")
        template = self.phrases[value.key]
        context = f"{self.code}.phrase.{value.key}"
        return Message(template, context, self._values(template, value.values))


def _filled(template: str, context: str, values: Mapping[str, Value]) -> Message:
    _expect(template, values)
    return Message(template, context, values)


def _expect(template: str, values: Mapping[str, PhraseValue]) -> None:
    if placeholders(template) != values.keys():
        raise CatalogueError(f"{template!r} does not take the values {sorted(values)}")


@dataclass(frozen=True, slots=True)
class Family:
    """The kinds of findings about one subject.

    Attributes:
        beginning: How their codes begin: ``M5``.
        name: What the subject is called, in English.
        kinds: The kinds by code, in the order of the codes.
    """

    prefix: str
    name: str
    kinds: Mapping[str, FindingKind]

    @property
    def title(self) -> Message:
        """What the subject is called."""
        return Message(self.name, f"{self.prefix}.title")


DATA = Path(__file__).parent / "data"

FAMILIES: Mapping[str, str] = {
    "M0": "document",
    "M1": "board",
    "M2": "components",
    "M3": "setup",
    "M4": "units",
    "M5": "terrain",
    "M6": "objectives",
    "M7": "playability",
    "M8": "texts",
    "M9": "arena",
    "P1": "publication",
}
"""The data file of each family of codes, by how the codes begin."""

RETIRED: Mapping[str, str] = {"M113": "rules-not-known-yet"}
"""Codes that are no longer used, with their names: files and settings may still speak of them."""


def kind(code: str) -> FindingKind:
    """Return the kind of finding a code stands for.

    Raises:
        CatalogueError: there is none, or our own data is wrong.
    """
    kinds = family(code[:2]).kinds
    if code not in kinds:
        raise CatalogueError(f"there is no finding {code!r}")
    return kinds[code]


def all_kinds() -> Mapping[str, FindingKind]:
    """Return every kind of finding by code, in the order of the codes.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return {
        code: found for beginning in FAMILIES for code, found in family(beginning).kinds.items()
    }


@cache
def family(beginning: str) -> Family:
    """Return the family of the codes that begin so (``M4``); read once.

    Raises:
        CatalogueError: there is none, or our own data is wrong.
    """
    if beginning not in FAMILIES:
        raise CatalogueError(f"there are no findings {beginning}xx")
    return read_family(DATA / f"{FAMILIES[beginning]}.yaml", beginning)


def read_family(path: Path, beginning: str = "") -> Family:
    """Return the family of findings a data file describes, whose codes begin so.

    Raises:
        CatalogueError: the file is missing or wrong; the message names it.
    """
    try:
        said = yaml_mapping(path)
        kinds = {code: _kind(code, of) for code, of in said["kinds"].items()}
        return Family(beginning, said["title"], kinds)
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{path.name} is wrong: {error!r}") from error


def _kind(code: str, said: Entry) -> FindingKind:
    own = dict(said)
    own["messages"] = {key: _message(of) for key, of in own["messages"].items()}
    own["fixes"] = {key: _title(of) for key, of in own.get("fixes", {}).items()}
    own["sources"] = tuple(own.get("sources", ()))
    return FindingKind(code=code, **own)


def _title(said: str | Mapping[str, str]) -> FixTitle:
    return FixTitle(said) if isinstance(said, str) else FixTitle(said["safe"], safe=True)


def _message(said: Mapping[str, str]) -> MessageTemplate:
    ((severity, template),) = said.items()
    return MessageTemplate(Severity(severity), template)


def finding(
    code: str,
    key: str,
    pointer: str = "",
    hex_: Hex | None = None,
    fixes: tuple[Fix, ...] = (),
    /,
    **values: PhraseValue,
) -> Diagnostic:
    """Return the finding *code* that says the message *key* of a place in the document.

    Raises:
        CatalogueError: there is no such code or key, or the values are not those the message names.
    """
    return kind(code).diagnostic(key, pointer, hex_, fixes, **values)


def finding_at(place: tuple[int, int], code: str, key: str, /, **values: PhraseValue) -> Diagnostic:
    """Return the finding *code* that says the message *key* of a line and column, both from 1.

    Raises:
        CatalogueError: there is no such code or key, or the values are not those the message names.
    """
    line, column = place
    return replace(finding(code, key, **values), line=line, column=column)


def fix(code: str, key: str, changes: Mapping[str, object], /, **values: PhraseValue) -> Fix:
    """Return the fix with the title *key* of the finding *code* and what it changes.

    Raises:
        CatalogueError: there is no such code or key, or the values are not those the title names.
    """
    return kind(code).fix(key, changes, **values)


def rewrite_fixes(code: str) -> tuple[Fix, ...]:
    """Return the fix that writes a file in the normal form, as the finding *code* calls it.

    It says what the document says already, so that nothing but the writing changes.

    Raises:
        CatalogueError: there is no such code, or it has no such fix.
    """
    return (fix(code, "normal", {"/format": 1}),)
