import { useState } from 'preact/hooks'
import { get, patch, post, remove } from './api'
import { useMay, useOne } from './pages'
import { quote } from './query'
import { go, to } from './route'
import { Field } from './field'
import { Completed } from './scope'
import { count, visible } from './shown'
import { type Tag } from './tags'
import { words } from './words'
import type { TagDetail as Detail } from './shapes'

const w = words.tag

function Links({ name, list }: { name: string; list?: string[] }) {
  return list?.length ? <><dt>{name}</dt><dd><ul class="chips">{list.map(t => <li key={t}><a href={'/tags/' + encodeURIComponent(t)} onClick={go}>{visible(t)}</a></li>)}</ul></dd></> : null
}

// TagPage is one tag: what it means, where it stands, and which files have it.
export function TagPage({ name }: { name: string }) {
  const path = '/tags/' + encodeURIComponent(name)
  const { value: t, fault, again } = useOne(signal => get<Detail>(path, {}, signal), [name])
  const curate = useMay('curate')
  const [said, setSaid] = useState('')
  const [undo, setUndo] = useState<(() => Promise<unknown>) | null>(null)
  const [fields, setFields] = useState({ rename: '', synonym: '', parent: '', into: '', notes: null as string | null })
  const put = (change: Partial<typeof fields>) => setFields(f => ({ ...f, ...change }))
  const act = async (work: () => Promise<unknown>, told: string, back?: () => Promise<unknown>) => {
    try { await work(); setSaid(told); setUndo(back ? () => back : null); again() } catch (e) { setSaid((e as Error).message); setUndo(null) }
  }
  const takenBack = async () => { const back = undo!; await act(back, words.bulk.undone) }
  const status = <p role="status" class="note">{said} {undo && <button type="button" onClick={takenBack}>{words.bulk.undo}</button>}</p>
  if (fault) return <section class="page"><h1>{visible(name)}</h1>{said ? status : <p class="error">{fault}</p>}<p><a href="/tags" onClick={go}>{words.nav.tags}</a></p></section>
  if (!t) return null
  const scope = `tag:${quote(t.name)}`
  return <section class="page">
    <p class="note"><a href="/tags" onClick={go}>{words.nav.tags}</a>{t.parents?.length === 1 && <> / <a href={'/tags/' + encodeURIComponent(t.parents[0])} onClick={go}>{visible(t.parents[0])}</a></>}</p>
    <h1>{visible(t.name)}</h1>
    {t.retired && <p class="note">{w.retired}</p>}
    <p class="tools"><a class="button" href={'/files?' + new URLSearchParams({ scope })} onClick={go}>{w.files(count(t.files_with_below))}</a><a class="button" href={'/?' + new URLSearchParams({ scope })} onClick={go}>{words.files.ask}</a></p>
    {status}
    {t.notes && <p>{visible(t.notes)}</p>}
    <dl class="facts">
      <dt>{w.own}</dt><dd>{words.files.n(t.files)}</dd>
      {t.key && <><dt>{w.key}</dt><dd><code>{t.key}</code></dd></>}
      <Links name={w.parents} list={t.parents} /><Links name={w.children} list={t.children} /><Links name={w.links} list={t.links} /><Links name={w.linkedFrom} list={t.linked_from} />
      {!!t.synonyms?.length && <><dt>{w.synonyms}</dt><dd><ul class="chips">{t.synonyms.map(s => <li key={s}>{visible(s)}{curate && <button type="button" aria-label={w.drop(s)} onClick={() => act(() => patch(path, { remove_synonyms: [s] }), w.done, () => patch(path, { add_synonyms: [s] }))}>×</button>}</li>)}</ul></dd></>}
    </dl>
    {curate && <section class="edit"><h2>{w.edit}</h2>
      <form class="row" onSubmit={e => { e.preventDefault(); const s = fields.synonym.trim(); act(() => patch(path, { add_synonyms: [s] }), w.done, () => patch(path, { remove_synonyms: [s] })); put({ synonym: '' }) }}>
        <Field name={w.synonym}><input value={fields.synonym} onInput={e => put({ synonym: e.currentTarget.value })} /></Field><button disabled={!fields.synonym.trim()}>{w.add}</button></form>
      <form class="row" onSubmit={e => { e.preventDefault(); const p = fields.parent.trim(); act(() => patch(path, { add_parents: [p] }), w.done, () => patch(path, { remove_parents: [p] })); put({ parent: '' }) }}>
        <Completed id="parent" label={w.parent} kind="tag" value={fields.parent} input={parent => put({ parent })} named /><button disabled={!fields.parent.trim()}>{w.add}</button></form>
      <form class="row" onSubmit={e => { e.preventDefault(); act(() => patch(path, { notes: fields.notes ?? '' }), w.done, () => patch(path, { notes: t.notes ?? '' })); put({ notes: null }) }}>
        <Field name={w.notes}><textarea rows={2} value={fields.notes ?? t.notes ?? ''} onInput={e => put({ notes: e.currentTarget.value })} /></Field><button disabled={fields.notes === null}>{w.keep}</button></form>
      <form class="row" onSubmit={async e => { e.preventDefault(); const into = fields.into.trim(); try { const m = await post<{ files: number; trash: string }>(path + '/merge', { into }); setSaid(w.merged(t.name, into, m.files)); setUndo(() => () => post(`/trash/${encodeURIComponent(m.trash)}/restore`, {})); put({ into: '' }); again() } catch (x) { setSaid((x as Error).message) } }}>
        <Completed id="into" label={w.merge} kind="tag" value={fields.into} input={into => put({ into })} named /><button disabled={!fields.into.trim()}>{w.mergeDo}</button></form>
      <form class="row" onSubmit={async e => { e.preventDefault(); try { await post(path + '/rename', { to: fields.rename.trim() }); to('/tags/' + encodeURIComponent(fields.rename.trim())) } catch (x) { setSaid((x as Error).message) } }}>
        <Field name={w.rename}><input value={fields.rename} onInput={e => put({ rename: e.currentTarget.value })} /></Field><button disabled={!fields.rename.trim()}>{w.renameDo}</button></form>
      <p class="tools"><button type="button" class="stop" onClick={async () => { try { const gone = await remove<{ id: string }>(path); setSaid(w.removed(t.name)); setUndo(() => () => post(`/trash/${encodeURIComponent(gone.id)}/restore`, {})); again() } catch (x) { setSaid((x as Error).message) } }}>{w.remove}</button></p>
    </section>}
  </section>
}
