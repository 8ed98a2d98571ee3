import { useState } from 'preact/hooks'
import { type Page, type Value, get, post } from './api'
import { useOne } from './pages'
import { having, join, quote, terms, valuesOf, without } from './query'
import { count, visible } from './shown'
import { words } from './words'
import type { Division } from './shapes'

const w = words.facets

interface Facet { scope_key: string; label: string; present: number; distinct: number; values: { value: Value; files: number }[] }
interface Part { key: string; label: string; values: { value: string; files: number }[]; more: number; some: boolean }

const attributesShown = 6

function labelOf(key: string): string { return w.keys[key as keyof typeof w.keys] ?? key }

// useFacets are the parts of a scope. A key that the scope asks for is divided without that constraint, so that its other values stay to be chosen.
function useFacets(scope: string) {
  return useOne(async signal => {
    const [division, attributes] = await Promise.all([
      post<Division>('/scope/divide', { text: scope }, signal), get<Page<Facet>>('/attributes', { scope, limit: 1000 }, signal).then(p => p.items),
    ])
    const parts: Part[] = division.by.map(b => ({ key: b.key, label: labelOf(b.key), values: b.values, more: b.more ?? 0, some: false }))
    // What many files have, in several values, narrows best; what single passages name is no property of a file.
    const best = attributes.filter(f => !f.scope_key.startsWith('entity.') && f.values.length > 1 && f.values[0].value.type !== 'date' && f.values[0].files > 1)
      .sort((a, b) => b.present - a.present).slice(0, attributesShown)
    parts.push(...best.map(f => ({ key: f.scope_key, label: f.label, values: f.values.map(v => ({ value: String(v.value.value), files: v.files })), more: Math.max(0, f.distinct - f.values.length), some: false })))
    for (const key of ['share', 'type', 'state', 'tag']) {
      const chosen = valuesOf(scope, key)
      if (!chosen) continue
      const rest = await post<Division>('/scope/divide', { text: without(scope, chosen.term) }, signal)
      const all = rest.by.find(b => b.key === key)
      if (all) parts.splice(parts.findIndex(p => p.key === key), parts.some(p => p.key === key) ? 1 : 0, { key, label: labelOf(key), values: all.values, more: all.more ?? 0, some: true })
    }
    return parts
  }, [scope])
}

// Facets are the values that the files of a scope have, each to narrow the scope to or to leave out.
export function Facets({ scope, set }: { scope: string; set: (s: string) => void }) {
  const { value, fault } = useFacets(scope)
  if (fault || !value) return null
  return <div class="facets-list">{value.filter(p => p.some || p.values.length > 1 || p.more > 0).map(p => <Part key={p.key} p={p} scope={scope} set={set} />)}</div>
}

function Part({ p, scope, set }: { p: Part; scope: string; set: (s: string) => void }) {
  const [all, setAll] = useState<Part['values'] | null>(null)
  const chosen = valuesOf(scope, p.key)?.values ?? []
  const toggle = (value: string) => set(having(scope, p.key, chosen.includes(value) ? chosen.filter(v => v !== value) : [...chosen, value]))
  const attribute = !(p.key in w.keys)
  const list = all ?? p.values.slice(0, 8)
  const more = async () => {
    if (!attribute) return setAll(p.values)
    const f = await get<Facet>('/attributes/' + encodeURIComponent(p.key), { scope, top: 100 })
    setAll(f.values.map(v => ({ value: String(v.value.value), files: v.files })))
  }
  return <fieldset class="facet"><legend title={p.key}>{visible(p.label)}</legend><ul>{list.map(v => {
    const out = `-${p.key}:${quote(v.value)}`, excluded = terms(scope).includes(out)
    return <li key={v.value}>
      <button type="button" class="value" aria-pressed={chosen.includes(v.value)} onClick={() => toggle(v.value)}><span>{visible(p.key === 'path' ? v.value.replace(/\/\*\*$/, '') : v.value)}</span><small>{p.some && !chosen.includes(v.value) ? '+' : ''}{count(v.files)}</small></button>
      <button type="button" class="out" aria-pressed={excluded} aria-label={w.leaveOut(p.label, v.value)} title={w.leaveOut(p.label, v.value)} onClick={() => set(excluded ? without(scope, out) : join([...terms(scope), out]))}>−</button>
    </li>
  })}</ul>{!all && (p.values.length > 8 || p.more > 0) && <button type="button" class="link" onClick={more}>{w.more(p.values.length - Math.min(8, p.values.length) + p.more)}</button>}</fieldset>
}
