import { useEffect, useRef, useState } from 'preact/hooks'
import { type Page, type Thread, get, overseen, post, remove } from './api'
import { broughtBy } from './copy'
import { Icon } from './icons'
import { go, to } from './route'
import { legible, minute, visible } from './shown'
import { space } from './space'
import { language, words } from './words'

const w = words.history

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

// So many conversations stand here at first.
const some = 100

// History has the conversations by day, finds those that have some words in their title, their questions or their answers, and renames and deletes them in place.
export function History({ moves, whole }: { moves: number; whole?: boolean }) {
  const [all, setAll] = useState<Thread[] | null>(null)
  const [others, setOthers] = useState(false) // those of people who did not share them, whom the superuser may look at
  const [next, setNext] = useState<string | undefined>()
  const [find, setFind] = useState('')
  const [most, setMost] = useState(some)
  const [changed, setChanged] = useState(0)
  const [fault, setFault] = useState('')
  const [said, setSaid] = useState<{ text: string; undo?: () => Promise<unknown> } | null>(null)
  const again = () => setChanged(n => n + 1)
  useEffect(() => {
    addEventListener('spar-here', again)
    return () => removeEventListener('spar-here', again)
  }, [])
  const asked = find.trim()
  useEffect(() => {
    const leaving = new AbortController()
    // At the side it is no part of what the page shows, and waits for that; what is typed is asked for when the typing rests.
    const soon = setTimeout(() => get<Page<Thread>>('/threads', { limit: most, find: asked }, leaving.signal).then(p => { setAll(p.items); setNext(p.next); setFault('') },
      e => { if (whole && !leaving.signal.aborted) setFault((e as Error).message) }), whole && !asked ? 0 : 150)
    return () => { leaving.abort(); clearTimeout(soon) }
  }, [moves, changed, asked, most])
  const rename = async (t: Thread, title: string) => {
    const path = `/threads/${encodeURIComponent(t.id)}/rename`
    await post(path, { to: title })
    setSaid({ text: w.renamed, undo: () => post(path, { to: t.title.length > 200 ? '' : t.title }) })
    again()
  }
  const drop = async (t: Thread) => {
    await remove('/threads/' + encodeURIComponent(t.id))
    setSaid({ text: w.removed(legible(t.title)) })
    if (location.pathname === threadAt(t)) to('/')
    again()
  }
  const failed = (e: unknown) => { setSaid(null); setFault((e as Error).message) }
  const list = all && (whole && others ? all : all.filter(t => !overseen(t)))
  if (!list || !all) return fault ? <p class="error">{fault}</p> : null
  if (!all.length && !asked || !whole && !list.length && !asked) return whole ? <p class="empty">{words.threads.empty}</p> : null
  return <div class={whole ? 'talks whole' : 'talks'}>
    <input type="search" aria-label={words.nav.find} placeholder={words.nav.find} value={find} onInput={e => setFind(e.currentTarget.value)} />
    {whole && all.some(overseen) && <label class="tools"><input type="checkbox" checked={others} onChange={e => setOthers(e.currentTarget.checked)} /> {w.others}</label>}
    {fault && <p class="error" role="alert">{fault}</p>}
    {(list.length === 0 || said) && <p class="note" role="status">{list.length === 0 ? words.nav.noneFound : said!.text}{list.length > 0 && said!.undo && <> <button type="button" class="link" onClick={() => said!.undo!().then(() => { setSaid(null); again() }, failed)}>{words.bulk.undo}</button></>}</p>}
    {byDay(list).map(([day, of]) => <section key={day}><h2>{day}</h2><ul>{of.map(t => <Talk key={t.id} t={t} found={asked} whole={whole} rename={title => rename(t, title).catch(failed)} drop={() => drop(t).catch(failed)} />)}</ul></section>)}
    {next && <button type="button" class={whole ? '' : 'quiet'} onClick={() => setMost(n => n + 2 * some)}>{words.files.more}</button>}
  </div>
}

// Marked is a text with the words marked that were looked for.
function Marked({ text, words: sought }: { text: string; words: string }) {
  const list = sought.split(/\s+/).filter(Boolean).map(x => x.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (!list.length) return <>{text}</>
  return <>{text.split(new RegExp(`(${list.join('|')})`, 'iu')).map((part, i) => i % 2 ? <mark key={i}>{part}</mark> : part)}</>
}

// Talk is one conversation: a link to it, or the field for its new title, or whether it is to be deleted.
function Talk({ t, found, whole, rename, drop }: { t: Thread; found: string; whole?: boolean; rename: (title: string) => void; drop: () => void }) {
  const [doing, setDoing] = useState<'' | 'rename' | 'drop'>('')
  const [title, setTitle] = useState('')
  const row = useRef<HTMLLIElement>(null)
  const back = () => { setDoing(''); requestAnimationFrame(() => row.current?.querySelector('a')?.focus()) }
  const leave = (e: KeyboardEvent) => { if (e.key === 'Escape') { e.stopPropagation(); back() } }
  if (doing === 'rename') return <li ref={row} class="doing"><form onSubmit={e => { e.preventDefault(); if (title.trim() && title.trim() !== t.title) rename(title.trim()); back() }}>
    <input aria-label={w.title} value={title} maxLength={200} onInput={e => setTitle(e.currentTarget.value)} onKeyDown={leave} ref={el => { if (el && el.ownerDocument.activeElement !== el && title === t.title.slice(0, 200)) el.select() }} />
    <button class="first" disabled={!title.trim()}>{words.operate.save}</button><button type="button" class="quiet" onClick={back}>{words.ask.cancel}</button></form></li>
  if (doing === 'drop') return <li ref={row} class="doing"><div role="group" aria-label={words.nav.remove(legible(t.title))} onKeyDown={leave}><p>{w.sure(legible(t.title))} {w.trail}</p>
    <button type="button" class="stop" ref={el => el?.focus()} onClick={drop}>{words.threads.remove}</button> <button type="button" class="quiet" onClick={back}>{words.ask.cancel}</button></div></li>
  return <li ref={row}>
    <a href={threadAt(t)} title={legible(t.title)} onClick={go} aria-current={location.pathname === threadAt(t) ? 'page' : undefined}>{legible(t.title)}
      {t.found && <small><Marked text={legible(t.found)} words={found} /></small>}{whole && <small>{[!t.yours && words.shared.by(visible(t.owner_name || t.owner)), overseen(t) && words.workspaces.whose(visible(t.owner_name || t.owner)), t.workspace, words.threads.questions(t.questions), minute(t.asked), t.imported && broughtBy(t.imported)].filter(Boolean).join(' · ')}</small>}</a>
    {t.yours && <><button type="button" class="quiet" aria-label={w.rename(legible(t.title))} title={w.renameDo} onClick={() => { setTitle(t.title.slice(0, 200)); setDoing('rename') }}><Icon of="pen" /></button>
    <button type="button" class="quiet" aria-label={words.nav.remove(legible(t.title))} title={words.threads.remove} onClick={() => setDoing('drop')}><Icon of="bin" /></button></>}
  </li>
}
