#!/usr/bin/env bash
# Builds the benchmarks for release, prints the budgets and what was measured, fails on a miss.
# Needs valgrind; with --times-only it does without. RelayBenchmarks, StreamBenchmarks,
# LoaderBenchmarks, PagingBenchmarks, CacheBenchmarks, StoreBenchmarks or MarbleBenchmarks as the
# first argument does only that.
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
benchmarks=(RelayBenchmarks StreamBenchmarks LoaderBenchmarks PagingBenchmarks CacheBenchmarks
  StoreBenchmarks MarbleBenchmarks)
if [[ "${1:-}" == *Benchmarks ]]; then
  benchmarks=("$1")
  shift
fi
swift build -c release
folder=$(swift build -c release --show-bin-path)
missed=0
for benchmark in "${benchmarks[@]}"; do
  echo "== $benchmark"
  "$folder/$benchmark" "$@" || missed=1
done
exit "$missed"
