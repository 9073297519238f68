"""Writing saved games and modules as the engine of VASSAL does; for tests only.

This is independent of the reader. Each docstring names the corresponding code of the engine.
"""

from __future__ import annotations

import io
import lzma
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import quoteattr

ESCAPE = "\x1b"


def encode_sequence(texts: Iterable[str], delimiter: str) -> str:
    """``SequenceEncoder``: return texts joined by a delimiter, which is escaped in them."""
    escaped_texts = []
    for text in texts:
        quoted = text.endswith("\\") or (text.startswith("'") and text.endswith("'"))
        escaped_text = text.replace(delimiter, "\\" + delimiter)
        escaped_texts.append(f"'{escaped_text}'" if quoted else escaped_text)
    return delimiter.join(escaped_texts)


def nest_traits(layers: Sequence[str]) -> str:
    """``Decorator.getType`` and ``getState``: return traits nested in one another."""
    text = layers[-1]
    for layer in reversed(layers[:-1]):
        text = encode_sequence([layer, text], "\t")
    return text


def encode_command(command: str, subcommands: Sequence[str] = ()) -> str:
    """``GameModule.encode``: return a command with its subcommands."""
    return encode_sequence([command, *subcommands], ESCAPE)


def basic_piece_type(name: str, image: str = "") -> str:
    """``BasicPiece.getType``: return the type of a piece."""
    return "piece;" + encode_sequence(["", "", image, name], ";")


def basic_piece_state(map_name: str | None, x: object, y: object) -> str:
    """``BasicPiece.getState``: return the state of a piece; its map is None if it is on no map."""
    return encode_sequence([map_name or "null", str(x), str(y), "17", "0"], ";")


def layer_type(names: Sequence[str], images: Sequence[str] = (), name: str = "Step") -> str:
    """``Embellishment.myGetType``: return the type of a layer with a name for each level."""
    images = images or tuple(f"{number}.png" for number in range(len(names)))
    fields = ["Activate", "130", "A", "Increase", "130", "]", "Decrease", "130", "["]
    fields += [
        "",
        "",
        "1",
        "false",
        "0",
        "0",
        encode_sequence(images, ","),
        encode_sequence(names, ","),
    ]
    fields += ["true", name, "", "", "false", "", "1", "1", "true", "65,130", "93,130", "91,130"]
    return "emb2;" + encode_sequence(fields, ";")


@dataclass
class Piece:
    """A piece of a game: its name, its map and position, and its traits, outermost first.

    The states of the traits in prototypes follow the state of the first prototype.
    """

    name: str
    map_name: str | None
    x: object
    y: object
    image: str = ""
    traits: Sequence[tuple[str, str]] = ()
    of_prototypes: Sequence[str] = ()

    def add(self, number: str) -> str:
        """``BasicCommandEncoder``: return the ``AddPiece`` command for the piece with an id."""
        types = [*(kind for kind, _ in self.traits), basic_piece_type(self.name, self.image)]
        states = [
            *(state for _, state in self.traits),
            basic_piece_state(self.map_name, self.x, self.y),
        ]
        prototype_index = next(
            (n for n, kind in enumerate(types) if kind.startswith("prototype;")), 0
        )
        states[prototype_index + 1 : prototype_index + 1] = self.of_prototypes
        return "+/" + encode_sequence([number, nest_traits(types), nest_traits(states)], "/")


@dataclass
class VassalGame:
    """A game to save.

    Attributes:
        pieces: Its pieces.
        decks: The indexes of the pieces in each deck.
        stacks: The map, x, y and the indexes of the pieces of each stack.
        boards: The name of a map and of its board.
        further_commands: Further commands of the file.
    """

    pieces: Sequence[Piece]
    decks: Sequence[Sequence[int]] = ()
    stacks: Sequence[tuple[str, int, int, Sequence[int]]] = ()
    boards: Sequence[tuple[str, str]] = ()
    further_commands: Sequence[str] = field(default_factory=list)

    def text(self) -> str:
        """``GameState.saveString``: return the commands that restore the game."""
        add_commands = [piece.add(str(1_000 + index)) for index, piece in enumerate(self.pieces)]
        for index, pieces in enumerate(self.decks):
            piece_ids = encode_sequence([str(1_000 + n) for n in pieces], ",")
            state = encode_sequence(["Main Map", "20", "20", "true", piece_ids], ";")
            add_commands.append(
                "+/" + encode_sequence([f"deck{index}", "deck;true;0,0,0;80;80;Always", state], "/")
            )
        for index, (map_name, x, y, pieces) in enumerate(self.stacks):
            place = [map_name, str(x), str(y), *(str(1_000 + n) for n in pieces), "@@0"]
            add_commands.append(
                "+/" + encode_sequence([f"stack{index}", "stack", encode_sequence(place, ";")], "/")
            )
        boards = [
            encode_sequence([f"{map_name}BoardPicker", name, "0", "0"], "\t")
            for map_name, name in self.boards
        ]
        commands = [
            "VERSION\t3.6",
            encode_command("", add_commands),
            *boards,
            *self.further_commands,
            "end_save",
        ]
        return encode_command("begin_save", commands)


def hex_obfuscated(data: bytes, key: int) -> bytes:
    """``ObfuscatingOutputStream`` up to 3.7: return data XORed with *key*, in hexadecimal."""
    return b"!VCSK%02x" % key + b"".join(b"%02x" % (byte ^ key) for byte in data)


def xz_obfuscated(data: bytes, key: int) -> bytes:
    """``ObfuscatingOutputStream`` of 3.8: return data compressed, then XORed with *key*."""
    compressed = lzma.compress(data, preset=3)
    return b"!VOXZ" + bytes([key]) + bytes(byte ^ key for byte in compressed)


def store_saved_game(text: str, path: Path, key: int = 0x5A, save_format: str = "hex") -> Path:
    """Write a saved game in one of the forms that VASSAL has used, and return its path."""
    data = text.encode()
    forms = {
        "hex": lambda: hex_obfuscated(data, key),
        "packed": lambda: xz_obfuscated(data, key),
        "xz": lambda: lzma.compress(data),
        "plain": lambda: data,
    }
    return write_zip({"savedGame": forms[save_format](), "moduledata": b"<data/>"}, path)


def write_zip(files: dict[str, bytes], path: Path) -> Path:
    """Write a ZIP archive and return its path."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def png_header(width: int, height: int) -> bytes:
    """Return the first bytes of a PNG with the given size."""
    numbers = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + b"IHDR" + numbers + b"\x08\2\0\0\0"


@dataclass
class Grid:
    """A sideways ``HexGrid``: the row distance, the hex width and the origin, in pixels."""

    dx: float = 78.0
    dy: float = 90.0
    x0: int = 80
    y0: int = 70

    def middle(self, col: int, row: int) -> tuple[int, int]:
        """``snapToHex``: return the center of a hex, given by doubled column, in whole pixels."""
        down = int(self.dx * row + self.x0)
        across = int(self.dy * (col // 2)) + self.y0 + (int(self.dy / 2) if col % 2 else 0)
        return across, down

    def xml(self) -> str:
        """Return the XML of the grid in a build file."""
        values = {"dx": self.dx, "dy": self.dy, "x0": self.x0, "y0": self.y0, "sideways": "true"}
        attributes = " ".join(f"{key}={quoteattr(str(value))}" for key, value in values.items())
        return f"<VASSAL.build.module.map.boardPicker.board.HexGrid {attributes}/>"


def write_module(path: Path, grids: dict[str, Grid], size: tuple[int, int] = (1240, 780)) -> Path:
    """Write a module with a map of boards and a player hand, and return its path."""
    package = "VASSAL.build.module.map.boardPicker"
    boards = "".join(
        f"<{package}.Board image={quoteattr(name + '.png')} name={quoteattr(name)}>"
        f"<{package}.board.ZonedGrid>{grid.xml()}</{package}.board.ZonedGrid></{package}.Board>"
        for name, grid in grids.items()
    )
    picker = "VASSAL.build.module.map.BoardPicker"
    build = io.StringIO()
    build.write("<?xml version='1.0' encoding='UTF-8' standalone='no'?><VASSAL.build.GameModule>")
    build.write("<VASSAL.build.module.Map mapName='Main Map' edgeWidth='0' edgeHeight='0'>")
    build.write(f"<{picker}>{boards}</{picker}></VASSAL.build.module.Map>")
    build.write("<VASSAL.build.module.PlayerHand mapName='Axis hand'/></VASSAL.build.GameModule>")
    pictures = {f"images/{name}.png": png_header(*size) for name in grids}
    return write_zip({"buildFile.xml": build.getvalue().encode(), **pictures}, path)
