#!/usr/bin/env bash
# Runs every soak test, those named TestSoakXxx, for some time each; SPAR_SOAK tells them how long.
#
#   scripts/soak.sh [TIME]      (default: 1m)
set -euo pipefail
cd "$(dirname "$0")/.."

packages=$(git ls-files -co --exclude-standard '*_test.go' | { xargs grep -l '^func TestSoak' /dev/null || true; } | xargs -r -n1 dirname | sort -u | sed 's|^|./|')
if [ -z "$packages" ]; then
  echo "soak: there is no soak test yet"
  exit 0
fi
# shellcheck disable=SC2086 # one argument a package
SPAR_SOAK=${1:-1m} go run ./scripts/gotest -count 1 -run '^TestSoak' -timeout 6h $packages
