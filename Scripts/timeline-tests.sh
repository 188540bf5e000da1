#!/usr/bin/env bash
# Prints tests from recordings of random scripts, of random values and of all scenes of the demo, compiles and
# runs them: all pass, and with each planted defect some fail. The first argument is the number of random
# recordings and of values, 200 by default; `swift test` runs 20, and those of three scenes. Takes some minutes
# after a build of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1

record() {
  local log
  if ! log=$(TIMELINE_TESTS=$1 SCENE_TESTS=$2 RECORD_TIMELINES=1 \
    swift test --filter 'ReactiveTimelineTests.(ScriptTests|PrintedValueTests|RecordedTargetsTests)|DemoTests.SceneRecordingTests' 2>&1); then
    echo "$log"
    return 1
  fi
  grep '^The scene' <<<"$log" || true
}
# The files have the tests of the repository again, whatever happens.
trap 'record 20 sample' EXIT
record "${1:-200}" all
swift test --filter 'ReactiveTimelineTests|DemoTests.`'

# Fails unless a test fails. The names of the tests of a scene start with the name of the scene.
fails() {
  local defect=$1 filter=$2
  if PLANTED_DEFECT=$defect swift test --skip-build --filter "$filter" >/dev/null 2>&1; then
    echo "No recording of '$filter' fails with the planted defect '$defect'."
    exit 1
  fi
  echo "The planted defect '$defect' fails in '$filter'."
}
for defect in "no join" "late query" "no edit"; do fails "$defect" CompiledTestsTests; done
for scene in podcasts account search faults stale edit download store welcome; do
  fails "late answers" "DemoTests.\`$scene, "
done
fails "no join" 'DemoTests.`podcasts, one state'
