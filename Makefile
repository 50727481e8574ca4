# The short front door to CMake. Every variable below may be given on the
# command line: make check PRESET=asan BUILD=build-asan
PRESET ?= dev
BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# What users install and benchmarks measure: static LLVM, no assertions.
RELEASE_BUILD ?= build-release

export BUILD
PYTHON = $$(cat $(BUILD)/python-executable)
# One per preset, so that another PRESET in the same folder configures again.
CONFIGURED = $(BUILD)/.configured-$(PRESET)

.PHONY: build demo check fuzz bench install format lint clean packages lint-packages

build: $(CONFIGURED)
	cmake --build $(BUILD) -j $(JOBS)

$(CONFIGURED): CMakePresets.json
	cmake --fresh --preset $(PRESET) -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@rm -f $(BUILD)/.configured-*
	@touch $@

# Vector add and the activations, compiled and run on real arrays.
demo: packages
	@$(MAKE) --no-print-directory build
	@PYTHON=$(PYTHON) examples/demo.sh $(BUILD)

# Everything tested; the last line counts passed, failed and skipped tests.
check: packages
	@$(MAKE) --no-print-directory build
	@$(PYTHON) scripts/check.py $(BUILD)

# Random kernels for TIME seconds, from SEED on (a new one each time unless
# given); failing ones are minimized into $(BUILD)/fuzz.
TIME ?= 60
SEED ?= $(shell date +%s)
fuzz: packages
	@$(MAKE) --no-print-directory build
	@$(BUILD)/bin/mt-fuzz -time=$(TIME) -seed=$(SEED) -keep=$(BUILD)/fuzz -coverage

bench: packages
	@$(MAKE) --no-print-directory build PRESET=release BUILD=$(RELEASE_BUILD)
	@$$(cat $(RELEASE_BUILD)/python-executable) benchmarks/run.py $(RELEASE_BUILD)

install:
	@$(MAKE) --no-print-directory build PRESET=release BUILD=$(RELEASE_BUILD)
	cmake --install $(RELEASE_BUILD) --prefix $(PREFIX)

format: lint-packages
	@scripts/format.sh

lint: packages lint-packages
	@scripts/format.sh --check
	@$(MAKE) --no-print-directory build
	@$(PYTHON) scripts/lint.py $(BUILD)

clean:
	rm -rf $(BUILD) $(RELEASE_BUILD)

packages:
	@scripts/install-packages.sh build test

lint-packages:
	@scripts/install-packages.sh lint
