"""Fits the verifier: the upper layers of all-MiniLM-L6-v2, read with question and text together, and one linear value a token. See README.md."""
import argparse, random, re, time, unicodedata

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import nn

import texts

LAYERS, FROM, HIDDEN, INNER, HEADS = 6, 2, 384, 1536, 12
BATCH = 64
NAMES = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value", "o": "attention.output.dense",
         "n1": "attention.output.LayerNorm", "up": "intermediate.dense", "down": "output.dense", "n2": "output.LayerNorm"}


class Tokens:
    """WordPiece of an uncased vocabulary."""

    def __init__(self, path):
        self.id = {line.rstrip("\n"): i for i, line in enumerate(open(path, encoding="utf8"))}
        self.known = {}

    def word(self, w):
        if w not in self.known:
            out, at = [], 0
            while at < len(w):
                end = next((e for e in range(len(w), at, -1) if ("##" if at else "") + w[at:e] in self.id), 0)
                if not end or len(w) > 100:
                    out = [self.id["[UNK]"]]
                    break
                out.append(self.id[("##" if at else "") + w[at:end]])
                at = end
            self.known[w] = out
        return self.known[w]

    def __call__(self, text):
        text = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
        return [i for w in re.findall(r"\w+|[^\w\s]|_", text.replace("_", " _ ")) for i in self.word(w)]


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(HIDDEN, HIDDEN) for _ in range(4))
        self.up, self.down = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, HIDDEN)
        self.n1, self.n2 = nn.LayerNorm(HIDDEN, eps=1e-12), nn.LayerNorm(HIDDEN, eps=1e-12)

    def forward(self, x, mask):
        b, t, h = x.shape
        heads = lambda y: y.view(b, t, HEADS, h // HEADS).transpose(1, 2)
        a = F.scaled_dot_product_attention(heads(self.q(x)), heads(self.k(x)), heads(self.v(x)), attn_mask=mask)
        x = self.n1(x + self.o(a.transpose(1, 2).reshape(b, t, h)))
        return self.n2(x + self.down(F.gelu(self.up(x))))


class Verifier(nn.Module):
    def __init__(self, folder):
        super().__init__()
        self.word, self.place, self.kind = nn.Embedding(30522, HIDDEN), nn.Embedding(512, HIDDEN), nn.Embedding(2, HIDDEN)
        self.first = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers, self.head = nn.ModuleList(Layer() for _ in range(LAYERS)), nn.Linear(HIDDEN, 1)
        w, at = load_file(folder + "/model.safetensors"), "embeddings."
        own = {"word.weight": w[at + "word_embeddings.weight"], "place.weight": w[at + "position_embeddings.weight"], "kind.weight": w[at + "token_type_embeddings.weight"],
               "first.weight": w[at + "LayerNorm.weight"], "first.bias": w[at + "LayerNorm.bias"], "head.weight": torch.randn(1, HIDDEN) * .02, "head.bias": torch.zeros(1)}
        for i in range(LAYERS):
            for mine, name in NAMES.items():
                for part in ("weight", "bias"):
                    own[f"layers.{i}.{mine}.{part}"] = w[f"encoder.layer.{i}.{name}.{part}"]
        self.load_state_dict(own)
        for name, p in self.named_parameters():
            p.requires_grad = name.startswith("head") or name.startswith("layers") and int(name.split(".")[1]) >= FROM

    def forward(self, ids, kinds, mask):
        x = self.first(self.word(ids) + self.place(torch.arange(ids.shape[1]))[None] + self.kind(kinds))
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :].expand(-1, 1, ids.shape[1], -1))
        return x

    def save(self, path):
        state, out = self.state_dict(), {}
        for i in range(FROM, LAYERS):
            for mine, name in NAMES.items():
                for part in ("weight", "bias"):
                    out[f"encoder.layer.{i}.{name}.{part}"] = state[f"layers.{i}.{mine}.{part}"].clone()
        out |= {"kind": (state["kind.weight"][1] - state["kind.weight"][0]).clone(), "head.weight": state["head.weight"][0].clone(), "head.bias": state["head.bias"].clone()}
        save_file(out, path)


def batch(windows, begin, end):
    """tokens, their kinds, which there are; for each sentence the mean over its tokens, whether there is one, whether it answers"""
    rows = []
    for w in windows:
        ids = [begin, *w.question, end]
        asked, spans = len(ids), []
        ids = ids + w.title
        for s in w.sentences:
            spans.append((len(ids), len(ids) + len(s)))
            ids = ids + s
        rows.append((ids + [end], asked, spans, w.answers))
    n, t, most = len(rows), (max(len(r[0]) for r in rows) + 7) // 8 * 8, max(len(r[2]) for r in rows)
    ids, kinds, mask = torch.zeros(n, t, dtype=torch.long), torch.zeros(n, t, dtype=torch.long), torch.zeros(n, t, dtype=torch.bool)
    mean, there, answers = torch.zeros(n, most, t), torch.zeros(n, most, dtype=torch.bool), torch.zeros(n, most)
    for i, (row, asked, spans, gold) in enumerate(rows):
        ids[i, :len(row)], kinds[i, asked:len(row)], mask[i, :len(row)] = torch.tensor(row), 1, True
        for j, (a, b) in enumerate(spans):
            if b > a:
                mean[i, j, a:b], there[i, j] = 1 / (b - a), True
            answers[i, j] = float(j in gold)
    return ids, kinds, mask, mean, there, answers


def loss(model, ids, kinds, mask, mean, there, answers):
    with torch.autocast("cpu", torch.bfloat16):
        x = model(ids, kinds, mask)
    values = model.head(x.float()).squeeze(-1)
    text, said = values[:, 0], torch.bmm(mean, values.unsqueeze(-1)).squeeze(-1)
    answered = (answers.sum(1) > 0).float()
    out = F.binary_cross_entropy_with_logits(text, answered)
    out = out + (F.binary_cross_entropy_with_logits(said, answers, reduction="none") * there).sum() / there.sum()
    shares = torch.log_softmax(said.masked_fill(~there, -1e4), 1).masked_fill(answers == 0, -1e4).logsumexp(1)
    return out - .5 * (shares * answered).sum() / answered.sum().clamp(min=1)


def fit(model, windows, rate, begin, end):
    """one pass, the rate rising, then falling to nothing"""
    parameters = [p for p in model.parameters() if p.requires_grad]
    groups = [{"params": [p for p in parameters if p.ndim > 1], "weight_decay": .01}, {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, lr=rate, betas=(.9, .98))
    random.shuffle(windows)
    batches = []
    for i in range(0, len(windows), BATCH * 50):  # of like lengths
        some = sorted(windows[i:i + BATCH * 50], key=lambda w: len(w.question) + sum(map(len, w.sentences)))
        some = [some[j:j + BATCH] for j in range(0, len(some), BATCH)]
        random.shuffle(some)
        batches += some
    began, mean = time.time(), 0
    for step, some in enumerate(batches):
        for g in optimizer.param_groups:
            g["lr"] = rate * min(1, (step + 1) / 80) * (1 - step / len(batches))
        value = loss(model, *batch(some, begin, end))
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1)
        optimizer.step()
        mean = .98 * mean + .02 * value.item() if step else value.item()
        if step % 50 == 0:
            print(f"{step} of {len(batches)}: loss {mean:.3f}, {(time.time() - began) / (step + 1) * (len(batches) - step):.0f} s left", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    for name in ("public", "sets", "replies", "rag", "base"):
        p.add_argument("--" + name, required=True)
    p.add_argument("-o", required=True)
    a = p.parse_args()
    random.seed(7)
    torch.manual_seed(3)
    ids = Tokens(a.base + "/vocab.txt")
    begin, end = ids.id["[CLS]"], ids.id["[SEP]"]
    public = list(texts.windows(*texts.public(a.public), ids))
    model = Verifier(a.base)
    fit(model, random.sample(public, min(50000, len(public))), 1.2e-4, begin, end)
    own = list(texts.shares(a.sets, a.replies, ids)) + list(texts.firms(a.rag, ids))
    yes, no = [w for w in own if w.answers], [w for w in own if not w.answers]
    fit(model, 2 * yes + random.sample(no, min(len(no), 3 * len(yes))) + random.sample(public, 4000), 5e-5, begin, end)
    model.save(a.o)


if __name__ == "__main__":
    main()
