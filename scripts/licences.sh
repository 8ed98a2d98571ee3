#!/usr/bin/env bash
# Collects the licence texts of everything that is linked into the binary.
#
#   scripts/licences.sh [FILE]      (default: dist/THIRD_PARTY_LICENSES.txt)
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-dist/THIRD_PARTY_LICENSES.txt}
mkdir -p "$(dirname "$out")"
{
  go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/spar | sort -u |
    while read -r path version dir; do
      printf '================ %s %s\n\n' "$path" "$version"
      found=
      for text in "$dir"/LICEN[CS]E* "$dir"/COPYING* "$dir"/NOTICE*; do
        [ -f "$text" ] || continue
        found=1
        cat "$text"
        printf '\n'
      done
      [ -n "$found" ] || { echo "licences: $path has no licence text" >&2; exit 1; }
    done
  printf '================ Go %s\n\n' "$(go env GOVERSION)"
  cat "$(go env GOROOT)/LICENSE"
  for text in internal/*/asset/LICENSE* internal/extract/*/asset/LICENSE* licences/*.txt; do
    [ -f "$text" ] || continue
    printf '\n================ %s\n\n' "$text"
    cat "$text"
  done
} >"$out"
