#!/usr/bin/env bash
# Builds the benchmarks that Benchmarks/budgets.txt names for release, counts its rows, prints a table, and fails
# if a row exceeds its budget. On x86-64 it also checks the order of unlocks and retains in their machine code. Needs
# valgrind and its headers. Takes about 1 minute, and 2 minutes more for the first build.
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
export REACTIVE_LOADABLE_STRICT=1
scripts=$PWD/../Scripts
programs=$(awk '!/^#/ { print $1 }' budgets.txt | sort -u)
for product in BudgetCheck $programs; do
  swift build --build-system native -c release --product "$product"
done
folder=$(swift build --build-system native -c release --show-bin-path)
"$folder/BudgetCheck" budgets.txt
if [[ $(uname -m) == x86_64 ]]; then
  cd "$folder"
  python3 "$scripts/late-retains.py" $programs
fi
