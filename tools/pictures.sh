#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The pictures of doc/reading-a-report.md, taken in Chromium by the browser test: tools/pictures.sh [BUILD-DIRECTORY]
set -e
cd "$(dirname "$0")/.."
node test/report/browser.mjs "${1:-build}/heddle" . "${1:-build}" doc/pictures
