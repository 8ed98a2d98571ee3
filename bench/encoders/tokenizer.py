#!/usr/bin/env python3
"""Tokens a second of SPAR's tokenizer and of Hugging Face's, on one thread, in one run.

    python3 -m venv .venv && .venv/bin/pip install tokenizers
    scripts/assets.sh model
    .venv/bin/python bench/encoders/tokenizer.py MODEL_FOLDER TEXTS.jsonl... [--rounds 9]

TEXTS.jsonl has a "text" a line. Both cut texts off at the encoder's 256 tokens, and must count the same. Of the ways that
Hugging Face's has, one text at a time or all, with and without offsets, the fastest counts. Processor time, the best
round of each.
"""
import argparse, json, os, subprocess, sys, tempfile, time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"
from tokenizers import Tokenizer


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("model")
    p.add_argument("texts", nargs="+")
    p.add_argument("--rounds", type=int, default=9)
    a = p.parse_args()
    tok = Tokenizer.from_file(os.path.join(a.model, "tokenizer.json"))
    tok.no_padding()
    tok.enable_truncation(256)
    ways = [lambda t: [tok.encode(x) for x in t], tok.encode_batch, tok.encode_batch_fast]
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    binary = os.path.join(tempfile.mkdtemp(), "encoders")
    subprocess.run(["go", "build", "-o", binary, "./bench/encoders"], cwd=root, check=True)
    go = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for path in a.texts:
        with open(path) as f:
            texts = [json.loads(line)["text"] for line in f]
        line = json.dumps({"texts": texts, "tokens": True, "threads": 1})
        ours, theirs = 1e9, 1e9
        for _ in range(a.rounds):
            go.stdin.write(line + "\n")
            go.stdin.flush()
            got = json.loads(go.stdout.readline())
            ours = min(ours, got["cpu"])
            for way in ways:
                start = time.process_time()
                encoded = way(texts)
                theirs = min(theirs, time.process_time() - start)
                tokens = sum(len(e.ids) for e in encoded)
                if tokens != got["tokens"]:
                    sys.exit(f"{path}: Hugging Face counts {tokens} tokens, SPAR {got['tokens']}")
        print(f"{path}: {tokens} tokens; millions a second: SPAR {tokens/ours/1e6:.2f}, Hugging Face {tokens/theirs/1e6:.2f}, ratio {theirs/ours:.1f}", flush=True)
    go.stdin.close()
    go.wait()


if __name__ == "__main__":
    sys.exit(main())
