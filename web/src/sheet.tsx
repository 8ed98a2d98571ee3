import { useEffect, useRef } from 'preact/hooks'
import { Narrowing } from './narrowing'
import { Chips, Completed, SaveWorkspace, ScopeSaid, useCount } from './scope'
import { words } from './words'

const x = words.choose

// Sheet stands beside the question and has which files it is asked of: by what they have, and as a line of the query language.
export function Sheet({ scope, set, close, space }: { scope: string; set: (s: string) => void; close: () => void; space: string }) {
  const { files, fault, spot } = useCount(scope)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => { sheet.current?.focus({ preventScroll: true }) }, [])
  return <div class="choose" id="choose" role="dialog" aria-labelledby="choose-title" tabIndex={-1} ref={sheet} onKeyDown={e => { if (e.key === 'Escape' && !e.defaultPrevented) { e.stopPropagation(); close() } }}>
    <header><h2 id="choose-title">{words.scope.choose}</h2><ScopeSaid id="choose-said" files={files} fault={fault} />
      {scope && <button type="button" class="link" onClick={() => set('')}>{x.clear}</button>}<button type="button" class="first" onClick={close}>{x.done}</button></header>
    <Chips scope={scope} set={set} />
    {!space && <Narrowing scope={fault ? '' : scope} set={set} spaces dates />}
    <details open={!!space}><summary>{x.advanced}</summary><p class="note">{x.advancedNote}</p>
      <Completed id="scope" label={words.scope.label} kind="scope" mono value={scope} input={set} placeholder={words.scope.placeholder} described="choose-said" invalid={!!fault} spot={spot} />
      {scope.trim() && !fault && !space && <SaveWorkspace scope={scope} />}</details>
  </div>
}
