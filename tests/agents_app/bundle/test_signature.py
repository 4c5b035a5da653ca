"""Who signed a file: Ed25519 over every byte before its last line."""

import base64

import pytest
from django.conf import settings as django_settings
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from agents_app.bundle.signature import Signer, read_known_signers, read_signature
from agents_app.bundle.signing import judge_signature
from baton.core.errors import BadInput

KEY = base64.b64encode(bytes(range(32))).decode()
OTHER = base64.b64encode(bytes(32)).decode()
TEXT = "baton: 1\nvariables:\n  A: ä\n"


def test_a_signed_file_is_the_file_and_one_comment_more() -> None:
    signed = Signer.of(KEY).sign(TEXT)

    assert signed.startswith(TEXT)
    assert signed.count("\n") == TEXT.count("\n") + 1
    assert signed.splitlines()[-1].startswith(f"# signed by {Signer.of(KEY).name} ")
    assert signed == Signer.of(KEY).sign(TEXT)


def test_the_signature_holds_for_every_byte_before_it() -> None:
    signed = Signer.of(KEY).sign(TEXT)

    for place in range(len(TEXT)):
        changed = signed[:place] + ("X" if signed[place] != "X" else "Y") + signed[place + 1 :]
        found = read_signature(changed)
        assert found is None or not found.is_right, place


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(exclude_categories=("Cs",))).map(lambda text: f"{text}\n"))
def test_what_was_signed_is_recognized_whatever_it_says(text: str) -> None:
    found = read_signature(Signer.of(KEY).sign(text))

    assert found is not None
    assert (found.signer, found.is_right) == (Signer.of(KEY).name, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "baton: 1\n",
        "# signed by ed25519:abc def\n",
        "# signed by nobody\n",
        f"{Signer.of(KEY).sign(TEXT)}\n#\n",
    ],
)
def test_what_has_no_last_line_of_that_form_is_unsigned(text: str) -> None:
    assert read_signature(text) is None


def test_the_signature_of_one_is_not_that_of_another() -> None:
    mine, theirs = Signer.of(KEY), Signer.of(OTHER)

    found = read_signature(mine.sign(TEXT).replace(mine.name, theirs.name))

    assert found is not None
    assert not found.is_right


def test_line_ends_of_another_system_are_a_change() -> None:
    found = read_signature(Signer.of(KEY).sign(TEXT).replace("\n", "\r\n"))

    assert found is None or not found.is_right


@pytest.mark.parametrize("written", ["short", "not base64!", base64.b64encode(b"x" * 31).decode()])
def test_a_key_that_is_none_is_refused_and_not_repeated(written: str) -> None:
    with pytest.raises(BadInput) as refused:
        Signer.of(written)

    assert written not in str(refused.value)


def test_signers_are_known_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = Signer.of(OTHER)

    def judged(**changes: object) -> tuple[str | None, str | None]:
        baton = django_settings.BATON.model_copy(update=changes)
        monkeypatch.setattr(django_settings, "BATON", baton)
        found = judge_signature(theirs.sign(TEXT))
        return found.signer.name if found.signer else None, found.warning[0] if found.warning else None

    assert judged() == (None, "signer_unknown")
    assert judged(baton_known_signers=f"Staging={theirs.name}") == ("Staging", None)
    assert judged(baton_signing_key=SecretStr(OTHER)) == ("this installation", None)


def test_a_list_of_signers_that_cannot_be_read_is_refused() -> None:
    for written in ("x", "=ed25519:abc", "name=ed25519:short"):
        with pytest.raises(BadInput):
            read_known_signers(written)
