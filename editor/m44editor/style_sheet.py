"""The style sheet of the windows, built from the tokens over Qt's Fusion style.

It only has rules for widgets that the user presses, types in or drags. Containers keep the native
style: Qt would match a rule for them against every widget. High contrast only has rules for buttons
that are on and the corners of lists; its frames come from the palette.
"""

from __future__ import annotations

from m44editor.theme_tokens import COLOURS, Radius, Space, ThemeColours

_FIELD_CLASSES = "QLineEdit,QAbstractSpinBox,QComboBox,QTextEdit,QPlainTextEdit"
_DEFAULT = "QDialog QPushButton:default:enabled"  # elsewhere, any button with the focus is default
_MAIN_BUTTON = f'{_DEFAULT},QPushButton[primary="true"]'
"""The button of the main action of a window; a tint, in contrast, means that a button is on."""
_HEADER_PADDING = 3  # pixels: headings are in line with the text of Fusion's rows
_ROOMY_LISTS = (
    "QTreeWidget::item,ListDialog QListWidget::item,BalanceComparisonDialog QListWidget::item"
)
_GRIP_SHARE = 0.02  # half the length of a handle's grip, as a part of the handle
_HANDLE_WIDTH = 5  # pixels of a handle, with a pixel of ground on both sides
_ARROW_SIZE = 4  # pixels: half the width of an arrow, and its height
_DROP_DOWN_WIDTH = 16  # pixels at the end of a list box for its arrow
_ARROW_ROOM = 18  # pixels at the end of a button for the arrow of its menu
_SLOPE, _SOFT = 0.176, 0.01  # the angle of its sides and of their soft edge, in turns


def style_sheet(theme: str) -> str:
    """Return the style sheet of a theme.

    It is never empty: if an application goes from no style sheet to one, Qt forgets to
    remove some docks from its cache when they are deleted, and crashes at the next change of theme.
    """
    if theme.startswith("contrast"):
        return _contrast_button_rules(COLOURS[theme])
    parts = (
        _field_rules,
        _arrow_rules,
        _button_rules,
        _tab_rules,
        _header_rules,
        _scroll_bar_rules,
        _handle_rules,
    )
    return "".join(part(COLOURS[theme]) for part in parts)


def _contrast_button_rules(c: ThemeColours) -> str:
    """Return the style rules for checked buttons in high contrast, as large as unchecked ones.

    The native style darkens them, which is invisible on black and barely visible on white.
    """
    return f"""
QToolButton:checked {{ border: 2px solid {c["text"]}; background: {c["checked"]};
  padding-left: 1px; }}
QToolButton[plain="true"]:checked {{ border-color: transparent; background: transparent; }}
QToolButton:checked:focus {{ border: 2px dashed {c["focus"]}; }}
{_corner_rule(c)}"""


def _corner_rule(c: ThemeColours) -> str:
    """Return the style rule for the corner between the scroll bars of a list.

    Qt would fill it with the color of the frames, which is that of the check boxes.
    """
    return f"QAbstractItemView::corner {{ background: {c['field']}; }}\n"


def _field_rules(c: ThemeColours) -> str:
    """Return the style rules for input fields, including a border that shows the focus."""
    return f"""
{_FIELD_CLASSES} {{ border: 1px solid {c["edge"]}; border-radius: {Radius.CONTROL}px;
  background: {c["field"]}; padding: {Space.HAIR}px {Space.TIGHT}px; }}
QTextEdit,QPlainTextEdit {{ padding: 0; }}
QPlainTextEdit[plain="true"] {{ border-color: transparent; background: transparent; }}
QComboBox {{ padding-left: {Space.SMALL}px; selection-background-color: {c["accent"]}; }}
QComboBox:editable {{ padding-left: {Space.TIGHT}px; }}
QAbstractSpinBox {{ padding: 1px 0 0 0; }}
QAbstractSpinBox QLineEdit,QComboBox QLineEdit {{ border: none; background: transparent;
  padding: 0; }}
QLineEdit:focus,QAbstractSpinBox:focus,QComboBox:focus,QTextEdit:focus,QPlainTextEdit:focus {{
  border: 1px solid {c["focus"]}; }}
QAbstractSpinBox QLineEdit:focus,QComboBox QLineEdit:focus {{ border: none; }}
QLineEdit:disabled,QAbstractSpinBox:disabled,QComboBox:disabled,QLineEdit:read-only {{
  border-color: {c["line"]}; background: {c["window"]}; }}
"""


def _arrow_rules(c: ThemeColours) -> str:
    """Return the style rules for arrows in fields and buttons."""
    down = (
        "QComboBox::down-arrow,QAbstractSpinBox::down-arrow,QToolButton::menu-indicator,"
        "QPushButton::menu-indicator"
    )
    return f"""
QComboBox::drop-down,QAbstractSpinBox::drop-down {{ border: none; width: {_DROP_DOWN_WIDTH}px; }}
QAbstractSpinBox::up-button,QAbstractSpinBox::down-button {{ border: none; width: 16px;
  background: transparent; }}
{down},QAbstractSpinBox::up-arrow {{ width: {2 * _ARROW_SIZE}px; height: {_ARROW_SIZE}px; }}
{down} {{ background: {_triangle_gradient(c["text"], down=True)}; }}
QAbstractSpinBox::up-arrow {{ background: {_triangle_gradient(c["text"], down=False)}; }}
QComboBox::down-arrow:disabled,QAbstractSpinBox::down-arrow:disabled,
QAbstractSpinBox::down-arrow:off {{ background: {_triangle_gradient(c["disabled"], down=True)}; }}
QAbstractSpinBox::up-arrow:disabled,QAbstractSpinBox::up-arrow:off {{
  background: {_triangle_gradient(c["disabled"], down=False)}; }}
QToolButton::menu-indicator,QPushButton::menu-indicator {{ subcontrol-origin: padding;
  subcontrol-position: center right; right: {Space.SMALL}px; }}
"""


def _triangle_gradient(colour: str, *, down: bool) -> str:
    """Return a gradient around the tip of an arrow that fills its triangle.

    A picture would need a file for each color.
    """
    tip_y, angle = (1, 0) if down else (0, 180)
    start, end = _SLOPE, 0.5 - _SLOPE
    stops = f"stop:{start - _SOFT} transparent,stop:{start} {colour},stop:{end} {colour},"
    stops += f"stop:{end + _SOFT} transparent"
    return f"qconicalgradient(cx:0.5,cy:{tip_y},angle:{angle},{stops})"


def _button_rules(c: ThemeColours) -> str:
    """Return the style rules for buttons: flat, with a border unless they are part of a bar."""
    return f"""
QPushButton,QToolButton {{ border: 1px solid {c["edge"]}; border-radius: {Radius.CONTROL}px;
  background: {c["button"]}; padding: {Space.TIGHT}px {Space.MEDIUM}px; }}
QToolButton {{ padding: {Space.HAIR}px; }}
QToolButton[autoRaise="true"] {{ border-color: transparent; background: transparent; }}
QPushButton[flat="true"] {{ border-color: transparent; background: transparent; }}
QToolButton[popupMode="2"] {{ padding-right: {_ARROW_ROOM}px; }}
QPushButton[menuButton="true"] {{ padding-right: {_ARROW_ROOM + Space.TIGHT}px; }}
QPushButton:hover,QToolButton:hover {{ background: {c["button_hover"]}; }}
QPushButton:pressed,QToolButton:pressed {{ background: {c["button_pressed"]}; }}
QToolButton:checked,QPushButton:checked {{ background: {c["checked"]};
  border-color: {c["focus"]}; }}
QToolButton[plain="true"]:checked {{ border-color: transparent; background: transparent; }}
QToolButton[chip="true"] {{ border-color: {c["line"]}; color: {c["hint"]};
  padding-left: {Space.SMALL}px; padding-right: 0; }}
QToolButton[chip="true"]:checked {{ background: {c["button"]}; border-color: {c["edge"]};
  color: {c["text"]}; }}
{_MAIN_BUTTON} {{ background: {c["accent"]}; border-color: {c["accent"]};
  color: {c["on_accent"]}; }}
{_DEFAULT}:hover,QPushButton[primary="true"]:hover {{ background: {c["accent_hover"]};
  border-color: {c["accent_hover"]}; }}
QPushButton:disabled,QToolButton:disabled {{ color: {c["disabled"]}; border-color: {c["line"]};
  background: {c["window"]}; }}
QToolButton[autoRaise="true"]:disabled {{ border-color: transparent; background: transparent; }}
QPushButton:focus,QToolButton:focus,QToolButton[chip="true"]:focus,
QToolButton[chip="true"]:checked:focus,QToolButton[plain="true"]:checked:focus {{
  border-color: {c["focus"]}; }}
{_DEFAULT}:focus,QPushButton[primary="true"]:focus {{ border-color: {c["text"]}; }}
#hand-caption {{ background: {c["window"]}; border: 1px solid {c["edge"]};
  border-radius: {Radius.CONTROL}px; }}
#game-prompt {{ border: none; border-left: {Space.TIGHT}px solid {c["accent_2"]};
  padding: {Space.HAIR}px 0 {Space.HAIR}px {Space.SMALL}px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
"""


def _tab_rules(c: ThemeColours) -> str:
    """Return the style rules for tabs: text, with a bar along the current tab."""
    return f"""
QTabBar::tab {{ border: none; border-bottom: 2px solid transparent; background: transparent;
  color: {c["hint"]}; padding: {Space.TIGHT}px {Space.MEDIUM}px; }}
QTabBar::tab:bottom {{ border-bottom: none;
  border-top: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {c["text"]}; border-color: {c["focus"]}; }}
QTabBar::tab:selected:focus {{ background: {c["checked"]}; }}
QTabBar::tab:hover {{ color: {c["text"]}; background: {c["button"]}; }}
QTabBar QToolButton {{ border: none; border-radius: 0; background: {c["window"]}; }}
QTabBar QToolButton:hover {{ background: {c["button_hover"]}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {c["line"]}; }}
QDockWidget {{ font-weight: bold; }}
QDockWidget::title {{ padding: {Space.SMALL}px {Space.TIGHT}px; text-align: left; }}
"""


def _header_rules(c: ThemeColours) -> str:
    """Return the style rules for the headers and rows of lists, and for progress bars."""
    return f"""
QHeaderView::section {{ background: {c["window"]}; color: {c["hint"]}; border: none;
  border-bottom: 1px solid {c["line"]}; padding: {Space.HAIR}px {_HEADER_PADDING}px; }}
{_ROOMY_LISTS} {{ padding: {Space.HAIR}px 0; }}
QProgressBar {{ border: none; border-radius: {Radius.BAR}px; background: {c["line"]};
  min-height: {2 * Radius.BAR}px; max-height: {2 * Radius.BAR}px; qproperty-textVisible: false; }}
QProgressBar::chunk {{ background: {c["accent"]}; border-radius: {Radius.BAR}px; }}
"""


def _scroll_bar_rules(c: ThemeColours) -> str:
    """Return the style rules for scroll bars: a rounded handle without arrows."""
    return f"""
QScrollBar {{ border: none; background: transparent; width: 12px; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {c["handle"]}; border-radius: {Radius.BAR}px; margin: 3px;
  min-width: 28px; min-height: 28px; }}
QScrollBar::handle:vertical {{ min-width: 0; }}
QScrollBar::handle:horizontal {{ min-height: 0; }}
QScrollBar::handle:hover {{ background: {c["handle_hover"]}; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::add-line,QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page,QScrollBar::sub-page {{ background: transparent; }}
{_corner_rule(c)}"""


def _handle_rules(c: ThemeColours) -> str:
    """Return the style rules for handles between areas: a short, thin grip in the middle."""
    across, down = (
        _grip_gradient(c, "x1:0,y1:0,x2:1,y2:0"),
        _grip_gradient(c, "x1:0,y1:0,x2:0,y2:1"),
    )
    side = f"1px solid {c['window']}"
    inner = _HANDLE_WIDTH - 2
    return f"""
QMainWindow::separator,QSplitter::handle {{ width: {inner}px; height: {inner}px; }}
QMainWindow::separator:horizontal,QSplitter::handle:vertical {{ background: {across};
  border-top: {side}; border-bottom: {side}; }}
QMainWindow::separator:vertical,QSplitter::handle:horizontal {{ background: {down};
  border-left: {side}; border-right: {side}; }}
QMainWindow::separator:hover,QSplitter::handle:hover {{ background: {c["focus"]}; }}
"""


def _grip_gradient(c: ThemeColours, direction: str) -> str:
    """Return a gradient that shows a grip in the middle."""
    start, end = 0.5 - _GRIP_SHARE, 0.5 + _GRIP_SHARE
    back, grip = c["window"], c["handle"]
    stops = ((0, back), (start, back), (start + 0.001, grip), (end, grip), (end + 0.001, back))
    return (
        f"qlineargradient({direction},"
        + ",".join(f"stop:{position} {colour}" for position, colour in stops)
        + ")"
    )
