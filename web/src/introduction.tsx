import { useContext, useEffect, useState } from 'preact/hooks'
import { type File, type Page, type Share, type Thread, get } from './api'
import { Icon, Tile } from './icons'
import { Who } from './pages'
import { quote } from './query'
import { filesOf } from './reading'
import { go } from './route'
import { visible } from './shown'
import { type Try, sureOf, triesOf, useTries } from './start'
import { words } from './words'

const w = words.intro

// keyOf is what a browser remembers by that somebody closed the introduction. Who that was cannot be told from it, so that it may outlast a session.
function keyOf(who: string): string {
  let n = 2166136261
  for (const c of who) n = Math.imul(n ^ c.codePointAt(0)!, 16777619) >>> 0
  return 'spar-hint-intro-' + n.toString(36)
}

function kept(key: string): string | null { try { return localStorage.getItem(key) } catch { return null } }
function keep(key: string, value: 'begun' | 'closed') { try { localStorage.setItem(key, value) } catch { /* then it comes again */ } }

// openAgain has the introduction come once more.
export function openAgain(who: string) { keep(keyOf(who), 'begun') }

// useIntroduction says whether whoever asks is shown the introduction, undefined while that is not known: people who do not administer are,
// from their first visit until they close it, and not those who asked before.
export function useIntroduction(workspace: string): { shown: boolean | undefined; close: () => void } {
  const me = useContext(Who)!, key = keyOf(me.who), never = !!workspace || me.may.includes('administer')
  const [shown, setShown] = useState(() => never || kept(key) === 'closed' ? false : kept(key) ? true : undefined)
  useEffect(() => {
    if (shown !== undefined) return
    get<Page<Thread>>('/threads', { limit: 1 }).then(p => { keep(key, p.items.length ? 'closed' : 'begun'); setShown(!p.items.length) }, () => setShown(false))
  }, [])
  return { shown, close: () => { keep(key, 'closed'); setShown(false) } }
}

// So many questions the introduction offers.
const few = 3

// tries are questions that have a sure answer where the server tries some, and else questions about files by their names.
async function tries(off: boolean, signal: AbortSignal, show: (list: Try[]) => void): Promise<Try[]> {
  const sure = off ? [] : await sureOf('', '', signal, show).catch(() => [])
  if (sure.length >= few) return sure
  const { items } = await get<Page<File>>('/files', { limit: 100 }, signal)
  return [...sure, ...triesOf(items, [], [], []).filter(t => !sure.some(s => s.text === t.text))]
}

// Introduction tells somebody at their first visit what they may read here, and how one asks.
export function Introduction({ shares, ask, close }: { shares: Share[] | null; ask: (question: string) => void; close: () => void }) {
  const off = useContext(Who)!.tries_questions === false
  const [counted, setCounted] = useState<Share[] | null>(null)
  const { list, busy, box } = useTries((signal, show) => tries(off, signal, show), [])
  useEffect(() => {
    const leaving = new AbortController()
    get<Page<Share>>('/shares', { states: true, limit: 1000 }, leaving.signal).then(p => setCounted(p.items), () => {})
    return () => leaving.abort()
  }, [])
  const open = (counted ?? shares)?.filter(s => !counted || (filesOf(s)?.all ?? 0) > 0)
  return <section class="intro panel" aria-labelledby="intro-title">
    <div class="head"><h2 id="intro-title">{w.title}</h2><button type="button" class="quiet" aria-label={words.hint.close} title={words.hint.close} onClick={close}>×</button></div>
    <p>{words.ask.empty}</p>
    <h3>{w.may}</h3>{!open || open.length ? <ul class="cards" aria-busy={!open}>{open?.map(s => <li key={s.name} class="head"><a href={'/files?' + new URLSearchParams({ scope: 'share:' + quote(s.name) })} onClick={go}>{visible(s.name)}</a>{counted && <small>{words.files.n(filesOf(s)?.all ?? 0)}</small>}</li>)}</ul> : <p class="empty">{w.none}</p>}
    {(!open || open.length > 0) && (!list || list.length > 0) && <><h3>{w.try}</h3><ul class="try" aria-busy={busy} ref={box}>{list?.slice(0, few).map(t => <li key={t.text}><button type="button" onClick={() => ask(t.text)}>{t.path ? <Tile path={t.path} /> : <Icon of="tags" />}<span>{t.text}</span></button></li>)}</ul></>}
    <h3>{w.how}</h3><dl class="facts">{w.ways.map(([head, text]) => <><dt key={head}>{head}</dt><dd>{text}</dd></>)}</dl>
    <p class="tools"><button type="button" class="first" onClick={close}>{w.close}</button> <small>{w.later}</small></p>
  </section>
}
