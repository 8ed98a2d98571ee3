import { useEffect, useRef, useState } from 'preact/hooks'
import { type Answer, type AnswerEvent, type Citation, Failure, type Hit, type Thread, type Job, type Page, type Turn, follow, get, place, post, remove } from './api'
import { go, replace } from './route'
import { PlaceView } from './place'
import { ScopeLine } from './scope'
import { words } from './words'

const w = words.ask

// An Exchange is a question with what came of it so far.
interface Exchange {
  question: string; running: boolean; read?: [number, number, number]; hits?: Hit[]; answer?: Answer; final: boolean; error?: string; rating?: string; number?: number; withheld?: boolean
}

function exchangeOf(t: Turn): Exchange {
  return { question: t.question, running: t.state === 'running', answer: t.answer, final: t.state !== 'running', rating: t.rating, number: t.turn, withheld: t.withheld }
}

// Ask is the page of questions: of a workspace, or a conversation that goes on.
export function Ask({ workspace, thread }: { workspace: string; thread: string }) {
  const [scope, setScope] = useState('')
  const [question, setQuestion] = useState('')
  const [list, setList] = useState<Exchange[]>([])
  const [said, setSaid] = useState('')
  const [open, setOpen] = useState<{ at: string; n: number } | null>(null)
  const conversation = useRef(thread)
  const running = useRef<{ id: string; leaving: AbortController } | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const back = useRef<HTMLElement | null>(null)
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let left = false
    const begin = async () => {
      const turns = thread ? (await get<Thread>('/threads/' + encodeURIComponent(thread))).turns ?? [] : []
      // An answer that is still made goes on here: the page was loaded again, or is open elsewhere.
      const { items } = await get<Page<Job>>('/answers')
      const job = items.find(j => j.state === 'running' && (thread ? j.thread === thread : (!j.thread || j.thread === 'new') && (j.workspace ?? '') === workspace))
      if (left || running.current) return
      const shown = job ? turns.filter(t => t.state !== 'running') : turns
      setList([...shown.map(exchangeOf), ...job ? [{ question: job.question, running: true, final: false }] : []])
      if (job) watch(job.id)
    }
    conversation.current = thread
    setList([]); setOpen(null)
    field.current?.focus()
    begin().catch(e => setSaid(String(e.message)))
    return () => { left = true; running.current?.leaving.abort(); running.current = null }
  }, [thread, workspace])

  const citations = list.flatMap(e => e.answer?.citations ?? [])
  const show = (c: Citation, from?: HTMLElement) => { if (from) back.current = from; setOpen({ at: c.open, n: citations.indexOf(c) }) }
  const close = () => { setOpen(null); back.current?.focus() }

  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const typing = e.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)
      if (e.key === 'Escape' && open) return close()
      if (typing || e.ctrlKey || e.metaKey || e.altKey) return
      if (e.key === '/') { e.preventDefault(); field.current?.focus() }
      if ((e.key === 'n' || e.key === 'p') && citations.length) {
        const n = open ? open.n + (e.key === 'n' ? 1 : -1) : 0
        if (citations[n]) show(citations[n])
      }
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })

  // watch shows the events of a job as the last exchange.
  const watch = async (id: string) => {
    const change = (f: (e: Exchange) => Partial<Exchange>) => setList(l => l.map((e, i) => i === l.length - 1 ? { ...e, ...f(e) } : e))
    const leaving = new AbortController()
    running.current = { id, leaving }
    try {
      for await (const e of follow(id, leaving.signal)) {
        change(x => step(x, e))
        if (e.stage === 'final' && e.answer) {
          conversation.current = e.answer.thread ?? conversation.current
          if (!workspace && conversation.current) replace('/t/' + encodeURIComponent(conversation.current))
          setSaid(e.answer.refused ? w.refused : w.ready(e.answer.bullets.length, e.answer.citations.length))
        }
      }
    } catch (e) {
      if (leaving.signal.aborted) return
      const failed = e as Failure
      change(() => ({ final: true, error: failed.message + (failed.request ? ' ' + words.fault(failed.request) : '') }))
    } finally {
      if (!leaving.signal.aborted) {
        running.current = null
        change(() => ({ running: false }))
        end.current?.scrollIntoView?.({ block: 'nearest' })
      }
    }
  }

  const ask = async (text: string) => {
    text = text.trim()
    if (!text || running.current) return
    setList(l => [...l, { question: text, running: true, final: false }])
    setQuestion(''); setSaid(w.searching)
    try {
      const job = await post<Job>('/answers', { question: text, scope: scope || undefined, workspace: workspace || undefined, thread: conversation.current || 'new' })
      await watch(job.id)
    } catch (e) {
      const failed = e as Failure
      setList(l => l.map((x, i) => i === l.length - 1 ? { ...x, running: false, final: true, error: failed.message + (failed.request ? ' ' + words.fault(failed.request) : '') } : x))
    }
  }
  const stop = () => { if (running.current) remove('/answers/' + running.current.id).catch(() => {}) }
  const busy = list.some(e => e.running)

  return <div class={open ? 'ask with-place' : 'ask'}>
    <section class="talk">
      {list.length === 0 && <p class="lead">{w.empty}</p>}
      {list.map((e, i) => <ExchangeView key={i} e={e} show={show} thread={conversation.current} again={() => ask(e.question)} />)}
      <div ref={end} />
      <form class="question" onSubmit={ev => { ev.preventDefault(); ask(question) }}>
        <ScopeLine scope={scope} setScope={setScope} workspace={workspace} />
        <div class="row">
          <label class="hidden" for="q">{w.label}</label>
          <textarea id="q" ref={field} rows={2} value={question} placeholder={w.placeholder} maxLength={20000}
            onInput={ev => setQuestion(ev.currentTarget.value)}
            onKeyDown={ev => { if (ev.key === 'Enter' && !ev.shiftKey && !ev.isComposing) { ev.preventDefault(); ask(question) } }} />
          {busy
            ? <button type="button" onClick={stop}>{w.stop}</button>
            : <button type="submit" class="first" disabled={!question.trim()}>{w.button}</button>}
        </div>
      </form>
      <p class="hidden" role="status" aria-live="polite">{busy ? '' : said}</p>
      <p class="keys">{words.keys}</p>
    </section>
    {open && <PlaceView at={open.at} close={close}
      last={citations[open.n - 1] && (() => show(citations[open.n - 1]))} next={citations[open.n + 1] && (() => show(citations[open.n + 1]))} />}
  </div>
}

// step is an exchange after an event.
function step(x: Exchange, e: AnswerEvent): Partial<Exchange> {
  switch (e.stage) {
    case 'reading': return { read: [e.read ?? 0, e.to_read ?? 0, e.unreadable ?? 0] }
    case 'words': return { hits: e.hits }
    case 'interim': return { answer: e.answer }
    case 'final': return { answer: e.answer, final: true, running: false, number: e.answer?.turn }
    case 'error': return { error: (e.message ?? '') + (e.request ? ' ' + words.fault(e.request) : ''), final: true, running: false }
  }
  return {}
}

type Show = (c: Citation, from?: HTMLElement) => void

function ExchangeView({ e, show, thread, again }: { e: Exchange; show: Show; thread: string; again: () => void }) {
  return <article class="exchange">
    <h2 class="asked">{e.question}</h2>
    {e.running && <p class="progress">{e.read ? w.reading(...e.read) : w.searching}</p>}
    {e.error && <p class="error">{e.error} <button type="button" onClick={again}>{w.again}</button></p>}
    {e.withheld && <p class="note">{w.withheld}</p>}
    {e.answer && !e.final && <p class="note">{w.interim}</p>}
    {e.answer ? <AnswerView e={e} a={e.answer} show={show} thread={thread} />
      : e.hits && e.hits.length > 0 && e.running && <div class="hits"><p class="note">{w.first}</p>
        <ol>{e.hits.slice(0, 5).map((h, i) => <li key={i}><cite>{h.share}:{h.path}</cite> {h.text.slice(0, 240)}</li>)}</ol></div>}
  </article>
}

function AnswerView({ e, a, show, thread }: { e: Exchange; a: Answer; show: Show; thread: string }) {
  const [copied, setCopied] = useState(false)
  const [rated, setRated] = useState(e.rating ?? '')
  const find = (n: number) => a.citations.find(c => c.n === n)
  const copy = async () => {
    const lines = a.bullets.map(b => `- ${b.text} ${b.citations.map(n => `[${n}]`).join(' ')}`)
    const sources = a.citations.map(c => `[${c.n}] ${c.share}:${c.path}${place(c.locator) && ', ' + place(c.locator)}`)
    await navigator.clipboard.writeText([...lines, '', ...sources].join('\n'))
    setCopied(true); setTimeout(() => setCopied(false), 2000)
  }
  const rate = async (rating: string) => {
    const next = rated === rating ? '' : rating
    await post(`/threads/${encodeURIComponent(thread)}/rate`, { turn: e.number, rating: next })
    setRated(next)
  }
  return <div class="answer">
    {a.rewritten && <p class="note">{w.rewritten(a.rewritten)}</p>}
    {a.corrected?.map(c => <p class="note" key={c.from}>{w.corrected(c.from, c.to)}</p>)}
    {a.refused && <p class="refused">{w.refused}</p>}
    {!!a.missing?.length && <p class="note">{w.missing(a.missing.join(', '))}</p>}
    {!!a.nearest?.length && <p class="note">{w.nearest(a.nearest.join('; '))}</p>}
    {a.confidence !== undefined && a.confidence < 0.5 && !a.refused && <p class="note">{w.unsure}</p>}
    <ul class="bullets">{a.bullets.map((b, i) => <li key={i}>{b.text}{' '}
      {b.citations.map(n => { const c = find(n); return c && <Mark key={n} c={c} show={show} /> })}
      {b.of !== undefined && <span class="note"> {w.shown(b.shown ?? 0, b.of)}</span>}</li>)}</ul>
    {a.conflict?.map((c, i) => <p class="conflict" key={i}>{w.differ} {c.what} {c.citations.map(n => { const x = find(n); return x && <Mark key={n} c={x} show={show} /> })}</p>)}
    {a.notes?.map((n, i) => <p class="note" key={i}>{n}</p>)}
    {a.citations.length > 0 && <ol class="citations">{a.citations.map(c => <li key={c.n}>
      <button type="button" class="source" onClick={ev => show(c, ev.currentTarget)}><span class="n">{c.n}</span> {c.share}:{c.path}<small> {[place(c.locator), c.doc_version && w.version(c.doc_version), c.in_force && w.inForce, c.dated?.slice(0, 10), c.copies?.length && w.copies(c.copies.length)].filter(Boolean).join(' · ')}</small></button>
    </li>)}</ol>}
    {e.final && <footer class="foot">
      <Covered a={a} />
      <span class="tools">
        {a.bullets.length > 0 && <button type="button" onClick={copy}>{copied ? w.copied : w.copy}</button>}
        {thread && e.number && <><button type="button" aria-pressed={rated === 'up'} onClick={() => rate('up')}>{w.good}</button>
          <button type="button" aria-pressed={rated === 'down'} onClick={() => rate('down')}>{w.bad}</button></>}
      </span>
    </footer>}
  </div>
}

// Mark is the number of a citation: its passage shows on hover and focus, and its place opens by a click.
function Mark({ c, show }: { c: Citation; show: Show }) {
  return <span class="mark"><button type="button" aria-label={`${words.place.title} ${c.n}: ${c.path}`} onClick={ev => show(c, ev.currentTarget)}>[{c.n}]</button>
    <span class="card" role="tooltip"><cite>{c.share}:{c.path}</cite><small>{place(c.locator)}</small>{c.text.slice(0, 400)}</span></span>
}

function Covered({ a }: { a: Answer }) {
  const c = a.coverage
  const parts = [w.coverage(c.read, c.in_scope)]
  if (c.waiting) parts.push(w.waiting(c.waiting))
  if (c.unreadable) parts.push(w.unreadable(c.unreadable))
  return <span class="note">{parts.join(', ')}. {c.unreadable > 0 && <a href="/files?skipped=true" onClick={go}>{w.why}</a>}
    {c.closed_shares?.map(s => <span key={s.share}> {s.share}: {s.reason}.</span>)}
    {c.unread?.map(u => <span key={u.path}> {u.share}:{u.path}: {u.reason || u.state}.</span>)}</span>
}
