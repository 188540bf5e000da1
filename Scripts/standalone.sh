#!/usr/bin/env bash
# Builds and tests a new package that adds only the product MarbleTesting, in a new build folder. Its own
# types have names of ReactiveLoadable. The tests must pass, and the build must compile no module of
# ReactiveLoadable and none of its dependencies but those of MarbleTesting. A test that imports
# ReactiveLoadable must not compile. Prints the seconds of the build.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1
root=$PWD
app=$(mktemp -d)
trap 'rm -rf "$app"' EXIT
mkdir -p "$app/Sources/Timing" "$app/Tests/TimingTests"

cat >"$app/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility"),
]
let package = Package(
  name: "Timing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ReactiveLoadable", path: "$root")],
  targets: [
    .target(name: "Timing", swiftSettings: settings),
    .testTarget(
      name: "TimingTests",
      dependencies: ["Timing", .product(name: "MarbleTesting", package: "ReactiveLoadable")],
      swiftSettings: settings
    ),
  ]
)
SWIFT
cp Scripts/Standalone/Timing.swift "$app/Sources/Timing"
cp Scripts/Standalone/TimingTests.swift "$app/Tests/TimingTests"

cd "$app"
time swift build --build-system native --build-tests
swift test --build-system native --skip-build

compiled=$(find .build -name '*.swiftmodule' -exec basename {} .swiftmodule \; | sort -u)
for module in ReactiveRelays ReactiveLoading ReactivePaging ReactiveCaching ReactiveLoadable \
  ReactiveStore ReactiveResources LoadableTesting FlyingFox FlyingSocks ArgumentParser \
  AsyncAlgorithms Atomics DequeModule; do
  if grep -qx "$module" <<<"$compiled"; then
    echo "a package that adds only MarbleTesting compiled $module"
    exit 1
  fi
done
grep -qx MarbleTesting <<<"$compiled"
echo "compiled:" $compiled

# Fails unless a test with this import does not compile.
must_not_import() {
  printf 'import %s\n' "$1" >Tests/TimingTests/Planted.swift
  if swift build --build-system native --build-tests >planted 2>&1 || ! grep -q "no such module '$1'" planted; then
    cat planted
    echo "a test of this package imports $1"
    exit 1
  fi
  rm Tests/TimingTests/Planted.swift
}
must_not_import ReactiveLoadable
must_not_import ReactiveRelays
echo "ok: MarbleTesting stands alone"
