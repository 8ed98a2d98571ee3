import { useState } from 'preact/hooks'
import { get, post } from './api'
import { useOne } from './pages'
import { visible } from './shown'
import { words } from './words'
import type { Config, Connected } from './shapes'

const w = words.connect

// The settings of a server elsewhere, by the names of the API: the address first, the secret last.
const kinds = {
  'sign-in': { address: 'oidc-issuer', client: 'oidc-client', person: 'oidc-person', domains: 'oidc-domains', groups: 'oidc-groups', secret: 'oidc-secret' },
  model: { address: 'llm-url', model: 'llm-model', secret: 'llm-key' },
} as const
type Field = 'address' | 'client' | 'person' | 'domains' | 'groups' | 'model' | 'secret'

// Connect is a form by which people of a provider sign in, or a language model elsewhere writes answers. It is tried before it counts.
// Where the owner of the machine does not leave that to the page, it says what to do there.
export function Connect({ what, changed }: { what: keyof typeof kinds; changed?: () => void }) {
  const settings: Partial<Record<Field, string>> = kinds[what], fields = Object.keys(settings) as Field[], t = w[what]
  const { value, fault, again } = useOne(signal => get<Config>('/settings', {}, signal), [])
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const [state, setState] = useState<Connected | null>(null)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  if (!value) return fault ? <p class="error">{fault}</p> : null
  const of = (f: Field) => value.settings.find(s => s.name === settings[f])
  const now = (f: Field) => f === 'secret' ? '' : of(f)?.value ?? '', is = (f: Field) => typed[f] ?? now(f)
  const address = now('address'), keyed = !!of('secret')?.value
  const fixed = fields.map(of).find(s => s && /^(flag|environment) /.test(s.from))
  const send = async (body: object, trying: boolean) => {
    setBusy(true); setFailure(''); setState(null)
    try {
      const reply = await post<Connected>('/connections', { what, ...body, try: trying || undefined })
      setState(reply)
      if (reply.kept) { setTyped({}); again(); changed?.() }
    } catch (e) { setFailure((e as Error).message) } finally { setBusy(false) }
  }
  const form = () => Object.fromEntries(fields.filter(f => f !== 'secret' || typed.secret).map(f => [f, is(f).trim()]))
  const label = (f: Field) => f === 'secret' ? w.secrets[what] : w.fields[f]
  const field = (f: Field) => ({
    required: f === 'address' || f === 'client' || f === 'model', value: is(f), placeholder: f === 'secret' ? keyed && is('address') === address ? w.keeps : '' : t.such[f as 'address'] ?? '',
    onInput: (e: { currentTarget: HTMLInputElement }) => { const text = e.currentTarget.value; setTyped(o => ({ ...o, [f]: text })) },
  })
  return <details class="edit connect" open={!!state || !!failure || undefined}><summary>{t.title}{address && <> <span class="badge good">{w.set}</span></>}</summary>
    <p class="note">{t.lead}</p>
    {!value.connects || fixed ? <><p class="note">{fixed ? w.fixed(fixed.name, fixed.from.replace(/^\w+/, k => words.operate.origins[k as 'flag'] ?? k)) : w.machine}</p><pre>{fields.filter(f => f !== 'domains').map(f => `spar config set ${settings[f]} …`).join('\n')}</pre></>
      : <form onSubmit={e => { e.preventDefault(); send(form(), false) }}>
        {what === 'sign-in' && <p class="note">{w.callback} <code>{location.origin}/auth/callback</code></p>}
        <div class="fields">{fields.filter(f => f !== 'domains' || is('person') === 'email').map(f => <label key={f}>{label(f)}
          {f === 'secret' ? <input type="password" autocomplete="new-password" {...field(f)} /> : <input autocomplete="off" {...field(f)} />}</label>)}</div>
        <p class="tools"><button class="first" disabled={busy}>{w.save}</button><button type="button" disabled={busy} onClick={e => { if (e.currentTarget.form!.reportValidity()) send(form(), true) }}>{w.test}</button>
          {address && <button type="button" class="quiet stop" disabled={busy} onClick={() => send({}, false)}>{w.remove}</button>}{busy && <span class="note progress">{w.waits}</span>}</p></form>}
    {failure && <p class="error" role="alert">{failure}</p>}
    {state && <div role="status">{state.checks.length > 0 && <ul class="checks">{state.checks.map(c => <li key={c.check} class={c.ok ? '' : 'error'}>{c.ok ? '✓' : '✗'} {w.checks[c.check as 'keys'] ?? c.check}{c.detail && <small> {visible(c.detail)}</small>}</li>)}</ul>}
      <p>{state.kept ? state.checks.length ? t.kept : w.removed : state.checks.every(c => c.ok) ? w.works : w.not}</p></div>}
  </details>
}
