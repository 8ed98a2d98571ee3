import { type ComponentChildren } from 'preact'
import { type Citation, type FileName } from './api'
import { region, words } from './words'

// A name of a file may hold characters that turn the reading direction or do not show; they are shown as what they are.
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
const bare = new RegExp(unseen.source)

export function visible(text: string): string { return text.replace(unseen, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')) }

// Where a word may break, and the mark at the head of a file, say nothing in a text. In a name they could make two names look alike.
const silent = /[\u00ad\u200b\ufeff]/g

// A mark of Markdown that makes a note of a quotation. Its word, such as Note, stands in other programs as a picture.
const callout = /\[! ?(note|tip|important|warning|caution)\] ?/gi

// legible shows of a text of a file what turns it or does not show, and leaves out what says nothing.
export function legible(text: string): string { return visible(text.replace(silent, '').replace(callout, '')) }

// lines shows what turns or hides in each line, and keeps the lines.
export function lines(text: string): string { return text.replaceAll('\t', '    ').split('\n').map(legible).join('\n') }

// A file of plain text may lay its lines out by columns: some begin with spaces.
const deepest = 4
export function laidOut(texts: string[]): boolean { return texts.some(t => /\n[ \t]+\S/.test(t)) }

// unindented keeps the layout of a text and takes off the margin that all lines but the first have in common, where it is deeper than
// a panel beside an answer has room for. The first line has lost its own.
export function unindented(text: string): string {
  const [first, ...rest] = text.replaceAll('\t', '        ').split('\n')
  const margin = Math.min(...rest.filter(l => l.trim()).map(l => l.search(/\S/)))
  const off = Number.isFinite(margin) ? Math.max(0, margin - deepest) : 0
  return [first, ...rest.map(l => l.slice(off))].join('\n')
}

// Name is the address of a file: its folder soft, its own name firm.
export function Name({ f, whole }: { f: FileName; whole?: boolean }) {
  const cut = f.path.lastIndexOf('/') + 1
  const folder = f.share + ':' + f.path.slice(0, cut), own = f.path.slice(cut)
  return <span class={bare.test(f.path) ? 'name odd' : 'name'}><span class={whole ? '' : 'soft'}>{visible(folder)}</span><b>{visible(own)}</b></span>
}

// Original has the browser keep the file in which a place stands, as it lies on its share. No browser shows it: the server sends it as an attachment.
export function Original({ at, class: kind, children }: { at: string; class?: string; children: ComponentChildren }) {
  return <a class={kind} href={'/api/v1/original?' + new URLSearchParams({ at })} download>{children}</a>
}

// decimal is a number with one decimal.
export function decimal(n: number): string { return n.toLocaleString(region, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) }

export function size(n: number): string {
  for (const unit of ['B', 'kB', 'MB', 'GB']) {
    if (n < 1000) return `${unit === 'B' ? n : decimal(n)}\u00a0${unit}`
    n /= 1000
  }
  return `${decimal(n)}\u00a0TB`
}

// stateName is what was made of a file, in words.
export function stateName(state: string): string { return words.skipped.states[state as 'partial'] ?? state }

// isoDay is the day of a time as a field for days has it.
export function isoDay(time?: string): string { return (time ?? '').slice(0, 10) }

// Times are UTC, as in scopes, the log and the trail.
const days = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeZone: 'UTC' })
const minutes = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const said = (format: Intl.DateTimeFormat, time?: string) => time && !Number.isNaN(Date.parse(time)) ? format.format(new Date(time)) : ''

export function day(time?: string): string { return said(days, time) }
export function minute(time?: string): string { return said(minutes, time) }
export function count(n: number): string { return n.toLocaleString(region) }

// Badges are the version of a file, whether it binds where there are others, its copies and its date.
export function Badges({ c }: { c: Pick<Citation, 'doc_version' | 'in_force' | 'copies' | 'dated' | 'bears'> & { unverified?: boolean } }) {
  return <span class="badges">{c.doc_version && <span class="badge">{words.ask.version(c.doc_version.replace(/^version /, ''))}</span>}
    {c.in_force !== undefined && (c.in_force ? <span class="badge good" title={words.ask.inForceWhy}>{words.ask.inForce}</span> : <span class="badge bad" title={words.ask.notInForceWhy}>{words.ask.notInForce}</span>)}
    {c.unverified && <span class="badge bad">{words.ask.unverified}</span>}
    {!!c.copies?.length && <span class="badge" title={c.copies.map(visible).join('\n')}>{words.ask.copies(c.copies.length)}</span>}
    {c.bears ? <small title={c.dated && words.ask.changedOn(day(c.dated))}>{words.ask.bears(day(c.bears))}</small> : c.dated && <small>{words.ask.changedOn(day(c.dated))}</small>}</span>
}
