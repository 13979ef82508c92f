# Everything a developer runs, and nothing else. `make help` lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUST := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock
DATA ?= data
SECONDS ?= 300
SAMPLE ?= 60
.DEFAULT_GOAL := help

.PHONY: help java demo test check lint rust-test python-test fuzz mutants bench build format clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

demo: $(VENV)/.built  ## find the copies in the bundled sample collection
	@$(BIN)/samesame demo

test: build lint rust-test python-test  ## everything that CI runs

check: build lint  ## the quick part: linters, types and unit tests
	cargo test --release --quiet --lib
	$(BIN)/pytest tests/unit -n 2 --dist worksteal

lint: $(VENV)/.ready
	cargo fmt --all --check
	cargo clippy --release --all-targets --quiet -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The properties look at the same examples each time; `make fuzz` looks at others.
rust-test: export PROPTEST_RNG_SEED := 1
rust-test:
	cargo test --release --quiet

# Spark's tests need a gigabyte for each session: they run after the others, those of one file in one process.
python-test: build
	$(BIN)/pytest -n 2 --dist worksteal --ignore tests/engines/spark
	$(BIN)/pytest -n 2 --dist loadfile tests/engines/spark

fuzz: build  ## damage every kind of input for SECONDS=300 (SEED=n repeats; see fuzz/README.md)
	$(BIN)/python -m fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED)) $(if $(RECORD),--record $(RECORD)) $(TARGETS)

mutants: build  ## change SAMPLE=60 places of the sources (SEED=1), one at a time: the tests must notice each
	$(BIN)/python -m fuzz.mutants --sample $(SAMPLE) --seed $(or $(SEED),1) $(ROOMS)

bench: build  ## measure on DATA=folder of collections (see bench/README.md)
	$(BIN)/python bench/run.py --data $(DATA)

build: $(VENV)/.built $(VENV)/.ready  ## the environment in .venv, with the core in release mode

format: $(VENV)/.ready  ## let the formatters have their way
	cargo fmt --all
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:  ## remove what was built
	rm -rf target $(VENV)

# The demo needs no more than this: waiting for the tools of developers would take half a minute.
$(VENV)/.built: $(VENV)/.made pyproject.toml $(RUST)
	@echo "building the core (some minutes the first time) ..."
	@$(BIN)/maturin develop --release >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@touch $@

$(VENV)/.ready: $(VENV)/.made pyproject.toml
	@echo "installing the tools of developers ..."
	@$(BIN)/pip install --quiet --group dev
	@$(MAKE) --no-print-directory java
	@touch $@

# Spark's tests need Java 17 or later, as Spark finds it. A fresh machine may have no lists of packages.
java: export DEBIAN_FRONTEND := noninteractive
java:
	@there() { "$${JAVA_HOME:+$$JAVA_HOME/bin/}java" -version 2>&1 | grep -Eq 'version "(1[7-9]|[2-9][0-9])'; }; \
	  if there; then exit 0; fi; \
	  echo "installing Java, for Spark ..."; \
	  root=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); \
	  get() { for version in 17 21; do $$root apt-get install -qq -y "openjdk-$$version-jre-headless" && return; done; false; }; \
	  { command -v apt-get && { get || { $$root apt-get update -qq && get; }; }; } >/dev/null 2>&1; \
	  there || { \
	    echo "the tests of Spark need Java 17 or later, which could not be installed here: install it, such as"; \
	    echo "  apt install openjdk-17-jre-headless   or   brew install openjdk@17"; \
	    echo "and let JAVA_HOME, if it is set, name it"; exit 1; }

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "samesame needs Python 3.11 or later: install it, or name it: make PYTHON=python3.12"; exit 1; }
	@command -v cargo >/dev/null || \
	  { echo "samesame needs a Rust toolchain: install Rust 1.88 or later, with cargo on the PATH"; exit 1; }
	@echo "making the environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/pip install --quiet "maturin>=1.9,<2"
	@touch $@
