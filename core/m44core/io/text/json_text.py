"""Reading JSON strictly, with the positions of problems, and writing it in a given style."""

from __future__ import annotations

import json
import math
import re
from functools import partial

from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import PhraseValue, finding_at
from m44core.io.text.decoding import VALUE_LIMIT
from m44core.io.text.finding_limits import MAX_PER_CODE, CappedFindings
from m44core.io.text.json_pointers import JsonPositions, line_and_column, scan_positions
from m44core.io.text.text_style import TextStyle
from m44core.messages.message import with_thousands_separators

DEPTH_LIMIT = 64
_MAX_EXACT_INTEGER = 2**53
_LONG_NUMBER = re.compile(r"\d{16}")
_SURROGATES = re.compile(
    r"(?P<pair>\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\\\"
)
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')
_WEB_PAGE = re.compile(r"\s*<(?:!doctype\s+)?html\b", re.IGNORECASE)
_YAML_SCENARIO = re.compile(
    r"(?:\s|#[^\n]*\n|---\s)*(?:format|board|briefing|texts|hexes|labels|meta)[ \t]*:"
)
_COMMENT = re.compile(r"//|/\*|#")
_LEFT_OUT = object()

_KEYS = {
    "Expecting ',' delimiter": "no-comma",
    "Expecting ':' delimiter": "no-colon",
    "Expecting property name enclosed in double quotes": "no-key",
    "Expecting value": "no-value",
    "Extra data": "more-text",
    "Invalid control character": "open-text",
    "Invalid \\escape": "backslash",
    "Invalid \\uXXXX escape": "no-digits",
}
"""The message keys of M005 by the error messages of Python's decoder."""


class JsonReader:
    """Reads one JSON text.

    Attributes:
        findings: The problems in it, after :meth:`read`.
        failed: Whether the text could not be read, in which case there is no value.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.findings: list[Diagnostic] = []
        self.failed = False
        self._needs_scan = False
        self._pair_count = 0

    def read(self) -> object:
        """Return the value; None if the text could not be read."""
        if "\\u" in self.text:
            surrogate_findings = CappedFindings()
            mark = partial(self._keep_or_replace_escape, surrogate_findings)
            self.text = _SURROGATES.sub(mark, self.text)
            self.findings += surrogate_findings.all()
        try:
            value = self._decoder().decode(self.text)
        except json.JSONDecodeError as error:
            self._explain_error(error)
            return None
        except RecursionError:
            self._report_too_deep()
            return None
        values = _count_values(value)
        if values is None:
            self._report_too_deep()
            return None
        if max(values, self._pair_count) > VALUE_LIMIT:
            self._fail(0, "M015", "many", limit=with_thousands_separators(VALUE_LIMIT))
            return None
        if self._needs_scan:
            value = _without_left_out_values(value)
            self._explain(scan_positions(self.text))
        return None if value is _LEFT_OUT else value

    def _decoder(self) -> json.JSONDecoder:
        return json.JSONDecoder(
            object_pairs_hook=self._build_object,
            parse_constant=self._omit_number,
            parse_float=self._parse_float,
            parse_int=self._parse_int if _LONG_NUMBER.search(self.text) else None,
        )

    def _build_object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        self._pair_count += len(pairs)
        result = dict(pairs)
        if len(result) != len(pairs):
            self._needs_scan = True
        return result

    def _omit_number(self, _: str) -> object:
        self._needs_scan = True
        return _LEFT_OUT

    def _parse_float(self, digits: str) -> object:
        value = float(digits)
        return value if math.isfinite(value) else self._omit_number(digits)

    def _parse_int(self, digits: str) -> object:
        value = _int_or_none(digits)
        if value is None:
            return self._omit_number(digits)
        if abs(value) > _MAX_EXACT_INTEGER:
            self._needs_scan = True
        return value

    def _keep_or_replace_escape(
        self, surrogate_findings: CappedFindings, match: re.Match[str]
    ) -> str:
        if not match["lone"]:
            return match[0]
        if surrogate_findings.admits("M010"):
            self._report(match.start(), "M010", "half", escape=match[0])
        return "\\ufffd"

    def _explain(self, positions: JsonPositions) -> None:
        for pointer, offset in positions.duplicates[:MAX_PER_CODE]:
            key = pointer.rpartition("/")[2]
            self._report(offset, "M008", "again", key=key)
        for _, digits, offset in positions.numbers:
            if len(self.findings) > 2 * MAX_PER_CODE:
                return
            if digits[0] in "NI" or digits == "-Infinity" or _is_infinite(digits):
                shortened = digits if len(digits) < 20 else f"{digits[:12]}..."
                self._report(offset, "M006", "in-json", number=shortened)
            elif _LONG_NUMBER.search(digits):
                self._check_large_number(digits, offset)

    def _check_large_number(self, digits: str, offset: int) -> None:
        value = _int_or_none(digits) if digits.lstrip("-").isdigit() else 0
        if value is None:
            self._report(offset, "M007", "left-out", digits=len(digits))
        elif abs(value) > _MAX_EXACT_INTEGER:
            self._report(offset, "M007", "inexact", number=digits)

    def _explain_error(self, error: json.JSONDecodeError) -> None:
        if error.pos >= len(self.text.rstrip()) or error.msg.startswith("Unterminated"):
            self._fail(error.pos, "M005", "cut-off")
        elif _WEB_PAGE.match(self.text):
            self._fail(error.pos, "M005", "web-page")
        elif _YAML_SCENARIO.match(self.text):
            self._fail(error.pos, "M005", "yaml")
        elif _COMMENT.match(self.text, error.pos):
            self._fail(error.pos, "M005", "comment")
        elif (comma := self._trailing_comma_offset(error.pos)) is not None:
            self._fail(comma, "M005", "trailing-comma")
        elif error.msg.removesuffix(" at") in _KEYS:
            self._fail(error.pos, "M005", _KEYS[error.msg.removesuffix(" at")])
        else:
            self._fail(error.pos, "M005", "other", problem=error.msg)

    def _trailing_comma_offset(self, offset: int) -> int | None:
        """Return the offset of a comma before a closing bracket; None for any other error."""
        before = self.text[:offset].rstrip()
        after = self.text[offset:].lstrip(" \t\r\n,")
        if self.text[offset] == ",":
            before = self.text[: offset + 1]
        return len(before) - 1 if before.endswith(",") and after[:1] in ("]", "}") else None

    def _report_too_deep(self) -> None:
        self._fail(_too_deep_offset(self.text), "M009", "brackets", limit=DEPTH_LIMIT)

    def _fail(self, offset: int, code: str, key: str, /, **values: PhraseValue) -> None:
        self.failed = True
        self._report(offset, code, key, **values)

    def _report(self, offset: int, code: str, key: str, /, **values: PhraseValue) -> None:
        place = line_and_column(self.text, offset)
        self.findings.append(finding_at(place, code, key, **values))


def _int_or_none(digits: str) -> int | None:
    """Return the integer; None if it has more digits than Python can parse."""
    return int(digits) if len(digits) <= 4300 else None


def _is_infinite(digits: str) -> bool:
    return any(c in digits for c in ".eE") and not math.isfinite(float(digits))


def _count_values(value: object) -> int | None:
    """Return the number of values in a value, itself included; None if nested too deeply.

    Counting stops once the number exceeds the limit.
    """
    level = [value] if isinstance(value, (dict, list)) else []
    values = 1
    for _ in range(DEPTH_LIMIT):
        values += sum(map(len, level))
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) is dict or type(inner) is list
        ]
        if not level or values > VALUE_LIMIT:
            return values
    return None


def _too_deep_offset(text: str) -> int:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > DEPTH_LIMIT:
            return match.start()
    return 0


def _without_left_out_values(value: object) -> object:
    if isinstance(value, dict):
        return {k: _without_left_out_values(v) for k, v in value.items() if v is not _LEFT_OUT}
    if isinstance(value, list):
        return [_without_left_out_values(v) for v in value if v is not _LEFT_OUT]
    return value


_FIRST_INDENT = re.compile(r"[{\[]\r?\n([ \t]+)\S")


def style_of(text: str) -> TextStyle:
    """Return the style of a JSON text, judged by its first lines and characters."""
    match = _FIRST_INDENT.match(text)
    is_indented = match is not None
    return TextStyle(
        indent=match[1] if match else None,
        colon=": " if is_indented or '": ' in text else ":",
        comma="," if is_indented or ', "' not in text else ", ",
        ascii=text.isascii() and _has_escape(text, "u"),
        slashes=_has_escape(text, "/"),
        newline=newline_of(text),
        final_newline=text.endswith("\n"),
    )


def _has_escape(text: str, letter: str) -> bool:
    """Return whether a letter is anywhere preceded by an unescaped backslash."""
    escape = f"\\{letter}"  # a fast test, since most texts have none
    return escape in text and re.search(rf"(?<!\\)(?:\\\\)*\\{letter}", text) is not None


def newline_of(text: str) -> str:
    r"""Return the line ending of a text: ``\r\n`` if it has any, otherwise ``\n``."""
    return "\r\n" if "\r\n" in text else "\n"


def dump_json(value: object, style: TextStyle) -> str:
    """Return a value as JSON text in a given style."""
    text = json.dumps(
        value,
        indent=style.indent,
        ensure_ascii=style.ascii,
        separators=(style.comma, style.colon),
        allow_nan=False,
    )
    if style.slashes:
        text = text.replace("/", "\\/")
    if style.final_newline:
        text += "\n"
    return text.replace("\n", style.newline) if style.newline != "\n" else text
