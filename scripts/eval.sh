#!/usr/bin/env bash
# Runs `spar eval` over the sample and, when SPAR_EVAL_DATA names the folder of public data, over three sets that
# spar-eval makes of it, with SPAR_LONG=1 over all seven; that program lies beside SPAR. Reports go to CACHE/reports, one JSON file a set; the main figures are printed.
#
#   scripts/eval.sh SPAR CACHE [SET...]
set -euo pipefail
cd "$(dirname "$0")/.."

spar=$1 cache=$2
shift 2
sets=("$@")
if [ ${#sets[@]} -eq 0 ]; then
  sets=(testdata/sample)
  if [ -n "${SPAR_EVAL_DATA:-}" ]; then
    sets+=(scifact rag-pdf tatqa)
    [ -z "${SPAR_LONG:-}" ] || sets+=(pubmedqa rag-md rag-docx rag-html) # other abstracts; the same questions in other formats
  else
    echo "eval: SPAR_EVAL_DATA is not set, so only the sample is evaluated"
  fi
fi
mkdir -p "$cache/reports"
for set in "${sets[@]}"; do
  report=$cache/reports/$(basename "$set").json
  systems=bm25
  case $set in # where every passage is soon embedded, by meaning too
    testdata/sample | rag-md | tatqa) systems=bm25,lazy-full ;;
  esac
  dir=$("$spar-eval" make "$set" --cache "$cache")
  "$spar" eval "$dir" --systems $systems --cache "$cache" --json >"$report"
  printf 'eval: %s' "$(basename "$set")"
  sed '/"differences"/,$d' "$report" | grep -E '"(name|hit@1|hit@5|ndcg@10|warm_p50|refused|falsely_refused)":' | tr -d '\n,"' | tr -s ' '
  printf '\n'
done

# Answers about two companies that the program makes itself.
halves=(a)
[ -z "${SPAR_LONG:-}" ] || halves+=(b)
for half in "${halves[@]}"; do
  printf 'eval: answers, half %s' "$half"
  "$spar-eval" answers --half "$half" | grep -E '^\| (answerable|near misses)' | tr -s ' \n' ' '
  printf '\n'
done
