#!/usr/bin/env bash
# Builds the benchmarks for release, prints budgets and measurements, and fails if a budget is exceeded.
# Needs valgrind and its headers, except with --times-only. With the name of a benchmark as the first argument,
# runs only this one. Takes about 7 minutes; Scripts/budgets.sh counts only the hot rows.
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
export REACTIVE_LOADABLE_STRICT=1
benchmarks=(RelayBenchmarks StreamBenchmarks LoaderBenchmarks PagingBenchmarks CacheBenchmarks
  StoreBenchmarks ModelBenchmarks MarbleBenchmarks MemoryBenchmarks)
if [[ "${1:-}" == *Benchmarks ]]; then
  benchmarks=("$1")
  shift
fi
swift build --build-system native -c release
folder=$(swift build --build-system native -c release --show-bin-path)
missed=0
for benchmark in "${benchmarks[@]}"; do
  echo "== $benchmark"
  "$folder/$benchmark" "$@" || missed=1
done
exit "$missed"
