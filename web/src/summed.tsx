import { useState } from 'preact/hooks'
import { named, post } from './api'
import { useOne } from './pages'
import { go } from './route'
import { Name, legible, visible } from './shown'
import { words } from './words'
import type { Summary } from './shapes'

const w = words.file

interface Asked { files?: string[]; scope?: string }

// Told has the sentences of files that say most, each a link to its place.
function Told({ of }: { of: Asked }) {
  const { value, fault } = useOne(signal => post<Summary>('/summary', of, signal), [JSON.stringify(of)])
  if (fault) return <p class="error">{fault}</p>
  if (!value) return <p class="note" role="status">{words.ask.searching}</p>
  return <>{value.documents.map(d => <section key={named(d)}>
    {of.files ? d.title && <p><b>{legible(d.title)}</b></p> : <p><a class="plain" href={'/file?' + new URLSearchParams({ f: named(d) })} onClick={go}><Name f={d} /></a></p>}
    {d.own && <p class="note">{w.summedByAuthor}</p>}
    {d.sentences.length === 0 && <p class="note">{w.saysNothing}</p>}
    <ul>{d.sentences.map((s, i) => <li key={i}>{s.heading && <small>{legible(s.heading)}: </small>}<a class="plain" href={'/open?' + new URLSearchParams({ at: s.open })} onClick={go}>{legible(s.text)}</a>{s.of && <small> {s.shown}/{s.of}</small>}</li>)}</ul></section>)}
    {value.left_out?.map(f => <p class="note" key={named(f)}><Name f={f} />: {visible(f.reason)}</p>)}
    {value.notes?.map(n => <p class="note" key={n}>{n}</p>)}</>
}

// Summed offers the summary of a file or of a scope. Files are read for it, so it waits for a click.
export function Summed({ of }: { of: Asked }) {
  const [asked, setAsked] = useState(false)
  return <section class="summed"><h2>{w.summary}</h2>{asked ? <Told of={of} /> : <p><button type="button" onClick={() => setAsked(true)}>{w.sumUp}</button></p>}</section>
}
