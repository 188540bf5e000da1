#!/usr/bin/env bash
# Runs every test suite alone, in a separate process, one test at a time, three times in a row. A suite
# that depends on other tests, or on the timing of threads, fails here. Prints the failures and a summary.
# The exit status is 0 only if every run of every suite passes.
#
#   Scripts/suites-alone.sh                    every suite: about 20 minutes
#   Scripts/suites-alone.sh Rows Search        suites whose names match one of these patterns
#   RUNS=20 Scripts/suites-alone.sh RowsTests  20 runs of each suite
#   MAX_SECONDS=600                            the time after which one run counts as a hang
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1

runs=${RUNS:-3}
seconds=${MAX_SECONDS:-300}
# The tests that kill processes take minutes. A few kills are enough here.
export DISK_KILLS=${DISK_KILLS:-3}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "building"
if ! swift build --build-system native --build-tests >"$work/build" 2>&1; then
  cat "$work/build"
  exit 1
fi
program="$(swift build --build-system native --show-bin-path)/ReactiveLoadablePackageTests.xctest"

# Prints the names of suites, from names of tests such as "Module.`A suite`/Nested/`a test`()". A raw
# identifier may contain any character except a backtick. A test outside a suite counts as a suite.
suites() {
  awk '
    {
      last = 0
      isRaw = 0
      for (i = 1; i <= length($0); i++) {
        character = substr($0, i, 1)
        if (character == "`") isRaw = !isRaw
        if (character == "/" && !isRaw) last = i
      }
      print last ? substr($0, 1, last) : $0
    }
  ' | sort -u
}

# Prints the suites that match a pattern; without patterns, all suites.
chosen() {
  local patterns=() pattern
  for pattern in "$@"; do patterns+=(-e "$pattern"); done
  if [ "$#" -eq 0 ]; then cat; else grep -E "${patterns[@]}" || true; fi
}

# Prints a regular expression that matches only this name.
exactly() {
  printf '^%s' "$(printf '%s' "$1" | sed 's/[][\.*^$(){}?+|]/\\&/g')"
}

# Runs a suite once. The test program can be run directly only if it is not a bundle.
run() {
  local library=$1 name=$2
  if [ ! -f "$program" ]; then
    Scripts/limit "$seconds" swift test --build-system native --skip-build --no-parallel --filter "$(exactly "$name")"
  elif [ "$library" = xctest ]; then
    Scripts/limit "$seconds" "$program" "${name%/}"
  else
    Scripts/limit "$seconds" "$program" --testing-library swift-testing --no-parallel --filter "$(exactly "$name")"
  fi
}

# Prints the first or last lines of a log, without colors.
shortened() {
  "$1" -12 "$2" | sed $'s/\x1b\\[[0-9;]*m//g' | cut -c 1-400 | sed 's/^/  /'
}

failures=0 suites=0
: >"$work/failures"

# Runs the suites from standard input, and records failures.
runAll() {
  local library=$1 name run status
  while IFS= read -r name; do
    suites=$((suites + 1))
    for run in $(seq "$runs"); do
      status=0
      run "$library" "$name" </dev/null >"$work/log" 2>&1 || status=$?
      [ "$status" -ne 0 ] || continue
      failures=$((failures + 1))
      echo "$name: run $run of $runs, exit status $status" | tee -a "$work/failures"
      if grep -aE 'recorded an issue|error:|Fatal error' -A 1 "$work/log" >"$work/issues"; then
        shortened head "$work/issues"
      else
        shortened tail "$work/log"
      fi
      if [ "$status" -eq 124 ]; then echo "  timeout after $seconds s"; fi
      if [ "$status" -eq 69 ]; then echo "  no test has this name"; fi
    done
  done
}

swift test list --build-system native --skip-build --disable-xctest 2>/dev/null | suites | chosen "$@" >"$work/suites"
swift test list --build-system native --skip-build --disable-swift-testing 2>/dev/null | suites | chosen "$@" \
  >"$work/cases"
if [ ! -s "$work/suites" ] && [ ! -s "$work/cases" ]; then
  echo "No suite matches: $*"
  exit 1
fi
runAll swift-testing <"$work/suites"
runAll xctest <"$work/cases"

printf '\n%d suites, %d runs each, %d s: %d failures\n' "$suites" "$runs" "$SECONDS" "$failures"
cat "$work/failures"
[ "$failures" -eq 0 ]
