"""The names of languages of texts, in the language of the sentence that names them."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Value, message_in

_NAMES: Mapping[str, Value] = {
    "en": message_in("text in", "English"),
    "fr": message_in("text in", "French"),
    "ru": message_in("text in", "Russian"),
    "de": message_in("text in", "German"),
    "it": message_in("text in", "Italian"),
    "zh-Hans": message_in("text in", "Simplified Chinese"),
    "zh-Hant": message_in("text in", "Traditional Chinese"),
    "cs": message_in("text in", "Czech"),
    "da": message_in("text in", "Danish"),
    "nl": message_in("text in", "Dutch"),
    "fi": message_in("text in", "Finnish"),
    "el": message_in("text in", "Greek"),
    "hu": message_in("text in", "Hungarian"),
    "ja": message_in("text in", "Japanese"),
    "no": message_in("text in", "Norwegian"),
    "pl": message_in("text in", "Polish"),
    "pt": message_in("text in", "Portuguese"),
    "es": message_in("text in", "Spanish"),
    "sv": message_in("text in", "Swedish"),
}


def name_in_sentence(code: str) -> Value:
    """Return the name of a language as in "printed in French"; its code if unknown.

    A translation includes the word for "in", such as "auf Deutsch".
    """
    return _NAMES.get(code, code)
