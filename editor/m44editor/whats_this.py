"""What's This: Shift+F1 explains the control with the focus, from its help text or tooltip."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWhatsThis,
    QWidget,
)

from m44core.messages.message import Message
from m44editor.help_texts import HELP_BY_CLASS, HELP_TEXTS
from m44editor.interface_text import translated, without_mnemonic

_CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)


def help_text(control: QWidget) -> str:
    """Return the help text of a control as HTML; "" if it has none."""
    text = (
        control.whatsThis()
        or control.toolTip()
        or _action_help_text(control)
        or _registered_help_text(control)
    )
    return _with_name(control, text) if text else ""


def controls_of(root: QWidget) -> list[QWidget]:
    """Return the controls in a window or panel that a user can act on, without their parts."""
    return [each for each in root.findChildren(QWidget) if _outermost_control(each) is each]


def show_help_text(window: QWidget) -> None:
    """Explain the control with the focus; if it has no help text, let the user click one."""
    set_help_texts(window)
    focus = QApplication.focusWidget()
    control = (
        _outermost_control(focus) if focus is not None and window.isAncestorOf(focus) else None
    )
    text = help_text(control) if control is not None else ""
    if control is not None and text:
        QWhatsThis.showText(control.mapToGlobal(QPoint(0, control.height())), text, control)
    else:
        QWhatsThis.enterWhatsThisMode()


def set_help_texts(window: QWidget) -> None:
    """Give the controls of a window their help texts, which Qt shows on a click."""
    for control in controls_of(window):
        if not control.whatsThis():
            control.setWhatsThis(help_text(control))


def _outermost_control(widget: QWidget) -> QWidget | None:
    """Return the outermost control that a widget is or belongs to; None if there is none."""
    control: QWidget | None = None
    ancestor: QWidget | None = widget
    while ancestor is not None:
        if isinstance(ancestor, _CONTROLS):
            control = ancestor
        ancestor = ancestor.parentWidget()
    return control


def _registered_help_text(control: QWidget) -> str:
    """Look up the help text of a control by its panel and its name; "" if there is none."""
    name = _control_name(control)
    ancestor = control.parentWidget()
    while ancestor is not None:
        for each in type(ancestor).__mro__:
            texts = HELP_TEXTS.get(each.__name__, {})
            help_message = next(
                (text for key, text in texts.items() if label_text(key) == name), None
            )
            help_message = help_message or HELP_BY_CLASS.get(
                (each.__name__, type(control).__name__)
            )
            if help_message is not None:
                return translated(help_message)
        ancestor = ancestor.parentWidget()
    return ""


def _control_name(control: QWidget) -> str:
    """Return the name of a control: its accessible name, its label, or its own text."""
    if control.accessibleName():
        return control.accessibleName()
    labels = control.window().findChildren(QLabel)
    label = next((each.text() for each in labels if each.buddy() is control), "")
    return without_mnemonic(label or getattr(control, "text", str)())


def label_text(key: Message) -> str:
    """Return the name of a control in the current language, without its mnemonic."""
    return without_mnemonic(translated(key))


def _action_help_text(widget: QWidget) -> str:
    if not isinstance(widget, QToolButton) or widget.defaultAction() is None:
        return ""
    action = widget.defaultAction()
    return action.whatsThis() or action.statusTip()


def _with_name(widget: QWidget, text: str) -> str:
    """Return a help text below the name of its control, unless the text contains the name."""
    name = widget.accessibleName()
    document = QTextDocument()
    document.setHtml(text)
    if not name or name.casefold() in document.toPlainText().casefold():
        return text
    body = text if text.lstrip().startswith("<") else escape(text)
    return f"<b>{escape(name)}</b><br>{body}"
