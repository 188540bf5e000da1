#!/usr/bin/env bash
# Runs the thread-safety tests under the thread sanitizer. Fails if it reports a problem, or if it does
# not report the deliberate race of PlantedRaceTests. RELAY_STRESS=10 makes the tests longer.
set -euo pipefail
cd "$(dirname "$0")/.."

run() {
  swift test --sanitize=thread --scratch-path .build-tsan "$@"
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
run --filter Threads 2>&1 | tee "$log"
if grep -q "ThreadSanitizer" "$log"; then
  echo "The sanitizer reported a problem."
  exit 1
fi
echo "ok: no reports"
