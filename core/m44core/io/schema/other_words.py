"""Words of .m44 files in a file of our own, and what they are in ours."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Layer
from m44core.io.text.places import escape, steps
from m44core.io.vocabulary.official import KEYS
from m44core.io.vocabulary.words import key, word

OUR_WORDS: Mapping[str, str] = {theirs: ours for ours, theirs in KEYS.items() if ours != theirs} | {
    "orientation": "orientation",
}
"""Our words by the keys of .m44 files."""

_LAYERS = {layer.value: layer for layer in Layer} | {KEYS["structure"]: Layer.STRUCTURE}


def in_our_words(
    pointer: str, raw: Mapping[str, object], theirs: Mapping[str, str]
) -> dict[str, object]:
    """Return the changes that put our words in the place of those of .m44 files.

    Args:
        pointer: Where the object with the words is.
        raw: The object.
        theirs: The words, each with ours for it.
    """
    *around, last = steps(pointer)
    if "is" not in raw and "name" in raw:  # nothing was understood, and all of it is kept aside
        layer = _LAYERS.get(last)
        if layer is None:
            return {}
        hex_ = "".join(f"/{escape(step)}" for step in around)
        aside = f"{hex_}/m44/{escape(KEYS.get(last, last))}"
        return {aside: None, pointer: _piece(raw, layer)}
    changes: dict[str, object] = {}
    for key_, ours in theirs.items():
        changes[f"{pointer}/m44/{escape(key_)}"] = None
        changes[f"{pointer}/{ours}"] = _value(key_, raw[key_], _LAYERS.get(last))
    return changes


def _piece(raw: Mapping[str, object], layer: Layer) -> dict[str, object]:
    return {OUR_WORDS.get(k, k): _value(k, value, layer) for k, value in raw.items()}


def _value(key_: str, value: object, layer: Layer | None) -> object:
    """Return the value of a key of .m44 files as ours have it."""
    if isinstance(value, dict) and key_ in _LAYERS:
        return _piece(value, _LAYERS[key_])
    if not isinstance(value, str):
        return value
    if key_ == "name" and layer is not None:
        return value if base_catalogue().by_key(layer, value) else key(value, layer)
    if key_ == "nbr_units":
        return int(value) if value.isdecimal() else value
    if key_ in ("behavior", "original_owner", "side"):
        return word(value) if value.isupper() else value
    return value
