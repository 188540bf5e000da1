#!/usr/bin/env bash
# Builds and tests a new package that depends on this one as the README describes. It contains all Swift
# code of the README except the line of the manifest, that of the article on common screens, and the files of the
# store's tutorial, in three targets: one with the default settings of a package, and two with the settings of a new Xcode 26 app (main
# actor by default), in Swift 5 and in Swift 6 mode. Warnings are errors. The tests must pass. A test with a
# wrong diagram must fail and print both diagrams, and so must a marble test in a detached task.
#
# Before that, a package that adds this one by URL, as users do, is built by both build systems, and tested by one:
# a commit of the working tree with the tag 1.0.0, without the variable REACTIVE_LOADABLE_STRICT. The commands and
# their seconds are printed. With --url, checks only this.
#
# SCRATCH names a build folder to use instead of a new one. The next build of this package in it is slow.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1
root=$PWD
app=$(mktemp -d)
trap 'rm -rf "$app"' EXIT
apps=(App MainActorApp5 MainActorApp6)

# MARK: by URL

# Builds and tests a package that adds this one by URL. SwiftPM restricts such packages, other than those added by
# path: no unsafe flags, and in some build systems no settings of warnings.
by_url() {
  local url=$app/ReactiveLoadable.git consumer=$app/consumer git exclude system command
  git=(git -C "$root" --git-dir "$url" --work-tree "$root")
  git init --quiet --bare "$url"
  # A clone without a template has no such file.
  exclude=$(git -C "$root" rev-parse --path-format=absolute --git-path info/exclude)
  if [ -f "$exclude" ]; then mkdir -p "$url/info" && cp "$exclude" "$url/info/exclude"; fi
  "${git[@]}" add --all
  "${git[@]}" -c user.name=check -c user.email=check@localhost commit --quiet --message "The working tree"
  "${git[@]}" tag 1.0.0
  mkdir -p "$consumer"/{Sources/Posts,Tests/PostsTests}
  cp Scripts/Consumer/Posts.swift "$consumer/Sources/Posts"
  cp Scripts/Consumer/PostsTests.swift "$consumer/Tests/PostsTests"
  cat >"$consumer/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Posts",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://$url", exact: "1.0.0")],
  targets: [
    .target(
      name: "Posts",
      dependencies: [.product(name: "ReactiveResources", package: "ReactiveLoadable")]
    ),
    .testTarget(
      name: "PostsTests",
      dependencies: ["Posts", .product(name: "LoadableTesting", package: "ReactiveLoadable")]
    ),
  ]
)
SWIFT
  for system in native swiftbuild; do
    local began=$SECONDS
    command=(swift test)
    # NB: on Linux its test program does not find a dynamic library of a dependency.
    if [ "$system" = swiftbuild ]; then command=(swift build --build-tests); fi
    command+=(--quiet --build-system "$system")
    echo "== by URL: ${command[*]}"
    (cd "$consumer" && env -u REACTIVE_LOADABLE_STRICT "${command[@]}" 2>&1) || {
      echo "A package that adds this one by URL fails with the build system $system."
      return 1
    }
    echo "$((SECONDS - began)) s"
  done
}

if [ "${1:-}" = --url ]; then
  by_url
  echo "ok: a package that adds this one by URL builds and passes"
  exit
fi

# MARK: by path

# The usual screens, each in a few lines.
screens=Sources/ReactiveLoadable/Documentation.docc/Articles/WritingCommonScreens.md

# Prints the Swift block of a document with this number.
block() {
  awk -v n="$2" '/^```swift$/ { at++; open = 1; next } /^```/ { open = 0 } open && at == n' "$1"
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
        .product(name: "ReactiveResources", package: "ReactiveLoadable"),
        .product(name: "ReactiveStore", package: "ReactiveLoadable"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]
    ),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "App",
        .product(name: "LoadableTesting", package: "ReactiveLoadable"),
        .product(name: "StoreTesting", package: "ReactiveLoadable"),
      ]
    ),
  ]
)

for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }

// The features of the setting "Approachable Concurrency" of Xcode 26. Swift 6 includes the last three.
let features = [
  "InferIsolatedConformances", "NonisolatedNonsendingByDefault",
  "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferSendableFromCaptures",
]
let (library, tests) = (package.targets[0].dependencies, package.targets[1].dependencies)
for (name, mode, count) in [("MainActorApp5", SwiftLanguageMode.v5, 5), ("MainActorApp6", .v6, 2)] {
  let settings = features.prefix(count).map { SwiftSetting.enableUpcomingFeature(\$0) } + [
    .swiftLanguageMode(mode), .defaultIsolation(MainActor.self), .treatAllWarnings(as: .error),
  ]
  let ofApp: [Target.Dependency] = [.byName(name: name)] + tests.dropFirst()
  package.targets += [
    .target(name: name, dependencies: library, swiftSettings: settings),
    .testTarget(name: name + "Tests", dependencies: ofApp, swiftSettings: settings),
  ]
}
SWIFT

# Writes the blocks of the README and of the usual screens: declarations, statements wrapped in functions, and the
# test.
readme() {
  local number
  cp Scripts/Consumer/CommonScreens.swift "$app/Sources/$1"
  for number in 1 2; do block README.md "$number"; done >"$app/Sources/$1/SearchModel.swift"
  block "$screens" 5 >"$app/Sources/$1/ForecastModel.swift"
  sed -i.whole '1i import ReactiveLoadable' "$app/Sources/$1/ForecastModel.swift"
  rm "$app/Sources/$1/ForecastModel.swift.whole"
  for number in 1 2 3 4; do
    {
      printf 'import %s\n' Foundation ReactiveLoadable
      printf '\n@MainActor func statements%s() async {\n' "$number"
      block "$screens" "$number"
      printf '}\n'
    } >"$app/Sources/$1/Statements$number.swift"
  done
  block README.md 3 | sed "s/^@testable import App$/@testable import $1/" >"$app/Tests/$1Tests/SearchModelTests.swift"
}

# Copies the last steps of the tutorial on a loadable feature.
tutorial() {
  local resources=Sources/ReactiveStore/Documentation.docc/Resources file
  cp "$resources/weather-7-kept.swift" "$resources/console-3-refreshing.swift" "$app/Sources/$1"
  for file in tests-2-child.swift tests-3-marbles.swift; do
    sed "s/^@testable import App$/@testable import $1/" "$resources/$file" >"$app/Tests/$1Tests/$file"
  done
}

blocks() { grep -c '^```swift$' "$1"; }
if [ "$(blocks README.md)" -ne 4 ] || [ "$(blocks "$screens")" -ne 5 ] || ! block README.md 4 | grep -q '^\.package('; then
  echo "The README must have four Swift blocks, with the manifest's as the last, and $screens five. Update this script."
  exit 1
fi
for name in "${apps[@]}"; do
  mkdir -p "$app/Sources/$name" "$app/Tests/${name}Tests"
  readme "$name"
  tutorial "$name"
done

# Runs the tests, which must fail and print each of the given lines in every target.
must_fail() {
  local printed=$1 line
  shift
  if swift test "${scratch[@]}" >"$printed" 2>&1; then
    cat "$printed"
    echo "The tests with the fault '$printed' passed. They must fail."
    exit 1
  fi
  for line in "$@"; do
    [ "$(grep -c "$line" "$printed")" -eq "${#apps[@]}" ] && continue
    cat "$printed"
    echo "The tests with the fault '$printed' failed without printing this in every target: $line"
    exit 1
  done
}

by_url
cd "$app"
scratch=(--build-system native --scratch-path "${SCRATCH:-.build}")
swift test "${scratch[@]}"
# Two mistakes that the compiler's errors must answer: iterating a relay, and editing a paged list.
cat >Sources/App/Mistakes.swift <<SWIFT
import ReactiveLoadable

func iterate(over loader: ValueLoader<Int>) async {
  for await state in loader.states { print(state) }
}

func edit(_ rows: PagedLoader<NoRequest, Int, Found, LoadError>) {
  _ = Mutation(editing: rows) { (id: String, rows) in } write: { _ in }
}
SWIFT
if swift build --target App "${scratch[@]}" >mistakes 2>&1 ||
  ! grep -q "Use 'elements'" mistakes || ! grep -q "Return the edits of the list" mistakes; then
  cat mistakes
  echo "the mistakes compiled, or the compiler's errors do not name the remedy"
  exit 1
fi
rm Sources/App/Mistakes.swift
rm Tests/*/tests-*.swift
sed -i.whole 's/"n-----l-d"/"n-----ld"/' Tests/*/SearchModelTests.swift
rm Tests/*/*.whole
must_fail broken 'expected  *n-----ld' 'actual  *n-----l-d'
# The README prints this failure, line by line.
awk '/^```[a-z]/ { code = 1; next } /^```/ { if (code) code = 0; else open = !open; next } open && /^   /' \
  "$root/README.md" | while read -r line; do
  grep -qF -- "$line" broken && continue
  echo "the README has a line that this failure does not print: $line"
  exit 1
done
for test in Tests/*/SearchModelTests.swift; do
  cat >"$test" <<SWIFT
import LoadableTesting
import Testing

@Test func detached() async {
  await Task.detached { marbles { m in m.expect(m.hot("-a|"), "-b|") } }.value
}
SWIFT
done
must_fail detached 'expected  *-b|'
echo "ok: the tests pass, and tests with faults fail"
