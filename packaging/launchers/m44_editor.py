"""The editor in the bundle."""

import sys

from module_archive import import_from_archive  # type: ignore[import-not-found] # only in the bundle

import_from_archive(getattr(sys, "_MEIPASS", ""))

from m44editor.app import main  # noqa: E402 - from the archive

sys.exit(main())
