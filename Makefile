# Every command of Baton. Paths are relative: the folder's own name may hold anything, a space too.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
PY := .venv/bin/python
# A machine without a package for it starts all the same.
LOCAL := deploy/bootstrap.sh local || echo "Baton starts without its own embedding model: texts have no vectors by it."
SCHEMA := $(PY) manage.py spectacular --format openapi-json --validate --fail-on-warn
ARGS ?=
ifdef PYTHON
export PYTHON
endif

.PHONY: help run dev frontend test retest check fix bench schema requirements setup setup-dev setup-local setup-models

help: ## what can be done here
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

run: setup frontend ## set up and start everything (ARGS="--port 9000 --verbose")
	@$(LOCAL)
	@exec $(PY) -P -m baton.ops up $(ARGS)

dev: setup-dev frontend ## the same, restarting the processes when the source changes
	@$(LOCAL)
	@exec $(PY) -P -m baton.ops up --reload $(ARGS)

frontend: setup ## build the application in the browser, if its sources have changed
	@deploy/frontend.sh build

test: setup-dev setup-local setup-models check frontend ## set up, check, then every test
	deploy/frontend.sh test
	$(PY) -m pytest tests -n 2 --dist loadfile $(ARGS)

retest: ## what failed in the last run of the tests, alone and one after the other; more than three is no accident
	@failed=$$($(PY) -c "import json; print(len(json.load(open('.pytest_cache/v/cache/lastfailed'))))") && \
	  if [ "$$failed" -gt 3 ]; then echo "$$failed tests failed: that is no accident of the machine."; exit 1; fi
	$(PY) -m pytest tests --last-failed --last-failed-no-failures none -rA $(ARGS)

check: setup-dev ## format, lint, types, floors, migrations, the OpenAPI document and what is made from it
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy platform/baton agents_app orchestration knowledge
	.venv/bin/lint-imports
	DJANGO_SETTINGS_MODULE=baton.settings.test $(PY) -W ignore manage.py makemigrations --check --dry-run
	@new=$$(mktemp) && trap 'rm -f "$$new"' EXIT && $(SCHEMA) --file "$$new" && \
	  cmp -s "$$new" docs/openapi.json || { echo "docs/openapi.json is not what the code says: run make schema."; exit 1; }
	deploy/frontend.sh check

fix: setup-dev ## format and mend what a tool can mend
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

bench: ## measure (NAME=engine for one, ARGS="--rounds 5")
	@deploy/bootstrap.sh bench
	@for each in tests/bench/bench_$(or $(NAME),*).py; do PYTHONPATH=tests $(PY) "$$each" $(ARGS); done

schema: setup-dev ## write docs/openapi.json, and the types and reasons of the front end
	$(SCHEMA) --file docs/openapi.json
	@deploy/frontend.sh types

requirements: setup-dev ## every numbered requirement and its tests
	@$(PY) tests/requirements.py

setup:
	@deploy/bootstrap.sh run

setup-dev:
	@deploy/bootstrap.sh dev

setup-local: setup-dev
	@deploy/bootstrap.sh local

setup-models: setup-dev
	@deploy/bootstrap.sh models
