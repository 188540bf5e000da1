#!/usr/bin/env bash
# Runs tests under the thread sanitizer. Fails if it reports a problem, or if it does not report the
# deliberate race of PlantedRaceTests.
#
#   Scripts/thread-sanitizer.sh          the thread-safety tests; RELAY_STRESS=10 makes them longer
#   Scripts/thread-sanitizer.sh --all    all tests
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
  --all) chosen=() ;;
  "") chosen=(--filter Threads) ;;
  *) echo "usage: Scripts/thread-sanitizer.sh [--all]" && exit 2 ;;
esac

run() {
  Scripts/test --sanitize=thread --scratch-path .build-tsan "$@"
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

echo "== the deliberate race must be reported"
if PLANT_A_RACE=1 run --filter PlantedRaceTests >"$log" 2>&1; then
  echo "The sanitizer did not report the deliberate race: the run passed."
  exit 1
fi
if ! grep -q "ThreadSanitizer: \(Swift access\|data\) race" "$log"; then
  cat "$log"
  echo "The run failed without a report of the deliberate race."
  exit 1
fi

echo "== other tests must have no report"
run ${chosen[@]+"${chosen[@]}"} 2>&1 | tee "$log"
if grep -q "ThreadSanitizer" "$log"; then
  echo "The sanitizer reported a problem."
  exit 1
fi
echo "ok: no reports"
