#!/usr/bin/env bash
# Compares the public API of the libraries with that of the last release, and fails if code that uses that
# release may no longer compile. Releases are tags like 0.1.0; without one, there is nothing to compare.
#
# Intended breaking changes are listed in Scripts/api-breakages.txt, a line each, as this script prints them;
# the spaces and the sign before "API breakage" may be left out.
# They belong in a release with a new minor version before 1.0.0, and with a new major version after it.
#
# SwiftPM compares the modules that a product lists, so each public module must be in the list of a product.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1

# Without prereleases such as 1.0.0-beta.1, which git sorts after 1.0.0.
release=$(
  git tag --list --merged HEAD --sort=-version:refname | awk '/^[0-9]+\.[0-9]+\.[0-9]+$/ && !found++'
)
if [ -z "$release" ]; then
  echo "ok: no release to compare with"
  exit 0
fi
options=()
if [ -e Scripts/api-breakages.txt ]; then
  # SwiftPM prints a sign before each change, but does not find a line with it.
  allowed=$(mktemp)
  trap 'rm -f "$allowed"' EXIT
  sed 's/^.*API breakage:/API breakage:/' Scripts/api-breakages.txt >"$allowed"
  options+=(--breakage-allowlist-path "$allowed")
fi
echo "comparing with release $release"
swift package diagnose-api-breaking-changes "$release" ${options[@]+"${options[@]}"}
