#!/usr/bin/env bash
# Looks for known faults in the Go modules, where govulncheck is installed and its database can be reached; else it says that it did not.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v govulncheck >/dev/null; then
  echo "vulns: not looked for: govulncheck is not installed (go install golang.org/x/vuln/cmd/govulncheck@latest)"
elif ! curl -fsS -m 5 -o /dev/null https://vuln.go.dev/index/db.json 2>/dev/null; then
  echo "vulns: not looked for: the database at vuln.go.dev cannot be reached"
else
  timeout 300 govulncheck ./...
  timeout 300 govulncheck -C eval ./...
fi
