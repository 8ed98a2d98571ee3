import { useEffect, useRef, useState } from 'preact/hooks'
import { type Place, get, place } from './api'
import { words } from './words'

const w = words.place

// PlaceView shows the place of a citation in its surroundings, beside the answer.
export function PlaceView({ at, close, next, last }: { at: string; close: () => void; next?: () => void; last?: () => void }) {
  const [p, setPlace] = useState<Place | null>(null)
  const [fault, setFault] = useState('')
  const cited = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    let gone = false
    setPlace(null); setFault('')
    get<Place>('/open', { at }).then(v => { if (!gone) setPlace(v) }, e => { if (!gone) setFault(e.message) })
    return () => { gone = true }
  }, [at])
  useEffect(() => { cited.current?.scrollIntoView({ block: 'center' }); panel.current?.focus({ preventScroll: true }) }, [p])
  return <aside class="place" aria-label={w.title} tabIndex={-1} ref={panel}>
    <header>
      <div class="tools">
        <button type="button" onClick={last} disabled={!last} aria-label={w.last}>‹</button>
        <button type="button" onClick={next} disabled={!next} aria-label={w.next}>›</button>
        <button type="button" onClick={() => navigator.clipboard.writeText(at)}>{w.copy}</button>
        <button type="button" onClick={close}>{w.close}</button>
      </div>
      {p && <h2>{p.share}:{p.path}<small>{p.cell ?? place(p.locator)}</small></h2>}
    </header>
    {fault && <p class="error">{fault}</p>}
    {p && <div class="text">
      {p.before.map((t, i) => <p key={'b' + i}>{t}</p>)}
      <div class="cited" ref={cited}>{p.text.map((t, i) => <p key={i}>{t}</p>)}</div>
      {p.after.map((t, i) => <p key={'a' + i}>{t}</p>)}
    </div>}
  </aside>
}
