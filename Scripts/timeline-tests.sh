#!/usr/bin/env bash
# Prints tests from recordings of random scripts, compiles and runs them: all pass, and with each planted defect some
# fail. The first argument is the number of recordings, 200 by default; `swift test` runs 20. Takes about a minute
# after a build of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."

record() { TIMELINE_TESTS=$1 RECORD_TIMELINES=1 swift test --filter ReactiveTimelineTests.ScriptTests >/dev/null; }
# The file has 20 tests again, whatever happens.
trap 'record 20' EXIT
record "${1:-200}"
swift test --filter ReactiveTimelineTests
for defect in "no join" "late query"; do
  if PLANTED_DEFECT=$defect swift test --filter ReactiveTimelineTests >/dev/null 2>&1; then
    echo "No recording fails with the planted defect '$defect'."
    exit 1
  fi
  echo "The planted defect '$defect' fails."
done
