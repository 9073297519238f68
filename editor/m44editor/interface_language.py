"""The interface language: requested, stored, and switched while windows are open.

The program's own text comes from :mod:`m44editor.interface_text`; Qt's text, such as the buttons
of its dialogs and the names of keys, comes from the translations shipped with Qt. Every window
receives Qt's event ``LanguageChange`` and then retranslates its text.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QSettings,
    QTranslator,
)

from m44core.messages.languages import ENGLISH, PSEUDO, language_code, languages
from m44core.messages.message import Message
from m44editor.documents.editor_settings import text_setting
from m44editor.interface_text import language, set_language, translated
from m44editor.startup import LANGUAGE_VARIABLE, supported_language_code

KEY = "language"
SYSTEM = "system"
"""The stored choice for the language of the desktop."""

_OLD_KEY = "checks/language"  # when only findings had a language


def effective_language(
    settings: QSettings, requested_language: str = "", environment: Mapping[str, str] = os.environ
) -> str:
    """Return the code of the language to use.

    It is the requested language, else the language in the environment, the stored language or the
    system language. Unsupported languages are skipped.

    Args:
        settings: The stored settings.
        requested_language: The language requested on the command line.
        environment: Holds ``M44_LANGUAGE``.
    """
    for code in (
        requested_language,
        environment.get(LANGUAGE_VARIABLE, ""),
        chosen_language(settings),
    ):
        if supported := supported_language_code(code):
            return supported
    return system_language()


def chosen_language(settings: QSettings) -> str:
    """Return the code of the language the user chose, else :data:`SYSTEM`."""
    code = text_setting(settings, KEY, text_setting(settings, _OLD_KEY, SYSTEM))
    return code if code == ENGLISH or code in languages() else SYSTEM


def choose_language(settings: QSettings, code: str) -> None:
    """Store the language the user chose, and switch to it."""
    settings.setValue(KEY, code)
    switch_language(system_language() if code == SYSTEM else code)


def system_language(tags: Iterable[str] | None = None) -> str:
    """Return the code of the first supported language that the desktop prefers, else English.

    Args:
        tags: The preferred languages, such as ``fr-CA``; by default those Qt reports.
    """
    tags = QLocale.system().uiLanguages() if tags is None else tags
    return next(filter(None, map(language_code, tags)), ENGLISH)


def switch_language(code: str) -> None:
    """Switch all windows and Qt's own texts to a language; do nothing if it is current."""
    if code == language() == _qt_language():
        return
    set_language(code)
    application = QCoreApplication.instance()
    if application is not None:
        _translate_qt(application, code)
        QCoreApplication.sendEvent(application, QEvent(QEvent.Type.LanguageChange))


def _translate_qt(application: QCoreApplication, code: str) -> None:
    for translator in _installed_translators().values():
        application.removeTranslator(translator)
    _installed_translators().clear()
    QLocale.setDefault(QLocale.c() if code == PSEUDO else QLocale(code))
    if code == ENGLISH:
        return
    translator = _PseudoTranslator() if code == PSEUDO else QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if code == PSEUDO or translator.load(QLocale(code), "qtbase", "_", folder):
        application.installTranslator(translator)
        _installed_translators()[code] = translator


@cache
def _installed_translators() -> dict[str, QTranslator]:
    """Return the installed Qt translators by language (at most one), kept because Qt does not."""
    return {}


def _qt_language() -> str:
    return next(iter(_installed_translators()), ENGLISH)


class _PseudoTranslator(QTranslator):
    """Translates Qt's texts into the pseudo-language of tests."""

    def isEmpty(self) -> bool:
        """Return False, because Qt ignores empty translators."""
        return False

    def translate(
        self,
        context: str,
        source: str,
        disambiguation: str | None = None,
        number: int = -1,
    ) -> str:
        """Return an English text of Qt in the pseudo-language."""
        return translated(Message(source))
