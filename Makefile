# SPDX-License-Identifier: Apache-2.0
# A front door to CMake: every target installs missing packages first, then configures and builds in build/.
BUILD ?= build
PRESET ?= release
JOBS ?= $(shell nproc)

PREFIX ?= /usr/local

.PHONY: all setup configure test test-long bench demo format tidy install uninstall deb tarball doc clean
all: configure
	cmake --build $(BUILD) --target heddle -j $(JOBS)

setup:
	@tools/install_packages.sh

configure: setup
	@test -f $(BUILD)/build.ninja || cmake --preset $(PRESET) -B $(BUILD)

test: configure
	cmake --build $(BUILD) -j $(JOBS)
	@tools/run_tests.sh $(BUILD) $(JOBS)

test-long: configure
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) --output-on-failure -L long

bench: configure
	cmake --build $(BUILD) -j $(JOBS) --target benchmarks
	python3 bench/run.py $(BUILD) $(TABLES)

demo: all
	@tools/demo.sh $(BUILD)/heddle

format:
	@git ls-files '*.cpp' '*.h' '*.c' | grep -vE '^(examples|bench/programs|test/programs|test/machine|test/memory|test/report)/' | xargs clang-format-14 -i

# What changed since BASE; everything with BASE= (nothing).
BASE ?= $(shell git merge-base HEAD main 2>/dev/null || echo HEAD)
tidy: configure
	@tools/tidy.sh $(BUILD) $(if $(BASE),--since $(BASE))

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

uninstall:
	cmake -DMANIFEST=$(BUILD)/install_manifest.txt -P cmake/uninstall.cmake

deb: all
	cd $(BUILD) && cpack -G DEB -B packages

tarball: all
	tools/tarball.sh $(BUILD) $(BUILD)/packages

doc: setup
	python3 tools/site.py $(BUILD)/site

clean:
	rm -rf $(BUILD)
