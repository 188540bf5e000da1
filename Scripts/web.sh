#!/usr/bin/env bash
# Tests the page of `swift run Demo --web` in a headless Chromium within 90 seconds: types, scrolls, rates, fails, retries,
# signs out, reloads, cuts the connection, compares requests with the server's count, and takes pictures into .build/web.
# With --picture, takes the picture of the README instead. On Linux it installs chromium by apt-get where it can; without
# a browser the test is NOT RUN. Needs python3.9. ONLY=text runs the checks whose names contain the text.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1

browser() {
  local name
  # The package of a system may be a stub that starts nothing.
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if "$name" --version >/dev/null 2>&1; then echo "$name"; return; fi
  done
  return 1
}

if ! browser >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  (apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium) >/dev/null 2>&1 || true
fi
if ! command -v python3 >/dev/null || ! chromium=$(browser); then
  echo "NOT RUN: needs python3 and chromium"
  exit 0
fi
if [ "$#" -gt 0 ] && [ "$1" != --picture ]; then
  echo "The only option is --picture: $1" >&2
  exit 64
fi

if [ -z "${DEMO:-}" ]; then
  swift build --build-system native --product Demo
  DEMO=$(swift build --build-system native --show-bin-path)/Demo
fi
if [ "${1:-}" = --picture ]; then
  exec python3 -B Scripts/Web/test.py --picture "$chromium" .github/web.png "$DEMO" --web
fi
exec Scripts/limit 90 python3 -B Scripts/Web/test.py "$chromium" .build/web "$DEMO" --web
