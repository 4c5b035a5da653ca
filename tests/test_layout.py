"""The layout that keeps `platform/` from shadowing the standard library, and pure packages pure."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

PURE = {
    "baton.core": (),
    "baton.tenancy": ("baton.tenancy.roles", "baton.tenancy.keys", "baton.tenancy.actor"),
    "agents_app": (
        "agents_app.spec",
        "agents_app.arguments",
        "agents_app.sentence",
        "agents_app.definition",
    ),
    "knowledge": ("knowledge.ranking", "knowledge.vectors"),
    "orchestration.engine": (),
    "orchestration.journal": (),
    "orchestration.runner": (),
}
"""Package -> the pure modules in it; empty means all of them."""

FRAMEWORKS = ("django", "celery", "rest_framework", "channels")
VENDORS = ("openai", "anthropic", "mcp", "mcp_types")


def in_a_new_interpreter(code: str, folder: Path = ROOT) -> str:
    """What a fresh Python says that was started in the folder, as `python -m` and `-c` are."""
    path = [str(ROOT / "platform"), str(ROOT)]
    program = f"import sys; sys.path[1:1] = {path!r}; {code}"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def modules_of(package: str) -> list[str]:
    """A package and everything below it, by its files."""
    top = package.split(".", 1)[0]
    root = ROOT / "platform" if top == "baton" else ROOT
    folder = root / package.replace(".", "/")
    names = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for path in folder.rglob("*.py")
    }
    return sorted(names)


def test_platform_is_a_folder_and_no_package() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    held = [path.name for path in (ROOT / "platform").iterdir() if not path.name.startswith(".")]
    assert [name for name in held if not name.endswith(".egg-info")] == ["baton"]


def test_no_folder_below_tests_is_a_package_or_named_platform() -> None:
    tests = ROOT / "tests"

    assert list(tests.rglob("__init__.py")) == []
    assert [path for path in tests.rglob("platform") if path.is_dir()] == []
    assert list((ROOT / "platform").rglob("test_*.py")) == []
    assert list((ROOT / "platform").rglob("conftest.py")) == []


@pytest.mark.parametrize("folder", [ROOT, ROOT / "tests", ROOT / "platform"], ids=lambda folder: folder.name)
def test_the_standard_librarys_platform_wins(folder: Path) -> None:
    said = in_a_new_interpreter(
        "import platform; print(platform.__file__); print(platform.python_version())", folder
    ).splitlines()

    assert Path(said[0]).is_relative_to(sys.base_prefix)
    assert said[1] == ".".join(map(str, sys.version_info[:3]))


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_load_no_framework_and_no_vendor(package: str) -> None:
    named = PURE[package]
    modules = modules_of(package) if not named else sorted({m for each in named for m in _below(each)})
    imports = "; ".join(f"import {module}" for module in modules)

    said = in_a_new_interpreter(f"import json; {imports}; print(json.dumps(sorted(sys.modules)))")

    loaded = {module.split(".", 1)[0] for module in json.loads(said)}
    assert modules
    assert loaded.isdisjoint((*FRAMEWORKS, *VENDORS))


def test_the_settings_and_the_urls_load_no_vendor_sdk() -> None:
    said = in_a_new_interpreter(
        "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'baton.settings.test'; "
        "import django, json; django.setup(); import baton.urls, orchestration.tasks; "
        "print(json.dumps(sorted(sys.modules)))"
    )

    loaded = {module.split(".", 1)[0] for module in json.loads(said)}
    assert "django" in loaded
    assert loaded.isdisjoint(VENDORS)


def test_the_package_root_imports_nothing() -> None:
    for name in ("baton", "agents_app", "orchestration", "knowledge"):
        root = ROOT / "platform" if name == "baton" else ROOT
        assert (root / name / "__init__.py").read_text() == ""
    assert (ROOT / "platform" / "baton" / "py.typed").is_file()


def _below(module: str) -> list[str]:
    folder = ROOT / module.replace(".", "/")
    return modules_of(module) if folder.is_dir() else [module]
