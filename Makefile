# make run       set up .venv and open the lab in the browser
# make test      check style and types, and run the tests (five minutes)
# make nightly   run the slow tests, which `make test` leaves out
# make coverage  run the tests of `make test`, and print which lines they reach
# make explore   try new random examples of the property tests (a quarter of an hour)
# make lint      check style and types alone
# make docs      build the docs site into build/site, with the lab of `make site` if that exists
# make site      write the page as a folder that needs no server into build/lab
# make packages  install Chromium, node, npm, bwrap and nginx, which some tests need (as root, with apt-get)
# make upgrade   update the pinned versions in requirements/lock.txt
# make clean     remove everything that these make
#
# PYTHON3=python3.13 chooses the Python to set up with.

PYTHON3 := python3
VENV := .venv
PYTHON := $(VENV)/bin/python
LOCK := requirements/lock.txt
# The build backend is pinned too: pip 26.1 and older read the first variable for it, newer ones the second.
PINNED := PIP_CONSTRAINT=$(LOCK) PIP_BUILD_CONSTRAINT=$(LOCK) UV_CONSTRAINT=$(LOCK) UV_BUILD_CONSTRAINT=$(LOCK)
INSTALL := $(PINNED) scripts/install $(PYTHON)
# Modules are compiled when they are imported, and kept; most of those installed never are.
unexport PYTHONDONTWRITEBYTECODE
NPX := npx --yes --package @biomejs/biome@2.6.6 --package typescript@5.9.3 --
# `make test` repeats at its end what it could not check.
SKIPPED := build/skipped
SKIP := mkdir -p build; say() { echo "skipped: $$1" | tee -a $(SKIPPED); }; say
STYLE := ruff mypy imports javascript

.PHONY: run test pytest nightly coverage kernels explore lint $(STYLE) node docs site packages upgrade clean

run: $(VENV)/page
	@$(PYTHON) -m slidelab warmup >/dev/null 2>&1 & $(PYTHON) -m slidelab web

test:
	@rm -f $(SKIPPED)
	@$(MAKE) --no-print-directory --jobs $(STYLE) node kernels
	@$(MAKE) --no-print-directory pytest
	@cat $(SKIPPED) 2>/dev/null || true

pytest: $(VENV)/tools
	$(PYTHON) -m pytest -n auto -m "not nightly"

nightly: $(VENV)/tools kernels
	$(PYTHON) -m pytest -n auto -m nightly

coverage: $(VENV)/tools kernels
	$(PYTHON) -m pytest -n auto -m "not nightly" --cov=slidelab --cov-report=term:skip-covered

explore: $(VENV)/tools kernels
	$(PYTHON) -m pytest -n auto -m hypothesis --hypothesis-profile=explore

kernels: $(VENV)/page
	@SLIDELAB_CACHE=build/cache $(PYTHON) -m slidelab warmup >/dev/null

lint:
	@$(MAKE) --no-print-directory --jobs $(STYLE)

ruff mypy imports: $(VENV)/tools

ruff:
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

mypy:
	$(PYTHON) -m mypy

imports:
	$(VENV)/bin/lint-imports --no-logo --cache-dir build/imports

javascript:
	@if $(NPX) tsc --version >/dev/null 2>&1; then $(NPX) biome check && $(NPX) tsc --project jsconfig.json; \
	else $(SKIP) "checking the browser modules needs npx (part of node) and the npm registry"; fi

node:
	@if command -v node >/dev/null; then node --test --test-reporter=dot tests/web/browser/*.mjs; \
	else $(SKIP) "testing the browser modules needs node: make packages"; test -z "$$CI"; fi

docs: $(VENV)/tools
	SLIDELAB_LAB=$(dir $(wildcard build/lab/index.html)) NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build
	@echo "The docs site is at build/site/index.html"

site: $(VENV)/page
	$(PYTHON) -m slidelab site build/lab

packages:
	scripts/install_packages

$(VENV)/made:
	@$(PYTHON3) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	"slidelab needs Python 3.11 or newer. Choose one: make PYTHON3=python3.13")'
	$(PYTHON3) -m venv $(VENV)
	touch $@

$(VENV)/page: pyproject.toml $(LOCK) | $(VENV)/made
	$(INSTALL) --editable '.[web]'
	touch $@

$(VENV)/tools: $(VENV)/page plugins/slidelab24/pyproject.toml
	$(INSTALL) --no-deps --requirement $(LOCK)
	$(INSTALL) --no-deps --editable plugins/slidelab24
	touch $@

upgrade:
	$(PYTHON3) -m venv build/upgrade
	build/upgrade/bin/python -m pip install --quiet --disable-pip-version-check --upgrade uv
	build/upgrade/bin/python -m uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--extra all --group dev --group docs --no-annotate --no-header --output-file $(LOCK) pyproject.toml

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
