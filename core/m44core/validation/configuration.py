"""``m44.toml``: the settings of the checks for the scenarios in a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NoReturn, TypeVar

from m44core.diagnostics import Severity
from m44core.errors import M44Error, NotationError
from m44core.messages.message import Value, enumerated, label_with_text, message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.renderers import message_of_error
from m44core.model.scenario_parts import Allowance
from m44core.suggestions import did_you_mean
from m44core.untrusted_files import MAX_CONFIGURATION_SIZE, parse_toml, read_bounded, split_lines
from m44core.validation.check_selection import select_checks
from m44core.validation.components.owned_boxes import OwnedBoxes, parse_owned_boxes
from m44core.validation.suppressions import AllowanceRule, check_name_problem
from m44core.values import dataclass

T = TypeVar("T")

CONFIGURATION_NAME, PACKS_KEY = "m44.toml", "packs"
NEVER = "never"
FAIL_ON = (*(severity.value for severity in Severity), NEVER)

_ROOT_MARKERS = (".git", ".hg")
_CHECK_KEYS = ("select", "ignore", "profiles", "fail-on", "boxes", "tile-pairs", "texts", "allow")
_ALLOW_KEYS = ("check", "files", "at", "reason")
_HEADING = re.compile(r"\s*\[{1,2}\s*([^\[\],]+?)\s*\]{1,2}\s*(?:#.*)?$")  # no list in a list


class ConfigurationError(M44Error):
    """A configuration file is invalid; the message says where, and what to do."""


@dataclass(frozen=True, slots=True)
class FileAllowance:
    """An allowance in a configuration file.

    Attributes:
        rule: The allowance.
        files: A pattern of files below the folder of the configuration; a pattern
            without a slash matches names in any folder.
        line: The line where the allowance starts.
    """

    rule: AllowanceRule
    files: str = "*"
    line: int = 1

    def applies_to(self, path: str) -> bool:
        """Return whether the allowance applies to a file, by its path relative to the folder."""
        name = path if "/" in self.files else path.rpartition("/")[2]
        return fnmatchcase(name, self.files.removeprefix("./"))


@dataclass(frozen=True, slots=True)
class Configuration:
    """The content of a configuration file; settings that it omits are None or empty.

    Attributes:
        path: The file; None if there is none.
        select: Codes, prefixes of codes or names to select.
        ignore: Codes, prefixes of codes or names to ignore.
        profiles: The profiles whose checks are added.
        fail_on: The severity that makes the exit status 1, or ``never``.
        owned: The boxes the user owns.
        rules: The allowances.
        languages: The languages scenarios should have texts in.
    """

    path: Path | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    fail_on: str | None = None
    owned: OwnedBoxes | None = None
    rules: tuple[FileAllowance, ...] = ()
    languages: tuple[str, ...] = ()

    def allowances_for(self, path: str) -> tuple[AllowanceRule, ...]:
        """Return the allowances that apply to a file."""
        if not self.rules:
            return ()
        file_path = self.relative_path(path)
        return tuple(each.rule for each in self.rules if each.applies_to(file_path))

    def relative_path(self, path: str) -> str:
        """Return a path relative to the configuration's folder; unchanged if there is no file."""
        if self.path is None:
            return path
        return os.path.relpath(absolute_path(path), self.path.parent).replace(os.sep, "/")


EMPTY_CONFIGURATION = Configuration()


@dataclass(slots=True)
class Configurations:
    """Finds the configuration of each file: the nearest one above it, up to the repository root.

    Attributes:
        override: The configuration for every file; None to search for one.
        errors: The errors that :meth:`configuration_or_empty` ignored, keyed by their text.
    """

    override: Configuration | None = None
    errors: dict[str, Value] = field(default_factory=dict)
    _by_folder: dict[Path, Configuration] = field(default_factory=dict)

    def configuration_for(self, path: str) -> Configuration:
        """Return the configuration of a file; an empty configuration if there is none.

        Raises:
            ConfigurationError: the file cannot be read, or is invalid.
        """
        if self.override is not None:
            return self.override
        return self._configuration_of_folder(absolute_path(path).parent)

    def configuration_or_empty(self, path: str) -> Configuration:
        """Return the configuration of a file, or record the error and return an empty one."""
        try:
            return self.configuration_for(path)
        except M44Error as error:
            self.errors[str(error)] = message_of_error(error)
            return EMPTY_CONFIGURATION

    def loaded_configurations(self) -> tuple[Configuration, ...]:
        """Return the configurations loaded from files so far, each once."""
        configurations = [self.override] if self.override else self._by_folder.values()
        return tuple({each.path: each for each in configurations if each.path}.values())

    def _configuration_of_folder(self, folder: Path) -> Configuration:
        """Return the configuration for the files in a folder; cached per folder."""
        searched_folders: list[Path] = []
        configuration: Configuration | None = None
        for parent in (folder, *folder.parents):
            configuration = self._by_folder.get(parent) or _configuration_in(parent)
            searched_folders.append(parent)
            if configuration:
                break
        configuration = configuration or EMPTY_CONFIGURATION
        self._by_folder.update(dict.fromkeys(searched_folders, configuration))
        return configuration


def _configuration_in(folder: Path) -> Configuration | None:
    """Return the configuration in a folder; None if the parent folder must be searched.

    The root of a repository without ``m44.toml`` has an empty one, which ends the search.

    Raises:
        ConfigurationError: ``m44.toml`` cannot be read, or is invalid.
    """
    file = folder / CONFIGURATION_NAME
    if _exists(file):
        if not os.path.isfile(file):  # noqa: PTH113 - Path.is_file raises if access is denied
            text = message("{file} is not a regular file; remove it", file=str(file))
            raise ConfigurationError(text)
        return read_configuration(file)
    return EMPTY_CONFIGURATION if any(_exists(folder / root) for root in _ROOT_MARKERS) else None


def absolute_path(path: str | Path) -> Path:
    """Return an absolute path without ``.`` and ``..``; symbolic links are not resolved."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolving would follow the links


def _exists(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises if access is denied


def read_configuration(path: Path) -> Configuration:
    """Return the configuration in a file.

    Raises:
        ConfigurationError: the file cannot be read, or is invalid; the message names file and line.
    """
    text, content = _read_toml(path)
    return _ConfigurationReader(absolute_path(path), text).read(content)


def setting_lines(path: Path) -> Mapping[str, int]:
    """Return the line of each setting in a configuration file, keyed by its name.

    Raises:
        ConfigurationError: the file cannot be read, or is not valid TOML.
    """
    text, content = _read_toml(path)
    reader, check = _ConfigurationReader(absolute_path(path), text), content.get("check", {})
    keys = check if isinstance(check, dict) else {}
    lines = {key: reader.line_of(key, "check") for key in keys}
    if PACKS_KEY in content:
        lines[PACKS_KEY] = reader.line_of(PACKS_KEY)
    return lines


def searched_folders(path: str) -> Iterator[Path]:
    """Yield the folders that are searched for the configuration of a file, nearest first."""
    for folder in absolute_path(path).parents:
        yield folder
        if _exists(folder / CONFIGURATION_NAME) or any(
            _exists(folder / root) for root in _ROOT_MARKERS
        ):
            return


def _read_toml(path: Path) -> tuple[str, Mapping[str, object]]:
    """Return the text of a configuration file, and its parsed content.

    Raises:
        ConfigurationError: the file cannot be read, or is not valid TOML.
    """
    try:
        text = read_bounded(path, MAX_CONFIGURATION_SIZE).decode("utf-8").replace("\r\n", "\n")
        return text, parse_toml(text)
    except OSError as error:
        sentence = message(
            "{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error)
        )
        raise ConfigurationError(sentence) from error
    except UnicodeDecodeError as error:
        sentence = message("{path} is not UTF-8; save it as UTF-8", path=str(path))
        raise ConfigurationError(sentence) from error
    except ValueError as error:
        sentence = message("{path} is not valid TOML: {reason}", path=str(path), reason=str(error))
        raise ConfigurationError(sentence) from error


class _ConfigurationReader:
    """Reads the content of one configuration file, and reports errors with their line."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = split_lines(text)

    def read(self, content: Mapping[str, object]) -> Configuration:
        """Return the configuration in parsed content.

        Raises:
            ConfigurationError: a key or value is invalid; the message names file and line.
        """
        self._reject_unknown_keys(
            content, ("check", PACKS_KEY), ""
        )  # the packs are read where a file is opened
        check = self._table(content.get("check", {}), "check")
        self._reject_unknown_keys(check, _CHECK_KEYS, "check")
        configuration = Configuration(
            path=self._path,
            select=self._parse_strings(check, "select"),
            ignore=self._parse_strings(check, "ignore"),
            profiles=self._parse_strings(check, "profiles"),
            fail_on=self._parse_fail_on(check),
            owned=self._owned(check),
            rules=tuple(self._rules(check.get("allow", []))),
            languages=self._parse_strings(check, "texts"),
        )
        self._parse_setting("select", lambda: select_checks(configuration.select))
        self._parse_setting("ignore", lambda: select_checks(configuration.ignore))
        self._parse_setting("profiles", lambda: select_checks(profiles=configuration.profiles))
        return configuration

    def _reject_unknown_keys(
        self,
        table: Mapping[str, object],
        known_keys: Collection[str],
        name: str,
        table_index: int = 0,
    ) -> None:
        """Raise an error for an unknown key, and suggest a known one."""
        for key in table:
            if key not in known_keys:
                text = message(
                    "{where}: unknown key {key!r}; {hint}",
                    where=f"[{name}]" if name else message("the file"),
                    key=key,
                    hint=did_you_mean(key, known_keys),
                )
                self._raise_error(text, key, name, table_index)

    def _table(self, value: object, key: str) -> Mapping[str, object]:
        if not isinstance(value, dict):
            self._raise_error(message("{key!r} must be a table: [{key}]", key=key), key)
        return value

    def _parse_strings(self, check: Mapping[str, object], key: str) -> tuple[str, ...]:
        strings = check.get(key, [])
        if not isinstance(strings, list) or not all(isinstance(word, str) for word in strings):
            text = message('{key!r} must be a list of strings, such as ["M303"]', key=key)
            self._raise_error(text, key, "check")
        return tuple(strings)

    def _parse_fail_on(self, check: Mapping[str, object]) -> str | None:
        value = check.get("fail-on")
        if value is not None and value not in FAIL_ON:
            text = message(
                "'fail-on' is {value}; it must be one of {known}",
                value=repr(value),
                known=enumerated(FAIL_ON),
            )
            self._raise_error(text, "fail-on", "check")
        return value

    def _owned(self, check: Mapping[str, object]) -> OwnedBoxes | None:
        if "boxes" not in check:
            return None
        boxes, pairs = check["boxes"], check.get("tile-pairs", [])
        if not isinstance(boxes, dict) or not isinstance(pairs, list):
            text = message("'boxes' must be a table, such as {base = 1}")
            self._raise_error(text, "boxes", "check")
        return self._parse_setting("boxes", lambda: parse_owned_boxes(boxes, pairs))

    def _rules(self, entries: object) -> Iterator[FileAllowance]:
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            text = message("'allow' must be a list of tables: [[check.allow]]")
            self._raise_error(text, "allow", "check")
        for number, entry in enumerate(entries):
            yield self._rule(entry, number)

    def _rule(self, entry: Mapping[str, object], index: int) -> FileAllowance:
        def refuse(text: Value, key: str) -> NoReturn:
            self._raise_error(text, key, "check.allow", index)

        self._reject_unknown_keys(entry, _ALLOW_KEYS, "check.allow", index)
        values: dict[str, str] = {}
        for key, value in entry.items():
            if not isinstance(value, str):
                refuse(message("{key!r} must be text", key=key), key)
            values[key] = value
        for key in ("check", "reason"):
            if not values.get(key, "").strip():
                refuse(message("[[check.allow]] needs a {key!r}", key=key), key)
        problem = check_name_problem(values["check"])
        if problem:
            refuse(problem, "check")
        allowance = Allowance(values["check"], values["reason"], values.get("at"))
        line = self.line_of("", "check.allow", index)
        return FileAllowance(
            AllowanceRule(allowance, index, str(self._path)), values.get("files", "*"), line
        )

    def _parse_setting(self, key: str, parse: Callable[[], T]) -> T:
        try:
            return parse()
        except NotationError as error:
            self._raise_error(message_of_error(error), key, "check")

    def _raise_error(
        self, message: Value, key: str, table: str = "", table_index: int = 0
    ) -> NoReturn:
        place = f"{self._path}:{self.line_of(key, table, table_index)}"
        raise ConfigurationError(label_with_text(place, message))

    def line_of(self, key: str, table: str = "", table_index: int = 0) -> int:
        """Return the line of a key in a table; if not found, the line of the table's heading.

        *table_index* counts the tables with this name from 0; an empty name is the whole file.
        """
        heading_line, is_in_table, count = 1, not table, -1
        for number, line in enumerate(self._lines, 1):
            heading = _HEADING.match(line)
            if heading:
                count += heading[1] == table
                is_in_table = not table or (heading[1] == table and count == table_index)
                heading_line = number if is_in_table and table else heading_line
                if key and heading[1].split(".")[-1] == key:
                    return number
            elif is_in_table and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return number
        return heading_line
