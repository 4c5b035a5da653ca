"""No file of the project names a registry, a path of one machine or a secret (tests/files.py)."""

import secrets
import string

import files
import pytest

from baton.tenancy.keys import make_key


def test_no_file_of_the_project_has_a_problem() -> None:
    found = [problem for path in files.all_files() for problem in files.problems_of(path)]

    assert found == []


@pytest.mark.parametrize("name", ["uv.lock", "poetry.lock", "pylock.toml", "Pipfile.lock"])
def test_locks_that_name_their_index_are_absent(name: str) -> None:
    assert not (files.ROOT / name).exists()


@pytest.mark.parametrize(
    "name",
    [
        "requirements.lock",
        "requirements-dev.lock",
        "requirements-anchors.lock",
        "requirements-bench.lock",
        "requirements-local.lock",
        "requirements-models.lock",
        "requirements-node.lock",
    ],
)
def test_every_package_of_a_lock_has_an_exact_version_and_a_hash(name: str) -> None:
    entries = [
        entry for entry in (files.ROOT / name).read_text().replace("\\\n", "").splitlines() if entry.strip()
    ]

    loose = [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry]

    assert entries
    assert loose == []


def _letters(count: int) -> str:
    return "".join(secrets.choice(string.ascii_letters) for _ in range(count))


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.py", "x", "no newline at its end."),
        ("a.py", "x\n\n", "an empty line at its end."),
        ("a.py", "x\r\n", "a carriage return."),
        ("requirements.lock", "--index-url x\n", "line 1 says where packages come from."),
        ("frontend/package-lock.json", '{"resolved": 1}\n', "line 1 says where packages come from."),
        ("frontend/package-lock.json", "from npmjs" + ".org\n", "line 1 names the host of a registry."),
        ("pyproject.toml", "a\nurl = 'https" + "://x'\n", "line 2 says where packages come from."),
        ("README.md", "from pypi" + ".org\n", "line 1 names the host of a registry."),
        ("a.py", "open('/work" + "/main/a')\n", "line 1 holds a path of one machine."),
        ("a.py", "cd /home" + "/ann/baton\n", "line 1 holds a path of one machine."),
        ("a.py", "-----BEGIN PRIVATE" + " KEY-----\n", "line 1 looks like a private key."),
        # Random letters, so they carry a name: every test process must collect the same ones.
        pytest.param("a.py", make_key("dev")[0] + "\n", "line 1 looks like an API key of Baton.", id="ours"),
        pytest.param(
            "a.py", f"sk-{_letters(40)}\n", "line 1 looks like a key of a model provider.", id="model"
        ),
        pytest.param("a.py", f"ghp_{_letters(36)}\n", "line 1 looks like a token of a code host.", id="code"),
    ],
)
def test_each_problem_is_found(name: str, text: str, problem: str) -> None:
    assert list(files.problems_of_text(name, text)) == [problem]


@pytest.mark.parametrize(
    "text",
    ["https://example.com/work/order\n", "{SHOP_URL}/orders/home\n", "sk-test\n", "/var/lib/baton\n", ""],
)
def test_harmless_text_has_no_problem(text: str) -> None:
    assert list(files.problems_of_text("docs/a.md", text)) == []


def test_a_lock_may_say_where_an_author_is_sponsored() -> None:
    sponsor = '{"funding": {"url": "https://example.com/sponsor"}}\n'

    assert list(files.problems_of_text("frontend/package-lock.json", sponsor)) == []
