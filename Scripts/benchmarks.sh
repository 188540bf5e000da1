#!/usr/bin/env bash
# Builds the benchmarks for release, prints the budgets and what was measured, fails on a miss.
# Needs valgrind; with --times-only it does without.
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
swift build -c release
exec "$(swift build -c release --show-bin-path)/RelayBenchmarks" "$@"
