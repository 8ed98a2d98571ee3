import { useEffect, useRef, useState } from 'preact/hooks'
import { type AnswerEvent, type Citation, type Failure, type Job, type Page, type Thread, follow, get, post, remove } from './api'
import { save } from './copy'
import { type Asking, type Exchange, ExchangeView, exchangeOf, step } from './exchange'
import { both, longestQuestion } from './query'
import { PlaceView } from './place'
import { go, replace, useTitle } from './route'
import { Chips, Completed, SaveWorkspace, ScopeSaid, useCount } from './scope'
import { SpaceHead } from './space'
import { GoOn, Start } from './start'
import { type Choices, Taken, chosen, useTaken } from './taken'
import { words } from './words'

const w = words.ask

function told(e: unknown): string { const f = e as Failure; return f.message + (f.request && !(f.status < 500) ? ' ' + words.fault(f.request) : '') }

// beginning is what is read aloud of an answer: all of a short one. The rest is where the answer stands.
function beginning(text: string): string {
  text = text.replace(/\s+/g, ' ')
  return text.length <= 400 ? text : text.slice(0, text.lastIndexOf(' ', 400)) + ' …'
}

// draft is where what is typed is kept: it outlives the page, such as where somebody has to sign in again.
function draft(): string { return 'asking ' + location.pathname }

// For so many milliseconds events wait for others.
const moment = 80

// An Opened is a citation beside the answer: of which exchange, and where the focus goes back to.
interface Opened { exchange: number; c: Citation; quote?: string }

// Ask is the page of questions: of a workspace, or a conversation that goes on.
export function Ask({ workspace, thread }: { workspace: string; thread: string }) {
  const asked = new URLSearchParams(location.search)
  const [scope, setScope] = useState(asked.get('scope') ?? '')
  const [scoping, setScoping] = useState(!!scope)
  const [question, setQuestion] = useState(asked.get('q') ?? sessionStorage.getItem(draft()) ?? '')
  const [choices, setChoices] = useState<Choices>({})
  const [list, setList] = useState<Exchange[]>([])
  const [ready, setReady] = useState(false)
  const [said, setSaid] = useState('')
  const [heard, setHeard] = useState('')
  const [open, setOpen] = useState<Opened | null>(null)
  const conversation = useRef(thread)
  const running = useRef<{ id: string; leaving: AbortController } | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const back = useRef<HTMLElement | null>(null)
  const { follows, bottom, end } = useFollowing(list)
  const taken = useTaken(question)
  const [now, setNow] = useState(0)
  const { files, fault } = useCount(scope, now)
  useTitle([list[0]?.question, workspace].filter(Boolean).join(' – '))

  // load gives what a conversation has so far, and the answer that is still made: the page was loaded again, or is open elsewhere.
  const load = async (id: string): Promise<{ shown: Exchange[]; job?: Job }> => {
    const turns = id ? (await get<Thread>('/threads/' + encodeURIComponent(id))).turns ?? [] : []
    const { items } = await get<Page<Job>>('/answers')
    const job = items.find(j => j.state === 'running' && (id ? j.thread === id : (!j.thread || j.thread === 'new') && (j.workspace ?? '') === workspace))
    return { shown: (job ? turns.filter(t => t.state !== 'running') : turns).map(exchangeOf), job }
  }
  const goingOn = (job: Job): Exchange => ({ question: job.question, running: true, final: false, asked: job.scope ?? '' })

  // Who comes back to the page sees what was asked of the conversation elsewhere meanwhile, as in another tab.
  const shown = useRef<Exchange[]>([])
  shown.current = list
  useEffect(() => {
    const look = async () => {
      const id = conversation.current
      if (document.hidden || !id || running.current || open) return
      const { shown: all, job } = await load(id)
      const more = (all.at(-1)?.number ?? 0) > Math.max(0, ...shown.current.map(e => e.number ?? 0))
      if (!more && !job || running.current || conversation.current !== id) return
      setList([...all, ...job ? [goingOn(job)] : []])
      if (job) watch(job.id)
    }
    const seen = () => { look().catch(() => {}) } // it is asked again when somebody next comes back
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [open])

  useEffect(() => { if (question) sessionStorage.setItem(draft(), question); else sessionStorage.removeItem(draft()) }, [question])
  useEffect(() => {
    let left = false
    const begin = async () => {
      const { shown, job } = await load(thread)
      if (left || running.current) return
      setList([...shown, ...job ? [goingOn(job)] : []])
      const last = shown.at(-1)?.asked
      if (last && !workspace && !asked.has('scope')) { setScope(last); setScoping(true) }
      const at = shown.findIndex(e => e.number === Number(asked.get('a')))
      const c = shown[at]?.answer?.citations.find(c => c.n === Number(asked.get('c')))
      if (c) setOpen({ exchange: at, c })
      setReady(true)
      if (job) watch(job.id)
    }
    field.current?.focus()
    begin().catch(e => { setSaid(told(e)); setReady(true) })
    return () => { left = true; running.current?.leaving.abort(); running.current = null }
  }, [])

  // The address says which scope is asked and which citation is open, so that a link to it shows the same.
  useEffect(() => {
    if (!ready) return
    const q = new URLSearchParams()
    if (scope && !conversation.current) q.set('scope', scope)
    if (open && list[open.exchange]?.number) { q.set('a', String(list[open.exchange].number)); q.set('c', String(open.c.n)) }
    replace(location.pathname + (q.size ? '?' + q : ''))
  }, [ready, scope, open, list])

  const cited = list.flatMap((e, exchange) => (e.answer?.citations ?? []).map(c => ({ exchange, c })))
  const at = open ? cited.findIndex(x => x.exchange === open.exchange && x.c.n === open.c.n) : -1
  const showAt = (n: number) => { if (cited[n]) setOpen(cited[n]) }
  const close = () => {
    setOpen(null)
    const from = back.current
    if (from?.isConnected) from.focus()
    else if (open) (document.querySelectorAll('.exchange')[open.exchange]?.querySelector<HTMLElement>('.mark button[aria-expanded="true"]') ?? document.querySelector<HTMLElement>('.mark button') ?? field.current)?.focus()
  }

  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const typing = e.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)
      if (e.key === 'Escape' && open) return close()
      if (typing || e.ctrlKey || e.metaKey || e.altKey) return
      if (e.key === '/') { e.preventDefault(); field.current?.focus() }
      if (e.key === 'n' || e.key === 'p') {
        if (!open) back.current = document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? document.activeElement : null
        showAt(open ? at + (e.key === 'n' ? 1 : -1) : 0)
      }
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })

  const change = (f: (e: Exchange) => Partial<Exchange>) => setList(l => {
    const last = l.at(-1)
    const now = last && f(last)
    return now && Object.keys(now).length ? [...l.slice(0, -1), { ...last, ...now }] : l
  })

  // watch shows the events of a job as the last exchange.
  const watch = async (id: string) => {
    const leaving = new AbortController()
    running.current = { id, leaving }
    // A model writes faster than a page is drawn: what comes within a moment is shown together.
    let waiting: AnswerEvent[] = [], soon = 0
    const show = () => {
      clearTimeout(soon); soon = 0
      const events = waiting
      waiting = []
      change(x => events.reduce<Partial<Exchange>>((sum, e) => ({ ...sum, ...step({ ...x, ...sum }, e) }), {}))
    }
    try {
      for await (const e of follow(id, leaving.signal, lost => change(x => x.lost === lost ? {} : { lost }))) {
        waiting.push(e)
        if (e.stage === 'final' || e.stage === 'error') show()
        else soon ||= setTimeout(show, moment)
        if (e.stage === 'error') setSaid(e.message ?? '')
        if (e.stage === 'final' && e.answer) {
          conversation.current = e.answer.thread ?? conversation.current
          if (conversation.current) replace((workspace ? '/w/' + encodeURIComponent(workspace) : '') + '/t/' + encodeURIComponent(conversation.current))
          setSaid(e.answer.refused ? w.refused : (e.answer.unsure ? w.unsure(e.answer.missing ?? []) + ' ' : '') + w.ready(e.answer.bullets.length, e.answer.citations.length) + '. ' + beginning(e.answer.bullets.map(b => b.text).join(' ')))
        }
      }
    } catch (e) {
      if (leaving.signal.aborted) return
      setSaid(told(e))
      change(() => ({ final: true, error: told(e) }))
    } finally {
      clearTimeout(soon)
      if (!leaving.signal.aborted) {
        running.current = null
        change(() => ({ running: false }))
        setNow(n => n + 1) // what was read may have brought files that lie in files
      }
    }
  }

  const ask = async (text: string, more: Asking = {}) => {
    text = text.trim()
    if (!text || running.current) return
    const from = more.scope ?? scope
    setList(l => [...l.map((e, i) => i === more.instead ? { ...e, older: true } : e), { question: text, running: true, final: false, asked: from }])
    setSaid(w.searching)
    end(true)
    try {
      const job = await post<Job>('/answers', {
        question: text, scope: from || undefined, workspace: workspace || undefined, thread: more.again ?? (conversation.current || 'new'), again: more.again ? true : undefined,
        no_parse: more.plain || undefined, budget: more.budget, length: more.length, stream: true,
      })
      await watch(job.id)
    } catch (e) {
      setSaid(told(e))
      change(() => ({ running: false, final: true, error: told(e) }))
      setQuestion(q => q || text) // what was typed is not lost
    }
  }
  const submit = () => {
    if (running.current) return
    const own = chosen(taken, choices)
    ask(question, own === null ? {} : { plain: true, scope: both(scope, own) })
    setQuestion(''); setChoices({})
  }
  const stop = () => { if (running.current) remove('/answers/' + running.current.id).catch(() => {}) }
  const busy = list.some(e => e.running)
  // Whoever hears the page is told every so often how far a long reading is.
  const read = useRef<Exchange['read']>(undefined)
  read.current = list.find(e => e.running)?.read
  useEffect(() => {
    if (!busy) return
    setHeard('')
    const each = setInterval(() => { if (read.current) setHeard(w.reading(...read.current)) }, 10_000)
    return () => clearInterval(each)
  }, [busy])
  const told4 = list.filter(e => e.answer)

  return <div class={open ? 'ask with-place' : 'ask'}>
    <section class="talk">
      {workspace && <SpaceHead ref_={workspace} tab="" seen={now} />}
      {!workspace && (!ready || list.length === 0) && <h1 class="first-head">{w.head}</h1>}
      {!workspace && ready && list.length > 0 && <h1 class="hidden">{w.talk}</h1>}
      {ready && list.length === 0 && <Start added={() => { setNow(n => n + 1); field.current?.focus() }} />}
      {list.map((e, i) => <ExchangeView key={i} e={e} thread={conversation.current} open={open?.exchange === i ? open.c.n : 0}
        show={(c, from, quote) => { if (from) back.current = from; setOpen({ exchange: i, c, quote }) }} ask={(q, more) => ask(q, { scope: e.asked, ...more, instead: more?.instead ? i : undefined })} />)}
      {busy && !follows && <button type="button" class="jump" onClick={() => end(true)}>{w.jump}</button>}
      {told4.length > 0 && !busy && <p class="tools thread-tools">
        <a href={workspace ? '/w/' + encodeURIComponent(workspace) : '/'} onClick={go}>{w.anew}</a>
        <span>{w.save} {(['md', 'html', 'json'] as const).map(f => <button type="button" key={f} onClick={() => save(told4, f)}>{w.forms[f]}</button>)}</span>
        <button type="button" onClick={() => print()}>{w.print}</button>
      </p>}
      <div class="bottom" ref={bottom} />
      <form class="question" onSubmit={ev => { ev.preventDefault(); submit() }}>
        <Taken spans={taken} choices={choices} choose={setChoices} />
        <div class="row">
          <label class="hidden" for="q">{w.label}</label>
          <textarea id="q" ref={field} rows={2} value={question} placeholder={list.length ? w.followUp : w.placeholder} maxLength={longestQuestion}
            onInput={ev => setQuestion(ev.currentTarget.value)}
            onKeyDown={ev => { if (ev.key === 'Enter' && !ev.shiftKey && !ev.isComposing) { ev.preventDefault(); submit() } }} />
          {busy
            ? <button type="button" class="stop" onClick={stop}>{w.stop}</button>
            : <button type="submit" class="first" disabled={!question.trim()}>{w.button}</button>}
        </div>
        <div class="scope">
          {!workspace && <a class="note" href={'/files?' + new URLSearchParams({ scope })} onClick={go}>{!fault && files !== undefined && words.scope.searches + ' '}<ScopeSaid id="scope-said" files={files} fault={fault} /></a>}
          <button type="button" aria-expanded={scoping} aria-controls="scope-row" onClick={() => setScoping(!scoping)}>{words.scope.choose}</button>
          {!scoping && <Chips scope={scope} set={setScope} />}
          {scoping && <div id="scope-row" class="scope grow">
            <Completed id="scope" label={words.scope.label} kind="scope" mono value={scope} input={setScope} placeholder={words.scope.placeholder} described="scope-said" invalid={!!fault} />
            <Chips scope={scope} set={setScope} />
            {scope.trim() && !fault && !workspace && <SaveWorkspace scope={scope} />}
          </div>}
        </div>
      </form>
      {ready && list.length === 0 && <GoOn workspace={workspace} />}
      <p class="hidden" role="status" aria-live="polite">{busy ? heard || w.searching : said}</p>
      <p class="keys">{words.keys}</p>
    </section>
    {open && <PlaceView at={open.c.open} workspace={workspace} cited={open.c} quote={open.quote} count={[at + 1, cited.length]} close={close}
      last={at > 0 ? () => showAt(at - 1) : undefined} next={at + 1 < cited.length ? () => showAt(at + 1) : undefined} />}
  </div>
}

// useFollowing keeps the end of a talk in view while it grows, until somebody scrolls up.
function useFollowing(list: unknown[]) {
  const bottom = useRef<HTMLDivElement>(null)
  const asked = useRef(0) // for the next frame
  const [follows, setFollows] = useState(true)
  useEffect(() => {
    const look = () => setFollows(innerHeight + scrollY > document.documentElement.scrollHeight - 160)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  const end = (anyway: boolean) => {
    if (anyway) setFollows(true)
    asked.current ||= requestAnimationFrame(() => {
      asked.current = 0
      // Of an answer that is whole and taller than the window its beginning is shown.
      const last = [...document.querySelectorAll<HTMLElement>('.exchange')].at(-1)
      if (last?.getAttribute('aria-busy') === 'false' && last.offsetHeight > innerHeight - 192) last.scrollIntoView({ block: 'start' })
      else bottom.current?.scrollIntoView({ block: 'end' })
    })
  }
  useEffect(() => { if (follows && list.length) end(false) }, [list])
  return { follows, bottom, end }
}
