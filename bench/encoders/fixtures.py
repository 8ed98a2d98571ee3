#!/usr/bin/env python3
"""Makes randomly initialised models with the outputs that transformers computes, for the parity tests of internal/embed.

    python3 -m venv .venv && .venv/bin/pip install torch transformers tokenizers
    .venv/bin/python bench/encoders/fixtures.py internal/embed/testdata/parity           (small ones, which are committed)
    .venv/bin/python bench/encoders/fixtures.py --full parity-full                       (the shapes of the real models)
    SPAR_PARITY_MODELS=parity-full go test ./internal/embed -run Parity -v

Each folder is a Hugging Face folder with cases.json beside: what goes in and what comes out; weights are float16, to be small. The full ones have the
shapes of all-mpnet-base-v2, ms-marco-MiniLM-L-12-v2 and bert-base-NER, with a made-up vocabulary of the same size.
"""
import argparse, json, os, random
import torch
from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import (BertConfig, BertForSequenceClassification, BertForTokenClassification, MPNetConfig, MPNetModel)

WORDS = "the leave of a parent is ten days, Ask Anna Schmidt at Berlin-Mitte (room 12) about “naïve” 東京 plans.".split()
PIECES = list("abcdefghijklmnopqrstuvwxyzABS0123456789.,-()“”東京") + ["the", "leave", "parent", "days", "Berlin", "Anna", "##a", "##n", "##s", "##ave", "##chmidt", "##ro", "##om", "##erlin"] + ["##" + c for c in "bcdefghijklmopqrtuvwxyz0123456789"]


def texts(r, n):
    made = ["", "leave", "Ask Anna Schmidt, Berlin.", "</s> <S> [unk] [CLS] <mask> end"]
    while len(made) < n:
        made.append(" ".join(r.choice(WORDS) for _ in range(r.choice([3, 12, 40, 100, 160]))))
    return made


def vocabulary(family, size):
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = special + PIECES
    if family == "mpnet":
        words = ["<s>", "<pad>", "</s>", "<unk>"] + words + ["<mask>"]
    words += [f"unused{i}" for i in range(size - len(words))]
    return {w: i for i, w in enumerate(words)}


def tokenizer(family, size, lower):
    v = vocabulary(family, size)
    t = Tokenizer(models.WordPiece(v, unk_token="[UNK]", max_input_chars_per_word=100))
    t.normalizer = normalizers.BertNormalizer(lowercase=lower)
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if family == "mpnet":
        t.post_processor = processors.RobertaProcessing(("</s>", v["</s>"]), ("<s>", v["<s>"]), add_prefix_space=False, trim_offsets=False)
        t.add_special_tokens([AddedToken(s, normalized=True, lstrip=s == "<mask>") for s in ("<s>", "<pad>", "</s>", "<unk>", "[UNK]", "<mask>")])
    else:
        t.post_processor = processors.BertProcessing(("[SEP]", v["[SEP]"]), ("[CLS]", v["[CLS]"]))
        t.add_special_tokens([AddedToken(s, normalized=False) for s in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")])
    return t


def save(root, name, model, tok, cases):
    out = os.path.join(root, name)
    os.makedirs(out, exist_ok=True)
    model.half().save_pretrained(out)
    tok.no_truncation()
    tok.save(os.path.join(out, "tokenizer.json"), pretty=False)
    with open(os.path.join(out, "cases.json"), "w") as f:
        json.dump(cases, f, ensure_ascii=False, separators=(",", ":"))


def rounded(x):
    return [round(v, 6) for v in x.tolist()]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("--full", action="store_true")
    a = p.parse_args()
    r = random.Random(5)
    torch.manual_seed(5)
    n = 40 if a.full else 12
    small = dict(hidden_size=20, num_attention_heads=4, num_hidden_layers=2, intermediate_size=28, initializer_range=.25)

    size = 30527 if a.full else 110
    c = MPNetConfig(vocab_size=size, max_position_embeddings=514, layer_norm_eps=1e-5, initializer_range=.05) if a.full else \
        MPNetConfig(vocab_size=size, max_position_embeddings=202, layer_norm_eps=1e-5, **small)
    m, tok = MPNetModel(c, add_pooling_layer=False).eval().half().float(), tokenizer("mpnet", size, True)
    torch.nn.init.normal_(m.encoder.relative_attention_bias.weight, std=1)
    m.half().float()
    tok.enable_truncation(c.max_position_embeddings - 2)
    cases = []
    for t in texts(r, n):
        ids = tok.encode(t).ids
        h = m(torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long)).last_hidden_state[0].mean(0)
        cases.append({"text": t, "vector": rounded(h / h.norm())})
    save(a.out, "mpnet", m, tok, cases)

    size = 30522 if a.full else 105
    full = dict(hidden_size=384, num_attention_heads=12, num_hidden_layers=12, intermediate_size=1536, max_position_embeddings=512, initializer_range=.05)
    c = BertConfig(vocab_size=size, num_labels=1, **(full if a.full else dict(small, max_position_embeddings=120)))
    m, tok = BertForSequenceClassification(c).eval().half().float(), tokenizer("bert", size, True)
    tok.enable_truncation(c.max_position_embeddings, strategy="longest_first")
    cases = []
    for q, t in zip(texts(r, n), reversed(texts(r, n))):
        e = tok.encode(q, t)
        cases.append({"question": q, "text": t, "score": float(m(torch.tensor([e.ids]), token_type_ids=torch.tensor([e.type_ids])).logits[0, 0])})
    save(a.out, "cross", m, tok, cases)

    size = 28996 if a.full else 105
    full = dict(hidden_size=768, num_attention_heads=12, num_hidden_layers=12, intermediate_size=3072, max_position_embeddings=512, initializer_range=.05)
    labels = ["O", "B-MISC", "I-MISC", "B-PER", "I-PER", "B-ORG", "I-ORG", "B-LOC", "I-LOC"]
    c = BertConfig(vocab_size=size, id2label=dict(enumerate(labels)), **(full if a.full else dict(small, max_position_embeddings=250)))
    m, tok = BertForTokenClassification(c).eval().half().float(), tokenizer("bert", size, False)
    cases = []
    for t in texts(r, n):
        e = tok.encode(t)
        if len(e.ids) > c.max_position_embeddings or "[CLS]" in t:
            continue
        probabilities = m(torch.tensor([e.ids])).logits[0].softmax(-1)
        words = []
        for i, w in enumerate(e.word_ids):
            if w is None or w == e.word_ids[i - 1]:
                continue
            last = max(j for j, other in enumerate(e.word_ids) if other == w)
            place = [len(t[:x].encode()) for x in (e.offsets[i][0], e.offsets[last][1])]
            words.append({"from": place[0], "to": place[1], "label": labels[int(probabilities[i].argmax())], "score": round(float(probabilities[i].max()), 5)})
        cases.append({"text": t, "words": words})
    save(a.out, "ner", m, tok, cases)


if __name__ == "__main__":
    with torch.no_grad():
        main()
