#!/usr/bin/env python
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.commandline import run

    sys.exit(run(sys.argv))


if __name__ == "__main__":
    main()
