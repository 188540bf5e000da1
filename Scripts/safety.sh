#!/usr/bin/env bash
# Finds what the compiler accepts and a reader should not have to.
#
# 1. In Sources: `@unchecked Sendable` and `nonisolated(unsafe)` without a `// SAFETY:` comment in
#    the three lines above.
# 2. In the libraries and in all tests: waiting in real time, reading the real clock, yielding in
#    the hope that something settles, and detached tasks. Comments do not count.
set -euo pipefail
cd "$(dirname "$0")/.."

# What may do so: a pattern for "file:line of code", after the reason.
allowed() {
  grep -v '^#' <<'PATTERNS'
# That a marble test names a real sleep, plays a real yield, and stops a loop of yields.
^Tests/MarbleTestingTests/(TroubleTests|Golden/GoldenExample\+Troubles)\.swift:.*Task\.sleep\(for: \.seconds\(1800\)\)
^Tests/MarbleTestingTests/WallClockTests\.swift:.*Task\.sleep\((for|until): 
^Tests/MarbleTestingTests/TroubleTests\.swift:.*while true { await Task\.yield\(\) }
^Tests/MarbleTestingTests/PipelineTests\.swift: *await Task\.yield\(\)$
# That a probe measures which sleeps, yields and detached tasks a run controls, and names them.
^Sources/MarbleTesting/Engine/CoverageProbe\.swift: *(case \.(detachedTask|yield): arrives|try await Task\.sleep\()
^Sources/MarbleTesting/MarbleCoverage\.swift: *case \.(detachedTask|yield): "
^Tests/MarbleTestingTests/Engine/MarbleCoverageTests\.swift: *Task\.(detached \{ \}|yield\(\)) +covered$
^Tests/MarbleTestingTests/Engine/MarbleCoverageTests\.swift: *Task \{ for _ in 0\.\.<10_000 \{ await Task\.yield\(\) \} \}$
# That views in a window do what the package's modifiers promise: only a run loop draws them.
^Tests/ReactiveLoadableTests/Bindings/HostedViewTests\.swift:.*Task\.sleep\(for: \.milliseconds\(10\)\)$
# That the age of what is kept is measured by the date of the system, unless another one is given.
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
  calls+='|\b(u|nano)?sleep\([0-9]|\bDate(\(\)|\.now)'
  git grep -E "$calls" -- 'Sources/Reactive*/*.swift' 'Sources/*Testing/*.swift' \
    'Tests/*.swift' ':!*.docc/*' | grep -vE '^[^:]+: *//' | grep -vE -f <(allowed)
}

found=$(
  waiting | sed 's/^\([^:]*\): */\1: real time: /' || true
  unexplained
)
if [ -n "$found" ]; then
  echo "$found"
  exit 1
fi
echo "clean: every unsafe word is explained, and nothing waits in real time"
