"""Every command has a handler, and every handler that is imported late can be."""

import inspect

import pytest

from m44editor.actions import SUBMENUS
from m44editor.menu_commands import COMMANDS
from m44editor.windows.handlers import HANDLERS, LISTS, LazyHandler

_LATE = [each for each in (*HANDLERS.values(), *LISTS.values()) if isinstance(each, LazyHandler)]


def test_every_command_has_a_handler_and_no_other_has_one() -> None:
    assert sorted(HANDLERS) == sorted(COMMANDS)


def test_only_menus_of_their_own_list_something() -> None:
    assert LISTS.keys() <= SUBMENUS.keys()


@pytest.mark.parametrize("late", _LATE, ids=lambda late: late.name)
def test_a_late_handler_takes_the_context(late: LazyHandler) -> None:
    first = next(iter(inspect.signature(late.function).parameters.values()))
    assert first.annotation == "EditorContext"
