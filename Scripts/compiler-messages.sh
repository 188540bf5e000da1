#!/usr/bin/env bash
# Checks what the compiler says about mistakes in a marble test, and about a plain sink that draws in a class on the
# main actor: each file of Scripts/CompilerMessages has one mistake, and its first line has the text that the first
# error must contain. A file without such a line must compile. With --print, prints the errors instead.
#
# SCRATCH names a build folder to use instead of .build.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1
scratch=(--build-system native --scratch-path "${SCRATCH:-.build}")
for target in MarbleTesting ReactiveLoadable; do
  swift build "${scratch[@]}" --target "$target" >/dev/null
done
bin=$(swift build "${scratch[@]}" --show-bin-path)
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

arguments=(-typecheck -wmo -continue-building-after-errors -swift-version 6 -I "$bin/Modules")
arguments+=(-enable-upcoming-feature MemberImportVisibility)
arguments+=(-enable-upcoming-feature NonisolatedNonsendingByDefault)
headers="${SCRATCH:-.build}/checkouts"
for map in "$bin"/*.build/module.modulemap "$headers"/*/Sources/*/include/module.modulemap; do
  [ ! -f "$map" ] || arguments+=(-Xcc "-fmodule-map-file=$map")
done
swiftc "${arguments[@]}" Scripts/CompilerMessages/*.swift 2>&1 | grep -E '^[^ ].*: error: ' >"$errors" || true

if [ "${1:-}" = --print ]; then
  sed 's,.*CompilerMessages/,,' "$errors"
  exit
fi
failed=0 count=0
for file in Scripts/CompilerMessages/*.swift; do
  expected=$(sed -n '1s,^// error: ,,p' "$file")
  actual=$(grep -m1 -F "/$(basename "$file"):" "$errors" | sed 's,.*: error: ,,' || true)
  count=$((count + 1))
  if [ -n "$expected" ] && [ "${actual/"$expected"/}" != "$actual" ]; then continue; fi
  if [ -z "$expected$actual" ]; then continue; fi
  printf '%s\n  expected: %s\n  actual:   %s\n' "$file" "${expected:-no error}" "${actual:-no error}"
  failed=1
done
# An error outside the files would hide those inside.
if grep -v 'CompilerMessages/' "$errors"; then failed=1; fi
[ "$failed" = 0 ] || exit 1
echo "ok: the compiler's messages about $count files are as expected"
