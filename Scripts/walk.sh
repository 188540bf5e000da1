#!/usr/bin/env bash
# Prints the files under Sources that an operation passes: those with a function that it executes, measured by the
# coverage of a debug build. Operations: value (a relay publishes it), load, page (of a list), row (of a cache),
# storeLoad. With operations as arguments, prints only these; with --count, prints only the numbers of files.
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
export REACTIVE_LOADABLE_STRICT=1
files=1
if [ "${1:-}" = --count ]; then
  files=0
  shift
fi
[ "$#" -gt 0 ] || set -- value load page row storeLoad

build=(swift build --build-system native --product Walk --scratch-path .build-walk
  -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping)
"${build[@]}" >&2
program=$("${build[@]}" --show-bin-path)/Walk
tools=$(dirname "$(readlink -f "$(command -v swift)")")
profiles=$(mktemp -d)
trap 'rm -rf "$profiles"' EXIT

for operation; do
  LLVM_PROFILE_FILE=$profiles/$operation.raw "$program" "$operation"
  "$tools/llvm-profdata" merge "$profiles/$operation.raw" -o "$profiles/$operation"
  passed=$("$tools/llvm-cov" export -format=lcov -summary-only -instr-profile "$profiles/$operation" "$program" |
    awk -F: -v root="$(cd .. && pwd)/Sources/" '
      /^SF:/ { file = $2 }
      /^FNH:/ && $2 > 0 && index(file, root) == 1 { print "  " substr(file, length(root) + 1) }' | sort)
  echo "$operation: $(wc -l <<<"$passed") files"
  if [ "$files" = 1 ]; then echo "$passed"; fi
done
