# make run   sets up .venv, compiles the searches ahead and opens the lab in the browser
# make test  sets up .venv, checks style and types, and runs all tests

VENV := .venv
PYTHON := $(VENV)/bin/python
READY := $(VENV)/ready

.PHONY: run test lint clean

run: $(READY)
	$(VENV)/bin/slidelab warmup
	$(VENV)/bin/slidelab web

test: $(READY) lint
	scripts/install_chromium
	$(PYTHON) -m pytest -n auto
	@if command -v node >/dev/null; then node --test tests/web/browser/*.mjs; \
	else echo "skipped: the tests of the browser modules need node"; fi

lint: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

# pip 25.1 is the first that reads dependency groups.
$(READY): pyproject.toml
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --upgrade "pip>=25.1"
	$(PYTHON) -m pip install --quiet --editable '.[all]' --group dev
	touch $(READY)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
