"""Writing the workshop document as YAML that means the same in YAML 1.1 and 1.2."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from m44core.io.text.json_pointers import ALLOW, allowance_pointer, escaped_step
from m44core.io.text.text_style import NO_COMMENTS, Comments

_UNQUOTED_TEXT = re.compile(r"[^\W\d_](?:[\w .'()/&+-]*[\w.')+])?")
_UNQUOTED_ON_LINE = re.compile(r"[^\W\d_](?:[\w .,;!?'()/&+\u2019-]*[\w.')+!?])?")
_RESERVED_WORD = re.compile(r"(?i:y|n|yes|no|on|off|true|false|null|none|nan|inf)")
_ESCAPED_CHARACTERS = re.compile("[\x7f-\x9f\xad\u2028\u2029\ufeff\ufffe\uffff]")
_NOT_IN_BLOCK = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_BLOCKS = re.compile(r"|/(?:briefing|texts|texts/[^/]*|hexes|labels|meta|m44|written)")


def yaml_text(document: dict[str, object], comments: Comments) -> str:
    """Return a workshop document as YAML text, with one hex per line."""
    lines = [*comments.top, *_block_lines(document, "", 0, comments), *comments.end]
    return "\n".join(lines) + "\n"


def block_lines(mapping: Mapping[str, object], pointer: str) -> Iterator[str]:
    """Yield the lines for the members of the mapping at *pointer*, without indentation."""
    return _block_lines(mapping, pointer, 0, NO_COMMENTS)


def literal_block(text: str, margin: str) -> str | None:
    """Return a text as a literal block below a key indented by *margin*; None if impossible."""
    if not _fits_block(text):
        return None
    return "\n".join(_literal_block_lines("", text, margin)).lstrip()


def _block_lines(
    mapping: Mapping[str, object], pointer: str, indent: int, comments: Comments
) -> Iterator[str]:
    margin = "  " * indent
    for key, value in mapping.items():
        key_pointer = f"{pointer}/{escaped_step(key)}"
        for line in comments.before.get(key_pointer, ()):
            yield margin + line if line else line
        comment = comments.end_of_line.get(key_pointer)
        note = f"  {comment}" if comment else ""
        head = f"{margin}{to_key(key)}:"
        if isinstance(value, dict) and value and _BLOCKS.fullmatch(key_pointer):
            yield head + note
            yield from _block_lines(value, key_pointer, indent + 1, comments)
        elif key_pointer == f"/{ALLOW}" and isinstance(value, list):
            yield head + note
            yield from _items(value, comments)
        elif isinstance(value, str) and _fits_block(value):
            yield from _literal_block_lines(head, value, margin)
        else:
            yield f"{head} {_value_on_line(value)}{note}"


def _items(entries: list[object], comments: Comments) -> Iterator[str]:
    for entry in entries:
        name = allowance_pointer(entry)
        yield from (f"  {line}" if line else line for line in comments.before.get(name, ()))
        comment = comments.end_of_line.get(name)
        yield f"  - {to_flow(entry)}" + (f"  {comment}" if comment else "")


def _value_on_line(value: object) -> str:
    """Return a value that ends its line, where unquoted text can contain commas."""
    if isinstance(value, str) and _is_unquoted(value, _UNQUOTED_ON_LINE):
        return value
    return to_flow(value)


def to_key(key: str) -> str:
    """Return a key as YAML text, quoted if necessary."""
    return key if key == "$schema" else _scalar_text(key)


def _fits_block(text: str) -> bool:
    """Return whether a text has several lines and can be written as a literal block."""
    stripped_text = text.strip(" \t\n")
    return (
        "\n" in stripped_text
        and not text[0].isspace()
        and not text.endswith("\n\n")
        and not _NOT_IN_BLOCK.search(text)
    )


def _literal_block_lines(head: str, text: str, margin: str) -> Iterator[str]:
    yield f"{head} |" if text.endswith("\n") else f"{head} |-"
    for line in text.removesuffix("\n").split("\n"):
        yield f"{margin}  {line}" if line else ""


def to_flow(value: object) -> str:
    """Return a value as one line in YAML's flow style."""
    if isinstance(value, dict):
        inner = ", ".join(f"{to_key(key)}: {to_flow(item)}" for key, item in value.items())
        return f"{{{inner}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(to_flow, value))}]"
    return _scalar_text(value)


def _scalar_text(value: object) -> str:
    if isinstance(value, str):
        return value if _is_unquoted(value, _UNQUOTED_TEXT) else _quoted_text(value)
    if isinstance(value, float):
        return _format_float(value)
    return json.dumps(value)


def _is_unquoted(text: str, pattern: re.Pattern[str]) -> bool:
    """Return whether a text matches a pattern and needs no quotes in any version of YAML."""
    return (
        bool(pattern.fullmatch(text)) and not _RESERVED_WORD.fullmatch(text) and text.isprintable()
    )


def _quoted_text(text: str) -> str:
    return _ESCAPED_CHARACTERS.sub(
        lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False)
    )


def _format_float(value: float) -> str:
    """Format a float so that YAML 1.1 and 1.2 both read it as a number (not ``1e5``)."""
    text = repr(value)
    if "e" in text and "." not in text:
        return text.replace("e", ".0e")
    return re.sub(r"e(\d)", r"e+\1", text)
