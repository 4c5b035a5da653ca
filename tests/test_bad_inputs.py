"""Bad inputs and attacks against the running platform: live, worker and supervisor of `baton up`, over sockets.

Each answer is a refusal with its code, and nothing has changed; after all of it no process had to be replaced
and none has failed. What needs a browser, a model or a tool is proved beside those (`make requirements`).
"""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from live import Answer, Live, live_platform

from baton.core.ids import new_id
from baton.tenancy.keys import make_key
from baton.tenancy.roles import SCOPES

RUNS = "/runs"
GOOD = {"agent": "greeter", "input": "hello"}
TEXT = json.dumps(GOOD).encode()
DEEP = 200_000


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with live_platform() as live:
        yield live
        for name in ("live", "worker", "supervisor"):
            log = live.log(name).splitlines()
            assert [line for line in log if "ERROR" in line or "Traceback" in line] == []


def with_input(text: bytes) -> bytes:
    return b'{"agent": "greeter", "input": ' + text + b"}"


@pytest.mark.requirement("promises 7.1", "promises 7.2", "promises 7.3", "promises 7.5", "promises 7.6")
@pytest.mark.requirement("promises 7.7", "promise P32")
def test_a_body_that_is_no_safe_json_is_refused(live: Live) -> None:
    bodies = {
        (400, "invalid_json"): {
            "truncated": TEXT[:-3],
            "not UTF-8": with_input(b'"\xff"'),
            "UTF-16": TEXT.decode().encode("utf-16"),
            "a mark before it": b"\xef\xbb\xbf" + TEXT,
            "two values": TEXT + TEXT,
            "single quotes": b"{'agent': 'greeter', 'input': 'x'}",
            "a comma too many": TEXT[:-1] + b",}",
            "a comment": b"/**/" + TEXT,
            "a raw line break": with_input(b'"a\nb"'),
        },
        (400, "duplicate_key"): {
            "twice": with_input(b'"a", "input": "b"'),
            "spelled otherwise": with_input(b'"a", "\\u0069nput": "b"'),
            "deeper": with_input(b'{"a": 1, "a": 1}'),
        },
        (400, "invalid_number"): {
            name: with_input(b'"x", "step_limit": ' + name.encode())
            for name in ("NaN", "Infinity", "-Infinity", "1e400", "-1e400")
        }
        | {"long": with_input(b'"x", "step_limit": ' + b"9" * DEEP)},
        (400, "too_deep"): {
            "lists": with_input(b"[" * DEEP + b"]" * DEEP),
            "objects": with_input(b'{"a":' * DEEP + b"1" + b"}" * DEEP),
            "never closed": b'[{"a":' * DEEP,
        },
        (422, "invalid_character"): {
            "NUL": with_input(b'"a\\u0000"'),
            "half": with_input(b'"\\ud83d"'),
            "halves in the wrong order": with_input(b'"\\udc00\\ud800"'),
            "in a name": with_input(b'"x", "a\\u0000": 1'),
            "raw": with_input(b'"a\x00b"'),
        },
    }
    before = live.state()

    answers = {
        (code, name): live.ask("POST", RUNS, body).code
        for code, named in bodies.items()
        for name, body in named.items()
    }

    assert answers == {(code, name): code for code, name in answers}
    assert live.state() == before


@pytest.mark.requirement("promises 7.6", "promises 7.14", "promises 7.15", "promise P32")
def test_an_address_that_holds_nonsense_is_refused(live: Live) -> None:
    run, own = live.card.run, live.ask("GET", "/agents?limit=1").body["next_cursor"]
    addresses = {
        (404, "not_found"): [
            "/runs/%00",
            "/runs/%ED%A0%80",
            "/runs/..%2f",
            "/agents/1' or '1'='1",
            "/nothing",
        ],
        (400, "invalid_filter"): [
            "/runs?organization__slug=south",
            "/runs?order_by=-created_at",
            "/approvals?ordering=digest",
            "/agents?fields=id",
            "/runs?status=queued&status=running",
            "/runs?agent=%00",
            "/runs?status=%ff",
            "/runs?limit=1e3",
            f"/runs/{run}/events?after=-1",
            f"/runs/{run}/events?after={10**30}",
            f"/runs/{run}/events?after=1;select",
        ],
        (400, "invalid_cursor"): ["/runs?cursor=abc", "/runs?cursor=%ED%A0%80", f"/runs?cursor={own[:-1]}"],
        (400, "bad_request"): ["/runs?" + "&".join(f"a{n}=1" for n in range(2000))],
    }
    before = live.state()

    answers = {
        (code, path): live.ask("GET", path.replace(" ", "%20")).code
        for code, paths in addresses.items()
        for path in paths
    }

    assert answers == {(code, path): code for code, path in answers}
    assert live.ask("GET", f"/approvals?cursor={own}").code == (400, "invalid_cursor")
    assert live.state() == before


@pytest.mark.requirement("promises 7.8")
def test_a_body_that_is_too_large_is_cut(live: Live) -> None:
    head = f"POST /api/v1/runs HTTP/1.1\nHost: localhost\nAuthorization: Bearer {live.key}\n"
    head += "Content-Type: application/json\n"
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"

    told = live.send(head + f"Content-Length: {11 << 20}", b" " * (11 << 20))
    endless = live.send(head + "Transfer-Encoding: chunked", chunk * 200)
    two_lengths = live.send(head + "Content-Length: 5\nContent-Length: 50", TEXT)

    # A server that closes on a client which still sends may take its own answer back with it.
    assert told[9:12] in (b"413", b"")
    assert endless[9:12] in (b"413", b"")
    assert two_lengths[9:12] == b"400"
    assert live.ask("GET", RUNS).status == 200


@pytest.mark.requirement("promises 7.9")
def test_what_says_that_it_is_no_json_is_not_read(live: Live) -> None:
    form = b'--x\r\nContent-Disposition: form-data; name="agent"\r\n\r\ngreeter\r\n--x--\r\n'
    tries: list[tuple[bytes, dict[str, str]]] = [
        (TEXT, {"Content_Type": "text/plain"}),
        (TEXT, {"Content_Type": "application/x-www-form-urlencoded"}),
        (TEXT, {"Content_Type": ""}),
        (form, {"Content_Type": "multipart/form-data; boundary=x"}),
        (TEXT, {"Content_Encoding": "gzip"}),
    ]
    before = live.state()

    assert {live.ask("POST", RUNS, body, **headers).code for body, headers in tries} == {
        (415, "unsupported_media_type")
    }
    assert live.ask("POST", RUNS, TEXT, Content_Type="application/json; charset=latin-1").code == (
        400,
        "invalid_json",
    )
    assert live.state() == before


@pytest.mark.requirement("promises 7.10", "promises 7.37", "promises 7.52")
def test_a_field_that_is_not_ours_to_give_is_refused_and_audited(live: Live) -> None:
    card = live.card
    routes: dict[str, tuple[dict[str, Any], str]] = {
        RUNS: (GOOD, "runs:start"),
        f"/runs/{card.run}/cancel": ({}, "runs:cancel"),
        f"/approvals/{card.approval}/decision": (
            {"decision": "approve", "digest": card.digest},
            "approvals:decide",
        ),
    }
    fields = ("organization_id", "id", "created_at", "owner", "status", "arguments", "parent_run")
    chain = ("hop_count", "delegation_chain", "deadline")
    before, audited = live.state(), live.audited()

    answers = [
        (action, live.ask("POST", path, {**body, field: "x"}, If_Match='"1"'), field)
        for path, (body, action) in routes.items()
        for field in (*fields, *chain)
    ]

    assert [(answer.code, answer.error["field"]) for _, answer, _ in answers] == [
        ((400, "unknown_field"), field) for _, _, field in answers
    ]
    assert live.audited() == audited + [(f"{action}:refused", "unknown_field") for action, _, _ in answers]
    assert live.state() == before


@pytest.mark.requirement("promises 7.11")
def test_nothing_is_made_or_replaced_at_an_address_of_ones_choice(live: Live) -> None:
    paths = [
        f"/{kind}/{identifier}"
        for kind, own in (("runs", live.card.run), ("approvals", live.card.approval), ("agents", new_id()))
        for identifier in (own, new_id())
    ]
    before = live.state()

    answers = {
        live.ask(method, path, GOOD, X_HTTP_Method_Override="PUT").code
        for path in paths
        for method in ("PUT", "POST", "PATCH", "DELETE")
    }

    assert answers == {(405, "method_not_allowed")}
    assert live.state() == before


@pytest.mark.requirement("promises 7.12", "promises 7.13", "promise P24")
def test_what_belongs_to_others_is_as_what_does_not_exist(live: Live) -> None:
    outside = live.people.key(live.people.charlie)
    agent = live.database.value("select id from agents_agent where name = 'greeter'")
    before = live.state()

    def tries(run: object, approval: object, agent: object) -> list[tuple[int, Any]]:
        decision = {"decision": "approve", "digest": live.card.digest}
        answers = [
            *(
                live.ask("GET", f"/runs/{run}{more}", key=outside)
                for more in ("", "/events", f"/bodies/{agent}")
            ),
            live.ask("POST", f"/runs/{run}/cancel", {}, key=outside),
            live.ask("GET", f"/agents/{agent}", key=outside),
            live.ask("GET", f"/approvals/{approval}", key=outside),
            live.ask("POST", f"/approvals/{approval}/decision", decision, key=outside, If_Match='"1"'),
            live.ask("POST", RUNS, {**GOOD, "agent": str(agent)}, key=outside),
        ]
        return [(answer.status, answer.error) for answer in answers]

    foreign = tries(live.card.run, live.card.approval, agent)
    random = tries(new_id(), new_id(), new_id())

    assert [(status, error["code"]) for status, error in foreign] == [(404, "not_found")] * 7 + [
        (422, "invalid_reference")
    ]
    assert foreign == random
    assert live.ask("GET", f"/runs?agent={agent}", key=outside).body["items"] == []
    assert live.state() == before


@pytest.mark.requirement("promises 7.16", "promises 7.17", "promises 7.18", "promises 7.19")
def test_only_one_whole_key_in_its_place_opens_anything(live: Live) -> None:
    people = live.people
    revoked, expired, reading = (
        people.key(people.alice),
        people.key(people.alice),
        people.key(people.alice, ["runs:read"]),
    )
    live.database.rows("update tenancy_apikey set revoked_at = now() where key_id = %s", [revoked[9:21]])
    live.database.rows("update tenancy_apikey set expires_at = now() where key_id = %s", [expired[9:21]])
    before, audited = live.state(), live.audited()

    wrong = [
        live.ask("GET", RUNS, key=None),
        *(live.ask("GET", RUNS, key=key) for key in (make_key("test")[0], live.key[:-1], "x", "x" * 5000)),
        live.ask("GET", RUNS, key=None, Authorization="Basic YTpi"),
        live.ask("GET", RUNS, key=revoked),
        live.ask("GET", RUNS, key=expired),
        live.ask("GET", f"/runs?api_key={live.key}", key=None),
        live.ask("GET", f"/runs?anything={live.key}"),
        live.ask("GET", RUNS, key=None, X_Api_Key=live.key),
    ]
    assert {answer.code for answer in wrong} == {(401, "invalid_api_key")}
    assert len({json.dumps(answer.error) for answer in wrong}) == 1

    line = f"Authorization: Bearer {live.key}"
    twice = live.send(f"GET /api/v1/runs HTTP/1.1\nHost: localhost\n{line}\n{line}")
    assert b"ambiguous_credentials" in twice
    assert live.ask("POST", RUNS, GOOD, key=reading).code == (403, "insufficient_scope")

    assert live.audited()[len(audited) :] == [
        *[("keys:use:refused", "ended")] * 2,
        *[("keys:use:refused", "leaked")] * 3,
        ("runs:start:refused", "insufficient_scope"),
    ]
    assert live.state() == before


@pytest.mark.requirement("promises 7.20", "case A03")
def test_a_key_ends_with_the_person_the_membership_and_the_organization(live: Live) -> None:
    people, rows = live.people, live.database.rows
    ian = people.add_person("Ian", people.north, people.alice.role)
    key = people.key(ian)
    place = [people.north.organization_id]

    def answer() -> tuple[int, str]:
        found = live.ask("POST", RUNS, GOOD, key=key)
        return (found.status, "") if found.status < 400 else found.code

    assert answer() == (201, "")
    rows("update accounts_user set is_active = false where id = %s", [ian.id])
    assert answer() == (401, "account_suspended")
    rows("update accounts_user set is_active = true where id = %s", [ian.id])
    rows("update tenancy_organization set suspended_at = now() where id = %s", place)
    assert answer() == (403, "account_suspended")
    rows("update tenancy_organization set suspended_at = null where id = %s", place)
    assert answer() == (201, "")
    rows("delete from tenancy_membership where user_id = %s", [ian.id])
    assert answer() == (401, "account_suspended")


@pytest.mark.requirement("promises 7.25", "promises 7.26")
def test_a_host_and_an_address_that_anybody_could_write_count_for_nothing(live: Live) -> None:
    spoofed = {
        "X_Forwarded_For": "203.0.113.9",
        "X_Forwarded_Host": "evil.example",
        "X_Real_IP": "203.0.113.9",
    }

    started = live.ask("POST", RUNS, GOOD, **spoofed, Forwarded="for=203.0.113.9;host=evil.example")
    hosts = {
        host: live.ask("GET", RUNS, Host=host).code
        for host in ("evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "a b", "[::1")
    }
    two = live.send(f"GET /api/v1/runs HTTP/1.1\nHost: localhost\nHost: evil.example\nX-Api: {live.port}")

    entry = live.database.rows(
        "select host(ip) as ip from audit_auditentry where object_id = %s", [started.body["id"]]
    )
    assert (started.status, entry) == (201, [{"ip": "127.0.0.1"}])
    assert "evil" not in started.headers["location"]
    assert set(hosts.values()) == {(400, "bad_host")}
    assert two[9:12] == b"400"


@pytest.mark.requirement("promises 7.32", "promises 7.33", "promises 7.34", "promise P10")
@pytest.mark.requirement("case A01", "case A09")
def test_a_hundred_twins_start_one_run_and_a_reused_key_none(live: Live) -> None:
    def count() -> int:
        return int(live.database.value("select count(*) from orchestration_run"))

    before, key = count(), f"twins-{uuid4()}"
    with ThreadPoolExecutor(100) as pool:
        answers: list[Answer] = list(
            pool.map(lambda _: live.ask("POST", RUNS, GOOD, Idempotency_Key=key), range(100))
        )
    statuses = Counter(answer.status for answer in answers)
    made = {answer.body["id"] for answer in answers if answer.status == 201}

    assert set(statuses) <= {201, 409}
    assert (len(made), count()) == (1, before + 1)
    assert {answer.code for answer in answers if answer.status == 409} <= {(409, "idempotency_in_progress")}

    again = live.ask("POST", RUNS, GOOD, Idempotency_Key=key)
    other = live.ask("POST", RUNS, {**GOOD, "input": "other"}, Idempotency_Key=key)
    broken = [live.ask("POST", RUNS, GOOD, Idempotency_Key=each) for each in ("k" * 300, "", "é", " ")]
    control = live.send(
        f"POST /api/v1/runs HTTP/1.1\nHost: localhost\nAuthorization: Bearer {live.key}\n"
        f"Content-Type: application/json\nIdempotency-Key: a\x01b\nContent-Length: {len(TEXT)}",
        TEXT,
    )

    assert (again.status, again.body["id"], again.headers["idempotent-replayed"]) == (201, *made, "true")
    assert other.code == (422, "idempotency_key_reused")
    assert {answer.code for answer in broken} == {(400, "invalid_idempotency_key")}
    assert control[9:12] == b"400"
    assert count() == before + 1
    print(f"IDEMP twins=100 runs=1 answers={dict(statuses)}")


@pytest.mark.requirement("case W05")
def test_fifty_runs_and_two_hundred_readers_need_no_fifty_connections(live: Live) -> None:
    def connections() -> int:
        return int(live.database.value("select count(*) from pg_stat_activity where datname = 'baton'"))

    with ThreadPoolExecutor(64) as pool:
        starts = [pool.submit(live.ask, "POST", RUNS, GOOD) for _ in range(50)]
        reads = [pool.submit(live.ask, "GET", RUNS) for _ in range(200)]
        most = connections()
        while not all(each.done() for each in (*starts, *reads)):
            most = max(most, connections())
    for start in starts:
        live.north.wait_for(start.result().body["id"], "completed")
        most = max(most, connections())

    assert {each.result().status for each in reads} == {200}
    assert most < 50
    print(f"CONNECTIONS runs=50 readers=200 most={most}")


@pytest.mark.requirement("promises 7.35", "promises 7.36", "case H11")
def test_a_decision_is_taken_by_who_saw_the_card_and_by_nobody_else(live: Live) -> None:
    path, people = f"/approvals/{live.card.approval}/decision", live.people
    yes = {"decision": "approve", "digest": live.card.digest, "reason": "seen"}
    without = {"decision": "approve", "reason": "unseen"}
    tries: list[tuple[dict[str, Any], dict[str, str], tuple[int, str]]] = [
        (yes, {}, (428, "precondition_required")),
        (yes, {"If_Match": '"9"'}, (412, "version_conflict")),
        (yes, {"If_Match": "\xff"}, (412, "version_conflict")),
        (without, {"If_Match": '"1"'}, (422, "missing_field")),
        ({**yes, "digest": "0" * 64}, {"If_Match": '"1"'}, (409, "approval_digest_mismatch")),
        *(
            ({**yes, "decision": word}, {"If_Match": '"1"'}, (400, "invalid_decision"))
            for word in ("false", "true", "Approve", "approved", "", 1, True, None, ["approve"])
        ),
        ({"approved": "false", "digest": live.card.digest}, {"If_Match": '"1"'}, (400, "invalid_decision")),
    ]
    before = live.state()

    found = [live.ask("POST", path, body, **headers).code for body, headers, _ in tries]

    assert found == [code for _, _, code in tries]
    assert live.audited()[-1] == ("approvals:decide:refused", "approval_digest_mismatch")
    for name in ("bob", "vera"):
        answer = live.ask("POST", path, yes, key=people.key(getattr(people, name), SCOPES), If_Match='"1"')
        assert answer.code == (403, "insufficient_scope")
    assert live.state() == before


@pytest.mark.requirement("promises 7.38", "promises 7.39", "promises 7.43", "case H06", "case H13")
def test_of_many_deciders_one_wins_and_a_decision_stays_one(live: Live) -> None:
    run = live.stack.start("The tent of order NL-1044 arrived torn. Please refund EUR 321.")
    demo = live.stack.demo["api_key"]
    (item,) = live.stack.until(
        lambda: [
            each
            for each in live.ask("GET", "/approvals?state=pending", key=demo).body["items"]
            if each["run"]["id"] == run
        ],
        "the card",
    )
    card = live.ask("GET", f"/approvals/{item['id']}", key=demo).body

    def decide(decision: str) -> Answer:
        body = {"decision": decision, "digest": card["digest"]}
        return live.ask("POST", f"/approvals/{item['id']}/decision", body, key=demo, If_Match='"1"')

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: decide("approve" if n % 2 else "reject"), range(8)))
    # The demo's refunds can be taken back for a moment: until then the decision is held.
    won = next(answer.body["held"]["decision"] for answer in answers if answer.status == 200)
    assert live.stack.wait_end(run)["status"] == "completed"
    before, paid = live.state(), live.stack.refunds_of(321)
    late = {decision: decide(decision) for decision in ("approve", "reject")}

    # All came with one key: who says the same as the winner is answered as the winner was.
    assert {answer.status for answer in answers} == {200, 409}
    assert paid == (1 if won == "approve" else 0)
    assert {decision: answer.status for decision, answer in late.items()} == {
        decision: 200 if decision == won else 409 for decision in late
    }
    assert {answer.code for answer in late.values() if answer.status == 409} == {
        (409, "approval_already_decided")
    }
    assert (live.state(), live.stack.refunds_of(321)) == (before, paid)
    shown = live.stack.run(run)
    assert len({call["id"] for call in shown["calls"]}) == len(shown["calls"]) == 2
    assert [approval["id"] for approval in shown["approvals"]] == [item["id"]]
