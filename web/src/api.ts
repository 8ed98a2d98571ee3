// What the API gives is described by itself; the build makes these types of that.
import type * as Api from './shapes'
import { language, words } from './words'
export type {
  Answer, AnswerEvent, Bullet, Citation, Completion, Contradiction, Coverage, Drift, File, FileName, Hit, Imported, Locator, Me, Person, Place, Remedy, Sentence, Share, Step, Symptom, Taken, Thread, Turn, View, Workspace,
} from './shapes'
export type Computed = Api.TableAnswer
export type Span = Api.SentenceSpan
export type Job = Api.AnswerJob
export interface Page<T> { items: T[]; next?: string }
export interface Value { type: string; value: string | number }

// A Failure is an error as the server tells it.
export class Failure extends Error {
  constructor(message: string, readonly status: number, readonly code = '', readonly request = '', readonly remedies: Api.Remedy[] = [], readonly spot?: Api.Spot) { super(message) }
}

const base = '/api/v1'

async function failure(reply: Response): Promise<Failure> {
  try {
    const { error } = await reply.json()
    return new Failure(error.message, reply.status, error.code, error.request, error.do, error.spot)
  } catch {
    return new Failure(words.answers(reply.status), reply.status)
  }
}

// waits marks the page while a reply is slow, so that nobody takes what is not there yet for nothing.
const quiet = /\/(ask\/sure|search|scope\/tree|answers|work|scans)\b/ // go on beside what somebody looks at
let pending = 0
async function waits<T>(path: string, work: Promise<T>): Promise<T> {
  pending++
  const slow = quiet.test(path) ? 0 : setTimeout(() => { document.documentElement.dataset.busy = '' }, 400)
  try { return await work } finally { clearTimeout(slow); if (--pending === 0) delete document.documentElement.dataset.busy }
}

async function call(method: string, path: string, body?: unknown, accept = 'application/json', signal?: AbortSignal, keepalive?: boolean): Promise<Response> {
  const headers: Record<string, string> = { Accept: accept, 'Accept-Language': language }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const reply = await waits(path, fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, keepalive, credentials: 'same-origin' })).catch(e => { throw signal?.aborted ? e : new Failure(words.away, 0) })
  if (reply.ok) return reply
  const f = await failure(reply)
  const again = reply.status === 403 && f.remedies.find(r => r.do === 'show-again')
  if (again && await shownAgain(f.remedies.some(r => r.do === 'sign-in'), again.name)) return call(method, path, body, accept, signal, keepalive)
  if (reply.status !== 401 || !known) throw f
  dispatchEvent(new CustomEvent('spar-signed-out', { detail: f.remedies.some(r => r.do === 'sign-in') }))
  throw new Failure(words.signIn.ended, 401, f.code, '', f.remedies)
}

// shownAgain waits until whoever sits here has shown once more who they are, or gives that up.
let showing: Promise<boolean> | undefined
function shownAgain(elsewhere: boolean, about = ''): Promise<boolean> {
  return showing ??= new Promise<boolean>(done => dispatchEvent(new CustomEvent('spar-show-again', { detail: { done, elsewhere, about } }))).finally(() => { showing = undefined })
}

// known says that the server has told who asks here: if it knows nobody later, a session has ended.
let known = false

// whoAsks is who asks, as the server knows them.
export async function whoAsks(): Promise<Api.Me> {
  const me = await get<Api.Me>('/me')
  known = true
  return me
}

export type Query = Record<string, string | number | boolean | undefined>

function address(path: string, query: Query): string {
  const q = new URLSearchParams()
  for (const [k, v] of Object.entries(query)) if (v !== undefined && v !== '' && v !== false) q.set(k, String(v))
  const text = q.toString()
  return base + path + (text ? '?' + text : '')
}

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> { return (await call('GET', address(path, query), undefined, undefined, signal)).json() }
export async function post<T>(path: string, body: unknown, signal?: AbortSignal, outlives?: boolean): Promise<T> { return (await call('POST', base + path, body, undefined, signal, outlives)).json() }
export async function patch<T>(path: string, body: unknown): Promise<T> { return (await call('PATCH', base + path, body)).json() }
export async function remove<T>(path: string): Promise<T> { return (await call('DELETE', base + path)).json() }
export async function signIn(token: string): Promise<Api.Me> {
  const before = known
  known = false // a wrong token ends no session
  try {
    return await (await call('POST', '/login', { token })).json()
  } finally { known = before }
}

// joinBy takes an invitation, which counts once.
export async function joinBy(invitation: string): Promise<Api.Token> {
  known = false // a wrong one ends no session
  return (await call('POST', '/join', { invitation })).json()
}

// signOut ends the session. It gives the address where the provider that signed somebody in ends its own, '' for none.
export async function signOut(): Promise<string> {
  const { then = '' }: Api.Done = await (await call('POST', '/logout')).json()
  return /^https?:\/\//.test(then) ? then : ''
}

// signInElsewhere is the address at which the provider of this server signs somebody in, who comes back to where they are.
export function signInElsewhere(): string { return '/auth/login?' + new URLSearchParams({ to: location.pathname + location.search }) }

// bring sends a file as it is.
export async function bring<T>(path: string, type: string, file: Blob, query: Query = {}): Promise<T> {
  const reply = await fetch(address(path, query), { method: 'POST', headers: { 'Content-Type': type, 'Accept-Language': language }, body: file, credentials: 'same-origin' }).catch(() => { throw new Failure(words.away, 0) })
  if (!reply.ok) throw await failure(reply)
  return reply.json()
}

// all gives every item of a list, page by page.
export async function all<T>(path: string, query: Query = {}, most = Infinity): Promise<T[]> {
  const items: T[] = []
  for (let after: string | undefined; ;) {
    const page = await get<Page<T>>(path, { ...query, limit: 1000, after })
    items.push(...page.items)
    if (!page.next || items.length >= most) return items
    after = page.next
  }
}

// countOf is how many files are in a scope.
export async function countOf(scope: string, signal?: AbortSignal): Promise<number> {
  const { states } = await get<{ states: Record<string, number> }>('/files/count', { scope }, signal)
  return Object.values(states).reduce((a, b) => a + b, 0)
}

// follow gives the events of a job from its beginning. Where the connection is lost it says so, and connects again after the last event that
// came. A server that was started anew knows nothing of the job.
export async function* follow(id: string, signal: AbortSignal, lost: (is: boolean) => void): AsyncGenerator<Api.AnswerEvent> {
  let after = 0
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      const reply = await call('GET', `${base}/answers/${id}/events?after=${after}`, undefined, 'text/event-stream', signal)
      for await (const [n, e] of parse<Api.AnswerEvent>(reply)) {
        if (wait > 500) lost(false)
        after = n
        wait = 500
        yield e
        if (e.stage === 'final' || e.stage === 'error') return
      }
    } catch (e) {
      if (e instanceof Failure && e.status === 404) throw new Failure(words.startedAnew, 404)
      if (signal.aborted || e instanceof Failure && e.status >= 400 && e.status < 500) throw e
    }
    lost(true)
    await new Promise(done => setTimeout(done, wait))
    if (signal.aborted) return
  }
}

// parse reads server-sent events: their numbers and their data.
async function* parse<T>(reply: Response): AsyncGenerator<[number, T]> {
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      rest += value
      const parts = rest.split('\n\n')
      rest = parts.pop()!
      for (const part of parts) {
        const field = (name: string) => part.split('\n').filter(l => l.startsWith(name + ': ')).map(l => l.slice(name.length + 2)).join('\n')
        if (field('data')) yield [Number(field('id')), JSON.parse(field('data'))]
      }
    }
  } finally { reader.cancel().catch(() => {}) } // a reply of which nobody wants the rest
}

// events gives what is posted for as it comes.
export async function* events<T>(path: string, body: unknown, signal?: AbortSignal): AsyncGenerator<T> {
  for await (const [, e] of parse<T>(await call('POST', base + path, body, 'text/event-stream', signal))) {
    const { error } = e as { error?: { message: string } }
    if (error) throw new Failure(error.message, 200)
    yield e
  }
}

// columnName is a column of a sheet as spreadsheets name it: A, Z, AA.
function columnName(n: number): string { return n > 0 ? columnName(Math.floor((n - 1) / 26)) + String.fromCharCode(65 + (n - 1) % 26) : '' }

// place is a locator as a person says it.
export function place(l: Api.Locator): string {
  const parts: string[] = [], w = words.place.parts
  if (l.page) parts.push(w.page(l.page))
  if (l.sheet) parts.push(w.sheet(l.sheet))
  if (l.table) parts.push(w.table(l.table))
  if (l.column && l.row && l.sheet) parts.push(w.cell(columnName(l.column) + l.row))
  else {
    if (l.row) parts.push(w.row(l.row))
    if (l.column) parts.push(w.column(l.row ? String(l.column) : columnName(l.column)))
  }
  if (l.heading) parts.push(l.heading)
  return parts.join(', ')
}

// where is the place of a citation. A whole column is called by its label.
export function where(c: Api.Citation): string {
  const { column, row, ...rest } = c.locator
  return column && !row && c.text ? [place(rest), words.place.parts.column(c.text)].filter(Boolean).join(', ') : place(c.locator)
}

// placesOf are citations by what a person reads of their place, in the order of the first of each.
export function placesOf(list: Api.Citation[]): Api.Citation[][] {
  const by = new Map<string, Api.Citation[]>()
  for (const c of list) {
    const key = JSON.stringify([named(c), place(c.locator)])
    by.set(key, [...by.get(key) ?? [], c])
  }
  return [...by.values()]
}

// overseen says that a conversation is somebody else's who did not share it, and is seen by the superuser, who may see all.
export function overseen(t: Api.Thread): boolean { return t.yours && t.id.includes('/') }

// named is a file as its address.
export function named(f: Api.FileName): string { return `${f.share}:${f.path}` }

// fetched is a file that the server makes, with its type and the name that the server gives it.
export async function fetched(path: string, query: Query): Promise<{ text: string; type: string; named: string }> {
  const reply = await call('GET', address(path, query), undefined, '*/*')
  const said = reply.headers.get('Content-Disposition') ?? '', coded = /filename\*=utf-8''([^;]+)/i.exec(said)?.[1]
  return { text: await reply.text(), type: reply.headers.get('Content-Type') ?? '', named: coded ? decodeURIComponent(coded) : /filename="?([^";]+)/.exec(said)?.[1] ?? '' }
}

// lines gives a whole list in one reply, an item a line.
export async function lines<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T[]> {
  const reply = await call('GET', address(path, query), undefined, 'application/x-ndjson', signal)
  return (await reply.text()).split('\n').filter(Boolean).map(l => JSON.parse(l))
}
