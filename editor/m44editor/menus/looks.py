"""The commands that say what windows look like, and how much moves in them."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message
from m44editor.menus.command import LINE, Command

MOTIONS = ("system", "full", "reduced")
LAYOUTS = ("layout-usual", "layout-keep", "layout-forget")

APPEARANCE_COMMANDS: Mapping[str, Command] = {
    "next-pane": Command(
        message("&Next Panel"),
        ("F6",),
        message("Move the keyboard focus to the next panel, and from the last one to the board"),
    ),
    "previous-pane": Command(
        message("&Previous Panel"),
        ("Shift+F6",),
        message("Move the keyboard focus to the previous panel"),
    ),
    "theme-system": Command(
        message("&System"), group="theme", tip=message("Light or dark as the desktop is")
    ),
    "theme-light": Command(message("&Light"), group="theme", tip=message("Light windows")),
    "theme-dark": Command(message("&Dark"), group="theme", tip=message("Dark windows")),
    "theme-contrast-light": Command(
        message("&High Contrast, Light"), group="theme", tip=message("Black on white")
    ),
    "theme-contrast-dark": Command(
        message("High &Contrast, Dark"), group="theme", tip=message("White on black")
    ),
    "motion-system": Command(
        message("Motion as the Des&ktop"),
        group="motion",
        tip=message("Reduce motion where the desktop asks for it"),
    ),
    "motion-full": Command(
        message("&Full Motion"), group="motion", tip=message("Menus and panels glide")
    ),
    "motion-reduced": Command(
        message("&Reduced Motion"),
        group="motion",
        tip=message("Nothing glides or blinks; the computer's turns are shown at once"),
    ),
    "layout-usual": Command(
        message("&Usual Layout"), tip=message("Panels stand as in the first session")
    ),
    "layout-keep": Command(
        message("&Keep Layout…"), tip=message("Keep how panels stand now, under a name")
    ),
    "layout-forget": Command(
        message("&Delete Layout…"), tip=message("Keep one of the layouts no longer")
    ),
}

APPEARANCE_SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "theme": (
        message("T&heme"),
        (
            *("theme-system", "theme-light", "theme-dark"),
            *("theme-contrast-light", "theme-contrast-dark", LINE),
            *(f"motion-{motion}" for motion in MOTIONS),
        ),
    ),
    "layouts": (message("Layou&ts"), LAYOUTS),
}
