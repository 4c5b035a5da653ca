"""The image and the compose file, as far as they can be judged without a registry: linted, rendered, and every
name in them known to the code."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

from baton.live.router import HEALTH_PATH, SOCKET_PATH, STREAM_PATH
from baton.ops.addresses import passwords_in_addresses
from baton.settings.environment import Environment

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
OURS = ("setup", "web", "live", "worker", "supervisor")
_VARIABLE = re.compile(r"\$\{([A-Z_]+)(:\?[^}]*|:-[^}]*)?\}")


def new_env(host: str = "baton.example.com") -> dict[str, str]:
    text = subprocess.run([DEPLOY / "new-env.sh", host], check=True, capture_output=True, text=True).stdout
    return dict(line.split("=", 1) for line in text.splitlines())


def rendered(env: dict[str, str]) -> dict[str, Any]:
    """What compose makes of the file: variables filled in, merges done. KeyError for one that is missing."""

    def fill(found: re.Match[str]) -> str:
        name, rest = found[1], found[2] or ""
        return env.get(name, rest[2:]) if rest.startswith(":-") else env[name]

    text = _VARIABLE.sub(fill, (DEPLOY / "compose.yaml").read_text())
    return yaml.safe_load(text)


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return rendered(new_env())


def environment_of(service: dict[str, Any]) -> dict[str, str]:
    return service.get("environment", {})


def test_the_dockerfile_has_no_finding() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    found = subprocess.run([hadolint, DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False)

    assert (found.stdout, found.returncode) == ("", 0)


def test_the_image_holds_what_the_checkout_holds() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    packages = set(re.findall(r"^COPY ([a-z_]+) \1$", text, re.MULTILINE))

    assert packages == {"platform", "agents_app", "orchestration", "knowledge"}
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert ignored[1] == "*"
    for name in (*packages, "frontend", "manage.py", "requirements.lock", "requirements-local.lock"):
        assert f"!{name}" in ignored
    assert "**/.env*" in ignored


def test_the_rendered_file_is_what_compose_reads(compose: dict[str, Any]) -> None:
    read = PyCompose.from_yaml(yaml.safe_dump(compose))

    assert set(read.service_names()) == {*OURS, "database", "cache", "proxy"}


def test_every_secret_comes_from_the_file_that_is_made_for_it() -> None:
    env = new_env()
    for name in env:
        with pytest.raises(KeyError, match=name):
            rendered({key: value for key, value in env.items() if key != name})
    assert len(set(env.values())) == len(env)
    assert new_env()["BATON_KEKS"] != env["BATON_KEKS"]


def test_a_host_that_is_none_makes_no_file() -> None:
    for host in ("", "bad host", "a$(reboot)"):
        refused = subprocess.run([DEPLOY / "new-env.sh", host], capture_output=True, text=True, check=False)
        assert refused.returncode == 2
        assert refused.stdout == ""


@pytest.mark.parametrize("name", OURS)
def test_a_process_is_told_only_what_baton_reads(compose: dict[str, Any], name: str) -> None:
    told = environment_of(compose["services"][name])
    known = {field.upper() for field in Environment.model_fields} | {"BATON_SUPERUSER_URL"}

    assert set(told) <= known


def test_every_process_knows_the_database_as_itself_alone(compose: dict[str, Any]) -> None:
    roles = {
        name: {key for key in environment_of(compose["services"][name]) if re.fullmatch(r"BATON_.*_URL", key)}
        for name in OURS
    }
    assert roles["web"] == roles["live"] == {"BATON_WEB_URL", "BATON_STAFF_URL"}
    assert roles["worker"] == {"BATON_WORKER_URL"}
    assert roles["supervisor"] == {"BATON_SUPER_URL"}
    with_keks = {name for name in OURS if "BATON_KEKS" in environment_of(compose["services"][name])}
    assert with_keks == {"web", "live", "worker"}


def test_the_passwords_that_are_set_up_are_those_the_processes_use(compose: dict[str, Any]) -> None:
    services = compose["services"]
    set_up = passwords_in_addresses(environment_of(services["setup"]))

    used = {
        value
        for name in OURS
        for key, value in environment_of(services[name]).items()
        if value.startswith("postgresql://baton_")
    }
    assert {re.sub(r".*//(baton_[a-z]+):(.*)@.*", r"\1 \2", url) for url in used} == {
        f"{role} {password}" for role, password in set_up.items()
    }


def test_processes_run_without_powers_and_images_are_pinned(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        if name in OURS:
            assert service["read_only"] is True
            assert service["cap_drop"] == ["ALL"]
            assert "ports" not in service
        else:
            assert re.search(r":\d+\.\d+", service["image"]), service["image"]
    assert compose["networks"]["inside"]["internal"] is True
    assert compose["services"]["database"]["networks"] == ["inside"]
    assert compose["services"]["cache"]["networks"] == ["inside"]


def test_the_proxy_sends_what_streams_to_live() -> None:
    line = next(
        line for line in (DEPLOY / "Caddyfile").read_text().splitlines() if line.strip().startswith("@live")
    )
    assert line.split()[2:] == [f"{SOCKET_PATH}*", f"{STREAM_PATH}*", HEALTH_PATH]
