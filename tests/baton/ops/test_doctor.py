"""What `baton doctor` looks at, one part at a time."""

from pathlib import Path

import pytest

from baton.ops.checkout import Checkout
from baton.ops.doctor import _secrets
from baton.ops.errors import OpsError


@pytest.mark.parametrize("name", ["demo", "passwords", "secret", "signing_key", "keks"])
def test_every_file_that_holds_a_secret_is_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("BATON_DB_PASSWORDS", raising=False)
    checkout = Checkout(tmp_path, tmp_path)
    path: Path = getattr(checkout, name)
    path.write_text("secret")
    path.chmod(0o600)
    assert _secrets(checkout) == "readable by you alone"

    path.chmod(0o640)

    with pytest.raises(OpsError, match="can be read by others"):
        _secrets(checkout)
