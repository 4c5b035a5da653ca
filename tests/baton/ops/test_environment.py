"""What `baton up` tells its processes."""

from pathlib import Path

import pytest

from baton.ops.checkout import Checkout
from baton.ops.demo.organization import NAME
from baton.ops.environment import DEMO, shared_environment


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
