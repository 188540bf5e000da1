#!/usr/bin/env bash
# Checks the code for Apple platforms from Linux, in less than a minute after a build:
#
#   availability   APIs newer than the deployment target are used only with an availability check; child
#                  processes and exit tests are used only on systems that support them
#   C              the C target compiles for Apple targets, with stand-in headers, and leaves only symbols of
#                  system libraries undefined
#   project        the sample app's Xcode project is a property list whose references, paths and products
#                  exist, and its scheme builds a target of the project
#   Swift          every file for Apple platforms, every screen of an article, the sample app and the tests
#                  that host a view type-check against stand-ins for AppKit, Combine, Darwin, os, SwiftUI
#                  and UIKit; once with a Sendable AnyCancellable, once with one that is not Sendable
#
# The stand-ins in Scripts/Apple are written from public documentation. They do not show the behavior of views.
#
# On a Mac the script builds and runs everything instead, and continues after a failed step. It builds each
# library, builds and runs the tests and the demo, builds for the other platforms, tests on an iPhone
# simulator (SIMULATOR names another one), and builds the sample app.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1
standins=$PWD/Scripts/Apple
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

check() {
  echo "== $1"
  if ! "$1"; then
    echo "FAILED: $1"
    failed=1
  fi
}

# MARK: availability

# Prints the uses of child processes and exit tests outside of a condition for systems that support them.
programs() {
  git ls-files -z 'Sources/*.swift' 'Tests/*.swift' 'Examples/*.swift' | xargs -0 awk '
    FNR == 1 { depth = 0 }
    /^[ \t]*#if / { conditions[++depth] = $0; next }
    /^[ \t]*#elseif / { conditions[depth] = $0; next }
    /^[ \t]*#else/ { conditions[depth] = conditions[depth] ~ /!os\(macOS\)/ ? "os(macOS)" : ""; next }
    /^[ \t]*#endif/ { depth--; next }
    {
      code = $0
      sub(/\/\/.*/, "", code)
    }
    code ~ /processExitsWith|(^|[^A-Za-z_])Process *(\.init *)?\(|: *Process *=|(^|[^A-Za-z_])Process\.run/ {
      isGuarded = 0
      for (i = 1; i <= depth; i++) {
        condition = conditions[i]
        sub(/\/\/.*/, "", condition)
        if (condition ~ /os\(macOS\)/ && condition !~ /!os\(macOS\)|iOS|tvOS|watchOS|visionOS/) isGuarded = 1
      }
      if (!isGuarded) { print FILENAME ":" FNR ": only within #if os(macOS) || os(Linux): " $0; isBad = 1 }
    }
    END { exit isBad }
  '
}

availability() {
  local host deployment module
  host=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)
  deployment=$(sed -n 's/.*\.macOS(\.v\([0-9]*\)).*/\1/p' Package.swift).0
  mkdir "$work/graphs"
  for module in Swift _Concurrency Synchronization Observation; do
    swift symbolgraph-extract -module-name "$module" -target "$host" -output-dir "$work/graphs" \
      -minimum-access-level public || return 1
  done
  swiftc -swift-version 6 -O Scripts/Availability/main.swift -o "$work/availability" || return 1
  git ls-files -z '*.swift' ':!Scripts' |
    xargs -0 "$work/availability" "$deployment" "$work"/graphs/*.json -- || return 1
  programs || return 1
  oldest || return 1
}

# Checks for what Swift 6.2.0 does not have, or ignores without a message.
oldest() {
  local feature status=0
  for feature in $(git ls-files -z '*Package.swift' | xargs -0 cat | features | sort -u); do
    case $feature in
      ExistentialAny | InferIsolatedConformances | InternalImportsByDefault) ;;
      MemberImportVisibility | NonisolatedNonsendingByDefault) ;;
      *)
        echo "Swift 6.2.0 ignores the upcoming feature $feature, but the package supports it."
        status=1
        ;;
    esac
  done
  if git grep -n '^ *[^/]*weak let ' -- '*.swift'; then
    echo "'weak let' needs Swift 6.2.3, but the package supports Swift 6.2.0."
    status=1
  fi
  return "$status"
}

# Prints the upcoming features of a manifest.
features() {
  sed -n 's/.*enableUpcomingFeature("\([A-Za-z]*\)").*/\1/p'
}

# MARK: C

C() {
  local target file objects status=0
  for target in arm64-apple-macosx15.0 arm64-apple-ios18.0 arm64_32-apple-watchos11.0; do
    objects=$work/C/$target
    mkdir -p "$objects"
    for file in Sources/CMarbleHooks/*.c; do
      clang -target "$target" -c -o "$objects/$(basename "$file" .c).o" -ffreestanding -nostdlibinc \
        -Wall -Werror -isystem "$standins/include" -I Sources/CMarbleHooks/include "$file" || return 1
    done
    undefined "$objects" >"$objects/undefined"
    # The linker needs at least the runtime.
    grep -qx _swift_retain "$objects/undefined" || { echo "$target: no undefined symbols"; status=1; }
    if grep -vxF -f <(grep '^_' "$standins/symbols.txt") "$objects/undefined"; then
      echo "$target: the linker may not find the symbols above. A weak reference needs its symbol, too."
      echo "Put the code into a condition, or add a symbol of a system library to Scripts/Apple/symbols.txt."
      status=1
    fi
  done
  [ "$status" = 0 ] && echo "ok: $(sort -u "$work"/C/*/undefined | wc -l) symbols of system libraries"
}

# Prints the symbols that the objects of a folder need and do not define.
undefined() {
  comm -23 <(names -u "$1") <(names --defined-only "$1")
}

names() {
  llvm-nm "$1" --format=just-symbols "$2"/*.o | grep '^_' | sort -u
}

# MARK: The project of the sample app

project() {
  swiftc -swift-version 6 -warnings-as-errors Scripts/XcodeProject/main.swift -o "$work/project" || return 1
  "$work/project" Examples/MovieSearch/MovieSearch.xcodeproj
}

# MARK: Swift

# Prints the search paths of modules: of the package, its dependencies and the stand-ins built so far.
places() {
  printf '%s\n' -parse-as-library -I "$work/$1" -I "$modules" -module-cache-path "$modules/../ModuleCache" \
    -Xcc "-fmodule-map-file=$modules/../COpenCombineHelpers.build/module.modulemap" \
    -Xcc "-fmodule-map-file=$modules/../CMarbleHooks.build/module.modulemap" \
    -Xcc "-fmodule-map-file=.build/checkouts/swift-atomics/Sources/_AtomicsShims/include/module.modulemap"
}

# Prints the compiler flags of the package.
flags() {
  local feature
  places "$1"
  printf '%s\n' -swift-version 6 -warnings-as-errors -package-name main
  for feature in $(sed '/^let package/,$ d' Package.swift | features); do
    printf '%s\n' -enable-upcoming-feature "$feature"
  done
}

# Type-checks a module. Arguments: variant, name, files.
module() {
  local variant=$1 name=$2 options=()
  shift 2
  while read -r option; do options+=("$option"); done < <(flags "$variant")
  if [ "$variant" = sendable ]; then options+=(-DSENDABLE_CANCELLABLE); fi
  swiftc -emit-module -wmo -module-name "$name" -emit-module-path "$work/$variant/$name.swiftmodule" \
    "${options[@]}" "$@"
}

variant() {
  local name file files
  mkdir "$work/$1"
  for name in Darwin os Combine UIKit AppKit SwiftUI; do
    module "$1" "$name" $(git ls-files "$standins/StandIns/$name.swift" "$standins/StandIns/$name+*") ||
      return 1
  done
  for name in CombineShim ReactiveRelays ReactiveLoading ReactivePaging ReactiveCaching \
    ReactiveLoadable ReactiveResources ReactiveStore; do
    files=()
    while read -r file; do
      if [ "${file##*/}" = stat+Darwin.swift ]; then file=$standins/StandIns/stat+Darwin.swift; fi
      files+=("$file")
    done < <(git ls-files "Sources/$name/*.swift" | grep -v "\.docc/")
    module "$1" "$name" "${files[@]}" || return 1
  done
  screens "$1" || return 1
  sample "$1" || return 1
  hosted "$1" || return 1
  echo "AnyCancellable $1: ok"
}

# Prints the compiler flags of a new app of Xcode 26, in this language mode: the main actor by default, and
# the features of the setting "Approachable Concurrency". Swift 6 mode includes three of the five features
# and warns about flags for them.
app_flags() {
  local feature features=(InferIsolatedConformances NonisolatedNonsendingByDefault)
  if [ "$2" = 5 ]; then
    features+=(DisableOutwardActorInference GlobalActorIsolatedTypesUsability InferSendableFromCaptures)
  fi
  places "$1"
  printf '%s\n' -swift-version "$2" -warnings-as-errors -default-isolation MainActor
  for feature in "${features[@]}"; do printf '%s\n' -enable-upcoming-feature "$feature"; done
}

# Type-checks the screens of each article, together with the declarations in Scripts/Apple/Screens: as code
# of this package, and as code of an app with the main actor as default isolation.
screens() {
  local article context strict=() app mode status=0
  while read -r option; do strict+=("$option"); done < <(flags "$1")
  for article in $(git grep -lE '^ *(@[A-Za-z]+ +)*([a-z]+ +)?import +(SwiftUI|UIKit)|: *(View|UIViewController) *\{' -- 'Sources/*/Articles/*.md'); do
    context=$standins/Screens/$(basename "$article" .md).swift
    if [ ! -e "$context" ]; then
      echo "$article has a screen. Add $context with the declarations that it uses."
      status=1
      continue
    fi
    blocks "$article" "$work/$1"
    swiftc -typecheck "${strict[@]}" "$context" "$work/$1"/screen-*.swift || status=1
    for mode in 5 6; do
      app=()
      while read -r option; do app+=("$option"); done < <(app_flags "$1" "$mode")
      swiftc -typecheck "${app[@]}" "$context" "$work/$1"/screen-*.swift ||
        { echo "$article: failed in Swift $mode mode with the main actor by default"; status=1; }
    done
    rm "$work/$1"/screen-*.swift
  done
  # The views of the tutorial, each with the feature of its step.
  local step tutorial=Sources/ReactiveStore/Documentation.docc/Resources
  for step in "weather-5-choosing view-1" "weather-7-kept view-2-child"; do
    swiftc -typecheck "${strict[@]}" "$tutorial/${step% *}.swift" "$tutorial/${step#* }.swift" || status=1
  done
  return "$status"
}

# Type-checks the sample app with the settings of its project.
sample() {
  local options=()
  while read -r option; do options+=("$option"); done < <(places "$1")
  swiftc -typecheck -module-name MovieSearch "${options[@]}" -swift-version 6 -warnings-as-errors \
    -default-isolation MainActor -enable-upcoming-feature InferIsolatedConformances \
    -enable-upcoming-feature MemberImportVisibility \
    -enable-upcoming-feature NonisolatedNonsendingByDefault \
    $(git ls-files 'Examples/MovieSearch/Sources/*.swift')
}

# Type-checks the tests that host a view in a window, which only a Mac can run.
hosted() {
  local options=()
  while read -r option; do options+=("$option"); done < <(flags "$1")
  swiftc -typecheck -module-name HostedTests "${options[@]}" $(hosted_files)
}

hosted_files() {
  git grep -lE '^#if canImport\(SwiftUI\) && canImport\(AppKit\)$' -- 'Tests/*.swift'
}

# Writes each block of an article that imports SwiftUI or UIKit into a file.
blocks() {
  awk -v folder="$2" '
    /^ *```swift *$/ { isOpen = 1; text = ""; isScreen = 0; next }
    /^ *```/ {
      if (isOpen && isScreen) printf "%s", text >(folder "/screen-" ++count ".swift")
      isOpen = 0
    }
    isOpen { text = text $0 "\n" }
    /^ *(@[A-Za-z]+ +)*([a-z]+ +)?import +(SwiftUI|UIKit)/ || /: *(View|UIViewController|UITableViewCell) *\{/ { isScreen = 1 }
  ' "$1"
}

Swift() {
  modules=$(swift build --build-system native --show-bin-path)/Modules
  if [ ! -e "$modules/AsyncAlgorithms.swiftmodule" ]; then
    echo "The package is not built. Run: swift build --build-system native --build-tests"
    return 1
  fi
  local first
  variant sendable >"$work/sendable.txt" 2>&1 &
  first=$!
  local status=0
  variant unsendable || status=1
  wait "$first" || status=1
  cat "$work/sendable.txt"
  echo "type-checked, runs only on a Mac:" $(hosted_files) "and the sample app"
  return "$status"
}

# MARK: On a Mac

step() {
  echo "== $*"
  if ! "$@"; then
    echo "FAILED: $*"
    failed=1
  fi
}

mac() {
  local target platform
  xcodebuild -version
  swift --version
  for target in CombineShim ReactiveRelays ReactiveLoading ReactivePaging ReactiveCaching \
    ReactiveLoadable ReactiveResources ReactiveStore MarbleDiagrams MarbleTesting \
    LoadableTesting StoreTesting; do
    step swift build --target "$target"
  done
  step swift build --build-tests
  step swift test --skip-build --filter MarbleCoverageTests
  step Scripts/test --skip-build
  step swift run Demo --all
  for platform in iOS tvOS watchOS visionOS; do
    step xcodebuild build -quiet -scheme ReactiveLoadable-Package \
      -destination "generic/platform=$platform"
  done
  step xcodebuild test -quiet -scheme ReactiveLoadable-Package \
    -destination "platform=iOS Simulator,name=${SIMULATOR:-iPhone 17}"
  step xcodebuild build -quiet -project Examples/MovieSearch/MovieSearch.xcodeproj \
    -scheme MovieSearch -destination "generic/platform=iOS Simulator" CODE_SIGNING_ALLOWED=NO
  step Scripts/playgrounds.sh
  if [ -z "${CI:-}" ]; then step open Playgrounds/ReactiveLoadable.playground; fi
}

if [ "$(uname)" = Darwin ]; then
  mac
else
  check availability
  check C
  check project
  check Swift
fi
exit "$failed"
