#!/usr/bin/env python3
"""What a question costs when no passage has a vector, beside embedding the same 50 passages alone with ONNX Runtime.

    .venv/bin/python bench/encoders/cold.py make CORPUS.csv FOLDER
    export SPAR_PASSAGE_SIZE=1600
    bin/spar share add --data DATA big FOLDER && bin/spar search --data DATA --rank bm25 -q cells
    .venv/bin/python bench/encoders/cold.py ask bin/spar DATA MODEL_FOLDER [QUESTION ...] [--rounds 5]

`make` writes 100 files of paragraphs of sentences of SciFact's abstracts in random order, from which the two commands
after it make 100,000 passages of 200 tokens and more. `ask` measures: a round is a whole `spar search` process for each
question, start, opening the encoder, words over all passages, embedding the best 50, meaning, order, and what is kept; the
vectors are removed before. It shows ten passages, as by default; of the questions below none ends before all 50 are
embedded. ONNX Runtime embeds the text of those 50 alone, its model loaded and the texts split into tokens, in batches of
1, 4 and 8 of which the fastest counts. The two take turns. Medians over questions and rounds, on two threads; by the clock
and by processor time.
"""
import argparse, csv, glob, json, os, random, re, resource, statistics, subprocess, tempfile, time

QUESTIONS = ["Do statins lower the risk of heart disease?", "How do cells repair damaged DNA?", "Which genes raise the risk of breast cancer?",
             "Does vitamin D prevent fractures in the elderly?", "What do T cells need to remember an infection?", "How is insulin resistance measured?",
             "What slows the growth of tumours in mice?", "Why do bacteria become resistant to antibiotics?"]


def make(corpus, folder, files=100, each=1000, tokens=200):
    with open(corpus, newline="") as f:
        quoted = [re.findall(r"""['"](.+?)['"](?=\s*[\]\n])""", row["abstract"]) for row in csv.DictReader(f)]
    sentences = [s.replace("\n", " ") for abstract in quoted for s in abstract if 5 < len(s.split()) < 60]
    draw = random.Random(1)
    os.makedirs(folder)
    for i in range(files):
        with open(os.path.join(folder, f"part-{i:03}.md"), "w") as f:
            for _ in range(each):
                text = []
                while sum(1.45 * len(s.split()) for s in text) < tokens:
                    text.append(draw.choice(sentences))
                f.write(" ".join(text) + "\n\n")


def search(a, question, *args):
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([a.spar, "search", "--data", a.data, "--encoder", "precise", "--json", *args, question], check=True, capture_output=True, text=True).stdout
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(out), wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ask(a):
    import onnx
    from onnx import TensorProto
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from tokenizers import Tokenizer
    import compare

    tok = Tokenizer.from_file(os.path.join(a.model, "tokenizer.json"))
    tok.no_padding()
    tok.enable_truncation(256)
    with tempfile.TemporaryDirectory() as tmp:
        f32, i8 = os.path.join(tmp, "f32.onnx"), os.path.join(tmp, "i8.onnx")
        onnx.save(compare.graph(a.model), f32)
        quantize_dynamic(f32, i8, weight_type=QuantType.QInt8, per_channel=True, extra_options={"DefaultTensorType": TensorProto.FLOAT})
        session = compare.session(i8, 2)
    times, tokens = {}, []
    for round in range(a.rounds + 1):
        for question in a.questions or QUESTIONS:
            hits, _, _ = search(a, question, "--rank", "bm25", "-k", "50")
            ids = [tok.encode(h["text"]).ids for h in hits["hits"]]
            measured = {"words": search(a, question, "--rank", "bm25")[1:]}
            for arithmetic in "float32", "int8":
                for column in glob.glob(os.path.join(a.data, "**", "*.col"), recursive=True):
                    os.remove(column)
                which = ("--encoder-arithmetic", arithmetic)
                measured["cold " + arithmetic] = search(a, question, *which)[1:]
                measured["again " + arithmetic] = search(a, question, *which)[1:]
            runs = []
            for batch in (1, 4, 8):
                wall, cpu = time.perf_counter(), time.process_time()
                compare.embed(session, ids, batch)
                runs.append((time.perf_counter() - wall, time.process_time() - cpu))
            measured["onnx int8"] = min(runs)
            if round:  # the first warms caches
                tokens.append(sum(map(len, ids)))
                for who, t in measured.items():
                    times.setdefault(who, []).append(t)
    print(f"50 passages of {statistics.median(tokens):.0f} tokens")
    median = {who: [statistics.median(x) for x in zip(*t)] for who, t in times.items()}
    print("| | ms by the clock | of ONNX Runtime | ms of processors | of ONNX Runtime |\n|---|---|---|---|---|")
    for who, (wall, cpu) in median.items():
        print(f"| {who} | {1000 * wall:.0f} | {wall / median['onnx int8'][0]:.2f} | {1000 * cpu:.0f} | {cpu / median['onnx int8'][1]:.2f} |")


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    sub = p.add_subparsers(required=True)
    m = sub.add_parser("make")
    m.add_argument("corpus"), m.add_argument("folder")
    m.set_defaults(run=lambda a: make(a.corpus, a.folder))
    q = sub.add_parser("ask")
    q.add_argument("spar"), q.add_argument("data"), q.add_argument("model"), q.add_argument("questions", nargs="*")
    q.add_argument("--rounds", type=int, default=5)
    q.set_defaults(run=ask)
    a = p.parse_args()
    a.run(a)


if __name__ == "__main__":
    main()
