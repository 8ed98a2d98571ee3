import { useEffect, useRef, useState } from 'preact/hooks'
import { type Citation, type Place, get, named, place } from './api'
import { toClipboard } from './copy'
import { dwell } from './dwell'
import { go } from './route'
import { Name, Original, laidOut, legible, lines, unindented } from './shown'
import { type View, Looks, viewOf } from './view'
import { words } from './words'

const w = words.place

// wordForWord is where a text has the words of a quote in their order, however the text breaks its lines: its bounds.
function wordForWord(text: string, quote = ''): [number, number] | null {
  const parts = quote.trim().split(/\s+/).map(x => x.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = parts[0] ? new RegExp(parts.join('\\s+')).exec(text) ?? new RegExp(parts.join('\\s+'), 'i').exec(text) : null
  return found && [found.index, found.index + found[0].length]
}

// Passage marks a sentence where a passage has it word for word, and nothing where it does not: a wrong mark is worse than none.
function Passage({ text, quote }: { text: string; quote?: string }) {
  const own = unindented(text), at = wordForWord(own, quote)
  return at ? <p>{lines(own.slice(0, at[0]))}<mark>{lines(own.slice(...at))}</mark>{lines(own.slice(at[1]))}</p> : <p>{lines(own)}</p>
}

// PlaceView shows the place of a citation in its surroundings, beside the answer or alone.
export function PlaceView({ at, workspace, cited, quote, says, count, close, next, last, still }: {
  at: string; workspace?: string; cited?: Citation; quote?: string; says?: string; // words of the file, whose place is looked for
 count?: [number, number]; close?: () => void; next?: () => void; last?: () => void; still?: boolean // the focus stays where it is
}) {
  const [p, setPlace] = useState<Place | null>(null)
  const [view, setView] = useState<View | null>(null)
  const [asText, setAsText] = useState(false)
  const [fault, setFault] = useState('')
  const [copied, setCopied] = useState('')
  const passage = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    let gone = false
    setFault('')
    // How it looks and what it says come together, so that nothing jumps; where the one is not to be had the other is enough.
    const opened = get<Place>('/open', { at, workspace, says })
    const looked = says ? opened.then(o => viewOf(o.open ?? at, o.text.some(t => t.includes(says)) ? says : undefined)) : viewOf(at, cited?.text)
    Promise.allSettled([opened, looked]).then(([text, looks]) => {
      if (gone) return
      setPlace(text.status === 'fulfilled' ? text.value : null)
      setView(looks.status === 'fulfilled' && looks.value.kind !== 'text' ? looks.value : null)
      if (text.status === 'rejected') setFault((text.reason as Error).message)
    })
    return () => { gone = true }
  }, [at, says])
  const here = p?.open ?? at
  useEffect(() => p && workspace ? dwell(at, workspace) : undefined, [p])
  useEffect(() => { if (!still) passage.current?.scrollIntoView({ block: 'center' }); else if (passage.current && panel.current && here.includes('#')) panel.current.scrollTop = passage.current.offsetTop - panel.current.clientHeight / 3; if (close && !still) panel.current?.focus({ preventScroll: true }) }, [p])
  const copy = async (what: string, text: string) => { await toClipboard(text); setCopied(what); setTimeout(() => setCopied(''), 2000) }
  const f = p ?? view ?? cited, file = f ? named(f) : ''
  const where = p && (p.cell ?? place(p.locator))
  return <aside class="place" aria-label={w.title} tabIndex={-1} ref={panel}>
    <header>
      <div class="tools">
        {count && <><button type="button" onClick={last} disabled={!last} aria-label={w.last} title={w.last + ' (p)'}>‹</button>
          <span class="note">{w.of(...count)}</span>
          <button type="button" onClick={next} disabled={!next} aria-label={w.next} title={w.next + ' (n)'}>›</button></>}
        {!still && <button type="button" onClick={() => copy('address', at)}>{copied === 'address' ? words.ask.copied : w.copy}</button>}
        <button type="button" onClick={() => copy('link', location.origin + '/open?' + new URLSearchParams({ at }))}>{copied === 'link' ? words.ask.copied : w.link}</button>
        {view && p && <button type="button" aria-pressed={asText} onClick={() => setAsText(!asText)}>{words.view.asText}</button>}
        {close && <button type="button" class="close" onClick={close} title={w.close + ' (Esc)'} aria-label={w.close}>×</button>}
      </div>
      {file && <h2>{(p ?? view) && <Name f={(p ?? view)!} />}<small>{legible(where ?? '')}</small></h2>}
      {file && <p class="note"><a href={'/file?' + new URLSearchParams({ f: file })} onClick={go}>{w.about}</a>{(p ?? view) && <> · <Original at={at}>{w.original}</Original></>}</p>}
    </header>
    {fault && (at.includes('#') && !view?.page ? <p class="error">{w.unknown} {fault}</p> : <p class="note">{fault.charAt(0).toUpperCase() + fault.slice(1)}.</p>)}
    {view && !asText && <Looks view={view} quote={cited?.text} sentence={quote} said={!!fault} />}
    {p && (!view || asText) && !p.text.length && <p class="note">{w.unknown}</p>}
    {p && (!view || asText) && <div class={laidOut([...p.before, ...p.text, ...p.after]) ? 'text mono' : 'text'}>
      {p.before.map((t, i) => <Passage key={'b' + i} text={t} />)}
      <div class={here.includes('#') ? 'cited' : ''} ref={passage}>{p.text.map((t, i) => <Passage key={i} text={t} quote={quote ?? says} />)}</div>
      {!!p.left_out && <p class="note">{w.leftOut(p.left_out)}</p>}
      {p.after.map((t, i) => <Passage key={'a' + i} text={t} />)}
    </div>}
  </aside>
}
