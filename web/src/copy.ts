import { type Answer, type Citation, type Computed, type Imported, named, placesOf, where } from './api'
import { drawing } from './chart'
import { download } from './keep'
import { language, words } from './words'

// An answer leaves the page with its citations: as text, as Markdown, or as HTML. Texts of files are data: each form escapes them.

interface Part { question: string; answer?: Answer; imported?: Imported }

// broughtBy says that a turn was not answered here.
export function broughtBy(i: Imported): string { return words.ask.imported(i.name ?? i.by, i.at.slice(0, 10), i.from ?? '') }

function link(c: Citation): string { return location.origin + '/open?' + new URLSearchParams({ at: c.open }) }
function source(c: Citation): string { const at = where(c); return named(c) + (at && ', ' + at) + (c.unverified ? ` (${words.ask.unverified})` : '') }
function marks(list: number[]): string { return list.map(n => `[${n}]`).join('') }
function markdownText(s: string): string { return s.replace(/[\\`*_[\]<>#|!]/g, '\\$&').replace(/\s*\n\s*/g, ' ') }
function htmlText(s: string): string { return s.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`) }

// fenced is code in Markdown, in the item of a list. Its fence is longer than any within it.
function fenced(code: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(m => m[0].length + 1)))
  return [fence, ...code.split('\n'), fence].map(l => '  ' + l).join('\n')
}

// ran is a computed answer that stands: how it came about, and its rows.
function ran(a: Answer): Computed | undefined { return a.computed && !a.computed.refused ? a.computed : undefined }
function rowsOf(c?: Computed): string[][] { return c?.rows?.length ? [c.columns ?? [], ...c.rows] : [] }
function how(c: Computed): string { return `${words.computed.how(c.used.toLocaleString(language))}: ${c.plan}` }

// markdownRows is a table in Markdown, which has no line breaks in its cells.
function markdownRows(rows: string[][]): string[] {
  const line = (r: string[]) => `| ${r.map(markdownText).join(' | ')} |`
  return rows.length ? [line(rows[0]), line(rows[0].map(() => '')).replaceAll('|  ', '| --- '), ...rows.slice(1).map(line), ''] : []
}

function htmlRows(rows: string[][]): string {
  const line = (r: string[], tag: string) => `<tr>${r.map(x => `<${tag}>${htmlText(x)}</${tag}>`).join('')}</tr>`
  return rows.length ? `<table border="1" cellpadding="6" style="border-collapse:collapse"><thead>${line(rows[0], 'th')}</thead><tbody>${rows.slice(1).map(r => line(r, 'td')).join('')}</tbody></table>` : ''
}

function statements(a: Answer): Answer['bullets'] { return a.bullets.length ? a.bullets.map(b => b.under ? { ...b, text: `${b.under}: ${b.text}` } : b) : [{ text: a.answer, citations: [] }] }

// noted is what is said about an answer: that its thread keeps, and as long as it is new how many files were not read.
function noted(a: Answer): string[] {
  const unread = a.coverage?.unread?.length
  return [...a.notes ?? [], ...unread ? [words.ask.unread(unread)] : []]
}

// unsure is what an answer is opened with that may well be wrong.
function unsure(a: Answer): string { return a.unsure ? words.ask.unsure(a.missing ?? []) : '' }

export function plain({ question, answer: a, imported }: Part): string {
  return [question, '', ...imported ? [broughtBy(imported), ''] : [], ...a ? [...unsure(a) ? [unsure(a)] : [], ...statements(a).map(b => b.code ? `- ${marks(b.citations)}\n\n${b.text}\n` : `- ${b.text} ${marks(b.citations)}`.trimEnd()), '', ...rowsOf(ran(a)).map(r => r.join('\t')), ...rowsOf(ran(a)).length ? [''] : [], ...noted(a), ...noted(a).length ? [''] : [], ...placesOf(a.citations).map(same => `${marks(same.map(c => c.n))} ${source(same[0])}`)] : []].join('\n')
}

// markdown is an answer with its citations and, kept as a file, with a picture of its chart, which would be in the way where it is pasted.
export function markdown({ question, answer: a, imported }: Part, pictured = false): string {
  const lines = ['## ' + markdownText(question), '', ...imported ? [`*${markdownText(broughtBy(imported))}*`, ''] : []]
  if (a) {
    if (a.unsure) lines.push(markdownText(unsure(a)), '')
    lines.push(...statements(a).map(b => `- ${b.code ? '' : markdownText(b.text) + ' '}${b.citations.map(n => { const c = a.citations.find(x => x.n === n); return c ? `[\\[${n}\\]](<${link(c)}>)` : `\\[${n}\\]` }).join(' ')}${b.code ? '\n' + fenced(b.text) : ''}`.trimEnd()), '')
    const c = ran(a), picture = c && pictured && drawing(c)
    if (picture) lines.push(`![${markdownText(words.computed.chart((c.columns ?? []).join(', ')))}](data:image/svg+xml;base64,${base64(picture)})`, '')
    lines.push(...markdownRows(rowsOf(c)))
    if (c) lines.push(markdownText(how(c)), '')
    lines.push(...noted(a).flatMap(n => [`*${markdownText(n)}*`, '']))
    lines.push(...a.citations.map(c => `${c.n}. [${markdownText(source(c))}](<${link(c)}>)`), '')
  }
  return lines.join('\n')
}

function base64(text: string): string { return btoa(String.fromCharCode(...new TextEncoder().encode(text))) }

// html is an answer with its citations as formatted text; whole is that of a page of its own, which has the words of its passages, too.
export function html({ question, answer: a, imported }: Part, whole = false): string {
  const head = `<h2>${htmlText(question)}</h2>${imported ? `<p><em>${htmlText(broughtBy(imported))}</em></p>` : ''}`
  if (!a) return head
  const mark = (n: number) => { const c = a.citations.find(x => x.n === n); return c ? `<a href="${htmlText(link(c))}">[${n}]</a>` : `[${n}]` }
  return `${head}${a.unsure ? `<p>${htmlText(unsure(a))}</p>` : ''}<ul>${statements(a).map(b => `<li>${b.code ? `<pre><code>${htmlText(b.text)}</code></pre>` : htmlText(b.text)} ${b.citations.map(mark).join(' ')}</li>`).join('')}</ul>`
    + figure(a)
    + noted(a).map(n => `<p><small>${htmlText(n)}</small></p>`).join('')
    + (whole && a.citations.length ? `<h3>${htmlText(words.ask.sources)}</h3>` : '')
    + `<ol${whole ? ' class="sources"' : ''}>${a.citations.map(c => `<li value="${c.n}"><a href="${htmlText(link(c))}">${htmlText(source(c))}</a>${whole && c.text && !c.unverified ? `<blockquote>${htmlText(shortened(c.text))}</blockquote>` : ''}</li>`).join('')}</ol>`
}

// shortened is as much of a passage as tells it.
function shortened(text: string): string { const one = text.replace(/\s+/g, ' ').trim(); return one.length > 320 ? one.slice(0, 320).replace(/\s\S*$/, '') + ' …' : one }

// figure is what was computed: its chart, its rows and its plan.
function figure(a: Answer): string {
  const c = ran(a)
  const drawn = c && drawing(c)
  return c ? `${drawn && `<figure>${drawn}</figure>`}<div class="scroll">${htmlRows(rowsOf(c))}</div><p><small>${htmlText(how(c))}</small></p>` : ''
}

// toClipboard copies a part, with its form for programs that take formatted text beside the plain one.
export async function toClipboard(text: string, rich?: string): Promise<void> {
  if (rich === undefined) return navigator.clipboard.writeText(text)
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob([text], { type: 'text/plain' }), 'text/html': new Blob([rich], { type: 'text/html' }) })])
}

// sheet is the look of a conversation that is kept as a page of its own: quiet, in the light, in the dark and on paper. Drawings have a white ground.
const sheet = `:root{color-scheme:light dark;--ink:light-dark(#17191e,#e8e9ed);--soft:light-dark(#5a606c,#a5abb8);--line:light-dark(#d5d7dd,#3a3f4a);--link:light-dark(#1f4db0,#8fb4ff)}
body{margin:0;font:1rem/1.6 system-ui,sans-serif;color:var(--ink);background:light-dark(#fff,#15171c)}main{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.3;margin:0}h2{font-size:1.15rem;margin:0 0 .75rem}h3{font-size:.875rem;color:var(--soft);margin:1.25rem 0 .25rem}header p,small,.note{color:var(--soft);font-size:.875rem}a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.15em}
article{border-top:1px solid var(--line);margin-top:2rem;padding-top:1.5rem;break-inside:auto}ul{padding-left:1.2rem}li{margin:.35rem 0}ol.sources{font-size:.9rem;padding-left:1.6rem}blockquote{margin:.2rem 0 .6rem;padding-left:.75rem;border-left:3px solid var(--line);color:var(--soft)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{border:0;border-bottom:1px solid var(--line);padding:.35rem .75rem .35rem 0;text-align:left;vertical-align:top}pre{overflow-x:auto;padding:.75rem;border:1px solid var(--line);border-radius:.4rem}figure{margin:1rem 0;background:#fff;border-radius:.4rem;padding:.5rem}svg{max-width:100%;height:auto}.scroll{overflow-x:auto}
@media print{body{background:none;color:#000;font-size:10.5pt}main{max-width:none;padding:0}article,h2,h3,tr,li,figure{break-inside:avoid}article{break-inside:auto}h2,h3{break-after:avoid}a{color:inherit}}`

// page is a conversation as one file that needs nothing else: no script, no picture from elsewhere, nothing of it is loaded.
function page(title: string, parts: Part[]): string {
  return `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="color-scheme" content="light dark"><title>${htmlText(title)}</title><style>${sheet}</style></head>
<body><main><header><h1>${htmlText(title)}</h1><p>${htmlText(words.title)}, ${htmlText(new Date().toLocaleDateString(language, { dateStyle: 'long' }))}</p></header>
${parts.map(p => `<article>${html(p, true)}</article>`).join('\n')}</main></body></html>\n`
}

// save hands a conversation to the browser as a file.
export function save(parts: Part[], form: 'md' | 'html' | 'json'): void {
  const title = parts[0]?.question ?? 'conversation'
  const [text, type] = form === 'md' ? [parts.map(p => markdown(p, true)).join('\n'), 'text/markdown']
    : form === 'json' ? [JSON.stringify(parts, null, 2), 'application/json']
    : [page(title, parts), 'text/html']
  download(title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60).replace(/^-|-$/g, '') + '.' + form, text, type)
}
