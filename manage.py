#!/usr/bin/env python
"""Django's command line. The one line that is ours lets a checkout work before it is installed."""

import os
import sys
from pathlib import Path


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "baton.settings.dev")
    sys.path.insert(0, str(Path(__file__).resolve().parent / "platform"))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
