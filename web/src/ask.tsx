import { useEffect, useRef, useState } from 'preact/hooks'
import { type AnswerEvent, type Citation, type Failure, type Job, type Page, type Thread, type Workspace, follow, get, placesOf, post, remove, where } from './api'
import { save } from './copy'
import { type Asking, type Exchange, ExchangeView, exchangeOf, numbered, refusal, step } from './exchange'
import { Tile } from './icons'
import { both, longestQuestion } from './query'
import { Sheet } from './sheet'
import { PlaceView } from './place'
import { go, replace, useTitle } from './route'
import { type Sent, Running, conversation as addressOf, forget, home, isSent, send } from './running'
import { Chips, ScopeSaid, useCount } from './scope'
import { legible, lines, visible } from './shown'
import { SharedWith } from './shared'
import { Closed, SpaceHead } from './space'
import { useIntroduction } from './introduction'
import { FolderMap, GoOn, Start, Tries } from './start'
import { WriterChoice, useAsked, useWriting } from './steps'
import { type Choices, Taken, chosen, useTaken } from './taken'
import { words } from './words'

const w = words.ask

function told(e: unknown): string { const f = e as Failure; return numbered(f.message, f.status < 500 ? '' : f.request) }

// beginning is what is read aloud of an answer: all of a short one. The rest is where the answer stands.
function beginning(text: string): string {
  text = text.replace(/\s+/g, ' ')
  return text.length <= 400 ? text : text.slice(0, text.lastIndexOf(' ', 400)) + ' …'
}

// draft is where what is typed is kept: it outlives the page, such as where somebody has to sign in again.
function draft(): string { return 'asking ' + location.pathname }
function kept(): string { const text = sessionStorage.getItem(draft()) ?? ''; return isSent(text) ? '' : text }

// For so many milliseconds events wait for others.
const moment = 80

// asks counts what was asked in this window.
let asks = 0

// An Opened is a citation beside the answer: of which exchange, and where the focus goes back to.
interface Opened { exchange: number; c: Citation; quote?: string }

// Ask is the page of questions: of a workspace, or a conversation that goes on.
export function Ask({ workspace, thread }: { workspace: string; thread: string }) {
  const asked = new URLSearchParams(location.search)
  const [scope, setScope] = useState(asked.get('scope') ?? '')
  const [writing, setWriting] = useWriting()
  const byModel = useAsked(writing)
  const [scoping, setScoping] = useState(false)
  const chooses = useRef<HTMLButtonElement>(null)
  const [question, setQuestion] = useState(asked.get('q') ?? kept())
  const [unkept, setUnkept] = useState('')
  const [choices, setChoices] = useState<Choices>({})
  const [list, setList] = useState<Exchange[]>([])
  const [ready, setReady] = useState(false)
  const [said, setSaid] = useState('')
  const [heard, setHeard] = useState('')
  const [open, setOpen] = useState<Opened | null>(null)
  const [fault, setFault] = useState<{ gone: boolean; why: string } | null>(null) // why what was asked for is not here
  const [space, setSpace] = useState<Workspace | null>(null)
  const [pressed, setPressed] = useState(false) // Enter, while an answer is made
  const conversation = useRef(thread)
  const [owner, setOwner] = useState('') // of a conversation that somebody else shares
  const left = useRef(false) // this page, for another
  const loaded = useRef<Promise<boolean>>(Promise.resolve(true)) // what a conversation has so far
  const watched = useRef(new Map<string, AbortController>()) // what goes on here, by its key; from when it is asked
  const stopping = useRef(false)
  const unsent = useRef('') // what was asked, until the server has it
  const field = useRef<HTMLTextAreaElement>(null)
  const back = useRef<HTMLElement | null>(null)
  const { follows, bottom, end } = useFollowing(list)
  const taken = useTaken(question)
  const [now, setNow] = useState(0)
  const { files, fault: wrong } = useCount(scope, now)
  useTitle([list[0]?.question, workspace].filter(Boolean).join(' – '))

  // load gives what a conversation has so far, and the answers that are still made: the page was loaded again, or is open elsewhere.
  const load = async (id: string): Promise<{ shown: Exchange[]; jobs: Job[] }> => {
    const t = await get<Thread>('/threads/' + encodeURIComponent(id)), turns = t.turns ?? []
    setOwner(t.yours ? '' : t.owner_name || t.owner)
    const { items } = await get<Page<Job>>('/answers')
    const jobs = items.filter(j => j.state === 'running' && j.thread === id).reverse()
    return { shown: (jobs.length ? turns.filter(t => t.state !== 'running') : turns).map(exchangeOf), jobs }
  }
  const goingOn = (job: Job): Exchange => ({ question: job.question, running: true, final: false, asked: job.scope ?? '', key: job.id, job: job.id })

  // Who comes back to the page sees what was asked of the conversation elsewhere meanwhile, as in another tab.
  const shown = useRef<Exchange[]>([])
  shown.current = list
  useEffect(() => {
    const look = async () => {
      const id = conversation.current
      if (document.hidden || !id || watched.current.size || open) return
      const { shown: all, jobs } = await load(id)
      const more = (all.at(-1)?.number ?? 0) > Math.max(0, ...shown.current.map(e => e.number ?? 0))
      if (!more && !jobs.length || watched.current.size || conversation.current !== id) return
      setList([...all, ...jobs.map(goingOn)])
      for (const job of jobs) watch(job.id, job.id)
    }
    const seen = () => { look().catch(() => {}) } // it is asked again when somebody next comes back
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [open])

  // What is typed is kept until it is asked, and what is asked until the server has it.
  const typed = useRef(question)
  typed.current = question
  const keep = () => { const text = typed.current || unsent.current; if (text) sessionStorage.setItem(draft(), text); else sessionStorage.removeItem(draft()) }
  useEffect(keep, [question])
  useEffect(() => {
    const begin = async () => {
      // An answer of which the conversation was not known yet is found by its own number.
      const answer = thread ? '' : asked.get('answer')
      const one = answer ? await get<Job>('/answers/' + encodeURIComponent(answer)) : null
      const id = thread || (one?.thread !== 'new' && one?.thread) || ''
      const { shown, jobs } = id ? await load(id) : { shown: [], jobs: one ? [one] : [] }
      if (left.current) return
      if (id) conversation.current = id
      if (id !== thread) replace(addressOf(workspace, id))
      setList(l => [...shown, ...jobs.map(goingOn), ...l]) // what was asked meanwhile stays
      const last = shown.at(-1)?.asked
      if (last && !workspace && !asked.has('scope')) setScope(last)
      const at = shown.findIndex(e => e.number === Number(asked.get('a')))
      const c = shown[at]?.answer?.citations.find(c => c.n === Number(asked.get('c')))
      if (c) setOpen({ exchange: at, c })
      for (const job of jobs) watch(job.id, job.id)
    }
    field.current?.focus()
    if (thread || asked.has('answer')) loaded.current = begin().then(() => true, e => {
      setFault({ gone: (e as Failure).status === 404 || (e as Failure).status === 400, why: told(e) })
      return false
    }).then(there => { setReady(true); return there })
    else setReady(true)
    return () => { left.current = true; for (const leaving of watched.current.values()) leaving.abort() }
  }, [])

  // The address says which scope is asked and which citation is open, so that a link to it shows the same.
  useEffect(() => {
    if (!ready || fault) return
    const q = new URLSearchParams()
    if (scope && !conversation.current) q.set('scope', scope)
    const job = list.at(-1)?.job
    if (job && !conversation.current) q.set('answer', job)
    if (open && list[open.exchange]?.number) { q.set('a', String(list[open.exchange].number)); q.set('c', String(open.c.n)) }
    replace(location.pathname + (q.size ? '?' + q : ''))
  }, [ready, fault, scope, open, list])

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

  const change = (key: string, f: (e: Exchange) => Partial<Exchange>) => setList(l => {
    const at = l.findIndex(e => e.key === key)
    const now = at >= 0 ? f(l[at]) : {}
    return Object.keys(now).length ? l.map((e, i) => i === at ? { ...e, ...now } : e) : l
  })

  // keptIn says in which conversation a question is kept; it is not known from the start of a new one.
  const keptIn = (id?: string) => {
    if (!id || id === conversation.current) return
    conversation.current = id
    replace(addressOf(workspace, id))
  }

  // watch shows the events of a job as an exchange.
  const watch = async (id: string, key: string) => {
    const leaving = new AbortController(), before = conversation.current
    watched.current.set(key, leaving)
    // A model writes faster than a page is drawn: what comes within a moment is shown together.
    let waiting: AnswerEvent[] = [], soon = 0
    const show = () => {
      clearTimeout(soon); soon = 0
      const events = waiting
      waiting = []
      change(key, x => events.reduce<Partial<Exchange>>((sum, e) => ({ ...sum, ...step({ ...x, ...sum }, e) }), {}))
    }
    try {
      for await (const e of follow(id, leaving.signal, lost => change(key, x => x.lost === lost ? {} : { lost }))) {
        waiting.push(e)
        if (e.stage === 'final' || e.stage === 'error') show()
        else soon ||= setTimeout(show, moment)
        keptIn(e.answer?.thread ?? e.thread)
        if (e.stage === 'error') {
          setSaid(e.message ?? '')
          // A question that cannot be asked at all leaves no conversation.
          if (!before && (e.code === 'invalid' || e.code === 'not-found')) { conversation.current = ''; replace(home(workspace)) }
        }
        if (e.stage === 'final' && e.answer)
          setSaid(e.answer.refused ? refusal(e.answer) : (e.answer.unsure ? w.unsure(e.answer.missing ?? []) + ' ' : '') + w.ready(e.answer.bullets.length, e.answer.citations.length) + '. ' + beginning(e.answer.bullets.map(b => b.text).join(' ')))
      }
    } catch (e) {
      if (leaving.signal.aborted) return
      setSaid(told(e))
      change(key, () => ({ final: true, error: told(e) }))
    } finally {
      clearTimeout(soon)
      watched.current.delete(key)
      if (!leaving.signal.aborted) {
        change(key, () => ({ running: false, job: undefined }))
        setPressed(false)
        setNow(n => n + 1) // what was read may have brought files that lie in files
      }
    }
  }

  const ask = async (text: string, more: Asking = {}) => {
    text = text.trim()
    if (!text || watched.current.size) return
    const from = more.scope ?? scope, before = open, key = 'asked ' + ++asks, leaving = new AbortController()
    watched.current.set(key, leaving)
    stopping.current = false
    unsent.current = text
    setList(l => [...l.map((e, i) => i === more.instead ? { ...e, older: true } : e), { question: text, running: true, final: false, asked: from, key }])
    setSaid(w.searching)
    end(true)
    const sent: Sent = { question: text, workspace }
    try {
      if (!await loaded.current) { // there is nothing that it could go on with
        watched.current.delete(key)
        setList([])
        return setQuestion(q => q || text)
      }
      const job = await send(sent, {
        question: text, scope: from || undefined, workspace: workspace || undefined, thread: more.again ?? (conversation.current || 'new'), again: more.again ? true : undefined,
        no_parse: more.plain || undefined, budget: more.budget, length: more.length, ...byModel, stream: true,
      })
      if (stopping.current) remove('/answers/' + job.id).catch(() => {})
      if (left.current) return // it goes on, and is found again
      unsent.current = ''
      keep()
      change(key, () => ({ job: job.id }))
      await watch(job.id, key)
      setOpen(o => o === before ? null : o) // the place of an earlier answer makes room for the passages of this one
    } catch (e) {
      if (left.current) return // whoever looks at what runs is told
      forget(sent)
      watched.current.delete(key)
      unsent.current = ''
      setSaid(told(e))
      change(key, () => ({ running: false, final: true, error: told(e), full: (e as Failure).code === 'too-many' }))
      setQuestion(q => q || text) // what was typed is not lost
    }
  }
  const submit = () => {
    if (!question.trim() || closed) return
    if (watched.current.size) return setPressed(true)
    const own = chosen(taken, choices)
    ask(question, own === null ? {} : { plain: true, scope: both(scope, own) })
    setQuestion(''); setChoices({})
  }
  const stop = () => {
    stopping.current = true
    for (const e of list) if (e.running && e.job) remove('/answers/' + e.job).catch(() => {})
  }
  const closed = !!space && space.state !== 'open'
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
  const intro = useIntroduction(workspace)
  const told4 = list.filter(e => e.answer)

  // Where there is room the passages of the last answer stand at the right from the first, and a place comes in their stead: nothing jumps.
  const lastCited = list.findLastIndex(e => !!e.answer?.citations.length)
  // The passages have room from the question on, so that nothing moves when they come.
  return <div class={open ? 'ask with-place with-rail' : list.length > 0 ? 'ask with-rail' : 'ask'}>
    <section class="talk">
      {workspace && <SpaceHead ref_={workspace} tab="" seen={now} known={setSpace} />}
      {!workspace && !fault && (!ready || list.length === 0) && <h1 class="first-head">{w.head}</h1>}
      {!workspace && ready && list.length > 0 && <h1 class="hidden">{w.talk}</h1>}
      {fault && <Absent fault={fault} workspace={workspace} question={question} />}
      {ready && !fault && list.length === 0 && <Start intro={intro} ask={q => ask(q)} added={() => { setNow(n => n + 1); field.current?.focus() }} />}
      {list.map((e, i) => <ExchangeView key={e.key ?? e.number ?? i} e={e} thread={conversation.current} open={open?.exchange === i ? open.c.n : 0}
        show={(c, from, quote) => { if (from) back.current = from; setOpen({ exchange: i, c, quote }) }} ask={(q, more) => ask(q, { scope: e.asked, ...more, instead: more?.instead ? i : undefined })} />)}
      {busy && !follows && <button type="button" class="jump" onClick={() => end(true)}>{w.jump}</button>}
      {told4.length > 0 && !busy && <p class="tools thread-tools">
        <a href={home(workspace)} onClick={go}>{w.anew}</a>
        <span>{w.save} {(['md', 'html', 'json'] as const).filter(f => f !== 'html' || conversation.current).map(f => <button type="button" key={f} onClick={() => { save(told4, f, conversation.current).then(() => setUnkept(''), e => setUnkept((e as Error).message)) }}>{w.forms[f]}</button>)}</span>
        <button type="button" onClick={() => print()}>{w.print}</button>{unkept && <span class="error" role="alert">{unkept}</span>}
      </p>}
      {told4.length > 0 && !busy && !owner && conversation.current && <SharedWith key={conversation.current} id={conversation.current} />}
      {owner && <p class="note">{words.shared.of(visible(owner))} <a href={home(workspace)} onClick={go}>{w.anew}</a></p>}
      <div class="bottom" ref={bottom} />
      {!fault && !owner && <form class="question" onSubmit={ev => { ev.preventDefault(); submit() }}>
        {closed && <Closed space={space} reactivated={() => setNow(n => n + 1)} />}
        <Taken spans={taken} choices={choices} choose={setChoices} />
        <div class="row">
          <label class="hidden" for="q">{w.label}</label>
          <textarea id="q" ref={field} rows={2} value={question} disabled={closed} aria-describedby={closed ? 'closed' : undefined} placeholder={list.length ? w.followUp : w.placeholder} maxLength={longestQuestion}
            onInput={ev => setQuestion(ev.currentTarget.value)}
            onKeyDown={ev => { if (ev.key === 'Enter' && !ev.shiftKey && !ev.isComposing) { ev.preventDefault(); submit() }
              // Out of the question the letters are keys again; what is typed is not left by mistake.
              if (ev.key === 'Escape' && !question && !open && !ev.isComposing) ev.currentTarget.blur() }} />
          {busy
            ? <button type="button" class="stop" onClick={stop}>{w.stop}</button>
            : <button type="submit" class="first" disabled={closed || !question.trim()}>{w.button}</button>}
        </div>
        {busy && list.length > 0 && <p class="note meanwhile">{pressed && <strong role="alert">{w.stillAnswering} </strong>}{w.meanwhile} <a href={anew(workspace, question)}
          onClick={ev => { if (ev.button === 0 && !ev.metaKey && !ev.ctrlKey && !ev.shiftKey) sessionStorage.removeItem(draft()); go(ev) }}>{w.anew}</a></p>}
        <div class="scope">
          {!workspace && <a class="note" href={'/files?' + new URLSearchParams({ scope })} onClick={go} aria-label={!wrong && files === undefined ? words.scope.searches : undefined}>{!wrong && files !== undefined && words.scope.searches + ' '}<ScopeSaid id="scope-said" files={files} fault={wrong} /></a>}
          <button type="button" ref={chooses} aria-expanded={scoping} aria-controls="choose" onClick={() => setScoping(!scoping)}>{words.scope.choose}</button>
          <WriterChoice on={writing} set={setWriting} />
          {cited.length > 0 && !busy && <small class="note keys-hint">{w.keys}</small>}
          {!scoping && <Chips scope={scope} set={setScope} />}
        </div>
      </form>}
      {ready && !fault && list.length === 0 && <Running />}
      {ready && !fault && list.length === 0 && <GoOn workspace={workspace} />}
      <p class="hidden" role="status" aria-live="polite">{busy ? heard || w.searching : said}</p>
      {/* last, so that what comes late moves nothing */}
      {ready && !fault && !closed && list.length === 0 && !!files && intro.shown === false && <Tries scope={scope} workspace={workspace} ask={q => ask(q)} />}
      {ready && !fault && !workspace && list.length === 0 && !!files && <FolderMap />}
    </section>
    {scoping && <Sheet scope={scope} set={setScope} space={workspace} close={() => { setScoping(false); chooses.current?.focus() }} />}
    {!open && lastCited >= 0 && <Rail list={list[lastCited].answer!.citations} show={(c, from) => { back.current = from; setOpen({ exchange: lastCited, c }) }} />}
    {open && <PlaceView at={open.c.open} workspace={workspace} cited={open.c} quote={open.quote} count={[at + 1, cited.length]} close={close}
      last={at > 0 ? () => showAt(at - 1) : undefined} next={at + 1 < cited.length ? () => showAt(at + 1) : undefined} />}
  </div>
}

// Rail has the passages that an answer cites, each with its file and place; a click opens one where it stands.
function Rail({ list, show }: { list: Citation[]; show: (c: Citation, from: HTMLElement) => void }) {
  return <aside class="rail" aria-label={w.passages}><h2>{w.passages}</h2>{placesOf(list).slice(0, 12).map(same => { const c = same[0]; return <button type="button" class="passage" key={c.n} onClick={ev => show(c, ev.currentTarget)}>
    <Tile path={c.path} /><span class="trail"><span class="n">{same.map(x => x.n).join(', ')}</span><b>{visible(c.path.slice(c.path.lastIndexOf('/') + 1))}</b>{where(c) && <span class="crumb">{legible(where({ ...c, locator: { ...c.locator, heading: c.locator.heading?.split(' > ').at(-1) } }))}</span>}</span><span class="said">{lines(c.text.slice(0, 500))}</span></button> })}</aside>
}

// anew is where another conversation begins, with what is typed already.
function anew(workspace: string, question: string): string { return home(workspace) + (question.trim() ? '?' + new URLSearchParams({ q: question }) : '') }

// Absent is said where a conversation is not to be had: the same of one that is gone and of somebody else's.
function Absent({ fault, workspace, question }: { fault: { gone: boolean; why: string }; workspace: string; question: string }) {
  return <div class="absent" role="alert"><h1>{fault.gone ? w.absent : w.notLoaded}</h1>
    {!fault.gone && <p class="error">{fault.why}</p>}
    <p class="tools">{!fault.gone && <button type="button" class="first" onClick={() => location.reload()}>{words.signIn.retry}</button>}
      <a class="button" href={anew(workspace, question)} onClick={go}>{w.anew}</a> <a class="button" href="/threads" onClick={go}>{words.nav.threads}</a></p></div>
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
