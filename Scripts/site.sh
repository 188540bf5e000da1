#!/usr/bin/env bash
# Builds the documentation of all libraries as one static site with a front page into .build-site, checks its
# links, and prints how to open it. The optional argument is the path below which a host serves the site, such
# as /reactive-loadable: the site is then in the folder of that path in .build-site.
set -euo pipefail
cd "$(dirname "$0")/.."

docc() { if command -v xcrun >/dev/null; then xcrun docc "$@"; else command docc "$@"; fi; }

base=${1:-}
base=${base#/} base=${base%/}
if [[ ! "$base" =~ ^[A-Za-z0-9._/-]*$ || "/$base/" = */../* ]]; then
  echo "The base path is not a path of letters, digits and . _ - / : $1" >&2
  exit 64
fi
site=.build-site${base:+/$base}
libraries=(ReactiveLoadable ReactiveResources ReactiveStore ReactiveTimeline LoadableTesting StoreTesting
  MarbleTesting MarbleDiagrams)
archives=("${libraries[@]/#/.build-docs/}")
archives=("${archives[@]/%/.doccarchive}")

Scripts/docs.sh
rm -rf .build-site
mkdir -p "$(dirname "$site")"
docc merge "${archives[@]}" --output-path "$site" \
  --synthesized-landing-page-name ReactiveLoadable --synthesized-landing-page-topics-style list
if [ -n "$base" ]; then
  docc process-archive transform-for-static-hosting "$site" --hosting-base-path "$base"
fi
mkdir "$site/pictures"
cp .github/live.svg .github/web.png "$site/pictures"
cp Scripts/Site/index.html "$site/index.html"
cat Scripts/Site/site.css >>"$(echo "$site"/css/index.*.css)"

tool=.build/check-site
if [ ! -x "$tool" ] || [ Scripts/Site/main.swift -nt "$tool" ]; then
  swiftc -swift-version 6 -warnings-as-errors -O Scripts/Site/main.swift -o "$tool"
fi
"$tool" "$site" "${libraries[@]}"
echo "To open the site:"
echo "  python3 -m http.server --directory .build-site 8000"
echo "  http://localhost:8000/${base:+$base/}"
