# SPDX-License-Identifier: Apache-2.0
# A front door to CMake: every target installs missing packages first, then configures and builds in build/.
BUILD ?= build
PRESET ?= release
JOBS ?= $(shell nproc)

.PHONY: all setup configure test test-long bench demo format tidy install clean
all: configure
	cmake --build $(BUILD) --target heddle -j $(JOBS)

setup:
	@tools/install_packages.sh

configure: setup
	@test -f $(BUILD)/build.ninja || cmake --preset $(PRESET) -B $(BUILD)

test: configure
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -LE long

test-long: configure
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) --output-on-failure -L long

bench: configure
	cmake --build $(BUILD) -j $(JOBS) --target benchmarks
	python3 bench/run.py $(BUILD) $(TABLES)

demo: all
	@tools/demo.sh $(BUILD)/heddle

format:
	@git ls-files '*.cpp' '*.h' '*.c' | grep -vE '^(examples|bench/programs|test/programs|test/machine)/' | xargs clang-format-14 -i

tidy: configure
	@tools/tidy.sh $(BUILD)

install: all
	cmake --install $(BUILD)

clean:
	rm -rf $(BUILD)
