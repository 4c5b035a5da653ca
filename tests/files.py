"""What no file of the project may hold: `tests/files.py [FILE ...]` names what it finds and ends with 1.

Asked by `tests/test_files.py` about every file and by the pre-commit hook about the changed ones. It reads
text only; a file that is not UTF-8 is judged by its size alone.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 512 * 1024
GENERATED = frozenset({"docs/openapi.json"})
"""Laid out, and as long as the tool that writes them makes them."""
LARGEST_GENERATED = 2 * 1024 * 1024

PACKAGE_FILES = re.compile(
    r"(^|/)(pyproject\.toml|requirements[^/]*|package(-lock)?\.json|\.npmrc|pip\.conf|constraints[^/]*)$"
)
"""They name packages and versions; where those come from is the matter of the machine."""

ADDRESS = re.compile(r"://|index[-_]url|\"resolved\"", re.IGNORECASE)
RESOLVED = re.compile(r"\"resolved\"", re.IGNORECASE)
NPM_LOCK = "package-lock.json"
"""It also says where the author of a package may be sponsored: only `resolved` is where it comes from."""

REGISTRY = re.compile(r"\b(pypi\.org|pythonhosted\.org|npmjs\.(org|com)|yarnpkg\.com|conda\.anaconda\.org)\b")
MACHINE_PATH = re.compile(r"(?<![\w.$}/-])/(work|root|Users)/[\w.]|(?<![\w.$}/-])/home/[a-z]")
SECRETS = {
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "an API key of Baton": re.compile(r"\bbtn_[a-z]{1,8}_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}\b"),
    "a key of a model provider": re.compile(r"\bsk-[A-Za-z0-9_-]{20,}"),
    "a cloud key": re.compile(r"\b(AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}\b"),
    "a token of a code host": re.compile(r"\b(gh[pousr]_[A-Za-z0-9]{36}|glpat-[A-Za-z0-9_-]{20})\b"),
    "a signed web token": re.compile(r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
}


def all_files() -> list[Path]:
    """What git knows and what it will know: everything but what is ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    names = sorted({name for name in listed.stdout.decode().split("\0") if name})
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def problems_of(path: Path) -> Iterator[str]:
    """Everything that is wrong with one file, as sentences that begin with its name."""
    name = path.resolve().relative_to(ROOT).as_posix()
    content = path.read_bytes()
    most = LARGEST_GENERATED if name in GENERATED else LARGEST
    if len(content) > most:
        yield f"{name}: {len(content)} bytes; {most} are the most."
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return
    yield from (f"{name}: {problem}" for problem in problems_of_text(name, text))


def problems_of_text(name: str, text: str) -> Iterator[str]:
    """The same of a text that would stand in a file of this name."""
    if name not in GENERATED:
        yield from _layout_of(text)
    for number, line in enumerate(text.splitlines(), 1):
        address = RESOLVED if name.endswith(NPM_LOCK) else ADDRESS
        if PACKAGE_FILES.search(name) and address.search(line):
            yield f"line {number} says where packages come from."
        if REGISTRY.search(line):
            yield f"line {number} names the host of a registry."
        if MACHINE_PATH.search(line):
            yield f"line {number} holds a path of one machine."
        yield from (
            f"line {number} looks like {what}." for what, form in SECRETS.items() if form.search(line)
        )


def _layout_of(text: str) -> Iterator[str]:
    if text and not text.endswith("\n"):
        yield "no newline at its end."
    elif text.endswith("\n\n"):
        yield "an empty line at its end."
    if "\r" in text:
        yield "a carriage return."


def main(names: list[str]) -> int:
    """The problems of the named files, or of all."""
    paths = [Path(name) for name in names] or all_files()
    found = [problem for path in paths for problem in problems_of(path)]
    sys.stdout.writelines(f"{problem}\n" for problem in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
