"""The editor in the bundle."""

import sys

from m44editor.app import main

sys.exit(main())
