#!/usr/bin/env bash
# Runs the tests of the arithmetic, and of the encoders against transformers, as an arm64 processor would: under
# qemu-aarch64, on Debian the package qemu-user. Once more without the dot products of Armv8.2, which not all have.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v qemu-aarch64 >/dev/null; then
  echo "arm64: qemu-aarch64 is needed; install qemu-user" >&2
  exit 1
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for room in vec embed; do
  CGO_ENABLED=0 GOARCH=arm64 go test -c -o "$dir/$room" "./internal/$room"
done
echo "arm64: internal/vec"
(cd internal/vec && qemu-aarch64 "$dir/vec" -test.run .)
echo "arm64: internal/vec, without dot products"
(cd internal/vec && qemu-aarch64 -cpu cortex-a57 "$dir/vec" -test.run 'Int8|Pick')
echo "arm64: internal/embed, parity with transformers"
(cd internal/embed && qemu-aarch64 "$dir/embed" -test.run Parity)
