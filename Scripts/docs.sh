#!/usr/bin/env bash
# Builds the documentation of the libraries into .build-docs. Warnings are errors.
#
# The layers are documented as parts of ReactiveLoadable, which re-exports them, and MarbleEngine as a part of
# MarbleTesting: their symbol graphs are merged into its own, so that pages of all layers link to one another. An article can link to libraries that
# precede its own in the list of modules, as in `[text](doc:/ReactiveLoadable/PagingContract)`, but not
# to one that its library extends: there the name of the module is the page of the extensions.
set -euo pipefail
cd "$(dirname "$0")/.."
export REACTIVE_LOADABLE_STRICT=1

docc() { if command -v xcrun >/dev/null; then xcrun docc "$@"; else command docc "$@"; fi; }

# Prints the modules that a module re-exports.
layers() {
  case $1 in
  ReactiveLoadable) echo ReactiveRelays ReactiveLoading ReactivePaging ReactiveCaching ;;
  MarbleTesting) echo MarbleEngine ;;
  esac
}
modules=(MarbleDiagrams ReactiveLoadable MarbleTesting ReactiveResources ReactiveStore ReactiveTimeline LoadableTesting
  StoreTesting)
log=$(
  swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
    --emit-extension-block-symbols
)
graphs=$(sed -n 's/^Files written to //p' <<<"$log")
tool=.build/merge-symbol-graphs
if [ ! -x "$tool" ] || [ Scripts/SymbolGraphs/main.swift -nt "$tool" ]; then
  swiftc -swift-version 6 -warnings-as-errors -O Scripts/SymbolGraphs/main.swift -o "$tool"
fi
rm -rf .build-docs
linked=()
for module in "${modules[@]}"; do
  folder=.build-docs/$module.graphs
  mkdir -p "$folder"
  read -ra parts <<<"$(layers "$module")"
  if [ ${#parts[@]} -gt 0 ]; then
    "$tool" "$module" "${parts[@]}" -- "$graphs" "$folder"
  else
    # The module's own symbols, and its extensions of other modules.
    find "$graphs" \( -name "$module.symbols.json" -o -name "$module@*.symbols.json" \) -exec cp {} "$folder" \;
  fi
  docc convert "Sources/$module/Documentation.docc" \
    --fallback-display-name "$module" \
    --fallback-bundle-identifier "$module" \
    --additional-symbol-graph-dir "$folder" \
    --output-path ".build-docs/$module.doccarchive" \
    --enable-experimental-external-link-support ${linked[@]+"${linked[@]}"} \
    --warnings-as-errors
  linked+=(--dependency ".build-docs/$module.doccarchive")
  echo "$module: .build-docs/$module.doccarchive"
done
