"""The language the program speaks about scenarios: findings, their pages, the names of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from m44core.errors import NotationError

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "français"}
"""The languages that are complete, by code, each by its own name."""

ENGLISH = "en"
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def spoken() -> str:
    """Return the code of the language spoken here: ``en``."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language inside the ``with`` block, in this thread.

    Raises:
        NotationError: we do not speak it.
    """
    if language not in LANGUAGES:
        raise NotationError(f"there is no language {language!r}; there is {', '.join(LANGUAGES)}")
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)
