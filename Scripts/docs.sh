#!/usr/bin/env bash
# Builds the documentation of the libraries into .build-docs. Warnings are errors.
set -euo pipefail
cd "$(dirname "$0")/.."

docc() { if command -v xcrun >/dev/null; then xcrun docc "$@"; else command docc "$@"; fi; }

modules=(ReactiveLoadable ReactiveResources ReactiveStore StoreTesting MarbleDiagrams MarbleTesting LoadableTesting)
log=$(
  swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
    --emit-extension-block-symbols
)
graphs=$(sed -n 's/^Files written to //p' <<<"$log")
rm -rf .build-docs
for module in "${modules[@]}"; do
  mkdir -p ".build-docs/$module.graphs"
  # The module's own symbols, and its extensions of other modules.
  find "$graphs" -name "$module.symbols.json" -o -name "$module@*.symbols.json" |
    xargs -I {} cp {} ".build-docs/$module.graphs"
  docc convert "Sources/$module/Documentation.docc" \
    --fallback-display-name "$module" \
    --fallback-bundle-identifier "$module" \
    --additional-symbol-graph-dir ".build-docs/$module.graphs" \
    --output-path ".build-docs/$module.doccarchive" \
    --warnings-as-errors
  echo "$module: .build-docs/$module.doccarchive"
done
