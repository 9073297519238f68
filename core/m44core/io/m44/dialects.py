"""Other programs' ways of writing .m44: read, brought into the normal form, and reported.

Each function is one row of the list of anomalies in ``docs/file-format.md``.
"""

from __future__ import annotations

from collections.abc import Mapping

from m44core.diagnostics import Diagnostic
from m44core.findings.kinds import Sayable, say
from m44core.findings.make import finding, written_anew
from m44core.hexes import Hex
from m44core.io.m44.places import game_info_pointer
from m44core.io.vocabulary.official_values import as_number
from m44core.io.vocabulary.words import capitals
from m44core.messages.message import listed

Raw = dict[str, object]

_CAPITALS = {
    "board": ("type", "face"),
    "game_info": (
        "side_player1",
        "side_player2",
        "front",
        "starting",
        "type",
        "country_player1",
        "country_player2",
    ),
    "meta_data": ("status",),
}
COUNTS = ("cards_player1", "cards_player2", "victory_player1", "victory_player2")
_WHOLE = {"meta_data": "/meta", "game_info": "/briefing", "packs": "/packs", "text": "/texts"}
_OBJECTS = {"": ("packs", "equipment_packs"), "game_info": ("options", "victory")}


def _pointer(section: str, key: str) -> str:
    if section == "game_info":
        return game_info_pointer(key)
    return {"board": f"/board/{key}", "meta_data": f"/meta/{key}"}.get(section, f"/m44/{key}")


class Dialects:
    """Brings the content of an .m44 file into the normal form, in place.

    Attributes:
        findings: What was read and what it became.
        changed: Whether the content is no longer what stood in the file.
    """

    def __init__(self, tree: Raw) -> None:
        self.tree = tree
        self.findings: list[Diagnostic] = []
        self.changed = False

    def normalise(self) -> None:
        """Apply every row that concerns the file as a whole."""
        self._nulls()
        self._lists_for_objects()
        self._options()
        self._lower_case()
        self._numbers_as_text()
        self._empty_countries()
        self._absent_keys()

    def found(
        self, code: str, key: str, pointer: str, hex_: Hex | None = None, /, **values: Sayable
    ) -> None:
        """Add one finding about something that was written in another way, and what mends it."""
        self.changed = True
        self.findings.append(finding(code, key, pointer, hex_, written_anew(code), **values))

    def decided(
        self, code: str, key: str, pointer: str, hex_: Hex | None = None, /, **values: Sayable
    ) -> None:
        """Add one finding about something that was filled in, or read in one of several ways."""
        self.changed = True
        self.kept(code, key, pointer, hex_, **values)

    def kept(
        self, code: str, key: str, pointer: str, hex_: Hex | None = None, /, **values: Sayable
    ) -> None:
        """Add one finding about something that stays as it was."""
        self.findings.append(finding(code, key, pointer, hex_, **values))

    def section(self, name: str) -> Raw:
        """Return an object of the file, an empty one where there is none."""
        value = self.tree.get(name) if name else self.tree
        return value if isinstance(value, dict) else {}

    def _nulls(self) -> None:
        for name in ("", "meta_data", "game_info", "board"):
            section = self.section(name)
            for key in [key for key, value in section.items() if value is None]:
                del section[key]
                self.found("M047", "left-out", _pointer(name, key), key=key)

    def _lists_for_objects(self) -> None:
        for name, keys in _OBJECTS.items():
            section = self.section(name)
            for key in keys:
                if section.get(key) == []:
                    if key == "packs":
                        section[key] = {}
                    else:
                        del section[key]
                    pointer = "/packs" if key == "packs" else _pointer(name, key)
                    self.found("M045", "list", pointer, key=key)
        conditions = self.section("game_info").get("victory_conditions")
        for condition in conditions if isinstance(conditions, list) else ():
            if isinstance(condition, dict) and condition.get("standard") == []:
                condition["standard"] = {}
                pointer = game_info_pointer("victory_conditions")
                self.found("M045", "list", pointer, key="standard")

    def _options(self) -> None:
        options = self.tree.get("options")
        info = self.section("game_info")
        inner = info.get("options", {})
        if isinstance(options, dict) and isinstance(inner, dict) and info:
            info["options"] = {**options, **inner}
            del self.tree["options"]
            names = ", ".join(options) or say("none")
            self.found("M057", "outside", "/briefing/options", names=names)

    def _lower_case(self) -> None:
        for name, keys in _CAPITALS.items():
            section = self.section(name)
            for key in keys:
                value = section.get(key)
                large = capitals(value) if isinstance(value, str) else None
                if large is not None:
                    section[key] = large
                    where = _pointer(name, key)
                    self.found("M041", "small", where, value=str(value), capitals=large)

    def _numbers_as_text(self) -> None:
        info = self.section("game_info")
        for key in COUNTS:
            value = info.get(key)
            number = as_number(value) if isinstance(value, str) else None
            if number is not None:
                info[key] = number
                self.found("M046", "text", game_info_pointer(key), text=str(value), number=number)

    def _empty_countries(self) -> None:
        info = self.section("game_info")
        for key in ("country_player1", "country_player2"):
            if info.get(key) == "":
                del info[key]
                self.found("M049", "empty", game_info_pointer(key), key=key)

    def _absent_keys(self) -> None:
        info = self.section("game_info")
        absent = [key for key in ("front", "starting", "date_begin") if key not in info]
        absent += [key for key in ("country_player1",) if key not in info]
        absent += ["software"] * ("software" not in self.section("meta_data"))
        if absent:
            self.kept("M048", "unsaid", "/briefing", keys=listed(absent))
        for key, pointer in _WHOLE.items():
            if key not in self.tree:
                self.decided("M048", "part", pointer, key=key)
        for language, text in self.section("text").items():
            wanted = ("name", "description", "victory")
            missing = [key for key in wanted if isinstance(text, dict) and key not in text]
            if missing:
                pointer = f"/texts/{language}"
                self.kept("M048", "texts", pointer, language=language, keys=listed(missing))


def repeated_ids(ids: Mapping[str, object]) -> dict[str, Diagnostic]:
    """Return a finding for each file whose scenario id an earlier file has.

    Args:
        ids: The scenario id of each file by its name, in order; None for none.
    """
    first: dict[str, str] = {}
    found = {}
    for file, scenario_id in ids.items():
        if scenario_id is not None:
            earlier = first.setdefault(str(scenario_id), file)
            if earlier != file:
                said = {"id": str(scenario_id), "file": earlier}
                found[file] = finding("M055", "same", "/meta/scenario_id", **said)
    return found
