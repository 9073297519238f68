"""The QR code on a sheet that leads to the web page of its scenario."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from urllib.parse import urlsplit

from m44core.errors import NotationError
from m44core.messages.message import message

_MAX_LENGTH = 300  # characters: longer addresses make a code that is too fine to scan in print
_QUIET = 2  # modules of white around the code; the paper around it is white, too


def validated_page_address(text: str) -> str:
    """Return *text*, which must be the web address of a page.

    Raises:
        NotationError: the text is not a web address, such as ``example.org`` without
            ``https://``, or is too long.
    """
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_address = False
    if not is_address or not text.isascii() or not text.isprintable() or set(text) & set(" <>\"'"):
        raise NotationError(
            message(
                "{url!r} is not a web address; it must start with https:// or http://", url=text
            )
        )
    if len(text) > _MAX_LENGTH:
        raise NotationError(
            message(
                "the web address is too long; use at most {number} characters", number=_MAX_LENGTH
            )
        )
    return text


def qr_svg(address: str) -> str:
    """Return the QR code of an address as SVG; "" if Segno is not installed."""
    if find_spec("segno") is None:
        return ""
    import segno  # 12 ms

    out = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(out, kind="svg", border=_QUIET, xmldecl=False, scale=4, light="white")
    return out.getvalue().decode()
