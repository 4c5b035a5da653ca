"""Trying a connection over REST: a real question, a wrong key found, and no key stored or shown."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from people import People, hashes
from places_world import send
from rest_world import assert_described, code_of, error_of

from baton.core.ids import new_id

PATH = "/api/v1/connections/try"
TABLES = ("agents_credential", "agents_modelconnection", "api_idempotencykey")
GOOD, BAD = "try-canary-good-0001", "try-canary-bad-0002"
ASK = {"model": "small", "message": "Say hello."}


class Provider(BaseHTTPRequestHandler):
    """Knows one key, and repeats a wrong one as careless providers do."""

    requests: list[tuple[str, dict[str, Any]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        sent = self.headers.get("authorization", "")
        self.requests.append((sent, body))
        if sent == f"Bearer {GOOD}":
            reply = {"role": "assistant", "content": f"Hello {sent.split()[1]}!"}
            usage = {"prompt_tokens": 7, "completion_tokens": 3}
            answer = {"id": "r1", "model": "small-1", "choices": [], "usage": usage}
            status = 200
            answer["choices"] = [{"index": 0, "message": reply, "finish_reason": "stop"}]
        else:
            status, answer = 401, {"error": {"message": f"Incorrect API key provided: {sent}"}}
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def _may_be_reached(host: str, settings: Any) -> None:
    settings.BATON = settings.BATON.model_copy(update={"baton_egress_allow": host})
    Provider.requests.clear()


@pytest.fixture(scope="module")
def client(people: People) -> Any:
    return people.with_key(people.alice)


@pytest.fixture
def stored(client: Any, host: str) -> dict[str, Any]:
    """A connection with a stored key, which is right."""
    name = f"stored {new_id().hex[-6:]}"
    credential = send(
        client,
        "POST",
        "/api/v1/credentials",
        {"name": name, "host": host, "prefix": "Bearer ", "value": GOOD},
    ).json()
    body = {
        "name": name,
        "provider": "openai_chat",
        "base_url": f"http://{host}/v1",
        "credential": credential["id"],
    }
    made: dict[str, Any] = send(client, "POST", "/api/v1/connections", body).json()
    assert made["key"] == "stored", made
    return made


def ask(client: Any, **body: Any) -> Any:
    response = send(client, "POST", PATH, {**ASK, **body})
    assert response.status_code == 200, response.content
    assert_described(response)
    assert GOOD not in response.text
    assert BAD not in response.text
    return response.json()


def test_a_stored_key_asks_and_the_answer_is_shown_without_it(client: Any, stored: dict[str, Any]) -> None:
    answer = ask(client, id=stored["id"])

    assert (answer["ok"], answer["reply"], answer["model"]) == (True, "Hello [secret]!", "small-1")
    assert answer["usage"] == {"input": 7, "cached": None, "output": 3, "reasoning": None}
    (sent, body), *_ = Provider.requests
    assert (sent, body["model"]) == (f"Bearer {GOOD}", "small")
    assert body["max_completion_tokens"] <= 64
    assert [message["content"] for message in body["messages"]] == ["Say hello."]


def test_a_wrong_key_is_found_here_and_is_neither_echoed_nor_kept(
    client: Any, people: People, host: str
) -> None:
    before = hashes(people.database, *TABLES)

    answer = ask(client, provider="openai_chat", base_url=f"http://{host}/v1", key=BAD)

    assert (answer["ok"], answer["code"]) == (False, "authentication")
    assert "[secret]" in answer["message"]
    assert "key" in answer["hint"]
    assert Provider.requests[0][0] == f"Bearer {BAD}"
    assert hashes(people.database, *TABLES) == before
    assert BAD not in str(people.database.rows("select a::text from audit_auditentry a"))


def test_a_key_that_is_given_is_used_in_place_of_the_stored_one(client: Any, stored: dict[str, Any]) -> None:
    assert ask(client, id=stored["id"], key=BAD)["code"] == "authentication"
    assert [sent for sent, _ in Provider.requests] == [f"Bearer {BAD}"]


@pytest.mark.requirement("promises 7.59")
@pytest.mark.parametrize(
    ("base_url", "code"),
    [
        ("https://10.0.0.1/v1", "host_not_allowed"),
        ("https://evil.example/v1", "host_not_allowed"),
        ("http://169.254.169.254/v1", "host_not_allowed"),
        ("https://2130706433/v1", "host_not_allowed"),
    ],
)
def test_an_address_that_is_not_allowed_is_an_answer_and_nothing_is_sent(
    client: Any, base_url: str, code: str
) -> None:
    answer = ask(client, provider="openai_chat", base_url=base_url, key=GOOD)

    assert (answer["ok"], answer["code"]) == (False, code)
    assert Provider.requests == []


def test_a_stored_key_does_not_go_to_another_host(client: Any, stored: dict[str, Any]) -> None:
    answer = ask(client, id=stored["id"], base_url="")

    assert (answer["ok"], answer["code"]) == (False, "host_not_allowed")
    assert "belongs to" in answer["message"]


def test_an_address_where_nothing_answers_says_so(client: Any, settings: Any) -> None:
    settings.BATON = settings.BATON.model_copy(update={"baton_egress_allow": "127.0.0.1:1"})

    answer = ask(client, provider="openai_chat", base_url="http://127.0.0.1:1/v1", key=GOOD)

    assert (answer["ok"], answer["code"]) == (False, "provider_unavailable")


def test_the_scripted_model_needs_no_key(client: Any) -> None:
    answer = ask(client, provider="scripted", script="echo")

    assert (answer["ok"], "Say hello." in answer["reply"]) == (True, True)


def test_a_builder_tries_what_is_stored_and_no_key_anywhere_else(
    client: Any, people: People, bea: Any, stored: dict[str, Any], host: str
) -> None:
    builder = people.with_key(bea)
    credential = stored["credential"]["id"]

    assert ask(builder, id=stored["id"])["ok"] is True
    refused = [
        send(builder, "POST", PATH, {**ASK, "id": stored["id"], "base_url": f"http://{host}/other"}),
        send(builder, "POST", PATH, {**ASK, "provider": "openai_chat", "credential": credential}),
    ]

    assert [code_of(each) for each in refused] == [(403, "insufficient_scope")] * 2
    assert len(Provider.requests) == 1


def test_who_may_not_try_sends_nothing(people: People, stored: dict[str, Any]) -> None:
    viewer = people.with_key(people.vera)

    assert code_of(send(viewer, "POST", PATH, {**ASK, "id": stored["id"]})) == (403, "insufficient_scope")
    assert Provider.requests == []


@pytest.mark.requirement("promises 7.13")
def test_another_organizations_connection_is_no_reference(people: People, stored: dict[str, Any]) -> None:
    charlie = people.with_key(people.charlie)

    foreign, missing = (
        send(charlie, "POST", PATH, {**ASK, "id": str(which)}) for which in (stored["id"], new_id())
    )
    key = send(
        charlie,
        "POST",
        PATH,
        {**ASK, "provider": "openai_chat", "credential": stored["credential"]["id"]},
    )

    assert code_of(foreign) == code_of(missing) == code_of(key) == (422, "invalid_reference")
    assert error_of(foreign) == error_of(missing)
    assert Provider.requests == []


def test_a_try_is_audited_without_its_words(client: Any, people: People, stored: dict[str, Any]) -> None:
    ask(client, id=stored["id"], message="a private question")

    rows = people.database.rows(
        "select action, detail from audit_auditentry where object_id = %s and action = 'connections:try'",
        [stored["id"]],
    )

    assert [row["detail"]["code"] for row in rows] == ["ok"]
    assert "private" not in str(rows)
