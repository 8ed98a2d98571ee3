#!/usr/bin/env bash
# Makes internal/embed/light.spar, the table of the built-in light encoder, again: fetches texts in packages of Debian 12
# at exact versions, checked by SHA-256, and fits the table to them. Needs apt-get, dpkg, Python 3, bin/spar with its
# encoder, and $SPAR_EVAL_DATA/handbook_18f (docs/results/encoders.md). Takes about a quarter of an hour of two cores.
#
#   scripts/light.sh [FILE]      (default: internal/embed/light.spar)
#
# No set that is measured with `spar eval` is among the texts. What they are, and their licences, stands in NOTICE.
set -euo pipefail
cd "$(dirname "$0")/.."

out=$(realpath -m "${1:-internal/embed/light.spar}")
handbook=$(realpath "${SPAR_EVAL_DATA:?names the folder of public data, for its handbook_18f}/handbook_18f")
spar=$(realpath bin/spar)
packages='
wordnet-base=1:3.0-37                        61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752
r-bioc-go.db=3.16.0-1                        6cf9c43b97212811ecb7ad0d7cde12e76f984ab7494a59c02455239a9dd3243d
python-biopython-doc=1.80+dfsg-4             350b871fa68e73e7dee78d6affec8a27bcbb31cd690843a82aefe187dab1712f
python-sklearn-doc=1.2.1+dfsg-1              4e244556326064e87e7563e3e544c2288d44b5719db2d7b3a85c9a84ae93488d
python-statsmodels-doc=0.13.5+dfsg-7         4167a3e13347343b9f0a6677fc804ecad80dd735d17bc051829610f6f1bc2afb
python3.11-doc=3.11.2-6+deb12u9              5b3594189d6ef9a6963ce0347fd307a1cc67620ad697e144db366070e2e146be'

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/texts"
while read -r package sum; do
  [ -n "$package" ] || continue
  mkdir "$dir/deb"
  (cd "$dir/deb" && apt-get download -q "$package")
  got=$(sha256sum <"$(ls "$dir"/deb/*.deb)")
  if [ "${got%% *}" != "$sum" ]; then
    echo "light: $package does not have the expected SHA-256" >&2
    exit 1
  fi
  dpkg -x "$dir"/deb/*.deb "$dir/${package%%=*}"
  rm -r "$dir/deb"
done <<<"$packages"
python3 scripts/light_texts.py "$dir" "$handbook" "$dir/texts"
"$spar" model fit-light "$dir/texts" --out "$out"
