#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh fuzzer corpus seconds: fuzzes for so long; fails if an input crashes, takes over 5 seconds or over 1 GB.
set -euo pipefail
fuzzer=$1 corpus=$2 seconds=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# New inputs go to the scratch directory: the corpus in the tree stays as it is.
"$fuzzer" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=65536 -print_final_stats=1 \
  -artifact_prefix="${FUZZ_ARTIFACTS:-./}" "$scratch" "$corpus" 2>&1 | tail -n 40
