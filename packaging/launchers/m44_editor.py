"""The editor in the bundle."""

import sys

from module_archive import import_from_archive

import_from_archive(sys._MEIPASS)

from m44editor.app import main  # noqa: E402 - from the archive

sys.exit(main())
