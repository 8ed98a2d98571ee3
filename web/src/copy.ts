import { type Answer, type Citation, type Imported, named, place, placesOf } from './api'
import { words } from './words'

// An answer leaves the page with its citations: as text, as Markdown, or as HTML. Texts of files are data: each form escapes them.

interface Part { question: string; answer?: Answer; imported?: Imported }

// broughtBy says that a turn was not answered here.
export function broughtBy(i: Imported): string { return words.ask.imported(i.name ?? i.by, i.at.slice(0, 10), i.from ?? '') }

function link(c: Citation): string { return location.origin + '/open?' + new URLSearchParams({ at: c.open }) }
function source(c: Citation): string { const at = place(c.locator); return named(c) + (at && ', ' + at) + (c.unverified ? ` (${words.ask.unverified})` : '') }
function marks(list: number[]): string { return list.map(n => `[${n}]`).join('') }
function markdownText(s: string): string { return s.replace(/[\\`*_[\]<>#|!]/g, '\\$&').replace(/\s*\n\s*/g, ' ') }
function htmlText(s: string): string { return s.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`) }

// fenced is code in Markdown, in the item of a list. Its fence is longer than any within it.
function fenced(code: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(m => m[0].length + 1)))
  return [fence, ...code.split('\n'), fence].map(l => '  ' + l).join('\n')
}

function statements(a: Answer): Answer['bullets'] { return a.bullets.length ? a.bullets : [{ text: a.answer, citations: [] }] }

// unsure is what an answer is opened with that may well be wrong.
function unsure(a: Answer): string { return a.unsure ? words.ask.unsure(a.missing ?? []) : '' }

export function plain({ question, answer: a, imported }: Part): string {
  return [question, '', ...imported ? [broughtBy(imported), ''] : [], ...a ? [...unsure(a) ? [unsure(a)] : [], ...statements(a).map(b => b.code ? `- ${marks(b.citations)}\n\n${b.text}\n` : `- ${b.text} ${marks(b.citations)}`.trimEnd()), '', ...placesOf(a.citations).map(same => `${marks(same.map(c => c.n))} ${source(same[0])}`)] : []].join('\n')
}

export function markdown({ question, answer: a, imported }: Part): string {
  const lines = ['## ' + markdownText(question), '', ...imported ? [`*${markdownText(broughtBy(imported))}*`, ''] : []]
  if (a) {
    if (a.unsure) lines.push(markdownText(unsure(a)), '')
    lines.push(...statements(a).map(b => `- ${b.code ? '' : markdownText(b.text) + ' '}${b.citations.map(n => { const c = a.citations.find(x => x.n === n); return c ? `[\\[${n}\\]](<${link(c)}>)` : `\\[${n}\\]` }).join(' ')}${b.code ? '\n' + fenced(b.text) : ''}`.trimEnd()), '')
    lines.push(...a.citations.map(c => `${c.n}. [${markdownText(source(c))}](<${link(c)}>)`), '')
  }
  return lines.join('\n')
}

export function html({ question, answer: a, imported }: Part): string {
  const head = `<h2>${htmlText(question)}</h2>${imported ? `<p><em>${htmlText(broughtBy(imported))}</em></p>` : ''}`
  if (!a) return head
  const mark = (n: number) => { const c = a.citations.find(x => x.n === n); return c ? `<a href="${htmlText(link(c))}">[${n}]</a>` : `[${n}]` }
  return `${head}${a.unsure ? `<p>${htmlText(unsure(a))}</p>` : ''}<ul>${statements(a).map(b => `<li>${b.code ? `<pre><code>${htmlText(b.text)}</code></pre>` : htmlText(b.text)} ${b.citations.map(mark).join(' ')}</li>`).join('')}</ul>`
    + `<ol>${a.citations.map(c => `<li value="${c.n}"><a href="${htmlText(link(c))}">${htmlText(source(c))}</a></li>`).join('')}</ol>`
}

// toClipboard copies a part, with its form for programs that take formatted text beside the plain one.
export async function toClipboard(text: string, rich?: string): Promise<void> {
  if (rich === undefined) return navigator.clipboard.writeText(text)
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob([text], { type: 'text/plain' }), 'text/html': new Blob([rich], { type: 'text/html' }) })])
}

// save hands a conversation to the browser as a file.
export function save(parts: Part[], form: 'md' | 'html' | 'json'): void {
  const title = parts[0]?.question ?? 'conversation'
  const [text, type] = form === 'md' ? [parts.map(markdown).join('\n'), 'text/markdown']
    : form === 'json' ? [JSON.stringify(parts, null, 2), 'application/json']
    : [`<!doctype html><meta charset="utf-8"><title>${htmlText(title)}</title>${parts.map(html).join('')}`, 'text/html']
  download(title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60).replace(/^-|-$/g, '') + '.' + form, text, type)
}

// table is rows as CSV. What a spreadsheet would take for a formula begins with an apostrophe; a number below zero is none.
export function table(rows: string[][]): string {
  return rows.map(r => r.map(c => '"' + c.replace(/^(?!-[\d.,]+$)[=+\-@\t\r]/, "'$&").replaceAll('"', '""') + '"').join(',')).join('\r\n') + '\r\n'
}

// download hands a text to the browser as a file.
export function download(name: string, text: string, type: string): void {
  const a = document.createElement('a')
  a.href = URL.createObjectURL(new Blob([text], { type: type + ';charset=utf-8' }))
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000)
}
