#!/usr/bin/env bash
# Runs the thread-safety tests under the thread sanitizer, and fails if it reports anything, or if
# it does not report a race that is planted on purpose. RELAY_STRESS=10 makes the tests longer.
set -euo pipefail
cd "$(dirname "$0")/.."

run() {
  swift test --sanitize=thread --scratch-path .build-tsan "$@"
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

echo "a planted race must be reported"
if PLANT_A_RACE=1 run --filter PlantedRaceTests >"$log" 2>&1; then
  echo "the sanitizer does not see a race: the run passed"
  exit 1
fi
if ! grep -q "ThreadSanitizer: \(Swift access\|data\) race" "$log"; then
  cat "$log"
  echo "the run failed, but not with a report of the race"
  exit 1
fi

echo "nothing else may be reported"
run --filter Threads 2>&1 | tee "$log"
if grep -q "ThreadSanitizer" "$log"; then
  echo "the sanitizer reported something"
  exit 1
fi
echo "clean"
