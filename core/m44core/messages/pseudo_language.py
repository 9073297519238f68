"""A language nobody speaks: accents, brackets, two fifths longer. It is complete by construction.

What stands on a screen in plain English did not pass through the messages; what is cut off there
would be cut off in German.
"""

from __future__ import annotations

from m44core.messages.message import Message, parts

OPENS, CLOSES = "⟦", "⟧"
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwXxYyZzQq",
    "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽžǬǭ",
)
_LONGER = 0.4
_FILLING = "~~~~~~~ "  # words of usual length, so that long texts wrap as others do


class Pseudo:
    """Makes up what the language says."""

    def find(self, said: Message, form: str) -> str:
        """Return the English template, disguised; its placeholders stay as they are."""
        english = said.plural if said.plural and said.number != 1 else said.text
        if not said.values:
            return _in_brackets(english.translate(_ACCENTS), len(english)) if english else ""
        return disguised(english)


def disguised(template: str) -> str:
    """Return a template with accents, longer by two fifths, in brackets."""
    text, letters = [], 0
    for part in parts(template):
        letters += len(part.text)
        text.append(part.text.replace("{", "{{").replace("}", "}}").translate(_ACCENTS))
        if part.name is not None:
            exact, form = "!r" * part.as_repr, f":{part.form}" if part.form else ""
            text.append(f"{{{part.name}{exact}{form}}}")
    return _in_brackets("".join(text), letters)


def _in_brackets(text: str, letters: int) -> str:
    more = round(letters * _LONGER)
    filling = (_FILLING * (more // len(_FILLING) + 1))[:more].rstrip()
    return f"{OPENS}{text}{filling}{CLOSES}"
