import { type Page, type Person, get } from './api'
import { useMay, useOne } from './pages'

// Names are offered in a field that has them as its list: those of the people who may ask here, to whoever may see who they are.
export function Names({ id }: { id: string }) {
  const administers = useMay('administer'), { value } = useOne(signal => administers ? get<Page<Person>>('/people', { limit: 1000 }, signal) : Promise.resolve(null), [administers])
  return <datalist id={id}>{value?.items.map(p => <option key={p.name} value={p.name} />)}</datalist>
}
