#!/usr/bin/env python3
"""Reword English messages and keep their translations.

    packaging/reword.py TABLE [--check]

TABLE is YAML: a list of entries with `was` and `now`, both a text, or the two texts of a message
with a plural, and `context` if the message has one. The tool changes the text in the code and the
data and in the sentences that tests expect, and adds the pair to `packaging/reworded.yaml`. With
that list `packaging/messages.py update` moves the translations to the new text, even those in a PO
file that a translator started from the older English. Use it only if the meaning stays the same;
if the meaning changes, edit the text by hand, and `update` marks the translations for review.

With `--check` nothing is written; entries that cannot be applied are listed in any case.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import yaml

import messages
from m44core.messages.message import COUNTED, placeholders
from messages import as_texts
from messages_in_code import MESSAGE_CALLS

ROOT = messages.ROOT
_DATA = ("core/m44core", "editor/m44editor")
_SCHEMAS = ("schema",)  # JSON is YAML, too
_CODE = ("core/m44core", "editor/m44editor")
_EXPECTATIONS = ("tests",)
_MIN_LETTERS = 12  # letters a template must have outside its placeholders to be recognised in tests
_COLUMNS = 98
_LABELS = {"label", "title", "one", "other"}  # keys of texts that may be a single word
_CONTEXTS = {"counted": COUNTED}


@dataclass(frozen=True)
class Rewording:
    """A message whose English changes.

    Attributes:
        context: The context of the message; empty if it has none.
        was: The old English text, or both texts of a message with a plural.
        now: The new text or texts.
    """

    context: str
    was: tuple[str, ...]
    now: tuple[str, ...]

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """Each old text with its new text."""
        return zip(self.was, self.now, strict=True)


def main(arguments: Sequence[str]) -> int:
    """Apply a table; return 0 if every entry could be applied, 1 if not, 2 for wrong arguments."""
    tables = [Path(each) for each in arguments if each != "--check"]
    if len(tables) != 1:
        print((__doc__ or "").strip())
        return 2
    entries = read_table(tables[0])
    errors = dict(inapplicable_entries(entries))
    sources = SourceTexts([each for each in entries if each not in errors])
    for each in sources.missing:
        errors[each] = "neither the code nor the data hold this text as it is"
    applied = [each for each in entries if each not in errors]
    if "--check" not in arguments:
        expectations = ExpectedSentences(applied)
        sources.write()
        expectations.write()
        record_rewordings(applied)
    for rewording, reason in errors.items():
        print(f"{rewording.was[0]!r}: {reason}")
    print(f"{len(applied)} of {len(entries)} entries")
    return 1 if errors else 0


def read_table(path: Path) -> list[Rewording]:
    """Return the entries of a table, without those that change nothing."""
    entries = [
        Rewording(str(each.get("context", "")), as_texts(each["was"]), as_texts(each["now"]))
        for each in yaml.safe_load(path.read_text("utf-8")) or ()
    ]
    return [each for each in dict.fromkeys(entries) if each.was != each.now]


def inapplicable_entries(entries: Iterable[Rewording]) -> Iterator[tuple[Rewording, str]]:
    """Yield the entries that cannot be applied, each with the reason."""
    current = {
        (entry.context, (entry.id,) if isinstance(entry.id, str) else entry.id)
        for entry in messages.message_entries(ROOT)
    }
    singular = {(context, texts[0]) for context, texts in current}
    for each in entries:
        if (each.context, each.was) not in current:
            yield each, "no message has this text and context"
        elif len(each.was) != len(each.now):
            yield each, "one of the two has a plural"
        elif any(placeholders(was) != placeholders(now) for was, now in each.pairs):
            yield each, "the new text has other placeholders"
        elif (each.context, each.now[0]) in singular:
            yield each, "another message has the new text already"


FoundTexts: TypeAlias = set[tuple[str, str]]
"""Texts of messages that were found, each with its context."""


class SourceTexts:
    """The code and data files with English texts, changed in memory until written.

    Attributes:
        missing: The rewordings whose texts occur neither in the code nor in the data.
    """

    def __init__(self, rewordings: Sequence[Rewording]) -> None:
        self._changed_texts: dict[Path, str] = {}
        places: FoundTexts = set()
        for path in _matching_files(_CODE, "*.py"):
            places |= self._change(path, *reword_code(_read_text(path), rewordings))
        for path in (*_matching_files(_DATA, "*.yaml"), *_matching_files(_SCHEMAS, "*.json")):
            places |= self._change(path, *reword_yaml(_read_text(path), rewordings))
        self.missing = [
            each
            for each in rewordings
            if not places.issuperset((each.context, was) for was in each.was)
        ]

    def _change(self, path: Path, text: str, places: FoundTexts) -> FoundTexts:
        if text != _read_text(path):
            self._changed_texts[path] = text
        return places

    def write(self) -> None:
        """Write every changed file."""
        for path, text in self._changed_texts.items():
            path.write_text(text, "utf-8")


@cache
def _read_text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def _matching_files(folders: tuple[str, ...], pattern: str) -> tuple[Path, ...]:
    return tuple(path for each in folders for path in sorted((ROOT / each).rglob(pattern)))


def reword_code(text: str, rewordings: Sequence[Rewording]) -> tuple[str, FoundTexts]:
    """Return a module with its messages reworded, and the texts found in it."""
    table = {(each.context, each.was): each for each in rewordings}
    edits: list[tuple[ast.Constant, str]] = []
    places: FoundTexts = set()
    for context, literals in _message_literals(text):
        if wording := table.get((context, tuple(str(each.value) for each in literals))):
            edits += zip(literals, wording.now, strict=True)
            places.update((context, was) for was in wording.was)
    return (_with_replaced_literals(text, edits) if edits else text), places


def _message_literals(text: str) -> Iterator[tuple[str, tuple[ast.Constant, ...]]]:
    """Yield the context and the literals of each message created in a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            has_context, places = MESSAGE_CALLS.get(node.func.id, (False, ()))
            arguments = dict(enumerate(node.args, 1))
            literals = [arguments.get(place) for place in places]
            context = (
                _literal_text(node.args[0]) if has_context else _CONTEXTS.get(node.func.id, "")
            )
            constants = tuple(each for each in literals if isinstance(each, ast.Constant))
            if constants and len(constants) == len(places):
                yield context, constants


def _literal_text(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _with_replaced_literals(
    text: str, edits: list[tuple[ast.Constant, str]], multiline_format: str = "{}"
) -> str:
    """Return a module with literals replaced.

    *multiline_format* is the format of literals that span several lines.
    """
    lines = text.splitlines(keepends=True)
    for node, now in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset))[::-1]:
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        before = lines[first].encode()[: node.col_offset].decode()
        after = lines[last].encode()[node.end_col_offset :].decode()
        in_f_string = lines[first].encode()[node.col_offset :].startswith(b"'")
        literal = repr(now) if in_f_string else _python_literal(now, node.col_offset)
        literal = multiline_format.format(literal) if "\n" in literal else literal
        lines[first : last + 1] = [f"{before}{literal}{after}"]
    return "".join(lines)


def _python_literal(text: str, column: int) -> str:
    """Return a text as a Python literal, on several lines if it is long."""
    width = max(40, _COLUMNS - column - 4)
    quoted = _quote(text)
    if len(quoted) <= width or " " not in text:
        return quoted
    parts = [_quote(part) for part in _text_chunks(text, width)]
    return f"\n{' ' * column}".join(parts)


def _text_chunks(text: str, width: int) -> Iterator[str]:
    part = ""
    for word in re.findall(r"\S*\s*", text):
        if part and len(_quote(part + word.rstrip(" "))) > width:
            yield part
            part = ""
        part += word
    if part:
        yield part


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n")
    return (
        f"'{escaped}'"
        if '"' in text and "'" not in text
        else f'"{escaped.replace(chr(34), chr(92) + chr(34))}"'
    )


def reword_yaml(text: str, rewordings: Sequence[Rewording]) -> tuple[str, FoundTexts]:
    """Return a YAML text with the messages among its values reworded, and the messages found.

    Scalars keep their style: blocks get the lines of the new text, quoted text stays quoted. The
    texts of a check, with a context such as ``M101.key``, only change below that code.
    """
    table: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for each in rewordings:
        for was, now in each.pairs:
            key = _check_code(each.context), " ".join(was.split())
            table.setdefault(key, []).append((each.context, was, now))
    places: FoundTexts = set()
    for codes, node in _scalars_with_codes(text):
        words = " ".join(node.value.split())
        matching = [each for code in (*codes, "") for each in table.get((code, words), ())]
        if matching:
            places.update((context, was) for context, was, _ in matching)
            new = _format_scalar(node, matching[0][2], text)
            text = text[: node.start_mark.index] + new + text[_end_offset(node, text) :]
    return text, places


def _check_code(context: str) -> str:
    match = re.match(r"([MP]\d{3})\.", context)
    return match[1] if match else ""


def _scalars_with_codes(text: str) -> list[tuple[tuple[str, ...], yaml.ScalarNode]]:
    """Return the scalar values of a YAML text, each with the codes of its checks, last first.

    A scalar that is repeated by an alias belongs to several checks.
    """
    codes: dict[int, dict[str, None]] = {}
    nodes = {}
    for code, node in _scalar_values_of(yaml.compose(text, Loader=yaml.SafeLoader), ""):
        nodes[node.start_mark.index] = node
        codes.setdefault(node.start_mark.index, {})[code] = None
    return [(tuple(codes[index]), nodes[index]) for index in sorted(nodes, reverse=True)]


def _scalar_values_of(node: yaml.Node | None, code: str) -> Iterator[tuple[str, yaml.ScalarNode]]:
    if isinstance(node, yaml.ScalarNode):
        yield code, node
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            is_code = isinstance(value, yaml.ScalarNode) and len(value.value.split()) == 1
            if not is_code or key.value in _LABELS:
                yield from _scalar_values_of(value, _check_code(f"{key.value}.") or code)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:  # a single word in a list is a code, too
            if not isinstance(value, yaml.ScalarNode) or " " in value.value:
                yield from _scalar_values_of(value, code)


def _end_offset(node: yaml.ScalarNode, text: str) -> int:
    """Return the end offset of a scalar, before the blank lines that PyYAML includes in a block."""
    end = node.end_mark.index
    if node.style in ("|", ">"):
        end = node.start_mark.index + len(text[node.start_mark.index : end].rstrip())
    return int(end)


def _format_scalar(node: yaml.ScalarNode, value: str, text: str) -> str:
    if node.style in ("|", ">"):
        return _format_block(node, value, text)
    if node.style is None and _is_plain(value, node.value):
        return _wrapped_scalar(node, value)
    quoted = '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return _wrapped_scalar(node, quoted)


def _is_plain(value: str, before: str) -> bool:
    """Return whether *value*, the new text of a plain scalar, needs no quotes either."""
    if re.search(r"[:#]|[,\[\]{}]", value) and not set("[]{},") & set(before):
        safe = not re.search(r": |:$| #|[,\[\]{}]", value)
    else:
        safe = not re.search(r": |:$| #", value)
    return safe and not re.match(r"[-?:,\[\]{}#&*!|>'\"%@`\s]", value) and value == value.strip()


def _wrapped_scalar(node: yaml.ScalarNode, text: str) -> str:
    """Return a plain or quoted scalar, on several lines if the old one was, else on one."""
    if node.start_mark.line == node.end_mark.line:
        return text
    indent = node.start_mark.column + 2
    lines = textwrap.wrap(text, _COLUMNS - indent, break_long_words=False, break_on_hyphens=False)
    return f"\n{' ' * indent}".join(lines)


def _format_block(node: yaml.ScalarNode, value: str, text: str) -> str:
    source = text[node.start_mark.index : node.end_mark.index]
    header, _, rest = source.partition("\n")
    indent = re.match(r"\s*", rest.lstrip("\n"))
    pad = indent[0] if indent else "  "
    lines = value.split("\n") if node.style == "|" else textwrap.wrap(value, _COLUMNS - len(pad))
    return "\n".join([header, *(pad + line if line else "" for line in lines)])


class ExpectedSentences:
    """The files with sentences that tests expect, changed in memory until written.

    Each sentence changes from the old to the new English; the values in it stay the same.
    """

    def __init__(self, rewordings: Iterable[Rewording]) -> None:
        self._changed_texts: dict[Path, str] = {}
        patterns = [
            (pattern_of(was), now)
            for each in rewordings
            for was, now in each.pairs
            if len(re.sub(r"\{[^}]*\}", "", was)) >= _MIN_LETTERS
        ]
        for path in _matching_files(_EXPECTATIONS, "*.yaml"):
            self._change(path, _yaml_expectations(_read_text(path), patterns))
        for path in _matching_files(_EXPECTATIONS, "*.py"):
            self._change(path, _code_expectations(_read_text(path), patterns))

    def _change(self, path: Path, text: str) -> None:
        if text != _read_text(path):
            self._changed_texts[path] = text

    def write(self) -> None:
        """Write every changed test file."""
        for path, text in self._changed_texts.items():
            path.write_text(text, "utf-8")


Patterns = list[tuple[re.Pattern[str], str]]


def pattern_of(template: str) -> re.Pattern[str]:
    """Return a pattern for the English messages of a template, with its values as named groups."""
    seen: set[str] = set()

    def named_group(match: re.Match[str]) -> str:
        name = re.split(r"[:!]", match[1])[0]
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>.+?)"

    return re.compile(
        re.sub(r"\\\{(\w+(?:[:!]\w+)?)\\\}", named_group, re.escape(template)), re.DOTALL
    )


def with_new_english(text: str, patterns: Patterns) -> str:
    """Return an expected sentence in the new English, or unchanged if no template matches."""
    for pattern, now in patterns:
        if match := pattern.fullmatch(text):
            parts = re.split(r"\{(\w+)(?:[:!]\w+)?\}", now)
            return "".join(match[part] if at % 2 else part for at, part in enumerate(parts))
    return text


def _yaml_expectations(text: str, patterns: Patterns) -> str:
    try:
        scalars = _scalars_with_codes(text)
    except yaml.YAMLError:
        return text  # a case file that is to be broken
    for _, node in scalars:
        value = (
            with_new_english(" ".join(node.value.split()), patterns) if " " in node.value else ""
        )
        if value and value.split() != node.value.split():
            text = (
                text[: node.start_mark.index]
                + _format_scalar(node, value, text)
                + text[_end_offset(node, text) :]
            )
    return text


def _code_expectations(text: str, patterns: Patterns) -> str:
    edits = [
        (node, value)
        for node in _plain_literals(ast.parse(text))
        if (value := with_new_english(node.value, patterns)) != node.value  # type: ignore[arg-type]  # a str
    ]
    return _with_replaced_literals(text, edits, "({})") if edits else text


def _plain_literals(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the string literals of a module that contain a space, except those in f-strings."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node
        yield from _plain_literals(node)


def record_rewordings(rewordings: Iterable[Rewording]) -> None:
    """Add rewordings to the list that `messages.py update` uses."""
    with messages.REWORDED.open("a", encoding="utf-8") as file:
        for each in rewordings:
            entry = {"context": each.context} if each.context else {}
            one = len(each.was) == 1
            texts = {
                "was": each.was[0] if one else list(each.was),
                "now": each.now[0] if one else list(each.now),
            }
            file.write(
                yaml.safe_dump([entry | texts], allow_unicode=True, sort_keys=False, width=1000)
            )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
