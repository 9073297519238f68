"""Pictures read beside the window, never larger than is of use."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from m44core.errors import ReadError
from m44core.messages.message import message

_LONGEST = 4096  # pixels of the longer side that are kept
_MOST = 400_000_000  # pixels of a picture that is read at all


def read_picture(path: Path) -> QImage:
    """Return a picture; a large one as small as it has to be for a board.

    Raises:
        ReadError: it is gone, damaged or too large.
    """
    if not path.is_file():  # asked first, for a pipe would never let go of the reader
        raise ReadError(message("The picture {file} is no longer there", file=str(path)))
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and size.width() * size.height() > _MOST:
        raise ReadError(message("The picture {file} is too large", file=path.name))
    if max(size.width(), size.height()) > _LONGEST:
        reader.setScaledSize(
            size.scaled(QSize(_LONGEST, _LONGEST), Qt.AspectRatioMode.KeepAspectRatio)
        )
    image = reader.read()
    if image.isNull():
        why = reader.errorString()
        raise ReadError(message("{file} cannot be shown: {why}", file=path.name, why=why))
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def kinds() -> str:
    """Return the names of pictures that can be read, as file dialogs want them."""
    formats = (bytes(each.data()).decode() for each in QImageReader.supportedImageFormats())
    return " ".join(f"*.{each}" for each in formats)
