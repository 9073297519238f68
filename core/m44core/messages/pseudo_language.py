"""The pseudo-language: English with accents, in brackets, 40% longer, and always complete.

Plain English on the screen is text that bypasses translation; text that is cut off here would also
be cut off in German.
"""

from __future__ import annotations

from m44core.messages.message import Message, template_parts

OPENS, CLOSES = "⟦", "⟧"
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwXxYyZzQq",
    "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽžǬǭ",
)
_EXPANSION = 0.4
_FILLER = "~~~~~~~ "  # words of normal length, so that long texts wrap


class PseudoTranslation:
    """Generates the pseudo-translation of any message."""

    def find(self, message: Message, form: str) -> str:
        """Return the pseudo-translated template, with its placeholders unchanged."""
        english = message.plural if message.plural and message.number != 1 else message.text
        if not message.values:
            return _in_brackets(english.translate(_ACCENTS), len(english)) if english else ""
        return pseudo_translate(english)


def pseudo_translate(template: str) -> str:
    """Return a template with accents, 40% longer, in brackets."""
    text, letters = [], 0
    for part in template_parts(template):
        letters += len(part.text)
        text.append(part.text.replace("{", "{{").replace("}", "}}").translate(_ACCENTS))
        if part.name is not None:
            exact, form = "!r" * part.as_repr, f":{part.form}" if part.form else ""
            text.append(f"{{{part.name}{exact}{form}}}")
    return _in_brackets("".join(text), letters)


def _in_brackets(text: str, letters: int) -> str:
    extra_letters = round(letters * _EXPANSION)
    padding = (_FILLER * (extra_letters // len(_FILLER) + 1))[:extra_letters].rstrip()
    return f"{OPENS}{text}{padding}{CLOSES}"
