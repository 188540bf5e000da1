#!/usr/bin/env bash
# Fuzzes the parsers of foreign bytes by libFuzzer with the address sanitizer, and prints a table. A find is an input
# for which the program ends or a property does not hold; with one, the exit status is 1.
#
#   Scripts/fuzz.sh                     all targets of the package Fuzzing, a minute each
#   Scripts/fuzz.sh marbles 600         one target for 600 seconds; the name `all` is all of them
#   Scripts/fuzz.sh --planted           plants a fault in each target, which must be found
#   Scripts/fuzz.sh --replay marbles f  runs the target with the file f, to see a find again
#
# A run starts with the small files of Fuzzing/Corpora, and with the inputs of earlier runs with new coverage, which are
# kept in Fuzzing/.build-fuzz/corpora. The first build takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/../Fuzzing"
export REACTIVE_LOADABLE_STRICT=1
work=.build-fuzz

tools=$(dirname "$(readlink -f "$(command -v swift)")")
library=$(find "$tools/../lib/clang" -path "*/linux/libclang_rt.fuzzer_no_main-$(uname -m).a" 2>/dev/null | head -1)
if [ "$(uname)" != Linux ] || [ -z "$library" ]; then
  echo "NOT RUN: the toolchain has no libFuzzer for this system"
  exit 0
fi

build() {
  # The modules of the library have coverage, too, and internal declarations are visible to the targets.
  local command=(swift build --build-system native -c release --product Fuzz --scratch-path "$work"
    --sanitize=address -Xswiftc -enable-testing
    -Xswiftc -Xfrontend -Xswiftc -sanitize=address,fuzzer -Xlinker "$library" -Xlinker -lstdc++)
  "${command[@]}" >"$work/build.log" 2>&1 || { grep -v "Cannot export local symbol" "$work/build.log"; exit 1; }
  program=$("${command[@]}" --show-bin-path)/Fuzz
}

# Runs a target; the rest of the arguments are options and folders of libFuzzer.
run() {
  local name=$1
  shift
  FUZZ_TARGET=$name ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 SWIFT_BACKTRACE=enable=no \
    "$program" "$@" -timeout=10 -rss_limit_mb=1024
}

# Fuzzes a target for some seconds, and prints a row. The status is 1 after a find.
fuzz() {
  local name=$1 seconds=$2 log=$work/finds/$1.log status=0 finds=0
  local folders=("$work/corpora/$name" "Corpora/$name")
  # The first folder receives new inputs.
  if [ "${FUZZ_PLANT:-}" = 1 ]; then
    folders=("$work/planted/$name" "Corpora/$name")
    rm -rf "${folders[0]}"
  fi
  mkdir -p "$work/finds" "${folders[@]}"
  run "$name" "${folders[@]}" -max_total_time="$seconds" -max_len=1024 -print_final_stats=1 \
    -artifact_prefix="$work/finds/$name-" >"$log" 2>&1 || status=1
  if [ "$status" = 1 ]; then finds=1; fi
  local pulse executions
  pulse=$(grep -aoE '^#[0-9]+.* cov: [0-9]+.*corp: [0-9]+' "$log" | tail -1)
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  printf '%-14s %11s %8s %9s %7s %6s\n' "$name" "${executions:-?}" \
    "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")" \
    "$(sed -E 's/.* cov: ([0-9]+).*/\1/' <<<"$pulse")" "$(sed -E 's/.*corp: ([0-9]+)/\1/' <<<"$pulse")" "$finds"
  return "$status"
}

# Prints what libFuzzer has reported of a find.
report() {
  printf '\n== %s\n' "$1"
  grep -aE 'Fatal error|A property|^==.*(ERROR|SUMMARY)|^SUMMARY|Test unit written' "$work/finds/$1.log" | cut -c1-400 || true
  echo "again: Scripts/fuzz.sh --replay $1 FILE"
}

mkdir -p "$work"
planted=0
case ${1:-} in
  --planted) planted=1 && shift ;;
  --replay) build && run "$2" "$3" && exit 0 || exit 1 ;;
  --*) echo "usage: Scripts/fuzz.sh [--planted] [target] [seconds]" && exit 2 ;;
esac
build
names=$("$program")
if [ "${1:-all}" != all ]; then names=$1; fi

if [ "$planted" = 1 ]; then export FUZZ_PLANT=1; fi
found=() missed=()
printf '%-14s %11s %8s %9s %7s %6s\n' target executions per/s coverage corpus finds
for name in $names; do
  if fuzz "$name" "${2:-60}"; then missed+=("$name"); else found+=("$name"); fi
done

if [ "$planted" = 1 ]; then
  [ "${#missed[@]}" = 0 ] || { echo "MISSED: the planted faults of ${missed[*]}"; exit 1; }
  echo "ok: all planted faults are found"
else
  for name in ${found[@]+"${found[@]}"}; do report "$name"; done
  [ "${#found[@]}" = 0 ]
fi
