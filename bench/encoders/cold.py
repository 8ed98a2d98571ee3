#!/usr/bin/env python3
"""What a question costs when no passage has a vector, beside embedding the same 50 passages alone with ONNX Runtime.

    .venv/bin/python bench/encoders/cold.py bin/spar DATA MODEL_FOLDER "question" [--rounds 5]

DATA is a data directory whose files were all read (`spar search --data DATA --rank bm25 QUESTION`); its vectors are
removed before each round. A round is a whole `spar search` process: start, scope, words over all passages, embedding
the best 50, meaning, order. ONNX Runtime has its model loaded and its texts split into tokens. Both in 8-bit
arithmetic, taking turns; the best round of each counts, by the clock and by processor time.
"""
import argparse, glob, json, os, resource, subprocess, tempfile, time

import onnx
from onnx import TensorProto
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

import compare


def search(a, *args):
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([a.spar, "search", "--data", a.data, "--encoder", "precise", "--json", *args, a.question], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(out), time.perf_counter() - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("spar"), p.add_argument("data"), p.add_argument("model"), p.add_argument("question")
    p.add_argument("--rounds", type=int, default=5)
    a = p.parse_args()
    hits, _, _ = search(a, "--rank", "bm25", "-k", "50")
    texts = [h["text"] for h in hits["hits"]]
    tok = Tokenizer.from_file(os.path.join(a.model, "tokenizer.json"))
    tok.no_padding()
    tok.enable_truncation(256)
    ids = [tok.encode(t).ids for t in texts]
    with tempfile.TemporaryDirectory() as tmp:
        f32, i8 = os.path.join(tmp, "f32.onnx"), os.path.join(tmp, "i8.onnx")
        onnx.save(compare.graph(a.model), f32)
        quantize_dynamic(f32, i8, weight_type=QuantType.QInt8, per_channel=True, extra_options={"DefaultTensorType": TensorProto.FLOAT})
        session = compare.session(i8, 2)
    best = {}

    def note(who, wall, cpu):
        was = best.get(who, (1e9, 1e9))
        best[who] = (min(was[0], wall), min(was[1], cpu))

    for _ in range(a.rounds):
        for column in glob.glob(os.path.join(a.data, "**", "*.col"), recursive=True):
            os.remove(column)
        cold = search(a, "--encoder-arithmetic", "int8")
        note("cold", *cold[1:])
        note("warm", *search(a, "--encoder-arithmetic", "int8")[1:])
        note("words", *search(a, "--rank", "bm25")[1:])
        for batch in (1, 8):
            wall, cpu = time.perf_counter(), time.process_time()
            compare.embed(session, ids, batch)
            note("onnx", time.perf_counter() - wall, time.process_time() - cpu)
    print(f"{len(texts)} passages of {sum(map(len, ids))} tokens")
    for who, (wall, cpu) in best.items():
        print(f"{who:6} {1000 * wall:7.0f} ms, {1000 * cpu:7.0f} ms of processors; of onnx {wall / best['onnx'][0]:5.2f}, {cpu / best['onnx'][1]:5.2f}")


if __name__ == "__main__":
    main()
