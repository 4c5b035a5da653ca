"""What `baton up` tells its processes."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from baton.ops.checkout import Checkout
from baton.ops.demo.organization import NAME
from baton.ops.environment import DEMO, shared_environment
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


@pytest.mark.parametrize("given", [{}, {"BATON_DEMO_ORGANIZATION": ""}])
def test_without_it_no_organization_is_taken_for_one(tmp_path: Path, given: dict[str, str]) -> None:
    assert told(tmp_path, None, **given).get("BATON_DEMO_ORGANIZATION", "") == ""


def test_the_kek_is_made_once_and_kept_where_only_we_may_read(tmp_path: Path) -> None:
    first, second = told(tmp_path, None)["BATON_KEKS"], told(tmp_path, None)["BATON_KEKS"]

    kept = Checkout(tmp_path, tmp_path / "data").keks
    assert first == second == kept.read_text().strip()
    assert KeyRing.parse(first).first == "kek-1"
    assert kept.stat().st_mode & 0o777 == 0o600


def test_keks_of_ones_own_are_taken_and_none_is_made(tmp_path: Path) -> None:
    assert told(tmp_path, None, BATON_KEKS=make_kek("mine"))["BATON_KEKS"].startswith("mine:")
    assert not Checkout(tmp_path, tmp_path / "data").keks.exists()


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
