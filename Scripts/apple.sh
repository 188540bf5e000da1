#!/usr/bin/env bash
# Checks the code for Apple platforms from Linux, in less than a minute after a build:
#
#   availability   APIs newer than the deployment target are used only with an availability check; child
#                  processes and exit tests are used only on systems that support them
#   C              the C target compiles for Apple targets, with stand-in headers, and leaves only symbols of
#                  system libraries undefined
#   project        the sample app's Xcode project is a property list whose references, paths and products
#                  exist, and its scheme builds a target of the project; the scheme for simulators has all tests
#   privacy        the privacy manifest of each library has the categories of functions that its code calls
#   Swift          every file for Apple platforms, every screen of an article, the sample app and the tests
#                  that host a view type-check against stand-ins for AppKit, Combine, Darwin, os, SwiftUI
#                  and UIKit; once with a Sendable AnyCancellable, once with one that is not Sendable
#   widths         no number of more than 32 bits where Int may have 32 bits, as on watchOS devices
#   narrow         the hash table of lists, the eviction of caches, and dates run where Int has 32 bits (needs node)
#
# With names of checks as arguments, runs only these. The stand-ins in Scripts/Apple are written from public
# documentation. They do not show the behavior of views.
#
# On a Mac the script builds and runs everything instead, and continues after a failed step. It builds each
# library, builds and runs the tests and the demo, builds for the other platforms, tests on an iPhone
# simulator (SIMULATOR names another one), and builds the sample app.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1
standins=$PWD/Scripts/Apple
# The library targets of the package, in the order of their imports.
libraries=(CombineShim ReactiveGround ReactiveRelays ReactiveLoading ReactivePaging ReactiveCaching
  ReactiveLoadable ReactiveResources ReactiveStore MarbleDiagrams ReactiveTimeline MarbleEngine MarbleReport
  MarbleTesting LoadableTesting StoreTesting)
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
  "$work/project" Examples/MovieSearch/MovieSearch.xcodeproj || return 1
  # The scheme for a simulator: all tests but those of the demo, which only a Mac and Linux can build.
  if ! diff <(tests | grep -vx DemoTests) <(sed -n 's/.*BlueprintName = "\(.*\)"/\1/p' \
    Scripts/Apple/LibraryTests.xcscheme | sort); then
    echo "The scheme LibraryTests must have all test targets of Package.swift but DemoTests."
    return 1
  fi
}

# Prints the names of the test targets.
tests() {
  awk '/\.testTarget\($/ { getline; print }' Package.swift | sed 's/.*name: "\(.*\)".*/\1/' | sort
}

# MARK: privacy

# Checks that the privacy manifest of each library has the categories of system functions that its code calls, which
# the App Store requires.
privacy() {
  local library file status=0
  for library in "${libraries[@]}"; do
    file=Sources/$library/PrivacyInfo.xcprivacy
    if [ -e "$file" ] && ! plutil -lint "$file" >/dev/null; then
      echo "$file is not a property list."
      status=1
    fi
    if ! diff <(categories "$library" | sort -u) <(sed -n 's/.*NSPrivacyAccessedAPICategory\([A-Za-z]*\)<.*/\1/p' "$file" \
      2>/dev/null | sort); then
      echo "$file must have the categories on the left: the code of $library calls their functions."
      status=1
    fi
  done
  [ "$status" = 0 ] && echo "ok"
}

# Prints the categories of functions that the code of a library calls, with the names in Apple's list of functions.
categories() {
  local category names
  while read -r category names; do
    if git grep -qE "^[^/]*\b($names)" -- "Sources/$1/*.swift" ':!*.docc/*'; then echo "$category"; fi
  done <<'NAMES'
FileTimestamp (fstat|lstat|stat|fstatat|f?getattrlist(bulk|at)?)\(|creationDate|(m|contentM|fileM)odificationDate
SystemBootTime systemUptime|mach_absolute_time
DiskSpace (f?stat(v)?fs)\(|volume(Available|Total)Capacity|system(Free)?Size
ActiveKeyboards activeInputModes
UserDefaults UserDefaults|AppStorage
NAMES
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

# Type-checks a module, in one variant also into the language SIL. Arguments: variant, name, files.
module() {
  local variant=$1 name=$2 options=()
  shift 2
  while read -r option; do options+=("$option"); done < <(flags "$variant")
  if [ "$variant" = sendable ]; then
    options+=(-DSENDABLE_CANCELLABLE)
    options+=(-emit-silgen -o "$work/sendable/$name.sil" -Xllvm -sil-print-debuginfo)
  else
    options+=(-emit-module)
  fi
  swiftc -wmo -module-name "$name" -emit-module-path "$work/$variant/$name.swiftmodule" "${options[@]}" "$@"
}

variant() {
  local name file files
  mkdir "$work/$1"
  for name in Darwin os Combine UIKit AppKit SwiftUI; do
    module "$1" "$name" $(git ls-files "$standins/StandIns/$name.swift" "$standins/StandIns/$name+*") ||
      return 1
  done
  for name in "${libraries[@]}" TestSupport; do
    files=()
    while read -r file; do
      if [ "${file##*/}" = stat+Darwin.swift ]; then file=$standins/StandIns/stat+Darwin.swift; fi
      files+=("$file")
    done < <(git ls-files "Sources/$name/*.swift" "Tests/$name/*.swift" | grep -v "\.docc/")
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

# Type-checks the sample app with the settings of its project. A preview is checked without its macro.
sample() {
  local file files=() options=()
  while read -r file; do
    if grep -q '^#Preview(' "$file"; then
      sed 's/^#Preview(/let preview = Preview(/' "$file" >"$work/$1/${file##*/}"
      file=$work/$1/${file##*/}
    fi
    files+=("$file")
  done < <(git ls-files 'Examples/MovieSearch/Sources/*.swift')
  while read -r option; do options+=("$option"); done < <(places "$1")
  swiftc -typecheck -module-name MovieSearch "${options[@]}" -swift-version 6 -warnings-as-errors \
    -default-isolation MainActor -enable-upcoming-feature InferIsolatedConformances \
    -enable-upcoming-feature MemberImportVisibility \
    -enable-upcoming-feature NonisolatedNonsendingByDefault "${files[@]}"
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

# Writes each block of an article that imports SwiftUI or UIKit, or is an ObservableObject, into a file.
blocks() {
  awk -v folder="$2" '
    /^ *```swift *$/ { isOpen = 1; text = ""; isScreen = 0; next }
    /^ *```/ {
      if (isOpen && isScreen) printf "%s", text >(folder "/screen-" ++count ".swift")
      isOpen = 0
    }
    isOpen { text = text $0 "\n" }
    /^ *(@[A-Za-z]+ +)*([a-z]+ +)?import +(SwiftUI|UIKit)/ || /: *(View|UIViewController|UITableViewCell|ObservableObject) *\{/ { isScreen = 1 }
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

# MARK: 32 bits

# Finds numbers that do not fit where Int has 32 bits, as on watchOS devices, in the libraries and in the support of
# their tests. The language SIL, which the check before writes, has the type of each number.
widths() {
  local planted=$standins/widths.swift
  swiftc -emit-silgen -parse-as-library -Xllvm -sil-print-debuginfo "$planted" >"$work/planted.sil" || return 1
  if ! diff <(grep -n '// found' "$planted" | cut -d: -f1) <(wide "$work/planted.sil" | cut -d: -f2 | uniq); then
    echo "The scan does not find exactly the marked lines of Scripts/Apple/widths.swift."
    return 1
  fi
  local name modules=()
  [ -d "$work/sendable" ] || Swift || return 1
  for name in "${libraries[@]}" TestSupport; do modules+=("$work/sendable/$name.sil"); done
  wide "${modules[@]}" >"$work/wide"
  if grep -vE -f <(grep -v '^#' "$standins/widths.txt") "$work/wide"; then
    echo "These numbers may not fit where Int has 32 bits. Use Int64 or a conversion that cannot trap, or say in"
    echo "Scripts/Apple/widths.txt why they fit."
    return 1
  fi
  echo "ok: $(wc -l <"$work/wide") conversions fit"
}

# Prints what the scan finds in modules, with the line of code.
wide() {
  local file line text
  cat "$@" | awk -f "$standins/widths.awk" | sort -u -t: -k1,1 -k2,2n | while IFS=: read -r file line text; do
    echo "$file:$line:$text: $(sed -n "${line}{s/^ *//;p;}" "$file")"
  done
}

# Compiles the hash table of lists, the eviction of caches and the dates of header fields and files for a machine
# where Int has 32 bits, and runs their checks.
narrow() {
  if ! command -v node >/dev/null; then
    echo "NOT RUN: needs node"
    return
  fi
  local sources=$standins/Narrow out=$work/narrow name options=() files=()
  local resources=Sources/ReactiveResources tables
  tables=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/embedded/wasm32-unknown-none-wasm
  options=(-target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -swift-version 6)
  options+=(-parse-as-library -Xfrontend -disable-stack-protector -I "$out")
  mkdir "$out"
  for name in Foundation Atomics DequeModule; do
    swiftc "${options[@]}" -c -module-name "$name" -emit-module-path "$out/$name.swiftmodule" \
      -o "$out/$name.o" "$sources/$name.swift" || return 1
  done
  # The times of files, without their other properties.
  { echo "import Foundation" && sed -n '/^extension Date {/,$p' "$resources/Disk/Files/FileStatus.swift"; } \
    >"$out/times.swift"
  for name in DeltaSeconds HTTPDate CivilDay RetryAfter; do
    files+=("$resources/HTTP/Fields/$name.swift")
  done
  swiftc "${options[@]}" -c -module-name Narrow -o "$out/Narrow.o" "$sources/Checks.swift" \
    "$out/times.swift" "${files[@]}" Sources/ReactivePaging/Items/*.swift Sources/ReactiveCaching/Eviction/*.swift ||
    return 1
  clang --target=wasm32-unknown-none-wasm -O1 -ffreestanding -fno-builtin -Wall -Werror -c "$sources/memory.c" \
    -o "$out/memory.o" || return 1
  wasm-ld --no-entry "$out"/*.o "$tables/libswiftUnicodeDataTables.a" -o "$out/narrow.wasm" || return 1
  node "$sources/run.mjs" "$out/narrow.wasm"
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
  local target product platform native=(--build-system native)
  xcodebuild -version
  swift --version
  for target in "${libraries[@]}"; do step swift build "${native[@]}" --target "$target"; done
  step swift build "${native[@]}" --build-tests
  step swift test "${native[@]}" --skip-build --filter MarbleCoverageTests
  step Scripts/test --skip-build
  step swift run "${native[@]}" Demo --all
  # The scheme of the whole package contains programs, which the other platforms cannot build.
  for platform in iOS tvOS watchOS visionOS; do
    for product in $(products); do
      step xcodebuild build -quiet -scheme "$product" -destination "generic/platform=$platform"
    done
  done
  # Xcode reads the shared schemes of a package from this folder, which git ignores.
  mkdir -p .swiftpm/xcode/xcshareddata/xcschemes
  cp Scripts/Apple/LibraryTests.xcscheme .swiftpm/xcode/xcshareddata/xcschemes
  step xcodebuild test -quiet -scheme LibraryTests \
    -destination "platform=iOS Simulator,name=${SIMULATOR:-iPhone 17}"
  step xcodebuild build -quiet -project Examples/MovieSearch/MovieSearch.xcodeproj \
    -scheme MovieSearch -destination "generic/platform=iOS Simulator" CODE_SIGNING_ALLOWED=NO
  step Scripts/playgrounds.sh
  if [ -z "${CI:-}" ]; then step open Playgrounds/ReactiveLoadable.playground; fi
}

# Prints the names of the libraries, each of which has a scheme in Xcode.
products() {
  sed -n '/^  products: \[/,/^  \],/s/.*name: "\([A-Za-z]*\)".*/\1/p' Package.swift
}

if [ "$(uname)" = Darwin ]; then
  mac
else
  [ "$#" -gt 0 ] || set -- availability C project privacy Swift widths narrow
  for name; do check "$name"; done
fi
exit "$failed"
