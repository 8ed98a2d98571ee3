#!/usr/bin/env bash
# Runs every fuzz target for some time, one after the other.
#
#   scripts/fuzz.sh [TIME]      (default: 30s each)
set -euo pipefail
cd "$(dirname "$0")/.."

failed=0 count=0
while IFS=: read -r file target; do
  count=$((count + 1))
  echo "fuzz: $target in $(dirname "$file")"
  go test -run '^$' -fuzz "^$target\$" -fuzztime "${1:-30s}" "./$(dirname "$file")" || failed=$((failed + 1))
done < <(git ls-files -co --exclude-standard '*_test.go' | xargs grep -Ho '^func Fuzz[A-Za-z0-9_]*(' /dev/null | sed 's/func //; s/($//')
echo "fuzz: $count targets, $failed failed"
[ "$failed" -eq 0 ]
