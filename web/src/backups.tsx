import { useEffect } from 'preact/hooks'
import { get, post } from './api'
import { useOne } from './pages'
import { minute, size, visible } from './shown'
import { useAct } from './space'
import { Operating } from './state'
import { words } from './words'
import type { Backups as Told } from './shapes'

const w = words.backups

// Between two looks at a backup that is being made, in milliseconds.
const pause = 2_000

// Backups makes a copy of the data directory in the folder for it, and lists those that were made. A copy is restored on the machine alone.
export function Backups() {
  const { value, fault, again } = useOne(signal => get<Told>('/backups', {}, signal), [])
  const { act, line } = useAct(again)
  useEffect(() => {
    if (!value?.running) return
    const soon = setTimeout(again, pause)
    return () => clearTimeout(soon)
  }, [value])
  return <Operating tab="backups">
    <p class="note">{w.lead}</p>{fault && <p class="error">{fault}</p>}
    {value && !value.folder && <p class="note">{w.none} <code>spar config set backup-folder /backup</code></p>}
    {value?.folder && <>
      <p class="tools"><button type="button" class="first" disabled={!!value.running} onClick={() => act(() => post('/backups', {}), '')}>{w.make}</button></p>
      <p role="status" class={value.fault ? 'error' : 'note'}>{value.running ? w.runs(value.running) : value.fault && w.failed(value.fault)}</p>
      {value.made.length > 0 && <><p class="note"><code>{visible(value.folder)}</code></p>
        <ul class="cards">{value.made.map(b => <li key={b.name}><b>{visible(b.name)}</b> <small>{minute(b.made)}, {size(b.size)}</small></li>)}</ul>
        <p class="note">{w.restore} <code>spar restore {visible(value.folder + '/' + value.made[0].name)} --data DIR</code></p></>}</>}
    {line}
  </Operating>
}
