# Speto. `make play` and `make test` do all set-up on a machine with Python 3.11 or newer (venv, pip) and make.
# Everything lands in .venv; no root is needed.

BIN := .venv/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input
CHROMIUM := $(shell scripts/find-chromium)
DRILL_MINUTES ?= 60
export DRILL_MINUTES
# Material for MkDocs prints a page of advice about the future of MkDocs; docs/contributing.md has our answer.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play page types test test-suite test-browser test-openspiel no-browser check bench drill docs lock clean

help:  ## list what make can do here
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

play: page  ## play in the browser: a server of your own, and its page
	@$(BIN)/speto play

page: .venv/play  ## build the page, unless it is up to date
	@$(BIN)/python hatch_build.py

test: test-suite $(if $(CHROMIUM),test-browser,no-browser)  ## run the tests, in the browser too when Chromium is there

test-suite: .venv/test page
	$(BIN)/python -m speto.compiled
	$(BIN)/python -m pytest -n 2 --ignore=tests/e2e
	$(BIN)/python hatch_build.py run test

test-browser: $(if $(CHROMIUM),.venv/test page)  ## run the browser tests only
	@test -n "$(CHROMIUM)" || { echo "no Chromium found: install it (Debian: apt-get install chromium)" \
	  "or name one in SPETO_CHROMIUM"; exit 1; }
	SPETO_CHROMIUM="$(CHROMIUM)" $(BIN)/python -m pytest -n 2 --dist loadfile tests/e2e

test-openspiel: .venv/openspiel  ## run the tests that need OpenSpiel
	$(BIN)/python -m speto.compiled
	$(BIN)/python -m pytest tests/envs tests/arena/test_ismcts.py

no-browser:
	@echo "browser tests not run"

check: .venv/dev  ## lint, format, types, layers, docs, stale files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/speto schema --check
	$(BIN)/python scripts/make_types.py --check
	$(BIN)/python hatch_build.py run thai -- --check
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py
	$(BIN)/python hatch_build.py run size
	$(BIN)/mkdocs build --strict --quiet --site-dir .venv/site

types: .venv/play  ## write the page's types from the server's messages
	$(BIN)/python scripts/make_types.py
	$(BIN)/python hatch_build.py run thai

bench: .venv/play $(if $(CHROMIUM),.venv/test page)  ## measure the kernel, and the page where Chromium is there
	@$(BIN)/speto bench
	@$(if $(CHROMIUM),SPETO_CHROMIUM="$(CHROMIUM)" $(BIN)/python scripts/bench_page.py,echo "page not measured: no Chromium")

drill: .venv/dev $(if $(CHROMIUM),page)  ## long tests, DRILL_MINUTES of them (60), then those of the page
	$(BIN)/python -m speto.compiled
	$(BIN)/python -m pytest -n 2 -m drill --ignore=tests/e2e
	$(if $(CHROMIUM),SPETO_CHROMIUM="$(CHROMIUM)" $(BIN)/python -m pytest -n 2 -m drill tests/e2e,@echo "browser drill not run")

docs: .venv/test  ## build the documentation into site/
	$(BIN)/mkdocs build --strict

# The locks must not depend on how this machine's pip is set up, so its settings are put aside.
PIP_COMPILE := env -u PIP_INDEX_URL -u PIP_EXTRA_INDEX_URL -u PIP_FIND_LINKS -u PIP_CONSTRAINT PIP_CONFIG_FILE=/dev/null \
  CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --no-config --generate-hashes --allow-unsafe \
  --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --build-deps-for editable $(UPGRADE)

lock: .venv/dev  ## write the lock files anew; UPGRADE=--upgrade takes newer versions
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "make lock needs a .venv of Python 3.11")'
	$(PIP_COMPILE) -o requirements/play.txt --extra fast pyproject.toml
	$(PIP_COMPILE) -o requirements/test.txt --extra fast --extra postgres --extra test --extra docs -c requirements/play.txt pyproject.toml
	$(PIP_COMPILE) -o requirements/openspiel.txt --extra fast --extra openspiel -c requirements/test.txt pyproject.toml
	$(PIP_COMPILE) -o requirements/dev.txt --extra fast --extra postgres --extra test --extra docs --extra dev -c requirements/test.txt pyproject.toml

clean:  ## remove .venv and everything built
	rm -rf .venv site dist build mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# One stamp a lock file. Each lock fits the ones before it, so every step only adds packages.
.venv/python:
	@scripts/make-venv
	@touch $@

.venv/play: requirements/play.txt pyproject.toml | .venv/python
	@echo "setting up .venv to play (needs the network once)"
	@$(PIP) --require-hashes -r requirements/play.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test: requirements/test.txt .venv/play
	@echo "setting up .venv to test (needs the network once)"
	@$(PIP) --require-hashes -r requirements/test.txt
	@touch $@

.venv/openspiel: requirements/openspiel.txt .venv/test
	@echo "setting up OpenSpiel in .venv (needs the network once)"
	@$(PIP) --require-hashes -r requirements/openspiel.txt
	@touch $@

.venv/dev: requirements/dev.txt .venv/test
	@echo "setting up .venv to develop (needs the network once)"
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@
