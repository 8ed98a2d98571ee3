import { useState } from 'preact/hooks'
import { type Workspace, countOf, named, post } from './api'
import { useOne } from './pages'
import { join, terms } from './query'
import { go, to } from './route'
import { Said } from './scope'
import { Name, count, visible } from './shown'
import { space } from './space'
import { words } from './words'
import type { Sentence as Saying } from './shapes'

const w = words.sentence

// aboutTime is a scope in which a time that was taken for the day of change is what files are about.
function aboutTime(s: Saying): { scope: string; time: string } | null {
  const changed = /^~?modified:([\d-]+(?:\.\.[\d-]*)?)$/, time = [...s.spans.map(p => p.constraint), ...s.questions?.flatMap(q => q.choices.map(c => c.constraint)) ?? []].map(c => changed.exec(c)?.[1]).find(Boolean)
  if (!time || s.files > 0 && !s.questions?.length) return null
  return { scope: join([...terms(s.scope).filter(t => !changed.test(t)), 'period:' + time]), time }
}

// Sentence understands words about files: it shows what it took them for, asks where they are unclear, and names files that are
// left out and look as if they belonged.
export function Sentence({ set }: { set: (scope: string) => void }) {
  const [text, setText] = useState('')
  const [s, setSaying] = useState<Saying | null>(null)
  const [include, setInclude] = useState<number[]>([])
  const [accept, setAccept] = useState<string[]>([])
  const [fault, setFault] = useState('')
  const read = async (take: number[] = [], topics: string[] = []) => {
    setFault('')
    try { setSaying(await post<Saying>('/scope/sentence', { sentence: text, guard: true, include: take.length ? take : undefined, accept: topics.length ? topics : undefined })); setInclude(take); setAccept(topics) } catch (e) { setSaying(null); setFault((e as Error).message) }
  }
  const about = useOne(async signal => { const of = s && aboutTime(s); return of ? { ...of, files: await countOf(of.scope, signal) } : null }, [s])
  const turn = (topic: string) => read(include, accept.includes(topic) ? accept.filter(a => a !== topic) : [...accept, topic])
  const act = async () => { // what the button says, whatever was typed since
    try { const done = await post<Saying>('/do', { sentence: s!.sentence, include: include.length ? include : undefined, accept: accept.length ? accept : undefined, whole: s!.whole, sure: true }); to(done.workspace && done.command !== 'delete' ? space(done.workspace.ref ?? done.workspace.name) : '/w') } catch (e) { setFault((e as Error).message) }
  }
  return <div class="panel">
    <form class="row" onSubmit={e => { e.preventDefault(); read() }}><input class="grow" aria-label={w.label} placeholder={w.placeholder} value={text} maxLength={2000} onInput={e => setText(e.currentTarget.value)} /><button class="first" disabled={!text.trim()}>{w.button}</button></form>
    {fault && <p class="error" role="alert">{fault}</p>}
    {s && <>
      <ul class="chips" aria-label={words.taken.as}>{s.spans.map(p => <li key={p.start + p.constraint} class={p.guess ? 'guess' : p.constraint.startsWith('-') ? 'not' : ''}><span>{visible(p.text)}</span> <Said term={p.constraint} />{p.how === 'near' && <small>{w.near}</small>}{p.how === 'model' && <small>{w.byModel}</small>}{p.doubt && <small>{w.unsure}</small>}</li>)}
        {s.keywords.map(k => <li key={k.start} class="guess"><span>{visible(k.text)}</span> <small>{w.words}</small></li>)}
        {s.aside?.map(k => <li key={k.start} class="guess"><span>{visible(k.text)}</span> <small>{w.aside}</small></li>)}</ul>
      {s.corrected?.map(c => <p key={c.from}>{w.corrected(visible(c.from), visible(c.to))}</p>)}
      {s.declined && <p>{w.declined(visible(s.declined))}</p>}
      {s.questions?.map(q => <section key={q.start}><p><b>{visible(q.question)}</b></p><p class="tools">{q.choices.map(c => <button type="button" key={c.constraint} onClick={() => set(c.scope)}><Said term={c.constraint} />&nbsp;{words.files.n(c.files)}</button>)}</p></section>)}
      {!!about.value?.files && <p class="tools"><span>{w.aboutTime(about.value.time)}</span> <button type="button" onClick={() => set(about.value!.scope)}><Said term={'period:' + about.value.time} />&nbsp;{words.files.n(about.value.files)}</button></p>}
      {s.topics?.map(t => <section key={t.n}><p><b>{visible(t.text)}</b>{!t.scope && <> {w.ranks}</>}</p><p class="tools">
        {t.scope && <button type="button" aria-pressed={!!t.accepted} onClick={() => turn(String(t.n))}>{w.narrow(t.files)}</button>}
        {t.tags?.map(g => g.near ? <button type="button" key={g.tag} onClick={() => turn(g.tag)}><Said term={g.constraint} />&nbsp;{words.files.n(g.files)}</button> : <Said key={g.tag} term={g.constraint} />)}
        {t.instead?.map(c => <button type="button" key={c.constraint} onClick={() => set(c.scope)}><Said term={c.constraint} />&nbsp;{words.files.n(c.files)}</button>)}</p></section>)}
      {s.whole && <p class="error">{w.whole}</p>}
      {s.command === 'query' || s.command === 'build'
        ? <p role="status">{w.found(s.files, s.unknown)} {s.scope && <button type="button" class="first" onClick={() => set(s.scope)}>{w.show}</button>}</p> : null}
      {s.command !== 'query' && <p class="tools"><button type="button" class={s.loses ? 'stop' : 'first'} onClick={act}>{w.does(w.commands[s.command as 'build'] ?? s.command, s.name ?? '', s.to ?? '')}</button></p>}
      {s.associated && <section><h3>{w.associated(s.associated.files)}</h3>{s.associated.by.map(g => <p key={g.by}>{w.by(g.by, g.files)} <button type="button" onClick={() => set(s.scope ? `(${s.scope}) or (${g.scope})` : g.scope)}>{w.add}</button> <a href={'/files?' + new URLSearchParams({ scope: g.scope })} onClick={go}>{words.files.show}</a></p>)}</section>}
      {!!s.outside?.length && <section><h3>{w.outside}</h3><ul class="cards">{s.outside.map(f => <li key={f.n} class="head"><span><a class="plain" href={'/file?' + new URLSearchParams({ f: named(f), scope: s.scope })} onClick={go}><Name f={f} /></a><small> {w.kept} <Said term={f.constraint} />{f.has && `: ${visible(f.has)}`}</small></span>
        <button type="button" aria-pressed={!!f.included} aria-label={`${w.include}: ${f.path}`} onClick={() => read(f.included ? include.filter(n => n !== f.n) : [...include, f.n], accept)}>{w.include}</button></li>)}</ul></section>}
      {s.lacking?.map(l => <p key={l.constraint}>{w.lacking(count(l.files), l.attribute)} <a href={'/files?' + new URLSearchParams({ scope: l.scope })} onClick={go}>{words.files.show}</a></p>)}
    </>}
  </div>
}
