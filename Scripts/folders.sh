#!/usr/bin/env bash
# Checks that the folders of a module are layers: counts the pairs of folders that need each other, and fails above the
# number below. Lower it when a pair goes.
set -euo pipefail
cd "$(dirname "$0")/.."
pairs=0
tool=.build/folders
if [ ! -x "$tool" ] || [ Scripts/Folders/main.swift -nt "$tool" ]; then
  mkdir -p .build
  swiftc -O Scripts/Folders/main.swift -o "$tool"
fi
git ls-files 'Sources/*.swift' ':!Sources/Demo' | "$tool" "$pairs"
