#!/usr/bin/env bash
# Compiles each page of the playground as a program and runs it. Its output must equal its comments
# `// → …`, and its standard error must be empty: a failing marble test reports there.
# SCRATCH names a build folder to use instead of a separate one, which avoids building the package
# again. The next build of the package in it is slow.
set -euo pipefail
cd "$(dirname "$0")/../Playgrounds"
export REACTIVE_LOADABLE_STRICT=1

playground=ReactiveLoadable.playground
pages=$(sed -n "s/.*<page name='\([^']*\)'.*/\1/p" "$playground/contents.xcplayground")
scratch=(--build-system native --scratch-path "${SCRATCH:-.build}")
swift build "${scratch[@]}"
programs=$(swift build "${scratch[@]}" --show-bin-path)
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT

# On a Mac the test libraries, which pages with marbles link, are not in the default paths.
paths=()
if [ "$(uname)" = Darwin ]; then
  platform=$(xcrun --show-sdk-platform-path)/Developer
  paths=("DYLD_FRAMEWORK_PATH=$platform/Library/Frameworks" "DYLD_LIBRARY_PATH=$platform/usr/lib")
fi

failed=0
check() {
  local page=$1 status=0
  sed -n 's|^.*// → ||p' "$playground/Pages/$page.xcplaygroundpage/Contents.swift" \
    >"$output/expected"
  # NB: macOS removes the paths from the environment of its own programs, as of the one that runs `limit`.
  ../Scripts/limit 60 env ${paths[@]+"${paths[@]}"} "$programs/$page" >"$output/printed" 2>"$output/errors" </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    echo "$page: exit status $status (124: timeout after a minute)"
  elif ! diff -u --label expected --label printed "$output/expected" "$output/printed"; then
    echo "$page: the output differs from the comments"
  elif [ -s "$output/errors" ]; then
    echo "$page: standard error is not empty"
  else
    echo "$page: $(wc -l <"$output/expected") lines of output match the comments"
    return
  fi
  cat "$output/errors"
  failed=1
}

for page in $pages; do check "$page"; done
exit "$failed"
