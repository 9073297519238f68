"""Which language the windows speak: wanted, remembered, and changed while they are open.

Our own text comes from :mod:`m44editor.interface_text`; that of Qt, such as the buttons of its
dialogs and the names of keys, from the catalogues that come with it. Every window gets Qt's event
``LanguageChange`` and then translates its text again.
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
from m44editor.documents.editor_settings import word
from m44editor.interface_text import language, set_language, told
from m44editor.startup import LANGUAGE_VARIABLE, spoken

KEY = "language"
SYSTEM = "system"
"""What is remembered where the language of the desktop is wanted."""

_KEY_OF_OLD = "checks/language"  # when only findings had a language


def language_wanted(
    settings: QSettings, said: str = "", environment: Mapping[str, str] = os.environ
) -> str:
    """Return the code of the language to speak; what is none of ours counts as not said.

    Args:
        settings: What the editor remembers.
        said: The language that was asked for when the program was started.
        environment: Where ``M44_LANGUAGE`` is looked for.
    """
    for code in (said, environment.get(LANGUAGE_VARIABLE, ""), choice(settings)):
        if found := spoken(code):
            return found
    return language_of_system()


def choice(settings: QSettings) -> str:
    """Return the code of the language the user chose, or :data:`SYSTEM`."""
    chosen = word(settings, KEY, word(settings, _KEY_OF_OLD, SYSTEM))
    return chosen if chosen == ENGLISH or chosen in languages() else SYSTEM


def choose(settings: QSettings, code: str) -> None:
    """Remember the language the user chose, and speak it from now on."""
    settings.setValue(KEY, code)
    speak(language_of_system() if code == SYSTEM else code)


def language_of_system(wanted: Iterable[str] | None = None) -> str:
    """Return the code of the first of our languages the desktop asks for, else English.

    Args:
        wanted: The languages the desktop asks for, such as ``fr-CA``; Qt knows them.
    """
    tags = QLocale.system().uiLanguages() if wanted is None else wanted
    return next(filter(None, map(language_code, tags)), ENGLISH)


def speak(code: str) -> None:
    """Let all windows speak a language from now on, and Qt with them."""
    if code == language() == _language_of_qt():
        return
    set_language(code)
    application = QCoreApplication.instance()
    if application is not None:
        _translate_qt(application, code)
        QCoreApplication.sendEvent(application, QEvent(QEvent.Type.LanguageChange))


def _translate_qt(application: QCoreApplication, code: str) -> None:
    for translator in _installed().values():
        application.removeTranslator(translator)
    _installed().clear()
    QLocale.setDefault(QLocale.c() if code == PSEUDO else QLocale(code))
    if code == ENGLISH:
        return
    translator = _Disguise() if code == PSEUDO else QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if code == PSEUDO or translator.load(QLocale(code), "qtbase", "_", folder):
        application.installTranslator(translator)
        _installed()[code] = translator


@cache
def _installed() -> dict[str, QTranslator]:
    """Return what translates for Qt, at most one; Qt itself keeps none alive."""
    return {}


def _language_of_qt() -> str:
    return next(iter(_installed()), ENGLISH)


class _Disguise(QTranslator):
    """What Qt says in the language of tests."""

    def isEmpty(self) -> bool:
        """Have something to say."""
        return False

    def translate(
        self,
        context: str,
        source: str,
        disambiguation: str | None = None,
        number: int = -1,
    ) -> str:
        """Return an English text of Qt, disguised."""
        return told(Message(source))
