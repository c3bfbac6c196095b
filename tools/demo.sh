#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job on a shipped example. Usage: tools/demo.sh path/to/heddle
set -uo pipefail
cd "$(dirname "$0")/.."
heddle=$1
show() {
  echo "\$ heddle $*"
  "$heddle" "$@"
  local status=$?
  echo "(exit status $status)"
  echo
  [[ $status -le 1 ]] || exit "$status"
}
show races examples/bank.std
show check examples/check/ticket_office.cpp --save none
