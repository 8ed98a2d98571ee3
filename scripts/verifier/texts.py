"""Windows of sentences with questions, of public texts and of shares: what fit.py fits the verifier to."""
import collections, dataclasses, glob, json, math, os, random, re

MOST_TOGETHER = 112  # tokens of sentences that are read together, as in internal/embed/verifier.go


@dataclasses.dataclass
class Window:
    question: list   # tokens
    title: list      # tokens of the name of the file and its heading
    sentences: list  # of lists of tokens
    answers: list    # numbers of the sentences that answer


@dataclasses.dataclass
class Text:
    sentences: list
    title: str = ""


STOP = set("the a an of in to is was were are what which who when where how did do does for on at by with and or that this it its as from be".split())


def words(text):
    return {w[:6] for w in re.findall(r"\w+", text.lower()) if w not in STOP}


def clean(line):
    """undoes the tokens of the Penn treebank"""
    line = line.strip()
    for a, b in (("-lrb-", "("), ("-rrb-", ")"), ("-LRB-", "("), ("-RRB-", ")"), ("-lsb-", "["), ("-rsb-", "]"), ("``", '"'), ("''", '"')):
        line = line.replace(a, b)
    line = re.sub(r" ([,.;:?!%)\]])", r"\1", line)
    line = re.sub(r"([(\[$]) ", r"\1", line)
    return re.sub(r" ('s|n't|'re|'ve|'ll|'d|'m)\b", r"\1", line).replace(" -- ", "–")


def sentences(text):
    """(from, to) of sentences; a number alone goes with what follows"""
    out, at = [], 0
    for m in re.finditer(r"(?<=[.!?;])[\"')\]]*\s+(?=[\"'(]?[A-Z0-9])|\s*\n+\s*", text):
        if text[at:m.start()].strip():
            out.append((at, m.start()))
        at = m.end()
    if text[at:].strip():
        out.append((at, len(text)))
    joined = []
    for a, b in out:
        if joined and re.fullmatch(r"[\d\W]{1,4}", text[joined[-1][0]:joined[-1][1]]):
            joined[-1] = (joined[-1][0], b)
        else:
            joined.append((a, b))
    return joined


def squad(path, title=False):
    """texts and questions of a file in the form of SQuAD: a text an article, an answer by its place"""
    texts, asked = [], []
    for article in json.load(open(path, encoding="utf8"))["data"]:
        text = Text([], article.get("title", "") if title else "")
        for p in article["paragraphs"]:
            spans, first = sentences(p["context"]), len(text.sentences)
            text.sentences += [p["context"][a:b].strip() for a, b in spans]
            for qa in p["qas"]:
                gold = {first + k for k, (a, b) in enumerate(spans) for x in qa["answers"] if a < x["answer_start"] + len(x["text"]) and b > x["answer_start"]}
                if gold:
                    asked.append((len(texts), qa["question"], gold))
        texts.append(text)
    return texts, asked


def public(folder):
    """all texts, and questions as (text, question, sentences that answer)"""
    texts, asked = [], []

    def take(more, questions):
        asked.extend((i + len(texts), q, gold) for i, q, gold in questions)
        texts.extend(more)

    for part in ("dev", "test"):
        lines = lambda kind: [clean(line) for line in open(f"{folder}/nqg-{kind}-{part}.txt", encoding="utf8")]
        place = {}
        source = lines("src")
        for line in source:
            place.setdefault(line, len(place))
        ordered, n = list(place), 120
        take([Text(ordered[i:i + n]) for i in range(0, len(ordered), n)],
             [(place[s] // n, q, {place[s] % n}) for s, q in zip(source, lines("tgt"))])
        take(*squad(f"{folder}/policy-{part}.json", title=True))
        for e in json.load(open(f"{folder}/selqa-{part}.json", encoding="utf8")):
            take([Text(e["candidates"], e["article"] + ". " + e["section"])], [(0, e["question"], set(e["answers"]))])
        for d in json.load(open(f"{folder}/friends-{part}.json", encoding="utf8"))["data"]:
            for p in d["paragraphs"]:
                said = [", ".join(u["speakers"]) + ": " + clean(u["utterance"]) for u in p["utterances:"]]
                take([Text(said)], [(0, clean(qa["question"]), {int(a["utterance_id"]) for a in qa["answers"] if 0 <= int(a["utterance_id"]) < len(said)}) for qa in p["qas"]])
        scenes = collections.defaultdict(list)
        for block in open(f"{folder}/qamr-{part}.tsv", encoding="utf8").read().split("\n\n"):
            block = [line for line in block.strip().split("\n") if line]
            if len(block) > 2 and block[0].startswith("#"):
                scenes[":".join(block[0][1:].split(":")[:3])].append((block[1], [re.split(r"\s{2,}|\t", line)[0] for line in block[2:]]))
        for scene in scenes.values():
            take([Text([s for s, _ in scene])], [(0, q, {i}) for i, (_, list_) in enumerate(scene) for q in random.sample(list_, min(3, len(list_)))])
    take(*squad(f"{folder}/xquad-en.json"))
    return texts, [a for a in asked if a[2]]


def windows(texts, asked, ids):
    """For a question: a window with a sentence that answers; often one of the likest sentences elsewhere in the text; sometimes the first one
    without what answers, which is the hardest."""
    bags = [[words(s) for s in t.sentences] for t in texts]
    count = collections.Counter(w for text in bags for bag in text for w in bag)
    total = sum(map(len, bags))
    weight = lambda w: math.log(1 + total / (1 + count[w]))
    known = {}

    def tokens(text, i):
        if (text, i) not in known:
            known[text, i] = ids(texts[text].sentences[i])[:64]
        return known[text, i]

    def around(text, at, limit, without=()):
        first = last = at
        room, bias = limit - (0 if at in without else len(tokens(text, at))), random.random()
        while True:
            sides = [s for s in (-1, 1) if 0 <= (first - 1 if s < 0 else last + 1) < len(texts[text].sentences)]
            if not sides:
                break
            side = -1 if -1 in sides and (1 not in sides or random.random() < bias) else 1
            i = first - 1 if side < 0 else last + 1
            room -= 0 if i in without else len(tokens(text, i))
            if room < 0:
                break
            first, last = min(first, i), max(last, i)
        return [i for i in range(first, last + 1) if i not in without][:14]

    for text, question, gold in asked:
        limit, title = random.choice([35, 60, 80, 100]), texts[text].title if random.random() < .7 else ""

        def window(list_):
            return Window(ids(question)[:40], ids(title)[:16], [tokens(text, i) for i in list_], [k for k, i in enumerate(list_) if i in gold])

        at = random.choice(sorted(gold))
        lists = [around(text, at, limit)]
        bag = words(question)
        like = sorted(range(len(bags[text])), key=lambda i: -sum(weight(w) for w in bag & bags[text][i]) / (3 + len(bags[text][i])) ** .5)
        far = [i for i in like if all(abs(i - g) > 2 for g in gold)]
        if far:
            lists.append(around(text, far[0], limit, gold))
            if len(far) > 3 and random.random() < .25:
                lists.append(around(text, far[random.randint(1, 3)], limit, gold))
        if random.random() < .5:
            lists.append(around(text, at, limit, gold))
        yield from (window(list_) for list_ in lists if list_)


def parts(question, title, said, gold, ids):
    """a window for each run of sentences that is read together"""
    said = [ids(s)[:64] for s in said]
    run, n = [], 0
    for i in range(len(said) + 1):
        if i == len(said) or run and n + len(said[i]) > MOST_TOGETHER:
            if run:
                yield Window(ids(question)[:40], ids(title)[:16], [said[j] for j in run], [k for k, j in enumerate(run) if j in gold])
            run, n = [], 0
        if i < len(said):
            run.append(i)
            n += len(said[i])


def matches(pattern, text):
    return re.search("(?i)" + pattern, " ".join(text.split())) is not None


def shares(sets, replies, ids):
    """What programs showed for the questions of sets that are read: sentences with what is required answer. Texts with something forbidden, or with a
    part of what is required, are left out."""
    for folder in sorted(os.listdir(sets)):
        asked = {q["id"]: q for q in map(json.loads, open(f"{sets}/{folder}/questions.jsonl", encoding="utf8"))}
        for file in glob.glob(f"{replies}/*/{folder}.jsonl"):
            for reply in map(json.loads, open(file, encoding="utf8")):
                q, a, seen = asked[reply["id"]], reply["ask"], []
                if a.get("computed") or a.get("inventory"):
                    continue
                required = [p for p in q.get("required") or [] if not p.startswith("@")]
                for unit in a.get("evidence", [])[:5] + reply["search"]["hits"][:5]:
                    text = unit["text"]
                    if any(text in x for x in seen) or any(matches(p, text) for p in q.get("forbidden") or []):
                        continue
                    seen.append(text)
                    heading = unit.get("heading") or unit["locator"].get("heading") or ""
                    said = [text[x:y] for x, y in sentences(text)]
                    gold = {i for i, s in enumerate(said) if any(matches(p, s) for p in required)}
                    whole = bool(required) and all(matches(p, heading + "\n" + text) for p in required)
                    if whole != bool(gold):
                        continue
                    title = os.path.splitext(os.path.basename(unit["path"]))[0] + ". " + heading
                    yield from parts(a.get("rewritten") or q["question"], title, said, gold, ids)


def firms(folder, ids):
    """RAG-Multi-Corpus: around the first sentence that answers, elsewhere in its file, and the former without what answers"""
    files = {(f.split("/")[-3], os.path.basename(f)): open(f, encoding="utf8").read() for f in sorted(glob.glob(f"{folder}/share/*/md/*.md"))}
    bare = lambda s: re.sub(r"\W+", "", s.lower())
    for q in map(json.loads, open(f"{folder}/queries.jsonl", encoding="utf8")):
        facts = collections.defaultdict(list)
        for f in q["facts"]:
            facts[f["filename"]].append(bare(f["text"]))
        for name, said in facts.items():
            list_, heads, head = [], [], ""
            for line in files.get((q["firm"], name), "").split("\n"):
                plain = re.sub(r"[*_#`|]+", " ", line).strip()
                if line.startswith("#"):
                    head = plain
                    continue
                for a, b in sentences(plain):
                    list_.append(plain[a:b])
                    heads.append(head)
            gold = {i for i, s in enumerate(list_) for f in said if len(bare(s)) > 15 and (bare(s) in f or f in bare(s))}
            if not gold:
                continue
            at = min(gold)
            from_, to = max(0, at - random.randint(0, 4)), min(len(list_), at + random.randint(2, 7))
            runs = [(at, range(from_, to)), (at, [i for i in range(max(0, at - 3), min(len(list_), at + 5)) if i not in gold])]
            far = [i for i in range(len(list_)) if all(abs(i - g) > 3 for g in gold)]
            if far:
                bag = set(ids(q["query"]))
                i = max(random.sample(far, min(len(far), 30)), key=lambda i: len(bag & set(ids(list_[i]))))
                runs.append((i, [k for k in range(max(0, i - 2), min(len(list_), i + 4)) if k not in gold]))
            for i, run in runs:
                run = list(run)
                yield from parts(q["query"], name[:-3] + ". " + heads[i], [list_[k] for k in run], {k for k, j in enumerate(run) if j in gold}, ids)
