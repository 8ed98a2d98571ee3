"""Times the building of an HNSW index, beside which the opening of a workspace is measured.

    pip install faiss-cpu numpy
    python bench/hnsw/hnsw.py --vectors 100000

The vectors are drawn around 1,000 topics, as `spar-eval bench workspace` draws its own: nothing of an encoder is in the figure. It prints processor
time, wall time and recall at 10 against an exhaustive search.
"""

import argparse
import json
import time

import faiss
import numpy as np

p = argparse.ArgumentParser()
p.add_argument("--vectors", type=int, default=100_000)
p.add_argument("--dim", type=int, default=384)
p.add_argument("--neighbours", type=int, default=32)
p.add_argument("--construction", type=int, default=200)
p.add_argument("--search", type=int, default=64)
p.add_argument("--threads", type=int, default=1)
p.add_argument("--seed", type=int, default=1)
a = p.parse_args()

faiss.omp_set_num_threads(a.threads)
r = np.random.default_rng(a.seed)
topics = r.standard_normal((1000, a.dim), dtype=np.float32)


def drawn(n):
    v = topics[r.integers(0, len(topics), n)] + r.standard_normal((n, a.dim), dtype=np.float32)
    return v / np.linalg.norm(v, axis=1, keepdims=True)


vectors, questions = drawn(a.vectors), drawn(200)
index = faiss.IndexHNSWFlat(a.dim, a.neighbours, faiss.METRIC_INNER_PRODUCT)
index.hnsw.efConstruction = a.construction
cpu, wall = time.process_time(), time.time()
index.add(vectors)
cpu, wall = time.process_time() - cpu, time.time() - wall
index.hnsw.efSearch = a.search
begin = time.process_time()
_, found = index.search(questions, 10)
search = (time.process_time() - begin) / len(questions)
exact = faiss.IndexFlatIP(a.dim)
exact.add(vectors)
_, truth = exact.search(questions, 10)
recall = np.mean([len(set(f) & set(t)) / 10 for f, t in zip(found, truth)])
print(json.dumps({
    "vectors": a.vectors, "faiss": faiss.__version__, "build_cpu_s": round(cpu, 1), "build_s": round(wall, 1),
    "search_cpu_ms": round(1000 * search, 2), "recall_at_10": round(float(recall), 3),
}))
