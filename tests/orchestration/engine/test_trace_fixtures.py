"""The event law: what is stored for both folds is what the engine makes today, and where it is cut is no matter."""

import json
from typing import Any

import pytest
import trace_files
from trace_files import FILES, RANDOM_FILES, StoredTrace
from trace_random import random_files
from trace_words import durations, spellings, words

from baton.core.canonical import canonical_text
from orchestration.engine.events import EventKind
from orchestration.engine.projection import evolve, fold
from orchestration.engine.view import RunView


def stored(*files: str) -> list[StoredTrace]:
    return [trace for file in files for trace in trace_files.read(file)]


@pytest.mark.requirement("promises 4.16")
@pytest.mark.parametrize("file", FILES)
def test_every_stored_view_is_the_fold_of_its_events(file: str) -> None:
    differing = [t.name for t in stored(file) if fold(t.records).canonical().decode() != t.view]

    assert differing == [], "run tests/write_traces.py if the event law was changed on purpose"


def test_the_random_traces_are_those_of_their_seeds() -> None:
    made = dict(random_files())
    assert set(made) == set(RANDOM_FILES)
    for file, traces in made.items():
        assert [(trace.name, list(trace.records)) for trace in stored(file)] == traces
    assert sum(len(traces) for traces in made.values()) >= 300


@pytest.mark.parametrize("make", [words, spellings, durations])
def test_words_spellings_and_durations_are_those_of_today(make: Any) -> None:
    file = {words: "words.json", spellings: "canonical.json", durations: "durations.json"}[make]

    # As text: 100.0 and 100 are equal, but not the same.
    assert json.dumps(trace_files.read_lines(file)) == json.dumps(list(make()))


@pytest.mark.requirement("promises 4.16")
@pytest.mark.parametrize("file", FILES)
def test_a_view_and_the_events_after_it_give_the_same_view_wherever_it_is_cut(file: str) -> None:
    for trace in stored(file):
        view, views = RunView(), [RunView()]
        for record in trace.records:
            view = evolve(view, record)
            views.append(view)
        for cut, start in enumerate(views):
            after = start
            for record in trace.records[cut:]:
                after = evolve(after, record)
            assert after.canonical().decode() == trace.view, (trace.name, cut)


def test_the_stored_traces_hold_every_kind_of_event_and_kinds_of_later_versions() -> None:
    real = {record.kind for trace in stored("real.json") for record in trace.records}
    random = {record.kind for trace in stored(*RANDOM_FILES) for record in trace.records}

    assert real == set(EventKind)
    of_teams = {EventKind.PLAN_MADE, EventKind.PLAN_ITEM_ENDED}
    of_teams |= {EventKind.TASK_STARTED, EventKind.TASK_COMPLETED, EventKind.TASK_FAILED}
    assert len(random & set(EventKind)) >= len(set(EventKind) - of_teams) - 2
    assert random - set(EventKind)


def test_the_stored_traces_hold_what_languages_disagree_about() -> None:
    text = "".join(canonical_text([*t.records[0].payload, t.view]) for t in stored(*FILES))
    raw = "".join((trace_files.FOLDER / file).read_text(encoding="utf-8") for file in FILES)

    for needed in ("🎺", "\u2028", "\u202e", "\ufb33"):
        assert needed in raw
    for needed in ("9007199254740991", "1e+21", '\\"ref\\"'):
        assert needed in text
    assert any('"ignored":0' not in t.view for t in stored(*RANDOM_FILES))


def test_a_fold_reads_no_clock_and_changes_nothing_that_it_was_given() -> None:
    for trace in stored("real.json"):
        before = json.dumps([dict(record.payload) for record in trace.records])
        assert fold(trace.records) == fold(trace.records)
        assert json.dumps([dict(record.payload) for record in trace.records]) == before
