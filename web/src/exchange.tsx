import { useEffect, useState } from 'preact/hooks'
import { type Answer, type AnswerEvent, type Citation, type Hit, type Imported, type Turn, named, placesOf, post, where } from './api'
import { ComputedView } from './computed'
import { broughtBy, html, markdown, plain, toClipboard } from './copy'
import { AlsoView, EvidenceView, leads, merged } from './evidence'
import { Tile } from './icons'
import { both } from './query'
import { go } from './route'
import { Running } from './running'
import { Badges, Name, legible, lines, visible } from './shown'
import { type Choices, Taken, chosen } from './taken'
import { Steps, waited } from './steps'
import { words } from './words'
import type { AgentStep, Evidence } from './shapes'

const w = words.ask

// An Exchange is a question with what came of it so far.
export interface Exchange {
  question: string; asked: string // of which scope
  running: boolean; final: boolean; read?: [number, number, number]; files?: number; hits?: Hit[]; answer?: Answer; writing?: string; steps?: AgentStep[]; waits?: string
  error?: string; rating?: string; why?: string; number?: number; withheld?: boolean; imported?: Imported
  lost?: boolean // the connection to the server, for now
  interrupted?: boolean // it ended without an answer
  key?: string // by which it is told from others that were asked, or found running, in this window
  job?: string // that makes the answer
  full?: boolean // no more answers are made at once for whoever asked
  older?: boolean // its question was asked again in other words
}

// Asking is how a question is asked besides its words.
export interface Asking { length?: 'short' | 'long'; scope?: string; plain?: boolean; again?: string; budget?: string; instead?: number }

type Ask = (question: string, more?: Omit<Asking, 'instead'> & { instead?: boolean }) => void
export type Show = (c: Citation, from?: HTMLElement, quote?: string) => void

export function exchangeOf(t: Turn): Exchange {
  return {
    question: t.question, asked: t.scope ?? '', running: t.state === 'running', answer: t.answer, final: t.state !== 'running',
    rating: t.rating, why: t.why, number: t.turn, withheld: t.withheld, imported: t.imported, interrupted: t.state === 'interrupted' && !t.answer && !t.withheld,
  }
}

// step is an exchange after an event.
export function step(x: Exchange, e: AnswerEvent): Partial<Exchange> {
  switch (e.stage) {
    case 'scope': return { files: e.funnel?.at(-1)?.known }
    case 'reading': return { read: [e.read ?? 0, e.to_read ?? 0, e.unreadable ?? 0] }
    case 'words': return { hits: e.hits }
    case 'steps': return e.step ? { steps: [...x.steps ?? [], e.step], waits: undefined } : {}
    case 'waiting': return e.waiting ? { waits: waited(e.model ?? '', e.waiting) } : {}
    case 'draft': return x.writing === undefined || e.model && e.model !== x.writing ? { writing: e.model ?? '', waits: undefined } : {}
    case 'interim': return { answer: merged(x.answer, e.answer) }
    case 'final': return { answer: merged(x.answer, e.answer), final: true, running: false, number: e.answer?.turn }
    case 'error': return { error: numbered(e.message ?? '', e.request), final: true, running: false }
  }
  return {}
}

export function ExchangeView({ e, show, thread, ask, open }: { e: Exchange; show: Show; thread: string; ask: Ask; open: number }) {
  const [editing, setEditing] = useState<string | null>(null)
  if (e.older) return <details class="older"><summary>{w.older}: {legible(e.question)}</summary>{e.answer && <AnswerView e={e} a={e.answer} show={show} thread={thread} ask={ask} open={open} />}</details>
  return <article class="exchange" aria-busy={e.running}>
    {editing === null
      ? <header class="asked-row"><h2 class="asked">{e.question}</h2>{e.final && <button type="button" class="quiet" onClick={() => setEditing(e.question)}>{w.edit}</button>}</header>
      : <form class="row" onSubmit={ev => { ev.preventDefault(); const q = editing; setEditing(null); ask(q, { instead: true }) }}>
        <textarea aria-label={w.label} rows={2} value={editing} ref={el => el?.focus()} onInput={ev => setEditing(ev.currentTarget.value)}
          onKeyDown={ev => {
            if (ev.key === 'Enter' && !ev.shiftKey) { ev.preventDefault(); ev.currentTarget.form!.requestSubmit() }
            if (ev.key === 'Escape') { ev.stopPropagation(); setEditing(null) }
          }} />
        <button class="first">{w.again}</button><button type="button" onClick={() => setEditing(null)}>{w.cancel}</button>
      </form>}
    {e.running && <p class="progress">{e.writing !== undefined ? w.writing(e.writing) : e.waits ? e.waits : e.steps ? words.steps.looks : e.read ? w.reading(...e.read) : w.searching}</p>}
    {e.running && !!e.steps?.length && <Steps list={e.steps} running />}
    {e.error && <p class="error">{e.error} <button type="button" onClick={() => ask(e.question)}>{w.again}</button></p>}
    {e.full && <><p>{words.running.full}</p><Running /></>}
    {e.running && e.lost && <p class="error" role="alert">{w.lost}</p>}
    {e.interrupted && <p class="note">{w.interrupted} <button type="button" onClick={() => ask(e.question)}>{w.again}</button></p>}
    {e.imported && <p class="note imported">{broughtBy(e.imported)}</p>}
    {e.withheld && <p class="note">{w.withheld}</p>}
    {e.answer && !e.final && <p class="note">{w.interim} <Better a={e.answer} soFar /></p>}
    {e.answer ? <AnswerView e={e} a={e.answer} show={show} thread={thread} ask={ask} open={open} />
      : e.hits && e.hits.length > 0 && e.running && <div class="hits"><p class="note">{w.first}</p>
        <ol>{e.hits.slice(0, 5).map((h, i) => <li key={i}><cite><Name f={h} /></cite> <span>{legible(h.text.replace(/\s+/g, ' ')).slice(0, 240)}</span></li>)}</ol></div>}
  </article>
}

// Code is shown as it stands in its file, and copied whole.
function Code({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  return <span class="code"><pre tabIndex={0}><code>{lines(text)}</code></pre>
    <button type="button" onClick={() => toClipboard(text).then(() => setCopied(true), () => {})}>{copied ? w.copied : w.copy}</button></span>
}

function AnswerView({ e, a, show, thread, ask, open }: { e: Exchange; a: Answer; show: Show; thread: string; ask: Ask; open: number }) {
  const shown = useGrowing(a.bullets.length + a.citations.length)
  const units = a.evidence ?? [], front = leads(a)
  const find = (n: number) => a.citations.find(c => c.n === n)
  const marks = (list: number[], quote?: string) => list.map(n => { const c = find(n); return c && <Mark key={n} c={c} show={show} quote={quote} open={open === n} /> })
  // What was computed says its statement itself, in front of what else is said or behind it.
  const figured = a.computed && !a.computed.refused && a.computed.spoken ? a.bullets.findIndex(b => [`(${a.computed!.spoken}; `, `(${a.computed!.spoken} ; `].some(t => b.text.includes(t))) : -1
  const said = a.bullets.map((b, i) => [b, i] as const).filter(([, i]) => i !== figured && i < shown)
  const figure = a.computed && !(a.computed.refused && a.also?.some(x => x.readings?.length)) && <ComputedView c={a.computed}>{figured >= 0 && marks(a.bullets[figured].citations)}</ComputedView>
  const folded = figured >= 0 && a.computed!.used > 1 && a.computed!.of > 1 // what is found beside a figure over many rows is some of them
  const choose = (c: Choices) => { const s = a.taken && chosen(a.taken.spans, c); if (s !== null && s !== undefined) ask(e.question, { plain: true, scope: both(e.asked, s), instead: true }) }
  return <div class="answer">
    {a.rewritten && <p class="note">{w.rewritten(a.rewritten)}</p>}
    {a.again && <p class="note">{w.againSaid(a.again.left_out, a.again.expanded ?? [])}</p>}
    {a.corrected?.map(c => <p class="note" key={c.from}>{w.corrected(c.from, c.to)}</p>)}
    {a.refused && <p class="refused">{refusal(a)}</p>}
    {!a.unsure && !!a.missing?.length && <p class="note">{w.missing(a.missing.join(', '))}</p>}
    {!units.length && !!a.nearest?.length && <p class="note">{w.nearest(a.nearest.join('; '))}</p>}
    {a.unsure && <p class="unsure">{w.unsure(a.missing ?? [])}</p>}
    {figured === 0 && figure}
    {front && said.length > 0 && <ul class="bullets">{said.map(([b, i]) => <li key={i}>{b.code ? <Code text={b.text} /> : <>{b.under && <span class="under">{legible(b.under)}</span>}{lines(b.text)}</>}{' '}{marks(b.citations, b.text)}{b.of !== undefined && <span class="note"> {w.shown(b.shown ?? 0, b.of)}</span>}</li>)}</ul>}
    {a.conflict?.map((c, i) => <p class="conflict" key={i}><strong>{w.differ}</strong> {legible(c.what)} {marks(c.citations)}</p>)}
    {figured !== 0 && figure}
    {units.length > 0 && <EvidenceView list={units} citations={a.citations} show={show} folded={folded} />}
    {!!a.also?.length && <AlsoView list={a.also} units={units} show={show} />}
    {ofFiles(a) && <p class="note"><a href={'/files?' + new URLSearchParams(a.inventory!.scope ? { scope: a.inventory!.scope } : {})} onClick={go}>{w.theseFiles(a.inventory!.files)}</a></p>}
    {a.model && <p class="note">{words.steps.wrote(visible(a.model))}</p>}
    {a.checked && !a.model && <p class="note">{words.steps.checked(visible(a.checked))}</p>}
    {e.final && !!a.steps?.length && <Steps list={a.steps} />}
    {a.notes?.map((n, i) => <p class="note" key={i}>{n}</p>)}
    {a.citations.length > 0 && shown >= a.bullets.length && <Sources list={a.citations.slice(0, Math.max(open, shown - a.bullets.length))} show={show} open={open} units={units} folded={folded} />}
    {e.final && shown >= a.bullets.length + a.citations.length && <>
      {a.taken && <Taken spans={a.taken.spans} choices={{}} choose={choose} />}
      <footer class="foot">
        {!ofFiles(a) && <Covered a={a} e={e} ask={ask} />}
        <Judge e={e} a={a} thread={thread} ask={ask} />
      </footer></>}
  </div>
}

// refusal says that nothing answers. Where something was found, or not all was read, it denies nothing of the rest.
export function refusal(a: Answer): string {
  const c = a.coverage
  if (!c.read && c.in_scope) return w.nothingRead(c.in_scope)
  return a.evidence?.length ? words.evidence.nothingSure : a.nearest?.length && !a.missing?.length ? w.notPlainly : c.unreadable || c.waiting || c.partial ? w.notInRead(c.read) : w.refused
}

// ofFiles says whether an answer is about files as such, for which nothing had to be read.
function ofFiles(a: Answer): boolean { return !!a.inventory && !a.inventory.facts }

// At most so many statements and sources are put into the page at once, so that it can be used while a long answer comes.
const atOnce = 20

// useGrowing is how many of n are shown already.
function useGrowing(n: number): number {
  const [shown, setShown] = useState(atOnce)
  useEffect(() => {
    if (shown >= n) return
    const soon = setTimeout(() => setShown(shown + atOnce), 0)
    return () => clearTimeout(soon)
  }, [shown, n])
  return Math.min(shown, n)
}

// Sources are the citations as cards: which file, which place, and which version where there are several. Several passages of one place,
// which a reader could not tell apart, have one card, which opens the first of them or leads on from the one that is open. They are folded
// where the evidence above has them all.
function Sources({ list, show, open, units, folded }: { list: Citation[]; show: Show; open: number; units: Evidence[]; folded?: boolean }) {
  const told = folded || list.every(c => units.some(u => u.n === c.n || u.citations?.includes(c.n)))
  const cards = <ol class="citations" aria-label={w.sources}>{placesOf(list).map(same => {
    const c = same[0], at = same.findIndex(x => x.n === open), next = same[(at + 1) % same.length]
    return <li key={c.n} class={at >= 0 ? 'here' : c.doc_version && !c.in_force ? 'outdated' : ''}>
    <button type="button" class="source" aria-current={at >= 0 || undefined} onClick={ev => show(next, ev.currentTarget)}>
      <Tile path={c.path} /><span class="what"><span class="n">{same.map(x => x.n).join(', ')}</span> <Name f={c} /><small>{where(c)}</small></span>
      <Badges c={{ ...c, in_force: c.in_force ?? (c.doc_version ? false : undefined), unverified: same.some(x => x.unverified) }} />
    </button></li>
  })}</ol>
  return told ? <details class="more-places"><summary>{w.sources} ({placesOf(list).length})</summary>{cards}</details> : cards
}

// Mark is the number of a citation: its passage shows on hover and focus, and its place opens by a click.
function Mark({ c, show, quote, open }: { c: Citation; show: Show; quote?: string; open: boolean }) {
  const [left, setLeft] = useState(0)
  const [away, setAway] = useState(false)
  const [near, setNear] = useState(false) // the card is made when somebody comes near
  // The card stays within the window.
  const lay = (el: HTMLElement) => { setAway(false); setNear(true); const x = el.getBoundingClientRect().left, wide = Math.min(448, innerWidth * .8); setLeft(Math.min(0, innerWidth - 16 - wide - x)) }
  return <span class={away || open ? 'mark away' : 'mark'} onMouseEnter={ev => lay(ev.currentTarget)} onFocusCapture={ev => lay(ev.currentTarget)}
    onKeyDown={ev => { if (ev.key === 'Escape' && !away && !open) setAway(true) }}>
    <button type="button" aria-label={`${words.place.title} ${c.n}: ${visible(c.path)}`} aria-expanded={open} onClick={ev => show(c, ev.currentTarget, quote)}>[{c.n}]</button>
    {near && <span class="card" role="tooltip" style={{ left: left + 'px' }}><cite><Name f={c} /></cite><small>{where(c)}{c.unverified && ' · ' + w.unverified}</small><span>{lines(c.text.slice(0, 400))}{c.text.length > 400 && ' …'}</span></span>}</span>
}

// Better says in words how likely a file that was not read holds a better answer. While files are read the line above counts them.
function Better({ a, soFar }: { a: Answer; soFar?: boolean }) {
  const c = a.coverage
  return c.better === undefined || c.waiting === 0 ? null : <span class="better" title={(100 * c.better).toFixed(0) + ' %'}>{w.better(c.better, soFar ? undefined : c.waiting)}</span>
}

// Covered says in a sentence what the answer rests on, and links to what it could not read.
function Covered({ a, e, ask }: { a: Answer; e: Exchange; ask: Ask }) {
  const c = a.coverage
  const parts = [w.coverage(c.read, c.in_scope)]
  if (c.waiting) parts.push(w.waiting(c.waiting))
  if (c.recognise) parts.push(w.unrecognised(c.recognise))
  if (c.unreadable && (a.refused || a.unsure)) parts.push(w.unreadable(c.unreadable)) // else icons and the like would stand under every answer
  if (c.outdated) parts.push(w.outdated(c.outdated))
  const scope = new URLSearchParams(e.asked ? { scope: e.asked } : undefined)
  return <span class="note covered">{parts.join(', ')}. {c.unreadable > 0 && <a href={'/skipped?' + scope} onClick={go}>{w.why}</a>}
    {!a.refused && <> <Better a={a} /></>}
    {' '}{c.waiting > 0 && <button type="button" onClick={() => ask(e.question, { budget: '5m', instead: true })}>{w.readOn}</button>}
    {c.closed_shares?.map(s => <span key={s.share}> {s.share}: {s.reason}.</span>)}
    {c.closed_folders?.map(f => <span key={named(f)}> {w.closedFolder(visible(named(f)))} {f.reason}.</span>)}
    {!!c.unread?.length && <details open={a.refused && !c.read}><summary>{w.unread(c.unread.length)}</summary><ul>{c.unread.map(u => <li key={named(u)}><Name f={u} />: {u.reason || u.state}</li>)}</ul></details>}</span>
}

// Judge copies an answer and takes what somebody thinks of it.
function Judge({ e, a, thread, ask }: { e: Exchange; a: Answer; thread: string; ask: Ask }) {
  const [copied, setCopied] = useState('')
  const [rated, setRated] = useState(e.rating ?? '')
  const [why, setWhy] = useState<string | null>(e.why ?? null)
  const [said, setSaid] = useState('')
  const [more, setMore] = useState(false)
  const part = { question: e.question, answer: a, imported: e.imported }
  const copy = async (form: 'plain' | 'md' | 'html') => {
    try {
      await (form === 'html' ? toClipboard(plain(part), html(part)) : toClipboard(form === 'md' ? markdown(part) : plain(part)))
      setCopied(form)
    } catch (x) { setSaid((x as Error).message) }
    setTimeout(() => setCopied(''), 2000)
  }
  const send = async (rating: string, reason?: string) => {
    try {
      await post(`/threads/${encodeURIComponent(thread)}/rate`, { turn: e.number, rating, why: reason || undefined })
      setRated(rating); setWhy(rating ? reason ?? '' : null); setSaid(reason ? w.thanks : '')
    } catch (x) { setSaid((x as Error).message) }
  }
  return <>
    <span class="tools">
      {(a.bullets.length > 0 || a.answer) && <><button type="button" onClick={() => copy('plain')}>{copied === 'plain' ? w.copied : w.copy}</button>
        {more && <><button type="button" onClick={() => copy('md')}>{copied === 'md' ? w.copied : w.copyMarkdown}</button>
          <button type="button" onClick={() => copy('html')}>{copied === 'html' ? w.copied : w.copyRich}</button></>}</>}
      {more && a.bullets.length > 0 && <><button type="button" onClick={() => ask(e.question, { length: 'short', instead: true })}>{w.shorter}</button><button type="button" onClick={() => ask(e.question, { length: 'long', instead: true })}>{w.longer}</button></>}
      {thread && e.number && <><button type="button" aria-pressed={rated === 'up'} aria-label={w.good} title={w.good} onClick={() => send(rated === 'up' ? '' : 'up')}><Thumb /></button>
        <button type="button" aria-pressed={rated === 'down'} aria-label={w.bad} title={w.bad} onClick={() => send(rated === 'down' ? '' : 'down')}><Thumb down /></button></>}
      {(a.bullets.length > 0 || a.answer) && <button type="button" class="quiet" aria-expanded={more} onClick={() => setMore(!more)}>{more ? words.evidence.less : words.files.more}</button>}
    </span>
    {rated && why !== null && <form class="comment" onSubmit={ev => { ev.preventDefault(); send(rated, why.trim()) }}>
      <input aria-label={w.comment} placeholder={w.comment} value={why} onInput={ev => setWhy(ev.currentTarget.value)} />
      <button>{w.send}</button>
      {rated === 'down' && <button type="button" onClick={() => ask(e.question, { again: `${thread}/${e.number}`, instead: true })}>{w.another}</button>}
    </form>}
    {said && <span class="note" role="status">{said}</span>}
  </>
}

function Thumb({ down }: { down?: boolean }) {
  return <svg viewBox="0 0 20 20" aria-hidden="true"><path transform={down ? 'rotate(180 10 10)' : undefined} d="M3 9h3v8H3zM6 9l4-6.5c1.3 0 2 .9 1.8 2.2L11.3 8H16c1 0 1.6.9 1.3 1.9l-1.6 5.7c-.2.8-.9 1.4-1.7 1.4H6" /></svg>
}

// numbered is a fault with its number in the server's log, as two sentences.
export function numbered(message: string, request?: string): string {
  return request ? message.replace(/[.\s]*$/, '. ') + words.fault(request) : message
}
