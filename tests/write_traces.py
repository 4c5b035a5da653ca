"""Writes the fixtures of the event law: `.venv/bin/python -P tests/write_traces.py` from the project's folder.

Do so when an event or a view has changed on purpose, and read the difference: a view of old events must not
change (decision 0001). `--random` leaves the real runs alone, which need a database and half a minute.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "platform"), str(HERE.parent)]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "baton.settings.test")


def main() -> None:
    """Every file, from scratch."""
    import django
    import trace_files
    from trace_random import random_files
    from trace_words import durations, spellings, words

    django.setup()
    for file, traces in random_files():
        trace_files.write(file, traces)
    trace_files.write_lines("words.json", words())
    trace_files.write_lines("canonical.json", spellings())
    trace_files.write_lines("durations.json", durations())
    if "--random" not in sys.argv:
        _write_real_runs()


def _write_real_runs() -> None:
    import trace_files
    from database import Cluster
    from trace_runs import traces
    from world import World

    cluster = Cluster()
    cluster.start()
    try:
        with cluster.copy() as database:
            trace_files.write("real.json", traces(World(database).build()))
    finally:
        cluster.server.stop()


if __name__ == "__main__":
    main()
