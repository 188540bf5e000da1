#!/usr/bin/env bash
# Builds the benchmarks for release, prints budgets and measurements, and fails if a budget is exceeded.
# Needs valgrind, except with --times-only. With RelayBenchmarks, StreamBenchmarks, LoaderBenchmarks,
# PagingBenchmarks, CacheBenchmarks, StoreBenchmarks or MarbleBenchmarks as the first argument, runs only
# this benchmark.
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
