import { useEffect, useState } from 'preact/hooks'
import { type File, type Page, type Share, type Thread, type Workspace, get } from './api'
import { AddShare } from './folders'
import { Icon, Tile, ending } from './icons'
import { useMay } from './pages'
import { go } from './route'
import { visible } from './shown'
import { threadAt } from './sidebar'
import { space } from './space'
import { words } from './words'

const w = words.start

// Start is what stands above the first question: what SPAR does, and how it gets files where it has none.
export function Start({ added }: { added: () => void }) {
  const owns = useMay('administer')
  const [fresh, setFresh] = useState<{ name: string; files: number } | null>(null)
  const [shares, setShares] = useState<Share[] | null>(null)
  useEffect(() => {
    get<Page<Share>>('/shares').then(p => setShares(p.items), () => {})
  }, [])
  return <div class="start">
    <p class="lead">{words.ask.empty}</p>
    {shares?.length === 0 && !fresh && (owns ? <section><h2>{words.folders.first}</h2><AddShare added={(name, files) => { setFresh({ name, files }); added() }} /></section> : <p class="empty">{words.state.noShares}</p>)}
    {fresh && <p role="status"><strong>{words.folders.ready(visible(fresh.name), fresh.files)}</strong> <a href="/files" onClick={go}>{words.folders.look}</a></p>}
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
  const own = threads.filter(t => (t.workspace ?? '') === workspace).slice(0, 6)
  return <div class="go-on">
    {own.length > 0 && <section><h2>{w.goOn}</h2><ul>{own.map(t => <li key={t.id}><a href={threadAt(t)} onClick={go}>{t.title}</a></li>)}</ul></section>}
    {spaces.length > 0 && <section><h2>{words.nav.workspaces}</h2><ul class="spaces">{spaces.map(s => <li key={s.ref}><a href={space(s.ref)} onClick={go}><b>{visible(s.ref)}</b><small class="mono">{visible(s.scope) || '—'}</small></a></li>)}</ul></section>}
  </div>
}

// A Try is a question to start from.
interface Try { text: string; path?: string }

// stem is what a file is called, as people say it: without its ending, and with blanks for the signs that names have in their place.
export function stem(path: string): string { return path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[-_]+/g, ' ').trim() }

const prose = new Set(['pdf', 'docx', 'doc', 'odt', 'md', 'txt', 'html', 'pptx', 'rtf']), tables = new Set(['csv', 'xlsx', 'ods', 'tsv'])

// triesOf makes questions of what a share has: a tag that files have, a table, and documents of several folders, at most four.
export function triesOf(files: File[], tags: { name: string; files_with_below: number }[]): Try[] {
  const folders = new Set<string>(), texts: File[] = [], named = (f: File) => { const s = stem(f.path); return s.length > 3 && s.length < 60 && /\p{L}{3}/u.test(s) && !/^(readme|index|license|changelog)$/i.test(s) }
  for (const f of files.filter(f => prose.has(ending(f.path)) && f.state !== 'unsupported' && named(f))) {
    const folder = f.share + ':' + f.path.slice(0, f.path.lastIndexOf('/') + 1)
    if (!folders.has(folder)) { folders.add(folder); texts.push(f) }
  }
  const table = files.find(f => tables.has(ending(f.path)) && named(f)), tag = tags.filter(t => t.files_with_below > 0).sort((a, b) => b.files_with_below - a.files_with_below)[0]
  const ask = w.questions
  return [...tag ? [{ text: ask.tag(visible(tag.name)) }] : [], ...table ? [{ text: ask.table(visible(stem(table.path))), path: table.path }] : [],
    ...texts.map(f => ({ text: ask.text(visible(stem(f.path))), path: f.path }))].slice(0, 4)
}

// Tries are questions to start from, each of which is asked by a click.
export function Tries({ scope, workspace, ask }: { scope: string; workspace: string; ask: (question: string) => void }) {
  const [list, setList] = useState<Try[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    Promise.allSettled([get<Page<File>>(!scope && workspace ? `/workspaces/${encodeURIComponent(workspace)}/files` : '/files', { scope: scope || undefined, limit: 100 }, leaving.signal), get<Page<{ name: string; files_with_below: number }>>('/tags', { limit: 20 }, leaving.signal)])
      .then(([files, tags]) => { if (!leaving.signal.aborted) setList(triesOf(files.status === 'fulfilled' ? files.value.items : [], !workspace && !scope && tags.status === 'fulfilled' ? tags.value.items : [])) })
    return () => leaving.abort()
  }, [scope, workspace])
  if (!list.length) return null
  return <section class="tries"><h2>{w.try}</h2><ul class="try">{list.map(t => <li key={t.text}><button type="button" onClick={() => ask(t.text)}>{t.path ? <Tile path={t.path} /> : <Icon of="tags" />}<span>{t.text}</span></button></li>)}</ul></section>
}
