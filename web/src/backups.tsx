import { useEffect, useRef, useState } from 'preact/hooks'
import { get, post } from './api'
import { Command } from './command'
import { Within } from './folders'
import { useOne } from './pages'
import { minute, size, visible } from './shown'
import { useAct } from './space'
import { Operating } from './state'
import { words } from './words'
import type { Backups as Told } from './shapes'

const w = words.backups

// Between two looks at a backup that is being made, in milliseconds.
const pause = 1_000

// Backups makes a copy of the data directory in the folder for it, and lists those that were made. A copy is restored on the machine alone.
export function Backups() {
  const { value, fault, again } = useOne(signal => get<Told>('/backups', {}, signal), [])
  const { act, line } = useAct(again)
  const [choosing, setChoosing] = useState(false)
  const runs = useRef('')
  const [made, setMade] = useState('')
  useEffect(() => {
    if (!value) return
    if (runs.current && !value.running) setMade(value.made.find(b => b.name === runs.current)?.name ?? '')
    runs.current = value.running ?? ''
    if (!value.running) return
    const soon = setTimeout(again, pause)
    return () => clearTimeout(soon)
  }, [value])
  const far = value?.total ? (value.done ?? 0) / value.total : undefined
  return <Operating tab="backups">
    <p class="note">{w.lead}</p>{fault && <p class="error">{fault}</p>}
    {value && <div class="head"><p>{value.folder ? <>{w.folder} <code>{visible(value.folder)}</code></> : w.none}</p>{value.folder && !choosing && <button type="button" disabled={!!value.running} onClick={() => setChoosing(true)}>{w.change}</button>}</div>}
    {value && (choosing || !value.folder) && <Folder chosen={() => { setChoosing(false); again() }} cancel={value.folder ? () => setChoosing(false) : undefined} />}
    {value?.folder && !choosing && <>
      <p class="tools"><button type="button" class="first" disabled={!!value.running} onClick={() => act(() => post('/backups', {}), '')}>{w.make}</button></p>
      {value.running && <p class="far"><progress value={far} max={1} aria-label={w.make} /> {value.total ? <span>{w.far(size(value.done ?? 0), size(value.total))}</span> : null}</p>}
      <p role="status" class={value.fault ? 'error' : 'note'}>{value.running ? w.runs(value.running) : value.fault ? w.failed(value.fault) : made && w.made(made)}</p>
      {value.made.length > 0 && <><h2>{w.last}</h2>
        <ul class="cards">{value.made.map(b => <li key={b.name}><b>{visible(b.name)}</b> <small>{minute(b.made)} UTC, {size(b.size)}</small></li>)}</ul>
        <p class="note">{w.restore} <code>spar restore {visible(value.folder + '/' + value.made[0].name)} --data DIR</code></p></>}</>}
    {line}
  </Operating>
}

// Folder chooses where backups go: a folder of the server's machine, or a new one in it.
function Folder({ chosen, cancel }: { chosen: () => void; cancel?: () => void }) {
  const [at, setAt] = useState('')
  const [name, setName] = useState('spar-backups')
  const { act, line } = useAct(() => {})
  return <div class="panel add-share" role="group" aria-label={w.choose}>
    <p>{w.where}</p>
    <Within at={at} open={setAt} none={<>{w.nowhere} <Command text="spar serve --backup-folder FOLDER" /></>}>{f => <form class="row" onSubmit={e => { e.preventDefault(); act(() => post('/backups/folder', { folder: f.in, make: name.trim() || undefined }), '').then(ok => ok && chosen()) }}>
      <label>{w.inside} <input value={name} maxLength={80} onInput={e => setName(e.currentTarget.value)} /></label>
      <button class="first">{w.use}</button><small>{visible(name.trim() ? `${f.in}/${name.trim()}` : f.in!)}</small></form>}</Within>
    {line}
    {cancel && <p><button type="button" class="quiet" onClick={cancel}>{words.ask.cancel}</button></p>}
  </div>
}
