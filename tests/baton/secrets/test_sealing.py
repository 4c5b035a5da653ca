"""Secrets open at their place, with their organization's key and a KEK of the installation, and nowhere else."""

import base64

import pytest

from baton.core.errors import BadInput
from baton.secrets.sealing import NO_KEYS, CannotOpen, DataKey, KeyRing, Place, WrappedKey, make_kek

CANARY = "sk-canary-value-0001"
HERE = Place("north", "shop", 3)


@pytest.fixture
def ring() -> KeyRing:
    return KeyRing.parse(make_kek("first"))


@pytest.fixture
def key(ring: KeyRing) -> DataKey:
    return ring.open_data_key(ring.make_data_key("north"), "north")


def test_a_sealed_value_opens_where_it_was_sealed(key: DataKey) -> None:
    sealed = key.seal(CANARY, HERE)

    assert key.open(sealed, HERE) == CANARY
    assert CANARY.encode() not in sealed
    assert key.seal(CANARY, HERE) != sealed


@pytest.mark.requirement("promise P30")
@pytest.mark.requirement("promises 4.11")
@pytest.mark.parametrize(
    "place", [Place("south", "shop", 3), Place("north", "mail", 3), Place("north", "shop", 4)]
)
def test_a_value_that_was_moved_to_another_place_does_not_open(key: DataKey, place: Place) -> None:
    sealed = key.seal(CANARY, HERE)

    with pytest.raises(CannotOpen):
        key.open(sealed, place)


@pytest.mark.parametrize("change", [lambda s: s[:-1], lambda s: s[:-1] + bytes([s[-1] ^ 1]), lambda s: b""])
def test_a_value_that_was_changed_does_not_open(key: DataKey, change: object) -> None:
    sealed = change(key.seal(CANARY, HERE))  # type: ignore[operator]

    with pytest.raises(CannotOpen):
        key.open(sealed, HERE)


@pytest.mark.requirement("promise P30")
def test_another_organizations_key_does_not_open_it(ring: KeyRing, key: DataKey) -> None:
    sealed = key.seal(CANARY, HERE)
    other = ring.open_data_key(ring.make_data_key("south"), "south")

    with pytest.raises(CannotOpen):
        other.open(sealed, HERE)


@pytest.mark.requirement("promise P30")
def test_a_data_key_that_was_moved_to_another_organization_does_not_unwrap(ring: KeyRing) -> None:
    key = ring.make_data_key("north")

    with pytest.raises(CannotOpen):
        ring.open_data_key(key, "south")


def test_the_first_kek_wraps_and_all_of_them_unwrap() -> None:
    old, new = make_kek("old"), make_kek("new")
    wrapped = KeyRing.parse(old).make_data_key("north")

    both = KeyRing.parse(f"{new},{old}")

    assert both.first == "new"
    assert both.wrap_again(wrapped, "north").kek_id == "new"
    both.open_data_key(wrapped, "north")
    with pytest.raises(CannotOpen, match="'old' is not in BATON_KEKS"):
        KeyRing.parse(new).open_data_key(wrapped, "north")


def test_a_data_key_stays_the_same_when_it_is_wrapped_again(key: DataKey) -> None:
    old, new = make_kek("old"), make_kek("new")
    both = KeyRing.parse(f"{new},{old}")
    wrapped = KeyRing.parse(old).make_data_key("north")
    sealed = both.open_data_key(wrapped, "north").seal(CANARY, HERE)

    again = both.wrap_again(wrapped, "north")

    assert KeyRing.parse(new).open_data_key(again, "north").open(sealed, HERE) == CANARY


def test_another_key_under_the_same_id_is_told_apart(ring: KeyRing) -> None:
    wrapped = ring.make_data_key("north")

    with pytest.raises(CannotOpen, match="not the one they need"):
        KeyRing.parse(make_kek("first")).open_data_key(wrapped, "north")
    with pytest.raises(CannotOpen):
        ring.open_data_key(WrappedKey("first", b"short"), "north")


def test_without_a_kek_nothing_is_sealed_and_it_is_said_why() -> None:
    assert NO_KEYS.is_empty

    with pytest.raises(CannotOpen, match="BATON_KEKS") as raised:
        NO_KEYS.make_data_key("north")

    assert raised.value.code == "secrets_unavailable"


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "a:" + base64.b64encode(b"short").decode(),
        ":" + base64.b64encode(b"k" * 32).decode(),
        "a b:" + base64.b64encode(b"k" * 32).decode(),
        "a:" + base64.b64encode(b"k" * 32).decode() + ",a:" + base64.b64encode(b"j" * 32).decode(),
    ],
)
def test_a_wrong_entry_is_named_by_its_number_and_never_shown(text: str) -> None:
    with pytest.raises(BadInput, match=r"entry [12]") as raised:
        KeyRing.parse(text)

    assert text.split(":")[-1] not in str(raised.value)


def test_fingerprints_tell_values_apart_and_differ_between_organizations(ring: KeyRing, key: DataKey) -> None:
    other = ring.open_data_key(ring.make_data_key("south"), "south")

    assert key.fingerprint(CANARY) == key.fingerprint(CANARY)
    assert len(key.fingerprint(CANARY)) == 16
    assert len({key.fingerprint(CANARY), key.fingerprint(CANARY + "x"), other.fingerprint(CANARY)}) == 3


def test_nothing_of_a_key_is_shown(ring: KeyRing, key: DataKey) -> None:
    assert (repr(ring), repr(key)) == ("KeyRing()", "DataKey()")


def test_a_place_cannot_be_written_as_another_one() -> None:
    with pytest.raises(ValueError, match="alike"):
        Place("north", "shop|3", 1)
