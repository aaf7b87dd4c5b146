# Every target sets up .venv first when it is missing or stale.  All that has to
# be there is make and a Python of 3.11 or newer; PYTHON names another one.

PYTHON ?= python3
DEAL ?=
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
export DEAL

# The stamp holds the folder it was made in: a moved or copied .venv is stale, and
# so is one whose Python is gone.
ifneq ($(shell $(BIN)/python -c '' 2>/dev/null && cat $(STAMP) 2>/dev/null),$(CURDIR))
$(STAMP): again
endif

.PHONY: help setup solve test lint format types bench docs again

help:
	@echo "make solve DEAL=PY1-N-AAAAAAS   solve a deal (a code, a file, or the cards in quotes)"
	@echo "make test                       run the tests"
	@echo "make lint | format | types      check the style | mend it | check the types"
	@echo "make bench                      measure the speed beside the plain reference"
	@echo "make docs                       write docs/commands.md, and the output in README.md"

solve: $(STAMP)
	@if [ -z "$$DEAL" ]; then echo 'Which deal? For example: make solve DEAL=PY1-N-AAAAAAS' >&2; exit 2; fi
	@$(BIN)/pyramide solve "$$DEAL"

test: $(STAMP)
	$(BIN)/python -m pytest

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(STAMP)
	$(BIN)/mypy --strict

bench: $(STAMP)
	$(BIN)/python -m benchmarks

docs: $(STAMP)
	$(BIN)/python -m pyramide_cli.reference docs/commands.md
	$(BIN)/python -m tests.readme

setup: $(STAMP)

$(STAMP): pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || { \
	  echo "There is no '$(PYTHON)' here: install Python 3.11 or newer, or name one, as in: make test PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Pyramide needs Python 3.11 or newer, and '$(PYTHON)' is $$("$(PYTHON)" --version 2>&1). Name another one, as in: make test PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up $(VENV), once; this takes a minute or so." >&2
	@"$(PYTHON)" -m venv --clear $(VENV) || { \
	  echo "'$(PYTHON)' could not make $(VENV). On Debian and Ubuntu, install the package python3-venv." >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@printf '%s\n' '$(CURDIR)' >$(STAMP)
