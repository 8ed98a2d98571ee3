import { useEffect, useState } from 'preact/hooks'
import { type Page, type Share, type Thread, type Workspace, get } from './api'
import { AddShare } from './folders'
import { useMay } from './pages'
import { go } from './route'
import { visible } from './shown'
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
    {own.length > 0 && <section><h2>{w.goOn}</h2><ul>{own.map(t => <li key={t.id}><a href={(t.workspace ? '/w/' + encodeURIComponent(t.workspace) : '') + '/t/' + encodeURIComponent(t.id)} onClick={go}>{t.title}</a></li>)}</ul></section>}
    {spaces.length > 0 && <section><h2>{words.nav.workspaces}</h2><ul>{spaces.map(s => <li key={s.ref}><a href={'/w/' + encodeURIComponent(s.ref)} onClick={go}>{s.ref}</a></li>)}</ul></section>}
  </div>
}
