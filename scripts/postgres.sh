#!/usr/bin/env bash
# Runs a command with a throw-away PostgreSQL server, whose connection string is in SPAR_POSTGRES:
#
#   bash scripts/postgres.sh go test ./internal/db/...
#
# Where SPAR_POSTGRES names a server already, that one is used. Where none is installed, the command runs without, unless
# SPAR_REQUIRE lists postgres.
#
# The server is the newest that is installed. It listens on a socket in a temporary folder, does not care for what a
# power failure would do, and goes with the folder when the command ends. Run as root, the server itself runs as user
# postgres, whom Debian's package makes.
set -euo pipefail

if [ -n "${SPAR_POSTGRES:-}" ]; then
  exec "$@"
fi

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
if [ -z "$bin" ]; then
  bin=$(dirname "$(command -v initdb || echo none/initdb)")
fi
if [ ! -x "$bin/initdb" ]; then
  echo "postgres.sh: there is no PostgreSQL server; on Debian: apt-get install postgresql" >&2
  case ,${SPAR_REQUIRE:-}, in *,postgres,*) exit 1 ;; esac
  exec "$@"
fi

dir=$(mktemp -d /tmp/spar-postgres.XXXXXX)
as=()
if [ "$(id -u)" -eq 0 ]; then
  chown postgres "$dir"
  as=(setpriv --reuid=postgres --regid=postgres --init-groups)
fi
stop() {
  (cd "$dir" && "${as[@]}" "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1) || true
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT TERM

server() { # what it says is shown when it fails
  local said
  said=$(cd "$dir" && "${as[@]}" "$@" 2>&1 </dev/null) || { echo "$said" >&2; cat "$dir/log" >&2 || true; return 1; }
}
server "$bin/initdb" -D "$dir/data" -U spar -A trust -E UTF8 --locale=C --no-sync
server "$bin/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/log" start -o \
  "-c listen_addresses='' -c unix_socket_directories='$dir' -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300"

export SPAR_POSTGRES="host=$dir user=spar dbname=postgres"
"$@"
