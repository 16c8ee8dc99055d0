# make run: the app on a free port.   make test: every test.   Both set up .venv first.

VENV := .venv
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	"$$p" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null && echo "$$p" && break; done)

.PHONY: run demo check-model test install check bench screenshot clean

run: install
	@$(VENV)/bin/python -m app.serve

demo: install
	@$(VENV)/bin/python -m app.demo

# A case that failed is a result, which the table tells, and no failure of make.
check-model: install
	@$(VENV)/bin/python -m app.check || [ $$? -eq 1 ]

test: install
	@$(VENV)/bin/python tests/chromium.py
	@$(VENV)/bin/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile

check: install
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

bench: install
	@$(VENV)/bin/python -W ignore tests/bench

screenshot: install
	@$(VENV)/bin/python tests/chromium.py
	$(VENV)/bin/python tests/screenshot.py

install: $(VENV)/installed

# uv is taken from the path, or put into the project's own environment. It is told to use
# the Python that is here, and to leave alone what it did not install (itself, there).
$(VENV)/installed: pyproject.toml uv.lock
	@test -n "$(PYTHON)" || { echo "Folio needs Python 3.11, 3.12 or 3.13; none was found."; exit 1; }
	@test -x $(VENV)/bin/python || "$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python's venv module does not work here. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@command -v uv >/dev/null || test -x $(VENV)/bin/uv || $(VENV)/bin/python -m pip install --quiet 'uv>=0.9'
	@echo "Setting up $(VENV) (a minute or so, once) ..."
	@PATH="$$PATH:$(CURDIR)/$(VENV)/bin" UV_PROJECT_ENVIRONMENT=$(VENV) UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV= \
		uv sync --quiet --frozen --inexact --compile-bytecode --python $(VENV)/bin/python
	@touch $@

clean:
	rm -rf $(VENV) .files .pytest_cache .mypy_cache .ruff_cache .hypothesis
