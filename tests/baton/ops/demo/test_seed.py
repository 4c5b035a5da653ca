"""The seed of the demo: complete, private, and the same however often it runs and whatever was lost."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from database import TestDatabase

from agents_app.definition import read_definition
from agents_app.spec import AgentSpec, Outcome, PolicyRule, ToolSpec
from baton.ops.demo.bring_up import REFUND_DESK
from baton.ops.demo.first_run import MESSAGE
from baton.ops.demo.model_choice import VENDORS, choose_model, model_named_by
from baton.tenancy.keys import parse_key
from orchestration.engine.approvals import judge


def seed(database: TestDatabase, data: Path, **environment: str) -> dict[str, Any]:
    names = [name for each in VENDORS for name in (each.key, each.base_url, each.model)]
    inherited = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [sys.executable, "-m", "baton.ops.demo.seed"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={
            **inherited,
            **database.environment(),
            "BATON_ROLE": "owner",
            "BATON_DATA": str(data),
            "BATON_URL": "http://127.0.0.1:8000",
            "SHOP_URL": "http://127.0.0.1:8091",
            "BATON_EGRESS_ALLOW": "127.0.0.1:8091,127.0.0.1:8092",
            "DJANGO_SETTINGS_MODULE": "baton.settings.dev",
            **environment,
        },
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return said


def rows_of(database: TestDatabase) -> dict[str, Any]:
    tables = (
        "tenancy_organization",
        "tenancy_project",
        "tenancy_membership",
        "tenancy_apikey",
        "accounts_user",
        "agents_agent",
        "agents_agentversion",
        "agents_toolversion",
        "agents_toolpolicyversion",
        "agents_modelconnection",
        "agents_variable",
        "audit_auditentry",
        "orchestration_run",
    )
    return {table: database.rows(f"select * from {table} order by id") for table in tables}


def agent(database: TestDatabase) -> AgentSpec:
    return AgentSpec.model_validate(
        database.value(
            "select v.spec from agents_agent a join agents_agentversion v on v.id = a.live_version_id"
            " where a.name = 'refund-desk'"
        )
    )


def test_everything_is_there_and_kept_for_its_owner_alone(database: TestDatabase, tmp_path: Path) -> None:
    said = seed(database, tmp_path)

    kept = tmp_path / "demo.json"
    assert json.loads(kept.read_text()) == said
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert set(said) == {"url", "email", "password", "api_key", "organization", "project"}
    assert database.value("select role from tenancy_membership") == "owner"
    assert str(database.value("select id from tenancy_project where name = 'Support'")) == said["project"]
    assert [tool.name for tool in agent(database).tools] == ["find_order", "list_orders", "issue_refund"]
    assert database.value("select value from agents_variable") == "http://127.0.0.1:8091"
    assert database.value("select provider from agents_modelconnection") == "scripted"


def test_the_key_may_decide_and_is_stored_as_a_hash_only(database: TestDatabase, tmp_path: Path) -> None:
    said = seed(database, tmp_path)

    parts = parse_key(said["api_key"])
    row = database.rows("select key_id, secret_hash, scopes from tenancy_apikey")[0]
    assert parts is not None
    assert (row["key_id"], bytes(row["secret_hash"])) == (parts.key_id, parts.secret_hash)
    assert {"approvals:decide", "runs:start", "runs:read"} <= set(row["scopes"])
    assert "keys:manage" not in row["scopes"]
    dump = json.dumps(rows_of(database), default=str)
    assert said["api_key"] not in dump
    assert said["password"] not in dump


def test_a_new_demo_opens_with_one_run_on_its_way_to_a_person(database: TestDatabase, tmp_path: Path) -> None:
    seed(database, tmp_path)

    run = database.rows(
        "select input, status, requester_kind, requester_name, last_seq from orchestration_run"
    )
    assert run == [
        {
            "input": MESSAGE,
            "status": "queued",
            "requester_kind": "user",
            "requester_name": "Demo Owner",
            "last_seq": 1,
        }
    ]
    assert database.value("select count(*) from outbox_outboxmessage where kind = 'doorbell'") == 1
    assert database.value("select count(*) from audit_auditentry where action = 'runs:start'") == 1


def test_where_anything_ran_nothing_is_started(database: TestDatabase, tmp_path: Path) -> None:
    seed(database, tmp_path)
    database.rows("update orchestration_run set status = 'cancelling'")

    seed(database, tmp_path)

    assert database.value("select count(*) from orchestration_run") == 1


def test_on_a_real_model_nothing_is_started_by_itself(database: TestDatabase, tmp_path: Path) -> None:
    seed(database, tmp_path, OPENAI_API_KEY="sk-canary-5417")

    assert database.value("select count(*) from orchestration_run") == 0


def test_a_second_start_changes_nothing(database: TestDatabase, tmp_path: Path) -> None:
    first = seed(database, tmp_path)
    before = rows_of(database)

    assert seed(database, tmp_path) == first
    assert rows_of(database) == before


def test_a_lost_file_gets_new_secrets_that_work(database: TestDatabase, tmp_path: Path) -> None:
    first = seed(database, tmp_path)
    (tmp_path / "demo.json").unlink()

    second = seed(database, tmp_path)

    assert second["password"] != first["password"]
    assert second["api_key"] != first["api_key"]
    parts = parse_key(second["api_key"])
    assert parts is not None
    assert database.rows("select key_id from tenancy_apikey") == [{"key_id": parts.key_id}]
    assert database.value("select count(*) from accounts_user") == 1


def test_a_new_database_gets_the_kept_secrets(cluster: Any, database: TestDatabase, tmp_path: Path) -> None:
    first = seed(database, tmp_path)

    with cluster.copy() as other:
        second = seed(other, tmp_path)
        assert (second["password"], second["api_key"]) == (first["password"], first["api_key"])
        assert other.value("select count(*) from tenancy_apikey") == 1


@pytest.mark.parametrize("torn", ["", "{", "[]", '{"api_key": "btn_dev_x", "password": 5}'])
def test_a_torn_file_is_mended(database: TestDatabase, tmp_path: Path, torn: str) -> None:
    (tmp_path / "demo.json").write_text(torn)

    said = seed(database, tmp_path)

    assert parse_key(said["api_key"]) is not None
    assert isinstance(said["password"], str)


def test_a_revoked_key_stays_revoked(database: TestDatabase, tmp_path: Path) -> None:
    seed(database, tmp_path)
    database.rows("update tenancy_apikey set revoked_at = now()")

    seed(database, tmp_path)

    assert database.value("select revoked_at is not null from tenancy_apikey")


def test_another_port_of_the_shop_is_one_changed_variable(database: TestDatabase, tmp_path: Path) -> None:
    seed(database, tmp_path)

    seed(database, tmp_path, SHOP_URL="http://127.0.0.1:8092")

    assert database.value("select value from agents_variable") == "http://127.0.0.1:8092"
    assert database.value("select max(number) from agents_agentversion") == 1
    assert database.value("select max(number) from agents_orchestrationversion") == 1


def test_what_somebody_made_of_the_demo_stays_until_its_file_changes(
    database: TestDatabase, tmp_path: Path
) -> None:
    seed(database, tmp_path)
    database.rows("update agents_modelconnection set script = '\"echo\"', version = version + 1")

    seed(database, tmp_path)
    assert database.value("select script from agents_modelconnection") == "echo"

    (tmp_path / "demo.published").write_text("of an older one")
    seed(database, tmp_path)
    assert database.value("select script from agents_modelconnection") != "echo"


def test_with_a_key_or_an_address_the_same_desk_runs_on_a_real_model(
    database: TestDatabase, tmp_path: Path
) -> None:
    seed(database, tmp_path)

    seed(database, tmp_path, OPENAI_API_KEY="sk-canary-5417", OPENAI_MODEL="m-large")

    row = database.rows("select provider, base_url, secret_variable, script from agents_modelconnection")
    real = {"provider": "openai_chat", "base_url": "", "secret_variable": "OPENAI_API_KEY", "script": None}
    assert row == [real, real]
    assert (agent(database).version, agent(database).model) == (2, "m-large")
    assert "sk-canary-5417" not in json.dumps(rows_of(database), default=str)


def test_an_address_alone_is_enough_and_no_key_is_named() -> None:
    definition = read_definition(REFUND_DESK.read_text())

    chosen = choose_model(definition, {"OPENAI_BASE_URL": "http://127.0.0.1:11434/v1"})

    assert chosen.connections[0].base_url == "http://127.0.0.1:11434/v1"
    assert chosen.connections[0].secret_variable is None
    assert choose_model(definition, {}) is definition


def test_anthropics_variables_choose_its_messages() -> None:
    definition = read_definition(REFUND_DESK.read_text())

    chosen = choose_model(definition, {"ANTHROPIC_API_KEY": "key"})
    named = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:8766", "ANTHROPIC_MODEL": "small"}
    own = choose_model(definition, named)

    assert chosen.connections[0].provider == "anthropic_messages"
    assert (chosen.connections[0].base_url, chosen.connections[0].secret_variable) == (
        None,
        "ANTHROPIC_API_KEY",
    )
    assert chosen.agents[0].model == "claude-haiku-4-5"
    assert (own.connections[0].base_url, own.connections[0].secret_variable) == (
        "http://127.0.0.1:8766",
        None,
    )
    assert own.agents[0].model == "small"


def test_where_both_are_named_openais_variables_win() -> None:
    definition = read_definition(REFUND_DESK.read_text())

    chosen = choose_model(
        definition, {"ANTHROPIC_API_KEY": "a", "ANTHROPIC_MODEL": "b", "OPENAI_API_KEY": "c"}
    )

    assert chosen.connections[0].provider == "openai_chat"
    assert chosen.agents[0].model == "gpt-5-mini"


def test_another_choice_of_model_has_another_name_without_the_key() -> None:
    choices = ({}, {"OPENAI_API_KEY": "sk-1"}, {"OPENAI_BASE_URL": "http://x"}, {"OPENAI_MODEL": "m"})
    others = ({"ANTHROPIC_API_KEY": "k"}, {"ANTHROPIC_BASE_URL": "http://x"}, {"ANTHROPIC_MODEL": "m"})

    assert len({model_named_by(choice) for choice in (*choices, *others)}) == 7
    assert "sk-1" not in model_named_by(choices[1])


@pytest.mark.parametrize(
    ("tool", "arguments", "outcome"),
    [
        ("find_order", {"order": "NL-1042"}, Outcome.ALLOW),
        ("list_orders", {"customer": "a@mail.example"}, Outcome.ALLOW),
        ("issue_refund", {"order": "NL-1043", "amount": 50, "reason": "x"}, Outcome.ALLOW),
        ("issue_refund", {"order": "NL-1042", "amount": 50.01, "reason": "x"}, Outcome.ASK),
        ("issue_refund", {"order": "NL-1042", "amount": 1000, "reason": "x"}, Outcome.ASK),
        ("issue_refund", {"order": "NL-1044", "amount": 1000.01, "reason": "x"}, Outcome.DENY),
        ("issue_refund", {"order": "NL-1044", "amount": "5", "reason": "x"}, Outcome.DENY),
    ],
)
def test_the_rules_of_the_desk(tool: str, arguments: dict[str, Any], outcome: Outcome) -> None:
    definition = read_definition(REFUND_DESK.read_text())
    rules: tuple[PolicyRule, ...] = definition.policy or ()
    found = next(each for each in definition.tools if each.name == tool)
    spec = ToolSpec(
        tool_id="t",
        version_id="v",
        version=1,
        name=found.name,
        description=found.description,
        input_schema=found.input_schema,
        effect_class=found.effect_class,
        sentence=found.sentence,
        http=found.http,
    )

    assert judge(rules, spec, arguments).outcome is outcome
