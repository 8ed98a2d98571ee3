// What the API gives, as far as the page looks at it; /api/openapi.json has all of it.
export interface Locator { page?: number; heading?: string; sheet?: string; table?: number; row?: number; column?: number }
export interface FileName { share: string; path: string }
export interface Citation extends FileName {
  n: number; locator: Locator; text: string; open: string
  dated?: string; doc_version?: string; in_force?: boolean; copies?: string[]
}
export interface Bullet { text: string; citations: number[]; shown?: number; of?: number }
export interface Contradiction { what: string; citations: number[] }
export interface Remedy { do: string; name?: string; path?: string }
export interface Coverage {
  in_scope: number; read: number; waiting: number; unreadable: number; partial?: number; outdated?: number; gone?: number; better?: number
  unread?: (FileName & { state: string; reason: string })[]
  closed_shares?: { share: string; reason: string }[]
}
export interface Span { start: number; end: number; text: string; constraint: string; guess?: boolean; how?: string }
export interface Taken { scope: string; spans: Span[]; files: number; strict?: boolean }
export interface Computed {
  plan: string; answers: string[]; of: number; used: number; columns?: string[]; rows?: string[][]; rest?: number; notes?: string[]
  cells: { label: string; text: string; open: string }[]; left_out: { reason: string; rows: number }[]; alternatives?: { answers: string[]; plan: string }[]
}
export interface Answer {
  intent: string; answer: string; bullets: Bullet[]; citations: Citation[]; refused: boolean; coverage: Coverage
  corrected?: { from: string; to: string }[]; missing?: string[]; nearest?: string[]; rewritten?: string; notes?: string[]
  taken?: Taken; computed?: Computed; conflict?: Contradiction[]; again?: { turn: number; left_out: number; expanded?: string[] }
  confidence?: number; model?: string; thread?: string; turn?: number
}
export interface Hit extends FileName { locator: Locator; text: string; open: string; score: number }
export interface Step { constraint: string; known: number; unknown?: number }
export interface AnswerEvent {
  stage: string; read?: number; to_read?: number; unreadable?: number; hits?: Hit[]; text?: string; model?: string; answer?: Answer; message?: string; request?: string
  scope?: string; funnel?: Step[]
}
export interface File extends FileName { size: number; modified: string; format?: string; state: string; reason?: string; remedy?: string; undecided?: boolean; sha256?: string }
export interface Page<T> { items: T[]; next?: string }
export interface Drift { unchanged: number; changed: number; added: number; dropped: number; gone: number }
export interface Workspace {
  name: string; ref: string; scope: string; owner: string; role: string; created: string; state: string; expires?: string; pinned?: string; notes?: string[]; drift?: Drift; coverage?: Coverage
  members?: { who: string; role: string; since: string }[]
}
export interface Turn {
  turn: number; asked: string; understood?: string; question: string; state: string; scope?: string; answer?: Answer; rating?: string; why?: string; withheld?: boolean
}
export interface Thread { id: string; title: string; workspace?: string; asked: string; created: string; questions: number; turns?: Turn[] }
export interface Place extends FileName { locator: Locator; cell?: string; before: string[]; text: string[]; after: string[]; left_out?: number }
export interface Me { who: string; name: string; may: string[] }
export interface Share { name: string; rights: string; reachable: boolean; trouble?: string; scanned?: string; states?: Record<string, number> }
export interface Symptom { level: string; what: string; detail: string; remedy?: string }
export interface Value { type: string; value: string | number }
export interface Completion { text: string; files?: number }
export interface Sentence { scope: string; spans: Span[]; files: number; unknown: number }

// A Failure is an error as the server tells it.
export class Failure extends Error {
  constructor(message: string, readonly status: number, readonly code = '', readonly request = '') { super(message) }
}

const base = '/api/v1'

async function failure(reply: Response): Promise<Failure> {
  try {
    const { error } = await reply.json()
    return new Failure(error.message, reply.status, error.code, error.request)
  } catch {
    return new Failure(`The server answers ${reply.status}.`, reply.status)
  }
}

async function call(method: string, path: string, body?: unknown, accept = 'application/json', signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { Accept: accept }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const reply = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, credentials: 'same-origin' })
  if (!reply.ok) throw await failure(reply)
  return reply
}

export type Query = Record<string, string | number | boolean | undefined>

function address(path: string, query: Query): string {
  const q = new URLSearchParams()
  for (const [k, v] of Object.entries(query)) if (v !== undefined && v !== '' && v !== false) q.set(k, String(v))
  const text = q.toString()
  return base + path + (text ? '?' + text : '')
}

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> { return (await call('GET', address(path, query), undefined, undefined, signal)).json() }
export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> { return (await call('POST', base + path, body, undefined, signal)).json() }
export async function patch<T>(path: string, body: unknown): Promise<T> { return (await call('PATCH', base + path, body)).json() }
export async function remove<T>(path: string): Promise<T> { return (await call('DELETE', base + path)).json() }
export async function signIn(token: string): Promise<Me> { return (await call('POST', '/login', { token })).json() }
export async function signOut(): Promise<void> { await call('POST', '/logout') }

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

// A Job is an answer that is made whether this page is open or not.
export interface Job { id: string; state: 'running' | 'done' | 'stopped' | 'failed'; question: string; workspace?: string; scope?: string; thread?: string }

// follow gives the events of a job from its beginning. Where the connection is lost it connects again after the last event that came.
export async function* follow(id: string, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  let after = 0
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      const reply = await call('GET', `${base}/answers/${id}/events?after=${after}`, undefined, 'text/event-stream', signal)
      for await (const [n, e] of parse<AnswerEvent>(reply)) {
        after = n
        wait = 500
        yield e
        if (e.stage === 'final' || e.stage === 'error') return
      }
    } catch (e) {
      if (signal.aborted || e instanceof Failure && e.status < 500) throw e
    }
    await new Promise(done => setTimeout(done, wait))
    if (signal.aborted) return
  }
}

// parse reads server-sent events: their numbers and their data.
async function* parse<T>(reply: Response): AsyncGenerator<[number, T]> {
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
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
}

// events gives what is posted for as it comes.
export async function* events<T>(path: string, body: unknown, signal?: AbortSignal): AsyncGenerator<T> {
  for await (const [, e] of parse<T>(await call('POST', base + path, body, 'text/event-stream', signal))) {
    const { error } = e as { error?: { message: string } }
    if (error) throw new Failure(error.message, 200)
    yield e
  }
}

// place is a locator as a person says it.
export function place(l: Locator): string {
  const parts: string[] = []
  if (l.page) parts.push(`page ${l.page}`)
  if (l.sheet) parts.push(`sheet ${l.sheet}`)
  if (l.table) parts.push(`table ${l.table}`)
  if (l.row) parts.push(`row ${l.row}`)
  if (l.heading) parts.push(l.heading)
  return parts.join(', ')
}

// named is a file as its address.
export function named(f: FileName): string { return `${f.share}:${f.path}` }

// lines gives a whole list in one reply, an item a line.
export async function lines<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T[]> {
  const reply = await call('GET', address(path, query), undefined, 'application/x-ndjson', signal)
  return (await reply.text()).split('\n').filter(Boolean).map(l => JSON.parse(l))
}
