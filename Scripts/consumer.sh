#!/usr/bin/env bash
# Sees the package as its users do: a new package that names only what the README says, with its
# models and its test, and with the files of the store's tutorial. The tests must pass; with its diagram
# broken the model's test must fail and draw both lines, and so must one whose run is off its task.
# SCRATCH names a build folder to use instead of a new one; the next build of the package is slow there.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
app=$(mktemp -d)
trap 'rm -rf "$app"' EXIT
mkdir -p "$app/Sources/App" "$app/Tests/AppTests"

# Prints the README's block of Swift with this number.
block() {
  awk -v n="$1" '/^```swift$/ { at++; open = 1; next } /^```/ { open = 0 } open && at == n' README.md
}

cat >"$app/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ReactiveLoadable", path: "$root"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ],
  targets: [
    .target(
      name: "App",
      dependencies: [
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveStore", package: "ReactiveLoadable"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]
    ),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "App",
        .product(name: "MarbleTesting", package: "ReactiveLoadable"),
        .product(name: "StoreTesting", package: "ReactiveLoadable"),
      ]
    ),
  ]
)
SWIFT
block 1 >"$app/Sources/App/SearchModel.swift"
block 4 >>"$app/Sources/App/SearchModel.swift"
test="$app/Tests/AppTests/SearchModelTests.swift"
{
  printf '@testable import App\nimport MarbleTesting\nimport Testing\n\n'
  block 3
} >"$test"

# The last steps of the tutorial on a loadable feature, as they stand there.
tutorial=$root/Sources/ReactiveStore/Documentation.docc/Resources
cp "$tutorial/weather-7-kept.swift" "$tutorial/console-3-refreshing.swift" "$app/Sources/App"
cp "$tutorial/tests-2-child.swift" "$tutorial/tests-3-marbles.swift" "$app/Tests/AppTests"

cd "$app"
scratch=(--scratch-path "${SCRATCH:-.build}")
swift test "${scratch[@]}"
rm Tests/AppTests/tests-*.swift
sed -i.whole 's/"n-----l-d"/"n-----ld"/' "$test"
if swift test "${scratch[@]}" >broken.txt 2>&1; then
  cat broken.txt
  echo "the broken test passed"
  exit 1
fi
if ! grep -q 'expected  *n-----ld' broken.txt || ! grep -q 'actual  *n-----l-d' broken.txt; then
  cat broken.txt
  echo "the broken test failed without drawing its lines"
  exit 1
fi
cat >"$test" <<SWIFT
import MarbleTesting
import Testing

@Test func detached() async {
  await Task.detached { marbles { m in m.expect(m.hot("-a|"), "-b|") } }.value
}
SWIFT
if swift test "${scratch[@]}" >detached.txt 2>&1 || ! grep -q 'expected  *-b|' detached.txt; then
  cat detached.txt
  echo "a broken run off the task of its test passed"
  exit 1
fi
echo "a user's test passes, and fails when it should"
