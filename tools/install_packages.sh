#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what packages.txt names and dpkg does not have; when it may not, it says what is missing and fails.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t wanted < <(sed 's/#.*//' packages.txt | awk 'NF { print $1 }')
command -v dpkg-query >/dev/null || { echo "not a Debian system; heddle needs: ${wanted[*]}" >&2; exit 0; }
missing=()
for package in "${wanted[@]}"; do
  [[ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0
as_root=()
if [[ $EUID -ne 0 ]]; then
  if sudo -n true 2>/dev/null; then as_root=(sudo -n); else
    echo "heddle needs these packages: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
fi
echo "installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
install() { "${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null; }
install 2>/dev/null || { "${as_root[@]}" apt-get update -q >/dev/null && install; } || {
  echo "could not install: ${missing[*]}" >&2
  exit 1
}
