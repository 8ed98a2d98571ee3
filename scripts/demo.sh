#!/usr/bin/env bash
# Shows the main job on the sample share, in a data directory of its own that is gone afterwards.
#
#   scripts/demo.sh [SPAR]      (default: bin/spar)
set -euo pipefail
cd "$(dirname "$0")/.."

spar=$(realpath "${1:-bin/spar}")
SPAR_DATA_DIR=$(mktemp -d "${TMPDIR:-/tmp}/spar-demo-XXXXXX")
export SPAR_DATA_DIR
trap 'rm -rf "$SPAR_DATA_DIR"' EXIT

# run shows a command as one would type it, then runs it.
run() {
  printf '\n$ spar'
  for arg; do
    case $arg in *[!a-z0-9/.-]*) printf " '%s'" "$arg" ;; *) printf ' %s' "$arg" ;; esac
  done
  printf '\n'
  "$spar" "$@"
}

run share add handbook testdata/sample/share
run scan handbook
run tag add HR
run tag add 'Leave policy' --parent HR
run tag assign 'Leave policy' --path 'travel-and-leave/**' --path '**/work-schedules.pdf'
run ws create leave-review --tag 'Leave policy'
run ask -w leave-review 'How many hours of unused annual leave can I carry into the next leave year?'
run ask -w leave-review 'When will I be reimbursed once my travel voucher has been approved?'
run ask --share handbook 'My card reader says the SmartCard certificate is not trusted. What can I clean the contacts with?'
run open 1
run files --skipped
