#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh BUILD JOBS: the everyday tests. Many of them start real threads, processes and time limits, and a busy machine can
# starve those. So what fails beside others, if it is little, is run once more alone. What passes then is told as unsteady:
# either the test or heddle has to be looked at.
set -uo pipefail
build=$1 jobs=$2 most=8
ctest --test-dir "$build" --output-on-failure -j "$jobs" -LE long && exit 0
failed=$build/Testing/Temporary/LastTestsFailed.log
[[ -s $failed && $(wc -l <"$failed") -le $most ]] || exit 1
unsteady=$(sed 's/^[0-9]*:/  /' "$failed")
echo "These failed beside others and are run again alone:"$'\n'"$unsteady"
ctest --test-dir "$build" --output-on-failure --rerun-failed || exit 1
echo "unsteady, to be looked at:"$'\n'"$unsteady"
