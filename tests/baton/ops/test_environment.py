"""What `baton up` tells its processes."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from agents_app.bundle.signature import Signer
from baton.ops.checkout import Checkout
from baton.ops.demo.organization import NAME
from baton.ops.environment import DEMO, for_fronts, for_role, for_worker, shared_environment
from baton.ops.errors import OpsError
from baton.ops.settings_check import check_settings
from baton.secrets.sealing import KeyRing, make_kek
from baton.settings.environment import Environment


def told(tmp_path: Path, shop_url: str | None, **environ: str) -> dict[str, str]:
    return shared_environment(
        Checkout(tmp_path, tmp_path / "data"),
        {"BATON_SECRET_KEY": "s" * 40, **environ},
        host="127.0.0.1",
        url="http://127.0.0.1:8000",
        redis_url="redis://127.0.0.1:6379/0",
        shop_url=shop_url,
    )


def test_with_the_demo_every_process_knows_which_organization_it_is(tmp_path: Path) -> None:
    env = told(tmp_path, "http://127.0.0.1:8091")

    assert env["BATON_DEMO_ORGANIZATION"] == DEMO
    assert NAME.lower().startswith(DEMO)


@pytest.mark.parametrize(
    ("name", "url", "place"),
    [
        ("OPENAI_BASE_URL", "http://127.0.0.1:8080/v1", "127.0.0.1:8080"),
        ("ANTHROPIC_BASE_URL", "https://models.example", "models.example:443"),
    ],
)
def test_a_model_that_is_named_for_the_demo_may_be_reached(
    tmp_path: Path, name: str, url: str, place: str
) -> None:
    env = told(tmp_path, "http://127.0.0.1:8091", **{name: url})

    assert env["BATON_EGRESS_ALLOW"] == f"127.0.0.1:8091,{place}"


def test_an_address_of_a_model_that_is_none_stops_the_start_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "localhost:8080")

    with pytest.raises(OpsError, match="ANTHROPIC_BASE_URL is 'localhost:8080'"):
        check_settings()


@pytest.mark.parametrize("given", [{}, {"BATON_DEMO_ORGANIZATION": ""}])
def test_without_it_no_organization_is_taken_for_one(tmp_path: Path, given: dict[str, str]) -> None:
    assert told(tmp_path, None, **given).get("BATON_DEMO_ORGANIZATION", "") == ""


def test_the_kek_is_made_once_and_kept_where_only_we_may_read(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, tmp_path / "data")
    env = told(tmp_path, None)

    fronts = for_fronts(env, {"web": "w", "staff": "s"}, checkout)
    worker = for_worker(env, {"worker": "w"}, checkout)

    assert fronts["BATON_KEKS"] == worker["BATON_KEKS"] == checkout.keks.read_text().strip()
    assert KeyRing.parse(worker["BATON_KEKS"]).first == "kek-1"
    assert checkout.keks.stat().st_mode & 0o777 == 0o600
    assert "BATON_KEKS" not in for_role(env, "super", {"super": "s"})


def test_keks_of_ones_own_are_taken_and_none_is_made(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, tmp_path / "data")
    env = told(tmp_path, None, BATON_KEKS=make_kek("mine"))

    assert for_worker(env, {"worker": "w"}, checkout)["BATON_KEKS"].startswith("mine:")
    assert not checkout.keks.exists()


@pytest.mark.parametrize(("given", "wanted"), [("", "true"), ("false", "false")])
def test_on_a_machine_of_ones_own_the_environment_holds_secrets_unless_said_otherwise(
    tmp_path: Path, given: str, wanted: str
) -> None:
    env = told(tmp_path, None, BATON_SECRETS_FROM_ENVIRONMENT=given)

    assert env["BATON_SECRETS_FROM_ENVIRONMENT"] == wanted


def test_a_kek_that_cannot_be_read_stops_the_start_and_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Environment(baton_keks=SecretStr("kek-1:c2hvcnQ="))
    monkeypatch.setattr("baton.settings.environment.BATON", wrong)

    with pytest.raises(OpsError, match="entry 1") as raised:
        check_settings()

    assert "c2hvcnQ" not in str(raised.value)


def test_the_key_that_signs_exports_is_made_once_and_told_to_what_serves_alone(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, tmp_path / "data")
    addresses = {role: f"postgresql://baton_{role}@127.0.0.1/baton" for role in ("web", "worker", "staff")}
    env = told(tmp_path, None)

    first, second = (for_fronts(env, addresses, checkout) for _ in range(2))

    assert first["BATON_SIGNING_KEY"] == second["BATON_SIGNING_KEY"]
    assert Signer.of(first["BATON_SIGNING_KEY"]).name.startswith("ed25519:")
    assert checkout.signing_key.stat().st_mode & 0o777 == 0o600
    assert (first["BATON_WEB_URL"], first["BATON_STAFF_URL"]) == (addresses["web"], addresses["staff"])
    worker = for_worker(env, addresses, checkout)
    assert "BATON_SIGNING_KEY" not in worker
    assert "BATON_STAFF_URL" not in worker


@pytest.mark.parametrize(
    "wrong", [{"baton_signing_key": SecretStr("c2hvcnQ=")}, {"baton_known_signers": "me=nobody"}]
)
def test_a_signing_key_that_is_none_stops_the_start_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any]
) -> None:
    monkeypatch.setattr("baton.settings.environment.BATON", Environment(**wrong))

    with pytest.raises(OpsError) as refused:
        check_settings()

    assert next(iter(wrong)).upper() in str(refused.value)
    assert "c2hvcnQ" not in str(refused.value)
