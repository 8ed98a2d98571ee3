#!/usr/bin/env bash
# Serves the sample share in a data directory of its own and runs something of others against it, from PyPI at fixed versions:
#
#   scripts/served.sh clients [SPAR]      openai-python and the Python SDK of MCP
#   scripts/served.sh fuzz [SPAR]         schemathesis over the whole OpenAPI, for FUZZ_API seconds (180)
set -euo pipefail
cd "$(dirname "$0")/.."

what=$1
spar=$(realpath "${2:-bin/spar}")
venv=.cache/python-2
if [ ! -x "$venv/bin/schemathesis" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check openai==3.54.0 mcp==2.3.0 schemathesis==4.32.5
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/spar-served-XXXXXX")
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; wait; rm -rf "$dir"' EXIT
export SPAR_DATA_DIR=$dir/data
cp -r testdata/sample/share "$dir/share"
"$spar" share add docs "$dir/share"
"$spar" scan
"$spar" ws create leave-review --scope 'path:travel-and-leave/**'
"$spar" serve --listen 127.0.0.1:0 --no-watch --requests-a-minute 0 --answers-at-once 0 --base-url '' --json >"$dir/ready" 2>"$dir/log" &
server=$!
for _ in $(seq 100); do
  grep -q '"url"' "$dir/ready" && break
  sleep .1
done
SPAR_URL=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$dir/ready")
SPAR_TOKEN=$("$spar" token create --may curate --expires 1d)
export SPAR_URL SPAR_TOKEN SPAR=$spar

case $what in
clients) "$venv/bin/python" scripts/clients.py ;;
fuzz) # by one thread: ast.parse of Python 3.11 fails now and then in several
  "$venv/bin/schemathesis" run "$SPAR_URL/api/openapi.json" --url "$SPAR_URL" -H "Authorization: Bearer $SPAR_TOKEN" \
    --checks not_a_server_error,content_type_conformance,response_schema_conformance --phases fuzzing,coverage --workers 1 --request-timeout 60 \
    --max-time "${FUZZ_API:-180}" --suppress-health-check=all --exclude-operation-id answerEvents --exclude-operation-id revokeToken --exclude-operation-id importWorkspace --no-color
  # A panic is a fault whatever the client was told.
  if grep -q 'made SPAR panic' "$dir/log"; then
    cat "$dir/log" >&2
    exit 1
  fi
  curl -sf "$SPAR_URL/healthz" >/dev/null
  ;;
*)
  echo "served: clients or fuzz, not $what" >&2
  exit 2
  ;;
esac
