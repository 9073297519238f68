"""One entry of a menu, as data."""

from __future__ import annotations

from m44core.messages.message import Value
from m44core.values import dataclass

LINE = "-"


@dataclass(frozen=True, slots=True)
class Command:
    """One entry of a menu.

    Attributes:
        text: What the menu says, with its mnemonic.
        keys: Shortcuts, the first one shown.
        tip: One sentence for the status bar.
        group: Commands of one group exclude each other.
        checkable: Whether it is switched on and off.
    """

    text: Value
    keys: tuple[str, ...] = ()
    tip: Value = ""
    group: str = ""
    checkable: bool = False
