"""Every command has a handler, and every lazy handler can be imported."""

import inspect

import pytest

from m44editor.actions import SUBMENUS
from m44editor.menu_commands import COMMANDS
from m44editor.windows.handlers import HANDLERS, MENU_FILLERS, LazyHandler
from m44editor.windows.main_window import MainWindow

_ALL: tuple[object, ...] = (*HANDLERS.values(), *MENU_FILLERS.values())
_LAZY_HANDLERS = [each for each in _ALL if isinstance(each, LazyHandler)]


def test_every_command_has_a_handler_and_no_other_has_one() -> None:
    assert sorted(HANDLERS) == sorted(COMMANDS)


def test_only_dynamic_menus_are_filled() -> None:
    assert MENU_FILLERS.keys() <= SUBMENUS.keys()


def test_a_lazy_handler_gets_its_services(window: MainWindow, subtests: pytest.Subtests) -> None:
    context = window.context
    for handler in _LAZY_HANDLERS:
        with subtests.test(handler.name):
            services = (context,) if handler.services is None else handler.services(context)
            parameters = inspect.signature(handler.function).parameters.values()
            for value, parameter in zip(services, parameters, strict=False):
                assert parameter.annotation in {each.__name__ for each in type(value).__mro__}
            assert len(services) <= len(parameters)
