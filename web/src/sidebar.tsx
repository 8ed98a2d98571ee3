import { useEffect, useState } from 'preact/hooks'
import { type Me, type Page, type Workspace, get } from './api'
import { History } from './history'
import { Emblem, Icon } from './icons'
import { go } from './route'
import { visible } from './shown'
import { Star, space, starred } from './space'
import { words } from './words'

const w = words.nav

// Sidebar leads to every page, to the workspaces that were asked last and to each conversation. In a narrow window it is a bar of the pages.
export function Sidebar({ first, me, moves, look, help, leave }: { first: string; me: Me; moves: number; look: () => void; help: () => void; leave: () => void }) {
  const link = (href: string, icon: Parameters<typeof Icon>[0]['of'], name: string, here: boolean) => <a href={href} onClick={go} aria-current={here ? 'page' : undefined}><Icon of={icon} />{name}</a>
  return <div class="side">
    <nav class="top" aria-label={words.title}>
      <strong class="brand"><Emblem />{words.title}</strong>
      {link('/', 'ask', w.ask, first === '' || first === 't')}
      {link('/files', 'files', w.files, first === 'files' || first === 'file' || first === 'skipped')}
      {link('/tags', 'tags', w.tags, first === 'tags' || first === 'review' || first === 'rules')}
      {link('/w', 'workspaces', w.workspaces, first === 'w' || first === 'trash')}
      {link('/threads', 'threads', w.threads, first === 'threads')}
      {me.may.includes('operate') ? link('/state', 'server', w.state, first === 'state') : link('/state/tokens', 'server', words.state.tabs.tokens, first === 'state')}
    </nav>
    <nav class="history" aria-label={w.history}><Spaces moves={moves} /><History moves={moves} /></nav>
    <p class="me"><span class="who" title={visible(me.name)}>{visible(me.name)}</span> <button type="button" class="quiet" aria-label={words.look.title} title={words.look.title} onClick={look}><Icon of="look" /></button> <button type="button" class="quiet" aria-label={words.help.title} title={words.help.title + ' (?)'} onClick={help}>?</button> <button type="button" class="quiet" onClick={leave}>{words.signIn.out}</button></p>
  </div>
}

// So many workspaces stand at the side, those with a star first.
const most = 6

function Spaces({ moves }: { moves: number }) {
  const [spaces, setSpaces] = useState<Workspace[]>([])
  const [changed, setChanged] = useState(0)
  useEffect(() => {
    const again = () => setChanged(n => n + 1)
    addEventListener(starred, again)
    return () => removeEventListener(starred, again)
  }, [])
  useEffect(() => {
    const leaving = new AbortController()
    // It is no part of what the page shows, and waits for that.
    const soon = setTimeout(() => get<Page<Workspace>>('/workspaces', { limit: 50 }, leaving.signal).then(p => setSpaces(p.items), () => {}), 150)
    return () => { leaving.abort(); clearTimeout(soon) }
  }, [moves, changed])
  if (!spaces.length) return null
  const shown = spaces.filter((s, i) => s.starred || i < most)
  return <section><h2>{w.workspaces}</h2><ul>{shown.map(s => <li key={s.ref}><a href={space(s.ref)} onClick={go}><span class="dot" aria-hidden="true" />{visible(s.name)}</a><Star s={s} /></li>)}</ul></section>
}
