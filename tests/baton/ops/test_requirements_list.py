"""`make requirements`: every mark is found where it stands, numbers in their order."""

from pathlib import Path

from requirements import collect

SOURCE = """
import pytest

pytestmark = pytest.mark.requirement("issue 2.1")


@pytest.mark.requirement("agents 17", "agents 7")
def test_one(): ...


@pytest.mark.requirement("promise P5")
class TestTwo:
    @pytest.mark.requirement("agents 7")
    async def test_inner(self): ...


def helper(): ...
"""


def test_marks_of_modules_classes_and_functions_are_listed_by_number(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_it.py").write_text(SOURCE)

    found = collect(tests)

    one, inner = "tests/test_it.py::test_one", "tests/test_it.py::TestTwo::test_inner"
    assert list(found.items()) == [
        ("agents 7", [one, inner]),
        ("agents 17", [one]),
        ("issue 2.1", [one, inner]),
        ("promise P5", [inner]),
    ]
