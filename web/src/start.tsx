import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { type File, type Page, type Share, type Thread, type Workspace, get, overseen, post } from './api'
import { AddShare } from './folders'
import { Hint } from './hint'
import { Icon, Tile, ending } from './icons'
import { Introduction, type useIntroduction } from './introduction'
import { Who, useMay, useOne } from './pages'
import { join, quote } from './query'
import { go } from './route'
import { ScopeWords } from './scope'
import { count, legible, size, visible } from './shown'
import { threadAt } from './history'
import { space } from './space'
import { language, words } from './words'
import type { Branch, FolderTree, Tried } from './shapes'

const w = words.start

// Start is what stands above the first question: what SPAR does, and how it gets files where it has none.
export function Start({ added, intro, ask }: { added: () => void; intro: ReturnType<typeof useIntroduction>; ask: (question: string) => void }) {
  const owns = useMay('administer')
  const [fresh, setFresh] = useState<{ name: string; files: number } | null>(null)
  const [shares, setShares] = useState<Share[] | null>(null)
  useEffect(() => {
    get<Page<Share>>('/shares').then(p => setShares(p.items), () => {})
  }, [])
  return <div class="start">
    {intro.shown ? <Introduction shares={shares} ask={ask} close={intro.close} /> : intro.shown === false && <Hint of="ask">{words.ask.empty}</Hint>}
    {shares?.length === 0 && !intro.shown && !fresh && (owns ? <section><h2>{words.folders.first}</h2><AddShare added={(name, files) => { setFresh({ name, files }); added() }} /></section> : <p class="empty">{words.state.noShares}</p>)}
    {fresh && <p role="status"><strong>{words.folders.ready(visible(fresh.name), fresh.files)}</strong> <a href="/files" onClick={go}>{words.folders.look}</a> · <a href={'/state/shares/' + encodeURIComponent(fresh.name)} onClick={go}>{words.share.plan.restrict}</a></p>}
  </div>
}

// GoOn is what one was at last, below the question.
export function GoOn({ workspace }: { workspace: string }) {
  const [threads, setThreads] = useState<Thread[]>([])
  const [spaces, setSpaces] = useState<Workspace[]>([])
  useEffect(() => {
    get<Page<Thread>>('/threads', { limit: 50 }).then(p => setThreads(p.items), () => {})
    if (!workspace) get<Page<Workspace>>('/workspaces', { limit: 8 }).then(p => setSpaces(p.items), () => {})
  }, [])
  const own = threads.filter(t => (t.workspace ?? '') === workspace && !overseen(t) && !!t.title.trim()).slice(0, 6)
  return <div class={workspace ? 'go-on' : 'go-on beside'}>
    {own.length > 0 && <section><h2>{w.goOn}</h2><ul>{own.map(t => <li key={t.id}><a href={threadAt(t)} onClick={go}>{t.title}</a></li>)}</ul></section>}
    {spaces.length > 0 && <section><h2>{words.nav.workspaces}</h2><ul class="spaces">{spaces.map(s => <li key={s.ref}><a href={space(s.ref)} onClick={go}><b>{visible(s.name)}</b><ScopeWords scope={s.scope} /></a></li>)}</ul></section>}
  </div>
}

// A Try is a question to start from.
export interface Try { text: string; path?: string }

// stem is what a file is called, as people say it: without its ending, and with blanks for the signs that names have in their place.
export function stem(path: string): string { return path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[-_]+/g, ' ').trim() }

// spoken says that a name is one that people would say: no mere date or number, and none that every folder has.
function spoken(s: string): boolean { return s.length > 3 && s.length < 60 && /\p{L}{3}/u.test(s) && !/^(readme|index|license|changelog|template)$/i.test(s) }

const prose = new Set(['pdf', 'docx', 'doc', 'odt', 'md', 'txt', 'html', 'pptx', 'rtf']), tables = new Set(['csv', 'xlsx', 'ods', 'tsv'])

// So many questions are offered, and so many are tried for that.
const offered = 4, tried = 10

// After so many milliseconds the files are looked at again, while they are read.
const again = 5000

// triesOf makes questions of what a share has: figures of tables, tags that files have, tables, headings and documents of several folders, one of each kind in turn.
export function triesOf(files: File[], tags: { name: string; files_with_below: number }[], headings: { heading: string; path: string }[], figures: { of: string; by: string; path: string }[]): Try[] {
  const folders = new Set<string>(), texts: File[] = [], named = (f: File) => spoken(stem(f.path))
  for (const f of files.filter(f => prose.has(ending(f.path)) && f.state !== 'unsupported' && named(f))) {
    const folder = f.share + ':' + f.path.slice(0, f.path.lastIndexOf('/') + 1)
    if (!folders.has(folder)) { folders.add(folder); texts.push(f) }
  }
  const ask = w.questions
  const kinds: Try[][] = [
    figures.map(f => ({ text: figures.length > 1 ? ask.figureIn(legible(f.of), legible(f.by), visible(stem(f.path))) : ask.figure(legible(f.of), legible(f.by)), path: f.path })),
    headings.map(h => ({ text: spoken(stem(h.path)) ? ask.heading(legible(h.heading), visible(stem(h.path))) : ask.tag(legible(h.heading)), path: h.path })),
    files.filter(f => tables.has(ending(f.path)) && named(f)).map(f => ({ text: ask.table(visible(stem(f.path))), path: f.path })),
    tags.filter(t => t.files_with_below > 0).sort((a, b) => b.files_with_below - a.files_with_below).map(t => ({ text: ask.tag(visible(t.name)) })),
    texts.map(f => ({ text: ask.text(visible(stem(f.path))), path: f.path })),
  ]
  const list: Try[] = []
  for (let n = 0; list.length < tried && kinds.some(k => n < k.length); n++) for (const k of kinds) if (k[n] && list.length < tried && !list.some(t => t.text === k[n].text)) list.push(k[n])
  return list.map(t => ({ ...t, text: t.text.replace(/[\u00a0\u202f]/g, ' ') })) // as one types it
}

// waits lets some time pass.
function waits(ms: number, signal: AbortSignal): Promise<void> { return new Promise((done, gone) => { signal.addEventListener('abort', () => gone(signal.reason)); setTimeout(done, ms) }) }

// idle waits until the page has nothing else to do.
function idle(signal: AbortSignal): Promise<void> { return new Promise((done, gone) => { signal.addEventListener('abort', () => gone(signal.reason)); setTimeout(() => 'requestIdleCallback' in window ? requestIdleCallback(() => done(), { timeout: 4000 }) : done(), 600) }) }

// sureOf are questions to start from that have a sure answer for who asks: they are tried when nothing else goes on, and remembered while the window is open.
// Until then, meanwhile is told those that names suggest, of files that were read first.
export async function sureOf(scope: string, workspace: string, signal: AbortSignal, meanwhile: (list: Try[]) => void = () => {}): Promise<Try[]> {
  const kept = 'tries ' + JSON.stringify([workspace, scope, language]), found = sessionStorage.getItem(kept)
  if (found) return JSON.parse(found)
  const within = { scope: scope || undefined, workspace: workspace || undefined }
  const trying = (questions: string[], more: { enough?: number; headings?: number; figures?: number }) => post<Tried>('/ask/sure', { questions, ...within, ...more }, signal)
  const listed = () => get<Page<File>>(!scope && workspace ? `/workspaces/${encodeURIComponent(workspace)}/files` : '/files', { scope: scope || undefined, limit: 100 }, signal).then(p => p.items)
  const tags = workspace || scope ? [] : await get<Page<{ name: string; files_with_below: number }>>('/tags', { limit: 20 }, signal).then(p => p.items, () => [])
  const read = (f: File) => f.state === 'ok' || f.state === 'partial', unread = (list: File[]) => list.filter(f => f.state === 'unread').length
  let list = await listed()
  for (let before = Infinity; list.length; list = await listed()) { // while files are read there are more every time
    meanwhile(triesOf([...list.filter(read), ...list.filter(f => f.state === 'unread')], tags, [], []).slice(0, offered))
    if (!unread(list) || unread(list) >= before || !list.some(read)) break
    before = unread(list)
    await waits(again, signal)
  }
  if (!list.length) return []
  await idle(signal)
  const { headings = [], figures = [] } = await trying([], { headings: 12, figures: 2 })
  const tries = triesOf(list, tags, headings, figures)
  const { sure } = await trying(tries.map(t => t.text), { enough: offered })
  const good = tries.filter(t => sure.some(s => s.question === t.text))
  if (good.length) sessionStorage.setItem(kept, JSON.stringify(good))
  return good
}

// useTries are questions to start from, as find tells of them, and whether it still looks. Nothing is exchanged under a hand that is about to choose in the box.
export function useTries(find: (signal: AbortSignal, show: (list: Try[]) => void) => Promise<Try[]>, of: unknown[]) {
  const [list, setList] = useState<Try[] | null>(null)
  const [busy, setBusy] = useState(true)
  const box = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const leaving = new AbortController()
    setBusy(true); setList(null)
    const show = (next: Try[]) => setList(now => now?.length && box.current?.matches(':hover, :focus-within') ? now : next)
    find(leaving.signal, show).then(show, () => {}).then(() => { if (!leaving.signal.aborted) setBusy(false) })
    return () => leaving.abort()
  }, of)
  return { list, busy, box }
}

// Tries are questions to start from, each of which is asked by a click.
export function Tries({ scope, workspace, ask }: { scope: string; workspace: string; ask: (question: string) => void }) {
  const off = useContext(Who)?.tries_questions === false
  const { list, busy, box } = useTries(async (signal, show) => off ? [] : sureOf(scope, workspace, signal, show), [scope, workspace])
  if (!list?.length) return null
  return <section class="tries" aria-busy={busy}><h2>{w.try}</h2>{busy && <p class="note">{w.trying}</p>}<ul class="try" ref={box}>{list.map(t => <li key={t.text}><button type="button" onClick={() => ask(t.text)}>{t.path ? <Tile path={t.path} /> : <Icon of="tags" />}<span>{t.text}</span></button></li>)}</ul></section>
}

// FolderMap shows what the folders have: each as wide as its bytes say, with how much of it was read. A click shows its files.
export function FolderMap() {
  const { value } = useOne(async signal => {
    await idle(signal)
    const tree = await get<FolderTree>('/scope/tree', {}, signal)
    return tree.folders.length === 1 ? get<FolderTree>('/scope/tree', { in: tree.folders[0].share + ':' }, signal) : tree
  }, [])
  if (!value?.folders.length) return null
  const list = [...value.folders].sort((a, b) => b.count.bytes - a.count.bytes), shown = list.slice(0, 16), all = value.count, not = all.files - all.read - all.waiting
  const scopeOf = (b: Branch) => join([(b.elsewhere || !b.path) && `share:${quote(b.share)}`, b.value && `path:${quote(b.value)}`].filter((t): t is string => !!t))
  return <section class="map"><h2>{w.map}</h2><p class="note">{w.mapRead(count(all.read), count(all.files), size(all.bytes))}{all.waiting > 0 && ' ' + w.mapWait}{not > 0 && <> <a href="/skipped" onClick={go}>{words.reading.not(not)}</a></>}</p>
    <ul>{shown.map(b => { const part = b.count.files ? b.count.read / b.count.files : 0, name = b.path ? b.path.slice(b.path.lastIndexOf('/') + 1) : b.share
      return <li key={b.share + ':' + b.path} style={{ flexGrow: Math.max(1, Math.round(1000 * Math.sqrt(b.count.bytes / Math.max(1, all.bytes)))) }}><a href={'/files?' + new URLSearchParams({ scope: scopeOf(b) })} onClick={go}>
        <b>{visible(name)}</b><small>{words.files.n(b.count.files)} · {size(b.count.bytes)}</small><span class="bar" aria-hidden="true"><span style={{ width: `${100 * part}%` }} /></span><small>{w.mapPart(Math.floor(100 * part))}</small></a></li> })}</ul>
    {list.length > shown.length && <p><a href="/files" onClick={go}>{words.facets.more(list.length - shown.length)}</a></p>}
  </section>
}
