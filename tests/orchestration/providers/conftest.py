"""Every test that asks through a provider's world runs over both transports: they must behave the same."""

import provider_world
import pytest

_MODULES = (
    "test_every_api",
    "test_openai_chat_failures",
    "test_openai_chat_replies",
    "test_openai_chat_requests",
    "test_rough_hosts",
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in _MODULES and "transport" in metafunc.fixturenames:
        metafunc.parametrize("transport", ["sdk", "lean"], indirect=True)


@pytest.fixture(autouse=True)
def transport(request: pytest.FixtureRequest) -> str:
    """The way of this test's worlds."""
    way = getattr(request, "param", "sdk")
    provider_world.TRANSPORT.set(way)
    return way
