"""The formats findings are written in. The module of one is loaded when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TextIO

from m44core.cli.reporting.layout import Manner, Reporter, wants_colour

TEXTS = ("text", "full")
"""The formats for people, which are written while files are checked."""

_PACKAGE = "m44core.cli.reporting"
FORMATS: Mapping[str, tuple[str, str]] = {
    "text": ("text", "TextReporter"),
    "full": ("full", "FullReporter"),
    "json": ("json_document", "JsonReporter"),
    "sarif": ("sarif", "SarifReporter"),
    "github": ("github", "GithubReporter"),
    "gitlab": ("gitlab", "GitlabReporter"),
    "junit": ("junit", "JunitReporter"),
}
"""Each format with the module and the class that write it."""


def reporter(form: str, out: TextIO, manner: Manner) -> Reporter:
    """Return what writes findings in a format."""
    module, name = FORMATS[form]
    made: Reporter = getattr(import_module(f"{_PACKAGE}.{module}"), name)(out, manner)
    return made


def use_colour() -> bool:
    """Tell whether standard output is a terminal that wants colours."""
    return wants_colour(sys.stdout)
