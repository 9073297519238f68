"""The templates of a site, which users can copy and change, and the files shared by its pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from m44core.html_templates import TemplateError, render_page
from m44core.messages.message import message

_SITE_FOLDER = Path(__file__).parent
TEMPLATES = _SITE_FOLDER / "templates"
"""The built-in templates."""
ASSETS = _SITE_FOLDER / "assets"
"""The files that all pages share: styles, scripts, an icon."""
_ENDINGS = {".html", ".xml"}


def render_template(user_templates: Path | None, name: str, data: Mapping[str, object]) -> str:
    """Return a template filled with data.

    Args:
        user_templates: A folder of templates that override the built-in ones, or None.
        name: The file name of the template.
        data: The plain data.

    Raises:
        TemplateError: the template is invalid; the message names its file and line.
    """
    folders = [folder for folder in (user_templates, TEMPLATES) if folder is not None]
    return render_page(folders, name, data)


def shared_files(user_templates: Path | None) -> Mapping[str, Path]:
    """Return the files that all pages share, keyed by name; user files override built-in ones.

    Raises:
        TemplateError: the folder does not exist.
    """
    if user_templates is not None and not user_templates.is_dir():
        raise TemplateError(
            message("{folder} is not a template folder", folder=str(user_templates))
        )
    folders = [ASSETS] if user_templates is None else [ASSETS, user_templates]
    files = [path for folder in folders for path in sorted(folder.iterdir())]
    return {
        path.name: path
        for path in files
        if path.is_file() and path.suffix not in _ENDINGS and not path.name.startswith(".")
    }
