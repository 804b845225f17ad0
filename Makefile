# Every target sets up what it needs in .venv and re-uses it.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DATA   ?= ../shared/data

KERNEL := $(shell grep -l '^\# cython:' -r src/kaensan --include=*.py)

.PHONY: demo kernel test browser gallery lint bench quality peers clean fuzz fuzz-long docs release min-deps

# The pip that comes with older Pythons cannot resolve some extras, so a new environment starts with a new pip.
$(VENV)/.made:
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=24.1"
	touch $@

# Installing compiles the kernel where there is a C compiler; a source of the kernel that changed is compiled anew.
$(VENV)/.core: pyproject.toml setup.py $(KERNEL) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable .
	$(BIN)/kaensan --version
	touch $@

$(VENV)/.dev: pyproject.toml setup.py $(KERNEL) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	$(BIN)/kaensan --version
	touch $@ $(VENV)/.core

demo: $(VENV)/.core
	$(BIN)/kaensan demo

kernel: $(VENV)/.core

# Installs nothing outside .venv. Tests that need Chromium, node or torch are skipped where these are missing.
test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2

# Says whether the tests in a browser can run and what to install; INSTALL=1 installs it.
browser:
	@sh scripts/browser.sh $(if $(INSTALL),--install)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The clouds of the gallery and, where a browser is installed, the pictures of the studio.
gallery: $(VENV)/.dev
	$(BIN)/python scripts/gallery.py
	$(BIN)/python scripts/studio_pictures.py

bench: $(VENV)/.dev
	$(BIN)/kaensan bench --data $(DATA)
	$(BIN)/python -m kaensan.bench.metadata --data $(DATA)

$(VENV)/.fuzz: pyproject.toml | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable ".[fuzz,boards,cloud]"
	touch $@

# Coverage-guided fuzzing of every stage: four minutes, or a night's worth on every core.
fuzz: $(VENV)/.fuzz
	$(BIN)/python fuzz/campaign.py --seconds 240 --processes 2
	rm -f out/products.jsonl
	$(BIN)/python fuzz/products.py --seconds 240 --kilobytes 16 128 --groups 32
	$(BIN)/python fuzz/swarm.py --seconds 120 --processes 2

fuzz-long: $(VENV)/.fuzz
	$(BIN)/python fuzz/campaign.py --seconds 28800 --processes "$$(nproc)" --longest 16384 --out out/fuzz-long

$(VENV)/.docs: pyproject.toml | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable ".[docs,fetch,batch,cloud]"
	touch $@

# The documentation as a web site in out/site/VERSION; a link that leads nowhere is an error.
docs: $(VENV)/.docs
	$(BIN)/python scripts/docs_site.py out/site

# The tools alone: what is tried is what they build, not the copy here, so nothing is compiled for it.
$(VENV)/.release: pyproject.toml | $(VENV)/.made
	KAENSAN_PURE=1 $(BIN)/python -m pip install --quiet --editable ".[release]"
	touch $@

# The wheel and the sdist, tried in empty environments, with their sizes and a bill of materials, in out/release.
release: $(VENV)/.release
	$(BIN)/python scripts/release.py
	$(BIN)/python scripts/release_notes.py --out out/release/notes.md

# The tests of the core with the lowest versions of its dependencies.
min-deps: $(VENV)/.release
	PYTHON=$(abspath $(BIN)/python) UV=$(BIN)/uv sh scripts/min_deps.sh

# The quality gate: every method on the pages of tests/quality; PIN=--pin writes the floors anew.
quality: $(VENV)/.dev
	$(BIN)/python tests/quality/quality_gate.py $(PIN)

# All methods beside all peers, those of Node included where npm is there.
peers: $(VENV)/.dev
	-$(BIN)/kaensan bench node
	$(BIN)/kaensan bench --data $(DATA) --peers $(BENCH)

clean:
	rm -rf $(VENV) build dist out
