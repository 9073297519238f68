"""Facts about this installation for ``m44 doctor``: versions, libraries, fonts and folders.

They contain nothing personal: paths begin with ``~`` in the home folder, and no file is opened
except the program's own.
"""

from __future__ import annotations

import errno
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from m44core.balance_lab.results_database import default_database_path
from m44core.errors import M44Error
from m44core.faults import reports_folder, system_name
from m44core.library.library_cache import cache_folder
from m44core.licences import PACKAGE
from m44core.messages import nouns
from m44core.messages.languages import languages
from m44core.messages.message import Message, Value, enumerated, message, message_in
from m44core.messages.os_errors import os_error_reason
from m44core.missing_characters import suggested_font
from m44core.pip_command import extra_install_command, pip_command
from m44core.publish.typesetter import FONTS, open_typesetter
from m44core.resources import user_data_folder
from m44core.rules.play import recorded_game
from m44core.rules.play.recorded_game import RULES_EDITION
from m44core.version import __version__


class FactState(StrEnum):
    """The condition of a part of the installation."""

    OK = "ok"
    MISSING = "missing"  # something optional
    BROKEN = "broken"


class InstallationFact(NamedTuple):
    """A fact about the installation.

    Attributes:
        name: Its subject: ``python``, ``editor``, ``settings``.
        value: The version, path or list; "" if there is nothing to say.
        state: Its condition.
        use: The purpose for which the program needs it; None if that is obvious.
        remedy: The command to type or the action to take; None if there is nothing to do.
    """

    name: str
    value: Value
    state: FactState = FactState.OK
    use: Message | None = None
    remedy: Value | None = None


class Extra(NamedTuple):
    """An optional part of the program, as declared in its package.

    Attributes:
        name: The name of the extra: ``m44-workshop[NAME]``.
        libraries: The libraries it consists of.
        use: Its purpose.
    """

    name: str
    libraries: tuple[str, ...]
    use: Message


Facts = Mapping[str, list[InstallationFact]]
"""Facts by section."""

REQUIRED = ("jsonschema", "networkx", "pyyaml", "shapely", "svgelements")
EXTRAS = (
    Extra(
        "editor",
        ("pyside6-essentials",),
        message("the editor, the playtest window, and PNG, WebP and PDF pictures"),
    ),
    Extra("publish", ("segno", "typst"), message("sheets, posters, paper pieces and booklets")),
    Extra("translate", ("polib", "rapidfuzz"), message("files for translators")),
    Extra("pdf", ("pypdfium2",), message("setup lists in PDF files")),
    Extra("spelling", ("pyenchant",), message("spell checking in the translation window")),
    Extra("site", ("jinja2",), message("websites")),
    Extra("cluster", ("distributed",), message("simulated games on other machines")),
)
_IMPORT_NAMES = {"pyyaml": "yaml", "pyside6-essentials": "PySide6", "pyenchant": "enchant"}
_LOAD_QT = "from PySide6 import QtCore, QtGui; print(QtCore.qVersion())"
_VARIABLES = ("M44_LANGUAGE", "M44_LOG", "M44_LOG_FILE", "LANG", "LC_ALL", "QT_QPA_PLATFORM")

SECTIONS: Mapping[str, Message] = {
    "program": message_in("section of m44 doctor", "Program"),
    "libraries": message_in("section of m44 doctor", "Libraries"),
    "extras": message_in("section of m44 doctor", "Optional parts"),
    "fonts": message_in("section of m44 doctor", "Fonts"),
    "folders": message_in("section of m44 doctor", "Folders and files"),
    "environment": message_in("section of m44 doctor", "Environment"),
}
"""The headings, keyed by section."""


def installation_facts() -> Facts:
    """Return the facts about this installation, keyed by section."""
    sections = (
        _program_facts(),
        _library_facts(),
        _extra_facts(),
        _font_facts(),
        _folder_facts(),
        _environment_facts(),
    )
    return {section: list(facts) for section, facts in zip(SECTIONS, sections, strict=True)}


def _program_facts() -> Iterator[InstallationFact]:
    yield InstallationFact("m44", f"{__version__}, {_installation_kind()}")
    yield InstallationFact("rules", f"{RULES_EDITION}, {_engine_kind()}")
    yield InstallationFact(
        "python", f"{platform.python_version()}, {abbreviate_home(sys.executable)}"
    )
    yield InstallationFact("system", system_name())
    yield InstallationFact(
        "encoding", f"{sys.stdout.encoding or ''}, {sys.getfilesystemencoding()}"
    )


def _engine_kind() -> str:
    """Return ``compiled`` if the rules are, as in a compiled wheel, otherwise ``not compiled``."""
    return "not compiled" if Path(recorded_game.__file__).suffix == ".py" else "compiled"


def _installation_kind() -> str:
    """Return how the program is installed, with its folder."""
    if getattr(sys, "frozen", False):
        return f"bundle in {abbreviate_home(Path(sys.executable).parent)}"
    folder = Path(__file__).parents[2]
    is_checkout = (folder.parent / "pyproject.toml").is_file()
    return f"{'checkout' if is_checkout else 'package'} in {abbreviate_home(folder)}"


def _installed_version(library: str) -> str:
    """Return the version of an installed library; "" if it is not installed."""
    try:
        return version(library)
    except PackageNotFoundError:  # a bundle may lack the data of its libraries
        is_bundled = getattr(sys, "frozen", False) and find_spec(
            _IMPORT_NAMES.get(library, library)
        )
        return "?" if is_bundled else ""


def _library_facts() -> Iterator[InstallationFact]:
    for library in REQUIRED:
        version = _installed_version(library)
        if version:
            yield InstallationFact(library, version)
        else:
            yield InstallationFact(library, "", FactState.BROKEN, remedy=pip_command(PACKAGE))


def _extra_facts() -> Iterator[InstallationFact]:
    for extra in EXTRAS:
        versions = {library: _installed_version(library) for library in extra.libraries}
        value = ", ".join(
            f"{library} {version}" for library, version in versions.items() if version
        )
        if not all(versions.values()):
            remedy = extra_install_command(extra.name)
            yield InstallationFact(extra.name, value, FactState.MISSING, extra.use, remedy)
        else:
            fact = InstallationFact(extra.name, value, use=extra.use)
            yield _with_qt_version(fact) if extra.name == "editor" else fact


def _with_qt_version(editor: InstallationFact) -> InstallationFact:
    """Return the fact about the editor with the version of Qt, or why Qt cannot be loaded.

    Qt is loaded in another process, because the core never loads it. In a bundle, return the fact
    unchanged.
    """
    if getattr(sys, "frozen", False):
        return editor
    command = [sys.executable, "-c", _LOAD_QT]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        reason = result.stderr.strip().rpartition("\n")[2] or str(result.returncode)
        return editor._replace(state=FactState.BROKEN, remedy=abbreviate_home(reason))
    return editor._replace(value=f"{editor.value}, Qt {result.stdout.strip()}")


def _font_facts() -> Iterator[InstallationFact]:
    """Yield the fonts that printing finds, and whether they cover each language."""
    try:
        with open_typesetter() as typesetter:
            yield InstallationFact("families", ", ".join(_font_families()))
            for code, language in languages().items():
                missing_characters = sorted(typesetter.missing_characters(language.name))
                remedy = message(
                    "install a font such as {package}", package=suggested_font(missing_characters)
                )
                yield (
                    InstallationFact(code, language.name, FactState.MISSING, remedy=remedy)
                    if missing_characters
                    else InstallationFact(code, language.name)
                )
    except M44Error:  # Typst is not installed, which the optional parts show
        yield InstallationFact(
            "families",
            "",
            FactState.MISSING,
            use=message("cannot be checked without {extra}", extra="publish"),
        )


def _font_families() -> list[str]:
    from typst import Fonts  # an extra

    return sorted(set(Fonts(font_paths=[str(FONTS)]).families()))


def _folder_facts() -> Iterator[InstallationFact]:
    state, data = reports_folder().parent, user_data_folder()
    yield InstallationFact("settings", _settings_location())
    for name, path in {
        "sessions": state / "sessions",
        "unsaved work": state / "recovery",
        "crash reports": state / "faults",
        "log": state / "editor.log",
        "file history": data / "history",
        "stamps": data / "stamps",
        "games": default_database_path(),
        "cache": cache_folder(),
    }.items():
        yield _folder_fact(name, path)


def _settings_location() -> str:
    """Return the location where Qt stores the editor's settings."""
    if sys.platform == "win32":
        return rf"HKEY_CURRENT_USER\Software\{PACKAGE}\{PACKAGE}"
    if sys.platform == "darwin":
        return f"~/Library/Preferences/com.{PACKAGE}.{PACKAGE}.plist"
    base = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return abbreviate_home(Path(base, PACKAGE, f"{PACKAGE}.conf"))


def _folder_fact(name: str, path: Path) -> InstallationFact:
    """Return the fact about a folder or file: its size, or why it cannot be used."""
    displayed_path = abbreviate_home(path)
    try:
        value = _path_with_size(displayed_path, path)
        nearest_folder = next(each for each in (path, *path.parents) if each.exists())
        if nearest_folder != path and not nearest_folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "", str(nearest_folder))
    except OSError as error:
        return InstallationFact(
            name, displayed_path, FactState.BROKEN, remedy=os_error_reason(error)
        )
    if os.access(nearest_folder, os.W_OK):
        return InstallationFact(name, value)
    remedy = message("make {path} writable", path=abbreviate_home(nearest_folder))
    return InstallationFact(name, value, FactState.BROKEN, remedy=remedy)


def _path_with_size(displayed_path: str, path: Path) -> Message:
    """Return a path with the number of entries of the folder, or with the size of the file.

    If neither exists yet, the text says so.

    Raises:
        OSError: the path cannot be read.
    """
    if path.is_dir():
        number = sum(1 for _ in path.iterdir())
        return message("{path} ({files})", path=displayed_path, files=nouns.files(number))
    if path.exists():
        size = -(-path.stat().st_size // 1024)
        return message("{path} ({number} KB)", path=displayed_path, number=size)
    return message("{path} (not created yet)", path=displayed_path)


def _environment_facts() -> Iterator[InstallationFact]:
    for name in _VARIABLES:
        value = os.environ.get(name)
        if value:
            yield InstallationFact(name, abbreviate_home(value))


def abbreviate_home(path: Path | str) -> str:
    """Return a path with ``~`` in place of the home folder."""
    text = str(path)
    try:
        home = str(Path.home())
    except RuntimeError:  # there is none
        return text
    return f"~{text[len(home) :]}" if text == home or text.startswith(home + os.sep) else text


def installation_summary(facts: Mapping[str, list[InstallationFact]]) -> Message:
    """Return the missing or broken parts, or the note that there are none."""
    names = {
        state: [fact.name for each in facts.values() for fact in each if fact.state is state]
        for state in (FactState.MISSING, FactState.BROKEN)
    }
    missing_parts, broken_parts = map(enumerated, names.values())
    if names[FactState.BROKEN] and names[FactState.MISSING]:
        return message(
            "broken: {broken}; missing, but optional: {missing}",
            broken=broken_parts,
            missing=missing_parts,
        )
    if names[FactState.BROKEN]:
        return message("broken: {broken}", broken=broken_parts)
    if names[FactState.MISSING]:
        return message("missing, but optional: {missing}", missing=missing_parts)
    return message("everything is installed")
