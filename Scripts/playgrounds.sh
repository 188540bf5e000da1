#!/usr/bin/env bash
# Compiles each page of the playground as a program and runs it. What it prints must be what its
# comments `// → …` say, and nothing may go to standard error, where a failing marble test reports.
# SCRATCH names a build folder to use instead of one of its own, which saves building the package
# again; the next build of the package there is slow.
set -euo pipefail
cd "$(dirname "$0")/../Playgrounds"

playground=ReactiveLoadable.playground
pages=$(sed -n "s/.*<page name='\([^']*\)'.*/\1/p" "$playground/contents.xcplayground")
scratch=(--scratch-path "${SCRATCH:-.build}")
swift build "${scratch[@]}"
programs=$(swift build "${scratch[@]}" --show-bin-path)
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT

failed=0
check() {
  local page=$1 status=0
  sed -n 's|^.*// → ||p' "$playground/Pages/$page.xcplaygroundpage/Contents.swift" \
    >"$output/expected"
  ../Scripts/limit 60 "$programs/$page" >"$output/printed" 2>"$output/errors" </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    echo "$page: exit status $status (124: it did not end in a minute)"
  elif ! diff -u --label expected --label printed "$output/expected" "$output/printed"; then
    echo "$page: it does not print what its comments say"
  elif [ -s "$output/errors" ]; then
    echo "$page: it reports something"
  else
    echo "$page: $(wc -l <"$output/expected") lines as its comments say"
    return
  fi
  cat "$output/errors"
  failed=1
}

for page in $pages; do check "$page"; done
exit "$failed"
