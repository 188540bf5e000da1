#!/usr/bin/env bash
# Builds the benchmarks that Benchmarks/budgets.txt names for release, counts its rows, prints a table, and fails
# if a row exceeds its budget. Needs valgrind and its headers. Takes about 15 seconds, and 2 minutes more for the
# first build.
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
export REACTIVE_LOADABLE_STRICT=1
for product in BudgetCheck $(awk '!/^#/ { print $1 }' budgets.txt | sort -u); do
  swift build --build-system native -c release --product "$product"
done
"$(swift build --build-system native -c release --show-bin-path)/BudgetCheck" budgets.txt
