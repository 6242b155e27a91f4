# make run      sets up .venv, compiles the searches ahead and opens the lab in the browser
# make quick    sets up .venv and runs the tests of a minute, to be run after every change
# make test     sets up .venv, checks style and types, and runs all tests
# make docs     builds the docs site into build/site
# make packages installs Chromium, node and bwrap, which some tests need (as root, by apt-get)

VENV := .venv
PYTHON := $(VENV)/bin/python
READY := $(VENV)/ready
BIOME := npx --yes @biomejs/biome@2.6.6

# mkdocs-material announces the next version of MkDocs at each build.
export NO_MKDOCS_2_WARNING := 1

.PHONY: run quick test lint docs packages clean

run: $(READY)
	$(VENV)/bin/slidelab warmup
	$(VENV)/bin/slidelab web

quick: $(READY)
	$(PYTHON) -m pytest -n auto -m "not slow"

test: $(READY) lint
	$(PYTHON) -m pytest -n auto
	@if command -v node >/dev/null; then node --test tests/web/browser/*.mjs; \
	else echo "skipped: the tests of the browser modules need node: make packages"; test -z "$$CI"; fi

lint: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	@if $(BIOME) --version >/dev/null 2>&1; then $(BIOME) check; \
	else echo "skipped: the browser modules' linter needs npx (of node) and the npm registry"; fi

docs: $(READY)
	$(PYTHON) -m mkdocs build
	@echo "the docs site: $(CURDIR)/build/site/index.html"

packages:
	scripts/install_packages

# pip 25.1 is the first that reads dependency groups.
$(READY): pyproject.toml
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --upgrade "pip>=25.1"
	$(PYTHON) -m pip install --quiet --editable '.[all]' --group dev --group docs
	touch $(READY)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
