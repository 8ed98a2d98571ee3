import { type Answer, type Citation, type Computed, type Imported, named, placesOf, where } from './api'
import { drawing, heading, rowsOf as ordered, titleOf } from './chart'
import { download, keep } from './keep'
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
function rowsOf(c?: Computed): string[][] { const { columns, rows } = c ? ordered(c) : { columns: [], rows: [] }; return rows.length ? [columns.map(heading), ...rows] : [] }
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
    if (picture) lines.push(`![${markdownText(words.computed.chart(titleOf(c)))}](data:image/svg+xml;base64,${base64(picture)})`, '')
    lines.push(...markdownRows(rowsOf(c)))
    if (c) lines.push(markdownText(how(c)), '')
    lines.push(...noted(a).flatMap(n => [`*${markdownText(n)}*`, '']))
    lines.push(...a.citations.map(c => `${c.n}. [${markdownText(source(c))}](<${link(c)}>)`), '')
  }
  return lines.join('\n')
}

function base64(text: string): string { return btoa(String.fromCharCode(...new TextEncoder().encode(text))) }

// html is an answer with its citations as formatted text.
export function html({ question, answer: a, imported }: Part): string {
  const head = `<h2>${htmlText(question)}</h2>${imported ? `<p><em>${htmlText(broughtBy(imported))}</em></p>` : ''}`
  if (!a) return head
  const mark = (n: number) => { const c = a.citations.find(x => x.n === n); return c ? `<a href="${htmlText(link(c))}">[${n}]</a>` : `[${n}]` }
  return `${head}${a.unsure ? `<p>${htmlText(unsure(a))}</p>` : ''}<ul>${statements(a).map(b => `<li>${b.code ? `<pre><code>${htmlText(b.text)}</code></pre>` : htmlText(b.text)} ${b.citations.map(mark).join(' ')}</li>`).join('')}</ul>`
    + figure(a)
    + noted(a).map(n => `<p><small>${htmlText(n)}</small></p>`).join('')
    + `<ol>${a.citations.map(c => `<li value="${c.n}"><a href="${htmlText(link(c))}">${htmlText(source(c))}</a></li>`).join('')}</ol>`
}

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

// save hands a conversation to the browser as a file. The page of HTML is made by the server, from the conversation as it is kept.
export async function save(parts: Part[], form: 'md' | 'html' | 'json', id: string): Promise<void> {
  const title = parts[0]?.question ?? 'conversation', name = title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60).replace(/^-|-$/g, '') + '.' + form
  if (form === 'html') return keep(`/threads/${encodeURIComponent(id)}/page`, {}, name)
  download(name, form === 'md' ? parts.map(p => markdown(p, true)).join('\n') : JSON.stringify(parts, null, 2), form === 'md' ? 'text/markdown' : 'application/json')
}
