#!/usr/bin/env bash
# Checks the words of documents, comments, messages and test names against GLOSSARY.md: the phrases of
# Scripts/Words/banned.txt, except the uses that Scripts/Words/allowed.txt lists; in Sources also the first
# words of doc comments, their width, the links to numbered contracts, and the names in double backticks, also of
# symbols that the documentation does not contain. Samples draw in sinkOnMainActor, not in a plain sink, whose closure
# runs on the thread of the load. With --count, prints counts.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=.build/words
if [ ! -x "$tool" ] || [ -n "$(find Scripts/Words -name '*.swift' -newer "$tool")" ]; then
  mkdir -p .build
  swiftc -O Scripts/Words/*.swift -o "$tool"
fi
git ls-files -z '*.md' '*.tutorial' ':!GLOSSARY.md' 'Sources/*.swift' 'Playgrounds/*.swift' 'Examples/*.swift' \
  'Tests/*.swift' 'Benchmarks/*.swift' |
  xargs -0 "$tool" "$@"
