#!/usr/bin/env bash
# Serves the sample share in a data directory of its own and runs something of others against it, from PyPI and npm at fixed versions:
#
#   scripts/served.sh clients [SPAR]      openai-python and the Python SDK of MCP
#   scripts/served.sh sign-in [SPAR]      oidc-provider, which signs people in; needs Node.js
#   scripts/served.sh fuzz [SPAR]         schemathesis over the whole OpenAPI, for FUZZ_API seconds (60)
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
provider=
trap 'for p in $server $provider; do kill "$p" 2>/dev/null; done; wait; rm -rf "$dir"' EXIT
export SPAR_DATA_DIR=$dir/data
cp -r testdata/sample/share "$dir/share"
"$spar" share add docs "$dir/share"
"$spar" scan
"$spar" ws create leave-review --scope 'path:travel-and-leave/**'
# Whoever administers reaches every operation; clients are tried as somebody who may not.
may=curate admin=false
[ "$what" != fuzz ] || may=administer admin=true
(cd "$dir" && exec "$spar" serve --admin-api=$admin --listen 127.0.0.1:0 --no-watch --requests-a-minute 0 --answers-at-once 0 --base-url '' --json >"$dir/ready" 2>"$dir/log") &
server=$!
for _ in $(seq 100); do
  grep -q '"url"' "$dir/ready" && break
  sleep .1
done
SPAR_URL=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$dir/ready")
SPAR_TOKEN=$("$spar" token create --may "$may" --expires 1d)
export SPAR_URL SPAR_TOKEN SPAR=$spar

# sign_in serves a share of its own, of which groups of the provider may read a part.
sign_in() {
  (cd scripts/provider && npm ci --silent --no-audit --no-fund)
  kill "$server" && wait "$server"
  mkdir "$dir/rights"
  echo 'Everybody may read this.' >"$dir/rights/everybody.md"
  echo 'The staff may read this.' >"$dir/rights/staff.md"
  printf '%s\n' 'groups:' '  - {name: staff, also: ["oidc:staff"]}' 'people:' '  - {name: ada, uid: 70010}' '  - {name: bob, uid: 70011}' >"$dir/principals.yaml"
  printf '%s\n' 'path,principal,right' 'everybody.md,everyone,read' 'staff.md,group:staff,read' >"$dir/rights.csv"
  export SPAR_DATA_DIR=$dir/signed-in
  export SPAR_PRINCIPALS=$dir/principals.yaml SPAR_OIDC_CLIENT=spar SPAR_OIDC_SECRET='a secret of the test' SPAR_OIDC_PERSON=preferred_username SPAR_OIDC_GROUPS=groups
  "$spar" share add rights "$dir/rights"
  "$spar" share rights rights table "$dir/rights.csv"
  "$spar" scan
  local port
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  SPAR_URL=http://127.0.0.1:$port node scripts/provider/provider.js >"$dir/provider" 2>"$dir/provider-log" &
  provider=$!
  for _ in $(seq 100); do [ -s "$dir/provider" ] && break; sleep .1; done
  PROVIDER=$(cat "$dir/provider")
  SPAR_OIDC_ISSUER=$PROVIDER "$spar" serve --listen "127.0.0.1:$port" --no-watch --base-url '' >"$dir/ready" 2>"$dir/log" &
  server=$!
  for _ in $(seq 100); do curl -sf "http://127.0.0.1:$port/readyz" >/dev/null && break; sleep .1; done
  SPAR_URL=http://127.0.0.1:$port PROVIDER=$PROVIDER "$venv/bin/python" scripts/sign_in.py || { cat "$dir/log" "$dir/provider-log" >&2; exit 1; }
}

case $what in
sign-in) sign_in ;;
clients) "$venv/bin/python" scripts/clients.py ;;
fuzz) # by one thread: ast.parse of Python 3.11 fails now and then in several; a model elsewhere that never answers would have questions wait
  "$venv/bin/schemathesis" run "$SPAR_URL/api/openapi.json" --url "$SPAR_URL" -H "Authorization: Bearer $SPAR_TOKEN" \
    --checks not_a_server_error,content_type_conformance,response_schema_conformance --phases fuzzing,coverage --workers 1 --request-timeout 60 \
    --max-time "${FUZZ_API:-60}" --suppress-health-check=all --exclude-operation-id answerEvents --exclude-operation-id revokeToken --exclude-operation-id importWorkspace --exclude-operation-id connect --no-color
  # A panic is a fault whatever the client was told.
  if grep -q 'made SPAR panic' "$dir/log"; then
    cat "$dir/log" >&2
    exit 1
  fi
  curl -sf "$SPAR_URL/healthz" >/dev/null
  ;;
*)
  echo "served: clients, sign-in or fuzz, not $what" >&2
  exit 2
  ;;
esac
