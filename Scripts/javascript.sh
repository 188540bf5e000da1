#!/usr/bin/env bash
# Checks the syntax of the JavaScript code in the articles, and of the page of the demo, with `node --check`. Skipped
# without node.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v node >/dev/null; then
  echo "javascript: skipped, because node is not installed."
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git ls-files -z --cached --others --exclude-standard '*.md' |
  xargs -0 awk -v folder="$folder" '
    FNR == 1 { inside = 0 }
    /^```js$/ { inside = 1; file = sprintf("%s/%03d.mjs", folder, ++count); print "// " FILENAME ":" FNR >file; next }
    /^```$/ { inside = 0 }
    inside { print >file }
  '
count=0
for file in "$folder"/*.mjs; do
  [ -e "$file" ] || continue
  node --check "$file" || { echo "javascript: invalid code: $(head -1 "$file")" >&2; exit 1; }
  count=$((count + 1))
done
for file in Sources/Demo/Web/Page/*.js; do
  # By its name, node would read a file without imports as a script.
  cp "$file" "$folder/page.mjs"
  node --check "$folder/page.mjs" || { echo "javascript: invalid code: $file" >&2; exit 1; }
  count=$((count + 1))
done
echo "javascript: $count blocks and files are valid."
