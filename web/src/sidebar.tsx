import { useEffect, useState } from 'preact/hooks'
import { type Me, type Page, type Thread, type Workspace, get, remove } from './api'
import { Emblem, Icon } from './icons'
import { go, to } from './route'
import { visible } from './shown'
import { space } from './space'
import { language, words } from './words'

const w = words.nav

// Sidebar leads to every page, to the workspaces that were asked last and to each conversation. In a narrow window it is a bar of the pages.
export function Sidebar({ first, me, moves, help, leave }: { first: string; me: Me; moves: number; help: () => void; leave: () => void }) {
  const link = (href: string, icon: Parameters<typeof Icon>[0]['of'], name: string, here: boolean) => <a href={href} onClick={go} aria-current={here ? 'page' : undefined}><Icon of={icon} />{name}</a>
  return <div class="side">
    <nav class="top" aria-label={words.title}>
      <strong class="brand"><Emblem />{words.title}</strong>
      {link('/', 'ask', w.ask, first === '' || first === 't')}
      {link('/files', 'files', w.files, first === 'files' || first === 'file' || first === 'skipped')}
      {link('/tags', 'tags', w.tags, first === 'tags' || first === 'review' || first === 'rules')}
      {link('/w', 'workspaces', w.workspaces, first === 'w')}
      {link('/threads', 'threads', w.threads, first === 'threads')}
      {link('/state', 'server', w.state, first === 'state')}
    </nav>
    <History moves={moves} />
    <p class="me"><span class="who" title={me.who}>{visible(me.name)}</span> <button type="button" class="quiet" aria-label={words.help.title} title={words.help.title + ' (?)'} onClick={help}>?</button> <button type="button" class="quiet" onClick={leave}>{words.signIn.out}</button></p>
  </div>
}

// threadAt is the address of a conversation.
export function threadAt(t: Pick<Thread, 'id' | 'workspace'>): string { return (t.workspace ? space(t.workspace) : '') + '/t/' + encodeURIComponent(t.id) }

const daily = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }), monthly = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' })

// dayOf says when something was asked, the coarser the longer ago: today, yesterday, 4 days ago, the month.
export function dayOf(time: string, now = new Date()): string {
  const at = new Date(time), noon = (d: Date) => new Date(d.getFullYear(), d.getMonth(), d.getDate(), 12).getTime()
  const days = Math.round((noon(now) - noon(at)) / 86_400_000)
  return days < 7 ? daily.format(-Math.max(0, days), 'day') : monthly.format(at)
}

// byDay are conversations below the day that they were last asked on, in their order.
export function byDay<T extends { asked: string }>(list: T[]): [string, T[]][] {
  const days = new Map<string, T[]>()
  for (const t of list) { const d = dayOf(t.asked); days.set(d, [...days.get(d) ?? [], t]) }
  return [...days]
}

// So many conversations stand at the side; the page Conversations has all.
const most = 100

function History({ moves }: { moves: number }) {
  const [threads, setThreads] = useState<Thread[]>([])
  const [spaces, setSpaces] = useState<Workspace[]>([])
  const [find, setFind] = useState('')
  const [changed, setChanged] = useState(0)
  const [fault, setFault] = useState('')
  useEffect(() => {
    const again = () => setChanged(n => n + 1)
    addEventListener('spar-here', again)
    return () => removeEventListener('spar-here', again)
  }, [])
  useEffect(() => {
    const leaving = new AbortController(), keep = <T,>(set: (list: T[]) => void) => (p: Page<T>) => { if (!leaving.signal.aborted) set(p.items) }
    // It is no part of what the page shows, and waits for that.
    const soon = setTimeout(() => {
      get<Page<Thread>>('/threads', { limit: most }, leaving.signal).then(keep(setThreads), () => {})
      get<Page<Workspace>>('/workspaces', { limit: 6 }, leaving.signal).then(keep(setSpaces), () => {})
    }, 150)
    return () => { leaving.abort(); clearTimeout(soon) }
  }, [moves, changed])
  const asked = find.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = threads.filter(t => asked.every(x => (t.title + ' ' + (t.workspace ?? '')).toLowerCase().includes(x)))
  const drop = async (t: Thread) => {
    if (!confirm(words.threads.sure(t.title))) return
    await remove('/threads/' + encodeURIComponent(t.id))
    if (location.pathname === threadAt(t)) to('/')
    setChanged(n => n + 1)
  }
  if (!threads.length && !spaces.length) return <div class="history" />
  return <nav class="history" aria-label={w.history}>
    {spaces.length > 0 && <><h2>{w.workspaces}</h2><ul>{spaces.map(s => <li key={s.ref}><a href={space(s.ref)} onClick={go}><span class="dot" aria-hidden="true" />{visible(s.ref)}</a></li>)}</ul></>}
    {threads.length > 0 && <input type="search" aria-label={w.find} placeholder={w.find} value={find} onInput={e => setFind(e.currentTarget.value)} />}
    {fault && <p class="error" role="alert">{fault}</p>}
    {asked.length > 0 && shown.length === 0 && <p class="note" role="status">{w.noneFound}</p>}
    {byDay(shown).map(([day, list]) => <section key={day}><h2>{day}</h2><ul>{list.map(t => <li key={t.id}>
      <a href={threadAt(t)} title={visible(t.title)} onClick={go} aria-current={location.pathname === threadAt(t) ? 'page' : undefined}>{visible(t.title)}</a>
      <button type="button" class="quiet" aria-label={w.remove(visible(t.title))} title={words.threads.remove} onClick={() => { drop(t).then(() => setFault(''), e => setFault((e as Error).message)) }}><Icon of="bin" /></button></li>)}</ul></section>)}
  </nav>
}
