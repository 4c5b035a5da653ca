"""`python -m baton.ops.demo.seed`: bring the demo up in the database. Any number of times, with the same end.

Says what `.baton/demo.json` holds afterwards as one JSON object on the last line.
"""

import importlib
import json
import os
import sys

import django


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "baton.settings.dev")
    django.setup()
    # By name, since what it imports exists only once Django is set up.
    demo = importlib.import_module("baton.ops.demo.bring_up")
    sys.stdout.write(json.dumps(demo.bring_up_demo(os.environ)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
