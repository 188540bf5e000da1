#!/usr/bin/env bash
# Builds and tests Examples/DatabaseStore, the store of records in a SQLite database by GRDB. On Linux it needs the
# package libsqlite3-dev. SCRATCH names a build folder to use instead of that of the example.
set -euo pipefail
cd "$(dirname "$0")/../Examples/DatabaseStore"
export REACTIVE_LOADABLE_STRICT=1
swift test --build-system native ${SCRATCH:+--scratch-path "$SCRATCH"} 2>&1
