#!/usr/bin/env bash
# Checks the format of every tracked Swift file, including playground pages, and that folders are layers
# (Scripts/folders.sh). --fix formats the files instead.
set -euo pipefail
cd "$(dirname "$0")/.."
command=(lint --strict)
if [ "${1:-}" = --fix ]; then command=(format --in-place); fi
git ls-files -z '*.swift' | xargs -0 swift format "${command[@]}" --parallel
Scripts/folders.sh
