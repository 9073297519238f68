"""The options of the checks: the user's settings combined with ``m44.toml``."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.errors import M44Error, NotationError
from m44core.messages.message import Value
from m44core.messages.renderers import message_of_error
from m44core.validation.check_selection import PROFILES, Selection, select_checks
from m44core.validation.components.owned_boxes import OwnedBoxes, parse_owned_option
from m44core.validation.configuration import (
    CONFIGURATION_NAME,
    EMPTY_CONFIGURATION,
    Configuration,
    Configurations,
)
from m44core.validation.runner import CheckSettings
from m44editor.documents.document import Document
from m44editor.documents.editor_settings import BOXES_KEY, PROFILE_KEYS, bool_setting, text_setting
from m44editor.documents.file_watch import FileWatch


class CheckOptions(QObject):
    """Combines the user's check options with those of the file's collection.

    As on the command line, the user's settings override ``m44.toml``.

    Attributes:
        settings: The settings for the checks.
        configuration_error: The reason why ``m44.toml`` is ignored; empty if it is used.

    Signals:
        changed: The settings or the error have changed.
    """

    changed = Signal()

    def __init__(
        self, document: Document, settings: QSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._user_settings = settings
        self._configuration = EMPTY_CONFIGURATION
        self.configuration_error: Value = ""
        self.settings = CheckSettings()
        self._watch = FileWatch(self)
        self._watch.touched.connect(self._reload_configuration)
        document.path_changed.connect(self._reload_configuration)
        self._reload_configuration()

    @property
    def user_boxes(self) -> OwnedBoxes | None:
        """The boxes in the user's list; None if there is no valid list."""
        box_list = text_setting(self._user_settings, BOXES_KEY, "")
        try:
            return parse_owned_option(box_list) if box_list else None
        except NotationError:  # written by another version of the program
            return None

    @property
    def collection_boxes(self) -> OwnedBoxes | None:
        """The boxes in the list in ``m44.toml``; None if it has none."""
        return self._configuration.owned

    @property
    def configuration_path(self) -> Path | None:
        """The ``m44.toml`` that applies to the open file; None if there is none."""
        return self._configuration.path

    def is_profile_on(self, profile: str) -> bool:
        """Return whether the user or ``m44.toml`` turns a check profile on."""
        return bool_setting(
            self._user_settings, PROFILE_KEYS[profile], False
        ) or self.is_profile_required(profile)

    def is_profile_required(self, profile: str) -> bool:
        """Return whether ``m44.toml`` turns a check profile on."""
        return profile in self._configuration.profiles

    def set_owned_boxes(self, owned_boxes: OwnedBoxes | None) -> None:
        """Store the owned boxes; None removes the list."""
        boxes = {} if owned_boxes is None else owned_boxes.boxes
        self._store(BOXES_KEY, ",".join(f"{name}={number}" for name, number in boxes.items()))

    def set_profile(self, profile: str, is_wanted: bool) -> None:
        """Store whether the user wants a check profile."""
        self._store(PROFILE_KEYS[profile], is_wanted)

    def _store(self, key: str, value: str | bool) -> None:
        self._user_settings.setValue(key, value)
        self._update_settings()

    def _reload_configuration(self) -> None:
        """Find the ``m44.toml`` that applies now, and read it."""
        path, old_error = self._document.path, self.configuration_error
        self._configuration, self.configuration_error = EMPTY_CONFIGURATION, ""
        if path is not None:
            self._configuration, self.configuration_error = _find_configuration(path)
            self._watch.watch(self.configuration_path or path.parent / CONFIGURATION_NAME)
        else:
            self._watch.watch(None)
        self._update_settings(force=self.configuration_error != old_error)

    def _update_settings(self, *, force: bool = False) -> None:
        """Combine the settings; emit `changed` if they differ from before, or if *force*."""
        old_settings, path = self.settings, self._document.path
        self.settings = CheckSettings(
            self._selection(),
            self.user_boxes if self.user_boxes is not None else self.collection_boxes,
            self._configuration.allowances_for(str(path)) if path else (),
            self._configuration.languages,
        )
        if force or self.settings != old_settings:
            self.changed.emit()

    def _selection(self) -> Selection:
        configuration, profiles = self._configuration, list(self._configuration.profiles)
        chosen_codes = list(configuration.select)
        for profile in PROFILE_KEYS:
            if bool_setting(self._user_settings, PROFILE_KEYS[profile], False):
                profiles.append(profile)
                chosen_codes += [PROFILES[profile]] if chosen_codes else []
        return select_checks(chosen_codes, configuration.ignore, profiles)


def _find_configuration(path: Path) -> tuple[Configuration, Value]:
    """Return the configuration for a file, with an empty error.

    If it cannot be read, return an empty configuration and the reason.
    """
    try:
        return Configurations().configuration_for(str(path)), ""
    except M44Error as error:
        return EMPTY_CONFIGURATION, message_of_error(error)
