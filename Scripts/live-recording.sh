#!/usr/bin/env bash
# Records `swift run Demo --live` into .github/live.svg: runs it in a terminal, types, and renders its screens.
# With --check, checks the recorder and the file. Needs python3.9. Run it on an idle machine, then look at the file.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1
if [ "${1:-}" = --check ]; then exec python3 -B Scripts/LiveRecording/record.py --check .github/live.svg; fi
swift build --build-system native --product Demo
python3 -B Scripts/LiveRecording/record.py "$(swift build --build-system native --show-bin-path)/Demo" .github/live.svg
