"""`python -m baton.ops`: the same as the command `baton`."""

from baton.ops.cli import main

if __name__ == "__main__":
    main()
