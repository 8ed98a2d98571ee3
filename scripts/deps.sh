#!/usr/bin/env bash
# Lists the Go modules that this program uses directly and that have newer versions, and why each stays, as scripts/pins.txt says.
# A pin that no module has any more, and a module that stays without a reason, are said at the end. Offline it says so, and does not fail.
set -euo pipefail
cd "$(dirname "$0")/.."

pins=scripts/pins.txt
if ! list=$(GOFLAGS=-mod=mod timeout 120 go list -m -u -f '{{if and (not .Indirect) (not .Main)}}{{.Path}} {{.Version}} {{with .Update}}{{.Version}}{{else}}-{{end}}{{end}}' all 2>/dev/null | grep .); then
  echo "deps: newer versions were not looked for: the module proxy cannot be reached"
  exit 0
fi
bare=
while read -r path version newer; do
  [ "$newer" != - ] || continue
  reason=$(sed -n "s|^$path  *||p" "$pins")
  printf '%s %s -> %s: %s\n' "$path" "$version" "$newer" "${reason:-no reason is given}"
  [ -n "$reason" ] || bare+=" $path"
done <<<"$list"
while read -r path _; do
  case $path in '' | '#'*) continue ;; esac
  grep -q "^$path " <<<"$list" || { echo "deps: $pins has $path, which is no module of this program" >&2; exit 1; }
done <"$pins"
[ -z "$bare" ] || echo "deps: update these, or say in $pins why not:$bare"
