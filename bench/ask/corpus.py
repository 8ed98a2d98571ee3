"""Makes a folder of Markdown files of random words, for measuring what a question costs over many passages.

    python3 corpus.py FOLDER [FILES] [SECTIONS]

Words are drawn from 50,000 by Zipf's law; each section becomes one passage. The same arguments make the same files.
"""

import itertools
import os
import random
import sys


def main():
    folder = sys.argv[1]
    files = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    sections = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    draw = random.Random(1)
    syllables = ["".join(s) for s in itertools.product("bdfgklmnprstvz", "aeiou")]
    words = sorted({"".join(draw.choices(syllables, k=draw.randint(2, 4))) for _ in range(60000)})[:50000]
    draw.shuffle(words)
    weights = list(itertools.accumulate(1 / (i + 1) for i in range(len(words))))
    for n in range(files):
        place = os.path.join(folder, f"{n % 20:02d}")
        os.makedirs(place, exist_ok=True)
        with open(os.path.join(place, f"report {n:05d}.md"), "w", encoding="utf-8") as f:
            for s in range(sections):
                f.write(f"## {' '.join(draw.choices(words, k=3))}\n\n")
                text = draw.choices(words, cum_weights=weights, k=110)
                f.write(" ".join(w.capitalize() + "." if i % 12 == 11 else w for i, w in enumerate(text)) + "\n\n")


if __name__ == "__main__":
    main()
