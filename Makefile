# Every task of the project is a command here; `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
HOST ?= 127.0.0.1
export PORT HOST
# Several hundred processes in a whole run: none of them may have to compile the project again.
unexport PYTHONDONTWRITEBYTECODE

# The first interpreter of 3.11 or later that can make an environment; the one the locked requirements were made
# for before others, and of these Debian's: it is built with profiles, and a noon takes about a fifth less with it than
# with one that was only compiled.
PYTHON ?= $(shell for name in /usr/bin/python3.11 python3.11 python3 python3.12 python3.13; do \
	if command -v $$name >/dev/null && \
	$$name -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then command -v $$name; break; fi; done)

# The locks name every package: nothing is left to be found out about what needs what.
PIP := $(BIN)/python -m pip install --disable-pip-version-check -qq --require-hashes --no-deps
# Arguments for pytest: make test ARGS="-k noon -x"
ARGS ?=
# How long make soak goes on
MINUTES ?= 10

.PHONY: help play dev test test-fast check format bench chaos soak catalogues screenshots lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.installed ## a site on http://127.0.0.1:8000 with a game ready to play (PORT=… for another port)
	@$(BIN)/python tools/catalogues.py compile
	@$(BIN)/python manage.py prepare
	@exec $(BIN)/python manage.py serve

dev: $(VENV)/.installed-dev ## the same for whoever changes it: one process, reloads, the inside of each game at /dev/
	@$(BIN)/python tools/catalogues.py compile
	@$(BIN)/python manage.py prepare
	@DEBUG=1 $(BIN)/python manage.py runserver $(HOST):$(PORT)

test: $(VENV)/.installed-dev ## every test; what needs a missing program is skipped with a sentence (ARGS="-n 5 --dist loadscope")
	@$(BIN)/python -m pytest $(ARGS)

test-fast: $(VENV)/.installed-dev ## rules, kits, contract, games and accounts without pages and without what is slow, on every core
	@$(BIN)/python -m pytest -q -n auto --dist loadscope -m "not pages and not slow and not browser and not services" \
		tests/contract tests/rulekit tests/formkit tests/*/rules tests/games tests/accounts $(ARGS)

check: $(VENV)/.installed-dev ## what CI checks beside the tests: style, types, walls, templates, catalogues, settings
	@$(BIN)/python tools/check.py

format: $(VENV)/.installed-dev ## code, templates and style sheets as `check` wants them
	@$(BIN)/ruff format --quiet .
	@$(BIN)/python -m tools.layout write

bench: $(VENV)/.installed-dev ## what a turn, the pages and 10,000 games at one noon cost, beside what they cost at least (ARGS="pages")
	@$(BIN)/python -m tools.bench $(ARGS)

chaos: $(VENV)/.installed-dev ## 200 kills and every other fault on real processes; writes the table of docs/reliability.md
	@$(BIN)/python tools/catalogues.py compile
	@$(BIN)/python -m tools.chaos $(ARGS)

soak: $(VENV)/.installed-dev ## hundreds of games under kills and restarts, then the whole database looked at (MINUTES=10)
	@$(BIN)/python tools/catalogues.py compile
	@$(BIN)/python -m tools.chaos.soak --minutes $(MINUTES) $(ARGS)

catalogues: $(VENV)/.installed-dev ## collect the texts to translate and compile the translations (needs gettext)
	@$(BIN)/python tools/catalogues.py update
	@$(BIN)/python tools/catalogues.py compile

screenshots: $(VENV)/.installed-dev ## pictures of every page, both languages and themes, in build/ (needs Chromium)
	@$(BIN)/python tools/catalogues.py compile
	@$(BIN)/python -m tools.screenshots

lock: $(VENV)/.installed-dev ## lock the requirements again, with hashes (needs a package registry)
	@$(BIN)/python tools/lock.py

clean: ## remove what these commands made, but for the data in var/
	@rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Noon needs Python 3.11 or later with venv. On Debian: apt install python3-venv"; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { echo "The environment could not be made. On Debian: apt install python3-venv"; exit 1; }

$(VENV)/.installed: requirements.txt | $(BIN)/python
	@echo "Installing what the site runs on…"
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	@echo "Installing what the tests need…"
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@touch $@
