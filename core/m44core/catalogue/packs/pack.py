"""User packs: reading and validating a ``pack.yaml``, and naming its pieces."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from m44core.catalogue.catalogue_types import SEPARATOR
from m44core.errors import M44Error
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.resources import schema_folder
from m44core.untrusted_files import read_truncated
from m44core.values import dataclass

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

    from m44core.catalogue.packs.pack_text import KeyPath, PackText

FILE = "pack.yaml"
_SIZE_LIMIT = 300_000  # bytes of a pack.yaml; three times what 200 pieces need
_LAYER_KEYS = ("terrain", "structures", "obstacles", "badges", "tags")


Stamp = tuple[int, int, int, int]
"""The modification time, status change time, size and inode of a file."""


class PackError(M44Error):
    """A pack cannot be used; the message explains why, where and what to do."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as read from its folder; equal to a later reading unless a file has changed.

    Attributes:
        name: The name, which is the prefix of its pieces: ``alpine``.
        title: The display name.
        folder: The folder it was read from.
        source: The bytes of its ``pack.yaml``.
        pictures: Each picture file with its stamp.
        content: The rest of its ``pack.yaml``, valid according to its schema.
    """

    name: str
    title: str
    folder: Path
    source: bytes = field(repr=False)
    pictures: tuple[tuple[str, Stamp], ...]
    content: Mapping[str, Any] = field(compare=False, repr=False)

    def qualified_name(self, name: str) -> str:
        """Return the name of a piece with the prefix of this pack: ``alpine:glacier``."""
        return f"{self.name}{SEPARATOR}{name}"

    def families(self, file: str) -> list[Mapping[str, Any]]:
        """Return the pieces for a data file of the catalogue, each as its own family.

        *file* is the name of the data file: ``terrain``.
        """
        return [self._family(name, piece) for name, piece in self.content.get(file, {}).items()]

    @property
    def kinds(self) -> Mapping[str, Mapping[str, Any]]:
        """The data of the pack's kinds of units, by name."""
        kinds: Mapping[str, Mapping[str, Any]] = self.content.get("units", {})
        return kinds

    @property
    def specials(self) -> Mapping[str, Mapping[str, Any]]:
        """The data of the pack's special unit types, by name."""
        specials: Mapping[str, Mapping[str, Any]] = self.content.get("special", {})
        return specials

    def _family(self, name: str, piece: Mapping[str, Any]) -> Mapping[str, Any]:
        family = {key: value for key, value in piece.items() if key not in ("picture", "like")}
        if "mirror" in family:
            family["mirror"] = self.qualified_name(family["mirror"])
        family["picture"] = self.picture(piece)
        family |= {"key": self.qualified_name(name), "official": False}
        defaults = {"rules": "base" if "effect" in family else "inert", "expansion": self.name}
        defaults |= {"group": self.name, "source": self.title}
        return {**defaults, "pieces": {self.qualified_name(name): family}}

    def picture(self, piece: Mapping[str, Any]) -> str:
        """Return the path of a piece's picture, the name of the piece it looks like, or ""."""
        if "picture" in piece:
            return str(self.folder / piece["picture"])
        return str(piece.get("like", ""))


def packs_digest(packs: Iterable[Pack]) -> str:
    """Return a digest of packs that changes with their content; "" for no packs."""
    from hashlib import sha256  # rarely needed

    parts = [(each.name, str(each.folder), each.source, each.pictures) for each in packs]
    return sha256(repr(parts).encode()).hexdigest()[:16] if parts else ""


def read_pack(folder: Path) -> Pack:
    """Return the pack in a folder.

    Raises:
        PackError: there is none, or it is invalid.
    """
    return parse_pack(folder, read_pack_bytes(folder))


def parse_pack(folder: Path, source: bytes) -> Pack:
    """Return the pack in a folder, given the bytes of its ``pack.yaml``.

    Raises:
        PackError: it is invalid.
    """
    file = folder / FILE
    text = _parse_content(file, _decode_source(folder, source))
    if not isinstance(text.content, dict):
        raise PackError(
            message("{file} is not a pack; it must start with: pack: 1", file=str(file))
        )
    data: dict[str, Any] = text.content
    first_error = next(_content_errors(data, folder), None)
    if first_error is not None:
        place, problem = first_error
        raise _error_at_line(file, text.line(place), problem)
    pictures = file_stamps(folder, {file for _, _, file in _pieces_with_pictures(data)})
    return Pack(data.pop("name"), data.pop("title"), folder, source, pictures, data)


def file_stamps(folder: Path, files: Iterable[str]) -> tuple[tuple[str, Stamp], ...]:
    """Return the given files of a folder, sorted, each with its stamp: zeros if missing."""
    return tuple((file, _stamp(folder / file)) for file in sorted(files))


def _stamp(file: Path) -> Stamp:
    try:
        status = file.stat()
    except (OSError, ValueError):
        return 0, 0, 0, 0
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def _error_at_line(file: Path, line: int, problem: Message) -> PackError:
    text = message("{file}, line {line}: {what}", file=str(file), line=line, what=problem)
    return PackError(text)


def read_pack_bytes(folder: Path) -> bytes:
    """Return the bytes of the ``pack.yaml`` in a folder, at most one byte more than the limit.

    Raises:
        PackError: there is none, or it cannot be read.
    """
    try:
        return read_truncated(folder / FILE, _SIZE_LIMIT)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PackError(
            message(
                "There is no pack in {folder}: {file} is missing", folder=str(folder), file=FILE
            )
        ) from error
    except (OSError, ValueError) as error:
        raise PackError(
            message(
                "There is no pack in {folder}: {file} cannot be read ({reason})",
                folder=str(folder),
                file=FILE,
                reason=os_error_reason(error),
            )
        ) from error


def _decode_source(folder: Path, data: bytes) -> str:
    if len(data) > _SIZE_LIMIT:
        raise PackError(message("{file} is too large for a pack", file=str(folder / FILE)))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PackError(message("{file} is not UTF-8 text", file=str(folder / FILE))) from error


def _parse_content(file: Path, source: str) -> PackText:
    from m44core.catalogue.packs.pack_text import (  # as for the schema
        PackTextError,
        parse_pack_text,
    )

    try:
        return parse_pack_text(source)
    except PackTextError as error:
        raise _error_at_line(file, error.line, error.what) from error
    except ValueError as error:
        raise PackError(
            message("{file} is not valid YAML: {reason}", file=str(file), reason=str(error))
        ) from error


def _content_errors(data: Mapping[str, Any], folder: Path) -> Iterator[tuple[KeyPath, Message]]:
    """Yield the errors in a pack, each preceded by its location."""
    errors = sorted(_validator().iter_errors(data), key=lambda each: [*map(str, each.path)])
    for error in errors:
        place = [*error.absolute_path]
        location = " > ".join(map(str, place)) or FILE
        yield (
            place,
            message("{where}: {what}", where=location, what=error.message[:_MAX_ERROR_LENGTH]),
        )
    if not errors:
        yield from _missing_pictures(data, folder)


_MAX_ERROR_LENGTH = 300  # characters of an error message, which may contain a whole value


def _validator() -> Draft202012Validator:
    """Return the validator of packs; their schema refers to the schema of the catalogue."""
    from jsonschema import Draft202012Validator  # slow, and only needed for packs
    from referencing import Registry, Resource  # 27 ms

    schema, catalogue = (
        json.loads((schema_folder() / f"{name}.schema.json").read_text("utf-8"))
        for name in ("pack", "catalogue")
    )
    resource = Resource.from_contents(catalogue)
    registry = Registry().with_resource(catalogue["$id"], resource)
    return Draft202012Validator(schema, registry=registry)


def _missing_pictures(data: Mapping[str, Any], folder: Path) -> Iterator[tuple[KeyPath, Message]]:
    for file, name, picture in _pieces_with_pictures(data):
        if not (folder / picture).is_file():
            place: KeyPath = [file, name, "picture"]
            yield place, message("the picture {file} does not exist", file=str(folder / picture))


def _pieces_with_pictures(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the data file, the name and the picture file of each piece with a picture."""
    for kind in (*_LAYER_KEYS, "units"):
        for name, piece in data.get(kind, {}).items():
            if piece.get("picture"):
                yield kind, name, piece["picture"]
