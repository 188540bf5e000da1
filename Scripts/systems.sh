#!/usr/bin/env bash
# Runs the tests on Linux as if on other systems: on macOS 15, which has neither immediate tasks nor the hooks
# `getMainExecutor` and `isMainExecutor`, and on macOS 26, whose sleeps and yields bypass the hooks. Tests that
# need a missing feature are skipped; their number is printed. With versions (15, 26), runs only these.
set -uo pipefail
cd "$(dirname "$0")/.."
status=0

[ "$#" -gt 0 ] || set -- 15 26
for version in "$@"; do
  work=$(mktemp -d)
  log=$work/log
  echo "== as if on macOS $version"
  LIKE_MACOS=$version Scripts/test --scratch-path ".build-like-$version" \
    --xunit-output "$work/report.xml" >"$log" 2>&1 || {
    status=1
    grep -aE 'recorded an issue|error:|Fatal error' -A 3 "$log" | head -100
  }
  grep -aE '(Test run with|Executed) [1-9][0-9]* tests?' "$log" | tail -2
  echo "skipped: $(grep -ac '<skipped' "$work/report-swift-testing.xml")"
  rm -r "$work"
done
exit "$status"
