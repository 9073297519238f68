"""The kinds of findings: codes, pages and messages; and diagnostics and fixes made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cache
from pathlib import Path

from m44core.data_files import Entry, read_yaml_mapping
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.errors import CatalogueError
from m44core.hexes import Hex
from m44core.messages.message import Message, Value, listed, placeholders
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a message that is itself text, taken from ``phrases`` of the kind of finding.

    Attributes:
        key: The key of the phrase.
        values: The values of its placeholders.
    """

    key: str
    values: Mapping[str, PhraseValue]


PhraseValue = Value | Phrase | tuple[Phrase, ...]
"""A value that a check gives for a placeholder; several phrases are joined by *and*."""


def phrase(key: str, /, **values: PhraseValue) -> Phrase:
    """Return the phrase *key* of a kind of finding, with the values of its placeholders."""
    return Phrase(key, values)


@dataclass(frozen=True, slots=True)
class FixTitle:
    """The title of a fix, shown on its button.

    Attributes:
        template: The title, with ``{placeholders}``.
        safe: Whether the fix can be applied without asking, because it neither loses data nor
            changes play.
    """

    template: str
    safe: bool = False


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """One message of a kind of finding.

    Attributes:
        severity: The severity of the finding.
        template: One sentence without a final period, with ``{placeholders}``.
    """

    severity: Severity
    template: str


PAGE_PARTS = ("finds", "why", "example", "instead")
"""The parts of a page."""


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of finding: its code, name, messages, fixes and page.

    The texts are in English; translators identify each by its context: ``M502.occupied``,
    ``M502.fix.give``, ``M501.phrase.land``, ``M502.why``.

    Attributes:
        code: The code, never reused: ``M502``.
        name: Its name, which reads well after "allow": ``unclear-bunker-owner``.
        finds: The problem that the check finds; the first sentence is the summary.
        messages: Its messages, each under its key.
        fixes: The titles of its fixes, each under its key.
        phrases: Parts of its messages, each under its key; see :class:`Phrase`.
        sources: The rulebook ids it is based on.
        why: The reason why it matters; empty if ``finds`` gives it.
        example: An example.
        instead: The recommended alternative; empty if nothing has to be done.
        allowable: Whether a scenario or a folder can allow (suppress) it.
        settled_by_writing: Whether the reader had to choose between several meanings, a choice
            that saving the file would make permanent.
        quiet: Whether it needs no action; lists for people then leave it out by default.
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
        """The severities of its messages, the highest first."""
        severities = {message.severity for message in self.messages.values()}
        return tuple(severity for severity in Severity if severity in severities)

    def page_part(self, part: str) -> Message:
        """Return a part of its page (:data:`PAGE_PARTS`)."""
        return Message(getattr(self, part), f"{self.code}.{part}")

    def message(self, key: str, values: Mapping[str, Value]) -> Message:
        """Return the message *key*: one sentence without a final period.

        Raises:
            CatalogueError: there is no such key, or the values do not match the placeholders.
        """
        return _checked_message(self._template(key).template, f"{self.code}.{key}", values)

    def title(self, key: str, values: Mapping[str, Value]) -> Message:
        """Return the title of the fix *key*.

        Raises:
            CatalogueError: there is no such key, or the values do not match the placeholders.
        """
        return _checked_message(self._fix_title(key).template, f"{self.code}.fix.{key}", values)

    def fix(self, key: str, changes: Mapping[str, object], /, **values: PhraseValue) -> Fix:
        """Return the fix *key* with the changes it makes.

        Raises:
            CatalogueError: there is no such key, or the values do not match the placeholders.
        """
        title = self._fix_title(key)
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
        """Return a finding with the message *key*, filled with *values*.

        Raises:
            CatalogueError: there is no such key, or the values do not match the placeholders.
        """
        template = self._template(key)
        fields = self._values(template.template, values)
        return Diagnostic(self.code, key, template.severity, fields, pointer, hex_, fixes)

    def _template(self, key: str) -> MessageTemplate:
        if key not in self.messages:
            raise CatalogueError(f"{self.code} has no message {key!r}")
        return self.messages[key]

    def _fix_title(self, key: str) -> FixTitle:
        if key not in self.fixes:
            raise CatalogueError(f"{self.code} has no fix {key!r}")
        return self.fixes[key]

    def _values(self, template: str, values: Mapping[str, PhraseValue]) -> Mapping[str, Value]:
        _check_placeholders(template, values)
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


def _checked_message(template: str, context: str, values: Mapping[str, Value]) -> Message:
    _check_placeholders(template, values)
    return Message(template, context, values)


def _check_placeholders(template: str, values: Mapping[str, PhraseValue]) -> None:
    if placeholders(template) != values.keys():
        raise CatalogueError(f"{template!r} does not take the values {sorted(values)}")


@dataclass(frozen=True, slots=True)
class FindingFamily:
    """The kinds of findings about one subject.

    Attributes:
        prefix: The prefix of their codes: ``M5``.
        name: The name of the subject, in English.
        kinds: The kinds, keyed by code, in the order of the codes.
    """

    prefix: str
    name: str
    kinds: Mapping[str, FindingKind]

    @property
    def title(self) -> Message:
        """The name of the subject."""
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
"""The name of each family's data file without ``.yaml``, keyed by the prefix of its codes."""

RETIRED_NAMES = frozenset(("rules-not-known-yet",))
"""The names of retired checks; files and settings may still contain them."""


def kind(code: str) -> FindingKind:
    """Return the kind of finding with a code.

    Raises:
        CatalogueError: there is no such code, or the data of the program is wrong.
    """
    kinds = finding_family(code[:2]).kinds
    if code not in kinds:
        raise CatalogueError(f"there is no finding {code!r}")
    return kinds[code]


def all_kinds() -> Mapping[str, FindingKind]:
    """Return every kind of finding, keyed by code, in the order of the codes.

    Raises:
        CatalogueError: the data of the program is wrong.
    """
    return {
        code: kind for prefix in FAMILIES for code, kind in finding_family(prefix).kinds.items()
    }


@cache
def finding_family(prefix: str) -> FindingFamily:
    """Return the family of codes with a prefix (``M4``); cached.

    Raises:
        CatalogueError: there is no such family, or the data of the program is wrong.
    """
    if prefix not in FAMILIES:
        raise CatalogueError(f"there are no findings {prefix}xx")
    return read_family(DATA / f"{FAMILIES[prefix]}.yaml", prefix)


def read_family(path: Path, prefix: str = "") -> FindingFamily:
    """Return the family of findings in a data file, whose codes have this prefix.

    Raises:
        CatalogueError: the file is missing or wrong; the message names it.
    """
    try:
        data = read_yaml_mapping(path)
        kinds = {code: _parse_kind(code, entry) for code, entry in data["kinds"].items()}
        return FindingFamily(prefix, data["title"], kinds)
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{path.name} is wrong: {error!r}") from error


def _parse_kind(code: str, data: Entry) -> FindingKind:
    entry = dict(data)
    entry["messages"] = {
        key: _parse_template(template) for key, template in entry["messages"].items()
    }
    entry["fixes"] = {
        key: _parse_title(template) for key, template in entry.get("fixes", {}).items()
    }
    entry["sources"] = tuple(entry.get("sources", ()))
    return FindingKind(code=code, **entry)


def _parse_title(data: str | Mapping[str, str]) -> FixTitle:
    return FixTitle(data) if isinstance(data, str) else FixTitle(data["safe"], safe=True)


def _parse_template(data: Mapping[str, str]) -> MessageTemplate:
    ((severity, template),) = data.items()
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
    """Return the finding *code* with the message *key*, at a pointer or hex of the document.

    Raises:
        CatalogueError: there is no such code or key, or the values do not match the placeholders.
    """
    return kind(code).diagnostic(key, pointer, hex_, fixes, **values)


def finding_at(
    position: tuple[int, int], code: str, key: str, /, **values: PhraseValue
) -> Diagnostic:
    """Return the finding *code* with the message *key* at a line and column, counted from 1.

    Raises:
        CatalogueError: there is no such code or key, or the values do not match the placeholders.
    """
    line, column = position
    return replace(finding(code, key, **values), line=line, column=column)


def fix(code: str, key: str, changes: Mapping[str, object], /, **values: PhraseValue) -> Fix:
    """Return the fix *key* of the finding *code*, with the changes it makes.

    Raises:
        CatalogueError: there is no such code or key, or the values do not match the placeholders.
    """
    return kind(code).fix(key, changes, **values)


def rewrite_fixes(code: str) -> tuple[Fix, ...]:
    """Return a tuple with the fix of the finding *code* that rewrites the file in normal form.

    The scenario stays the same; only the file is written differently.

    Raises:
        CatalogueError: there is no such code, or it has no such fix.
    """
    return (fix(code, "normal", {"/format": 1}),)
