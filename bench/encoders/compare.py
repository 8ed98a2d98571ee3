#!/usr/bin/env python3
"""Tokens a second of SPAR's engine and of ONNX Runtime on all-MiniLM-L6-v2, in one run.

    python3 -m venv .venv && .venv/bin/pip install numpy onnx onnxruntime tokenizers
    scripts/assets.sh model
    .venv/bin/python bench/encoders/compare.py MODEL_FOLDER PASSAGES.jsonl [--threads 1,2] [--rounds 5] [--arithmetic int8] [--sets 32,mix] [--markdown]

MODEL_FOLDER is a Hugging Face folder; PASSAGES.jsonl has a "text" a line. The graph for ONNX Runtime is built from the
same safetensors with its fused operators (Attention, SkipLayerNormalization, BiasGelu), which is the fastest that it
has; "int8" is its dynamic quantisation of that graph. Runs of the two alternate; the best round of each counts. On a
machine with other load, read the figures per processor second. ONNX Runtime's threads do not spin while they wait.
"""
import argparse, json, os, struct, subprocess, sys, tempfile, time
import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

HEADS = 12


def tensors(folder):
    with open(os.path.join(folder, "model.safetensors"), "rb") as f:
        n = struct.unpack("<Q", f.read(8))[0]
        head, base = json.loads(f.read(n)), 8 + n
        for name, t in head.items():
            if name == "__metadata__" or t["dtype"] != "F32":
                continue
            f.seek(base + t["data_offsets"][0])
            data = f.read(t["data_offsets"][1] - t["data_offsets"][0])
            yield name, np.frombuffer(data, np.float32).reshape(t["shape"])


def graph(folder):
    w = dict(tensors(folder))
    layers = 1 + max(int(k.split(".")[2]) for k in w if k.startswith("encoder.layer."))
    nodes, init = [], []

    def const(name, value):
        init.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(op, inputs, domain="", **attrs):
        out = f"{op}_{len(nodes)}"
        nodes.append(helper.make_node(op, inputs, [out], name=out, domain=domain, **attrs))
        return out

    ms = "com.microsoft"
    words = node("Gather", [const("words", w["embeddings.word_embeddings.weight"]), "ids"])
    places = const("places", w["embeddings.position_embeddings.weight"] + w["embeddings.token_type_embeddings.weight"][0])
    x = node("Add", [words, node("Gather", [places, "positions"])])
    norm = lambda p: [const(p + ".g", w[p + ".weight"]), const(p + ".b", w[p + ".bias"])]
    x = node("LayerNormalization", [x, *norm("embeddings.LayerNorm")], epsilon=1e-12)
    for i in range(layers):
        p = f"encoder.layer.{i}."
        qkv = [w[p + f"attention.self.{n}.weight"].T for n in ("query", "key", "value")]
        bias = [w[p + f"attention.self.{n}.bias"] for n in ("query", "key", "value")]
        a = node("Attention", [x, const(p + "qkv", np.concatenate(qkv, 1)), const(p + "qkvb", np.concatenate(bias)), "lengths"], ms, num_heads=HEADS)
        a = node("MatMul", [a, const(p + "o", w[p + "attention.output.dense.weight"].T)])
        x = node("SkipLayerNormalization", [a, x, *norm(p + "attention.output.LayerNorm"), const(p + "ob", w[p + "attention.output.dense.bias"])], ms, epsilon=1e-12)
        h = node("MatMul", [x, const(p + "up", w[p + "intermediate.dense.weight"].T)])
        h = node("BiasGelu", [h, const(p + "upb", w[p + "intermediate.dense.bias"])], ms)
        h = node("MatMul", [h, const(p + "down", w[p + "output.dense.weight"].T)])
        x = node("SkipLayerNormalization", [h, x, *norm(p + "output.LayerNorm"), const(p + "downb", w[p + "output.dense.bias"])], ms, epsilon=1e-12)
    nodes.append(helper.make_node("Identity", [x], ["hidden"]))
    g = helper.make_graph(
        nodes, "bert",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, ["batch", "length"]),
         helper.make_tensor_value_info("positions", TensorProto.INT64, ["length"]),
         helper.make_tensor_value_info("lengths", TensorProto.INT32, ["batch"])],
        [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["batch", "length", 384])], init)
    return helper.make_model(g, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(ms, 1)], ir_version=8)


def session(path, threads):
    o = ort.SessionOptions()
    o.intra_op_num_threads, o.inter_op_num_threads = threads, 1
    o.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return ort.InferenceSession(path, o, providers=["CPUExecutionProvider"])


def embed(s, ids, batch):
    """Embeds token ids: sorted by length, padded within batches, mean of the tokens, length 1."""
    out = np.empty((len(ids), 384), np.float32)
    order = sorted(range(len(ids)), key=lambda i: -len(ids[i]))
    for at in range(0, len(order), batch):
        part = order[at:at + batch]
        lengths = np.array([len(ids[i]) for i in part], np.int32)
        x = np.zeros((len(part), lengths[0]), np.int64)
        for r, i in enumerate(part):
            x[r, :lengths[r]] = ids[i]
        h = s.run(None, {"ids": x, "positions": np.arange(lengths[0]), "lengths": lengths})[0]
        for r, i in enumerate(part):
            v = h[r, :lengths[r]].mean(0)
            out[i] = v / np.linalg.norm(v)
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("model")
    p.add_argument("passages")
    p.add_argument("--threads", default="1,2")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--arithmetic", default="float32,int8")
    p.add_argument("--markdown", action="store_true", help="write the rows of the table in docs/results/encoders.md")
    p.add_argument("--sets", default="32,128,256,mix")
    a = p.parse_args()
    tok = Tokenizer.from_file(os.path.join(a.model, "tokenizer.json"))
    tok.no_padding()
    tok.enable_truncation(256)
    with open(a.passages) as f:
        texts = [json.loads(line)["text"] for line in f]
    words = " ".join(texts[1000:]).split()

    def of_length(n, count):
        made, at = [], 0
        while len(made) < count:
            part = words[at % len(words):][:n]
            while n < 256 and len(tok.encode(" ".join(part)).ids) > n:
                part = part[:-1]
            at += len(part) + 1
            if part:
                made.append(" ".join(part))
        return made

    sets = {"32": of_length(32, 96), "128": of_length(128, 24), "256": of_length(256, 12), "mix": texts[1000:1064]}
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    tmp = tempfile.mkdtemp()
    binary, f32, i8 = (os.path.join(tmp, n) for n in ("encoders", "f32.onnx", "i8.onnx"))
    subprocess.run(["go", "build", "-o", binary, "./bench/encoders"], cwd=root, check=True)
    onnx.save(graph(a.model), f32)
    from onnxruntime.quantization import QuantType, quantize_dynamic
    quantize_dynamic(f32, i8, weight_type=QuantType.QInt8, per_channel=True, extra_options={"DefaultTensorType": TensorProto.FLOAT})

    sets = {k: sets[k] for k in a.sets.split(",")}
    ids = {k: [tok.encode(t).ids for t in v] for k, v in sets.items()}
    go = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(texts, arithmetic, threads, model=""):
        go.stdin.write(json.dumps({"texts": texts, "arithmetic": arithmetic, "threads": threads, "model": model}) + "\n")
        go.stdin.flush()
        return json.loads(go.stdout.readline())

    print("| arithmetic | texts of | threads | tokens/s: SPAR | ONNX Runtime | ratio | tokens a processor second: SPAR | ONNX Runtime | ratio |\n|---|---|---|---|---|---|---|---|---|" if a.markdown else
          f"{'arithmetic':10} {'set':4} {'threads':7} {'tokens':>6} | tokens/s wall: {'spar':>7} {'ort':>7} ratio | tokens/processor s: {'spar':>7} {'ort':>7} ratio")
    for threads in map(int, a.threads.split(",")):
        for arithmetic, path in (("float32", f32), ("int8", i8)):
            if arithmetic not in a.arithmetic.split(","):
                continue
            s = session(path, threads)
            for name, batch_ids in ids.items():
                tokens = sum(map(len, batch_ids))
                best = {"spar": [1e9, 1e9], "ort": [1e9, 1e9]}
                for r in range(a.rounds + 1):
                    got = ask(sets[name], arithmetic, threads)
                    runs = [("spar", got["wall"], got["cpu"])]
                    for batch in (1, 8):
                        wall, cpu = time.perf_counter(), time.process_time()
                        embed(s, batch_ids, batch)
                        runs.append(("ort", time.perf_counter() - wall, time.process_time() - cpu))
                    for who, wall, cpu in runs if r else []:
                        best[who] = [min(best[who][0], wall), min(best[who][1], cpu)]
                rate = {w: [tokens / x for x in v] for w, v in best.items()}
                w, c = [(rate["spar"][i], rate["ort"][i]) for i in (0, 1)]
                if a.markdown:
                    text = "mixed" if name == "mix" else name
                    print(f"| {arithmetic} | {text} | {threads} | {w[0]:.0f} | {w[1]:.0f} | {w[0]/w[1]:.2f} | {c[0]:.0f} | {c[1]:.0f} | {c[0]/c[1]:.2f} |", flush=True)
                    continue
                print(f"{arithmetic:10} {name:4} {threads:7} {tokens:6} | {'':15}{w[0]:7.0f} {w[1]:7.0f} {w[0]/w[1]:5.2f} | {'':19}{c[0]:7.0f} {c[1]:7.0f} {c[0]/c[1]:5.2f}", flush=True)
    go.stdin.close()
    go.wait()


if __name__ == "__main__":
    sys.exit(main())
