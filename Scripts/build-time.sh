#!/usr/bin/env bash
# Prints the CPU seconds of clean release builds of two packages, and their ratio: one adds the product
# ReactiveLoadable, the other only OpenCombine and AsyncAlgorithms, on which that product builds. Fails above a
# ratio only if it is given: `Scripts/build-time.sh 1.8`. Takes about 2 minutes on an idle machine.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Builds a package with these dependencies, products and imports; prints the CPU seconds without the downloads.
seconds() {
  mkdir -p "$work/$1/Sources/App"
  cd "$work/$1"
  cat >Package.swift <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "$1",
  platforms: [.macOS(.v15)],
  dependencies: [$2],
  targets: [.executableTarget(name: "App", dependencies: [$3])]
)
SWIFT
  printf 'import %s\n' $4 >Sources/App/main.swift
  swift package resolve >&2
  TIMEFORMAT='%U %S'
  { time swift build --build-system native -c release >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; } 2>&1 |
    awk '{ print $1 + $2 }'
}

product() { echo ".product(name: \"$1\", package: \"$2\")"; }
peers=$(grep -E '\.package\(url: "[^"]*/(OpenCombine|swift-async-algorithms)"' Package.swift)
library=$(seconds library ".package(name: \"ReactiveLoadable\", path: \"$root\")" \
  "$(product ReactiveLoadable ReactiveLoadable)" ReactiveLoadable)
alone=$(seconds alone "$peers" "$(product OpenCombine OpenCombine), $(product AsyncAlgorithms swift-async-algorithms)" \
  "OpenCombine AsyncAlgorithms")
awk -v a="$library" -v b="$alone" -v limit="${1:-0}" \
  'BEGIN { printf "%.1f s / %.1f s = %.2f\n", a, b, a / b; exit limit && a / b > limit }'
