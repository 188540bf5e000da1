#!/usr/bin/env bash
# Finds code that compiles but needs a reason, and scripts that build with other options:
#
# 1. In Sources: `@unchecked Sendable` and `nonisolated(unsafe)` without a `// SAFETY:` comment in
#    the three lines above.
# 2. In the libraries and in all tests: waiting in real time, deadlines of the clock of the wall,
#    which can be set back, reading the real clock, `Task.yield`, and detached tasks. Comments do not count.
# 3. In Sources: the release of a lock in a `defer`. In release builds, a result that no one uses is released before
#    that, and its `deinit` runs under the lock. `withLock` releases the result outside the lock.
# 4. In scripts: a build without REACTIVE_LOADABLE_STRICT=1, which makes warnings errors, and a path of build
#    products without `--build-system native`, because each build system has its own paths.
set -euo pipefail
cd "$(dirname "$0")/.."

# Prints the exceptions of rule 2: patterns for "file:line of code", each after its reason.
allowed() {
  grep -v '^#' <<'PATTERNS'
# Tests of sleeps that a marble run allows, in virtual time, and of the date, which is real.
^Tests/MarbleTestingTests/(AllowanceTests|WhatVirtualTimeCoversTests)\.swift:.*(Date\.now\.timeIntervalSince1970|`Date\(\)`)
^Tests/MarbleTestingTests/(AllowanceTests|OutsideWorkTests|VirtualTimeTests|WhatVirtualTimeCoversTests)\.swift:.*Task\.(sleep\((for|until): |detached \{|yield\(\))
^Tests/MarbleTestingTests/AllowanceTests\.swift:.*ContinuousClock\(\)\.sleep\(for: 
^Tests/MarbleTestingTests/Golden/GoldenExample\+RunFailures\.swift:.*Task\.sleep\(for: \.milliseconds\(10\)\)
# Models of articles that sleep without a clock, in virtual time; the flaky test of the tutorial, which is
# compiled, but not run; and a stand-in that runs in a marble run.
^Tests/MarbleTestingTests/Learning/(ReplacingAFlakyTest|ComingFromTestClock)Tests\.swift:.*Task\.sleep\(for: 
^Tests/MarbleTestingTests/Learning/ComingFromCoroutinesTestTests\.swift: *Task\.detached \{$
^Tests/MarbleTestingTests/Learning/TestClockStandIn\.swift:.*await Task\.yield\(\) \} \}$
# Tests that a marble run reports a real sleep, runs a real yield, and stops a loop of yields.
^Tests/MarbleTestingTests/(RunFailureTests|Golden/GoldenExample\+RunFailures)\.swift:.*Task\.sleep\(for: \.seconds\(1800\)\)
^Tests/MarbleTestingTests/WallClockTests\.swift:.*Task\.sleep\((for|until): 
^Tests/MarbleTestingTests/SleepPlaceTests\.swift:.*(Task\.sleep\(for: \.milliseconds\(20\)\)|await Task\.yield\(\)$)
^Tests/MarbleTestingTests/RunFailureTests\.swift:.*while true { await Task\.yield\(\) }
^Tests/MarbleTestingTests/PipelineTests\.swift: *await Task\.yield\(\)$
# Reference models of many scripts give the threads of tasks to other tests between two scripts.
^Tests/ReactiveLoadableTests/(Paging/Paged|Mutations/Targets/Oracle/Targets)OracleTests\.swift: *await Task\.yield\(\)$
# A test that a second consumer outside of the test's tasks fails the run.
^Tests/MarbleTestingTests/Inputs/ElementsEndTests\.swift:.*Task\.detached \{ for await _ in elements \{\} \}
# Tests that a detached task can call `marbles`, and what its failure says.
^Tests/MarbleTestingTests/TestFunctionTests\.swift: *await Task\.detached \{ marbles \{
# A test that a leftover check finds a detached task.
^Tests/LoadableTestingTests/Leftovers/LeftoverTaskTests\.swift:.*Task\.detached \{ await gate\.wait\(\) \}
# A probe measures and names the sleeps, yields and detached tasks that a marble run controls.
^Sources/MarbleEngine/Coverage/RuntimeReader\+Coverage\.swift: *(case \.(detachedTask|yield): arrives|try await Task\.sleep\()
^Sources/MarbleEngine/Facts/MarbleCoverage\.swift: *case \.(detachedTask|yield): "
^Tests/MarbleTestingTests/Engine/MarbleCoverageTests\.swift: *Task\.(detached \{ \}|yield\(\)) +covered$
^Tests/MarbleTestingTests/Engine/MarbleCoverageTests\.swift: *Task \{ for _ in 0\.\.<10_000 \{ await Task\.yield\(\) \} \}$
# Tests of view modifiers in a window: only a run loop draws the views.
^Tests/ReactiveLoadableTests/Bindings/HostedViewTests\.swift:.*Task\.sleep\(for: \.milliseconds\(10\)\)$
# The age of stored responses is measured by the date of the system, unless another clock is set.
^Sources/ReactiveResources/WallClock\.swift:.*WallClock \{ Date\(\) \}
PATTERNS
}

unexplained() {
  git ls-files -z 'Sources/*.swift' | xargs -0 awk '
    function report(  i, j, isExplained) {
      for (i = 1; i <= count; i++) {
        if (line[i] ~ /^ *\/\// || line[i] !~ /@unchecked Sendable|nonisolated\(unsafe\)/) continue
        isExplained = 0
        for (j = i - 3; j < i; j++) if (line[j] ~ /\/\/ SAFETY: ./) isExplained = 1
        if (!isExplained) print file ":" i ": no SAFETY comment: " line[i]
      }
    }
    FNR == 1 { report(); count = 0; delete line; file = FILENAME }
    { line[FNR] = $0; count = FNR }
    END { report() }
  '
}

waiting() {
  local calls='Task(<[^>]*>)?\.(sleep|yield|detached)(\(| *\{)|Thread\.sleep|ContinuousClock\(\)\.sleep'
  calls+='|\b(u|nano)?sleep\([0-9]|\bDate(\(\)|\.now)|\bCLOCK_REALTIME\b|[wW]allDeadline|DispatchWallTime'
  git grep -E "$calls" -- 'Sources/Reactive*/*.swift' 'Sources/*Testing/*.swift' \
    'Tests/*.swift' ':!*.docc/*' | grep -vE '^[^:]+: *//' | grep -vE -f <(allowed)
}

locks() {
  git grep -nE 'defer \{ *([A-Za-z]+\.)*([lL]ock|raw|machine|state)\.release\(\)' -- 'Sources/*.swift'
}

scripts() {
  local script
  while read -r script; do
    if grep -qE '^[^#]*swift (build|test|run)\b|^ *exec .swift.' "$script" &&
      ! grep -q 'REACTIVE_LOADABLE_STRICT\b.*= *1\|REACTIVE_LOADABLE_STRICT=1' "$script"; then
      echo "$script: export REACTIVE_LOADABLE_STRICT=1 before it builds"
    fi
    if grep -qE -e '--show-bin-path|find \.build' "$script" && ! grep -qe '--build-system native' "$script"; then
      echo "$script: paths of build products need --build-system native"
    fi
  done < <(git ls-files .ci 'Scripts/*.sh' Scripts/test)
}

found=$(
  waiting | sed 's/^\([^:]*\): */\1: real time: /' || true
  locks | sed 's/$/: release the lock with withLock/' || true
  unexplained
  scripts
)
if [ -n "$found" ]; then
  echo "$found"
  exit 1
fi
echo "ok: every unsafe keyword has a reason, no code waits in real time, no lock is released by a defer, and scripts build with the same options"
