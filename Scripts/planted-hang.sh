#!/usr/bin/env bash
# Checks that Scripts/test ends a run that hangs: it must name the two tests of PlantedHangTests that hang,
# and not the third, which ends.
set -uo pipefail
cd "$(dirname "$0")/.."

status=0
output=$(
  PLANT_A_HANG=1 HANG_MINUTES=0.1 Scripts/limit 300 Scripts/test --filter PlantedHangTests "$@" 2>&1
) || status=$?
echo "$output"
count=$(grep -c 'PlantedHangTests/.*(PlantedHangTests.swift:' <<<"$output")
if [ "$status" -ne 124 ] || [ "$count" -ne 2 ] || ! grep -q 'error: The tests hang' <<<"$output"; then
  echo "Scripts/test did not name the hanging tests; its exit status is $status."
  exit 1
fi
echo "ok: the hanging tests were named"
