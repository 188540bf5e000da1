#!/usr/bin/env bash
# Compares the public API of the libraries with that of the last release, and fails if code that uses that
# release may no longer compile. Releases are tags like 0.1.0; without one, there is nothing to compare.
#
# Intended breaking changes are listed in Scripts/api-breakages.txt, a line each, as this script prints them.
# They belong in a release with a new minor version before 1.0.0, and with a new major version after it.
set -euo pipefail
cd "$(dirname "$0")/.."

release=$(git tag --list --merged HEAD --sort=-version:refname '[0-9]*.[0-9]*.[0-9]*' | head -1)
if [ -z "$release" ]; then
  echo "ok: no release to compare with"
  exit 0
fi
options=()
if [ -e Scripts/api-breakages.txt ]; then
  options+=(--breakage-allowlist-path "$PWD/Scripts/api-breakages.txt")
fi
echo "comparing with release $release"
swift package diagnose-api-breaking-changes "$release" ${options[@]+"${options[@]}"}
