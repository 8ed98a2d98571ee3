#!/usr/bin/env python3
"""Counts the letters beyond ASCII of languages, by which internal/extract tells code pages apart.

  scripts/letters.py >internal/extract/letters.tsv     from all catalogs of messages below /usr/share/locale
  scripts/letters.py --half 0 >/tmp/letters.tsv        from half of them, to choose rules by
  scripts/letters.py --half 1 --texts DIR              writes the texts of the other half, a file a language

The catalogs are those that Debian's packages install (about thirty have all languages). What is kept are shares of
letters, which are facts; no text of a catalog is.
"""
import argparse, collections, gettext, glob, os, unicodedata, zlib

LANGUAGES = ('de fr es pt it sv da fi nl is ca nb ga pl cs sk hu ro hr sl sq tr lt lv et eo ar fa he el ru uk bg be sr mk '
             'th vi zh_CN zh_TW ja ko').split()
WIDE = {'zh_CN', 'zh_TW', 'ja', 'ko'}
# Letters that code pages have in another form than Unicode's catalogs.
OTHERWISE = {'ro': {'ș': 'ş', 'ț': 'ţ'}, 'fa': {'ی': 'ي'}}


def strings(language, half):
    """The messages of a language, of all catalogs or of one half."""
    for path in sorted(glob.glob(f'/usr/share/locale/{language}/LC_MESSAGES/*.mo')):
        if os.path.basename(path).startswith('iso_'):
            continue  # names of languages and places are written in letters of others
        if half is not None and zlib.crc32(os.path.basename(path).encode()) % 2 != half:
            continue
        try:
            with open(path, 'rb') as f:
                catalog = gettext.GNUTranslations(f)._catalog
        except (OSError, UnicodeDecodeError, ValueError):
            continue
        for key, value in catalog.items():
            if key and isinstance(value, str):
                yield value.replace('_', '').replace('&', '')


def characters(text, language):
    if language != 'vi':
        return text
    # Windows-1258 writes the tone apart from a letter that it does not have.
    out = []
    for c in text:
        try:
            c.encode('cp1258')
            out.append(c)
        except UnicodeEncodeError:
            whole = unicodedata.normalize('NFD', c)
            tone = [m for m in whole[1:] if m in '\u0300\u0301\u0303\u0309\u0323']
            out.append(unicodedata.normalize('NFC', ''.join(m for m in whole if m not in tone)) + ''.join(tone))
    return ''.join(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--half', type=int)
    parser.add_argument('--texts')
    args = parser.parse_args()
    for language in LANGUAGES:
        if args.texts:
            with open(os.path.join(args.texts, language + '.txt'), 'w') as f:
                f.writelines(s.replace('\n', ' ') + '\n' for s in strings(language, args.half))
            continue
        count = collections.Counter()
        for text in strings(language, args.half):
            for c in characters(text, language):
                if ord(c) >= 128 and (c.isalpha() or unicodedata.combining(c)):
                    count[c.lower() if len(c.lower()) == 1 else c] += 1
        total = sum(count.values())
        kept, least = (400, 0.0004) if language in WIDE else (60, 0.0005)
        shares = {c: n / total for c, n in count.most_common(kept) if n / total >= least}
        for c, other in OTHERWISE.get(language, {}).items():
            shares[other] = max(shares.get(other, 0), shares.get(c, 0))
        print(language, ''.join(f'{c}{round(1e4 * p)}' for c, p in shares.items()), sep='\t')


main()
