import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Failure, type Me, signIn, signInElsewhere, signOut, whoAsks } from './api'
import { Ask } from './ask'
import { FilePage } from './file'
import { Files } from './files'
import { Emblem } from './icons'
import { openAgain } from './introduction'
import { Threads, Workspaces } from './lists'
import { Looks, keeping } from './look'
import { Who } from './pages'
import { Join } from './join'
import { ShowAgain } from './again'
import { PlaceView } from './place'
import { go, to, useAddress, useTitle } from './route'
import { Skipped } from './skipped'
import { Sidebar } from './sidebar'
import { SpaceFiles, SpaceHistory, SpaceSettings } from './space'
import { TagPage } from './tag'
import { Tags } from './tags'
import { Trash } from './trash'
import { choose, type Language, language, languageChosen, languages, words } from './words'
import { speakOfFields } from './valid'

function App() {
  const { at, moves } = useAddress()
  const [me, setMe] = useState<Me | null | undefined>()
  const [elsewhere, setElsewhere] = useState(false)
  const [fault, setFault] = useState('')
  const keys = useRef<HTMLDialogElement>(null), display = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return
      if (e.key === '?') { e.preventDefault(); keys.current?.showModal() }
      if (e.key === '/' && !document.getElementById('q')) { e.preventDefault(); to('/') }
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [])
  useEffect(() => {
    whoAsks().then(known, x => {
      if (!(x instanceof Failure) || x.status !== 401) return setFault((x as Error).message)
      setElsewhere(x.remedies.some(r => r.do === 'sign-in'))
      setMe(null)
    })
  }, [])
  // Tabs of one browser are one session. Where somebody signs out of it, or somebody else in, no tab keeps what it showed.
  const now = useRef('')
  const tabs = useRef<BroadcastChannel>(undefined)
  const known = (me: Me) => { now.current = me.who; setMe(me); tabs.current?.postMessage(me.who) }
  const [ended, setEnded] = useState(0) // how often that was noticed
  const again = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const over = (e: Event) => { setElsewhere((e as CustomEvent<boolean>).detail); setEnded(n => n + 1) }
    addEventListener('spar-signed-out', over)
    return () => removeEventListener('spar-signed-out', over)
  }, [])
  useEffect(() => {
    const c = tabs.current = new BroadcastChannel('spar')
    c.onmessage = ({ data }) => {
      if (data === now.current && !ended) return
      if (data !== now.current && now.current) sessionStorage.clear() // what somebody typed is theirs
      location.reload()
    }
    if (ended && !again.current?.open) again.current?.showModal()
    return () => c.close()
  }, [ended, me])
  const [, first = '', second = '', third = '', fourth = ''] = at.pathname.split('/').map(decodeURIComponent)
  const asks = first === '' || first === 't' || first === 'w' && second !== '' && (third === '' || third === 't') // its questions name it
  const name = me === null ? words.signIn.button : nameOf(at, first, second, third)
  useTitle(name)
  if (fault) return <main class="sign-in"><h1>{words.title}</h1><p class="error" role="alert">{fault}</p><p><button class="first" onClick={() => location.reload()}>{words.signIn.retry}</button></p></main>
  if (me === undefined && first !== 'join') return null
  if (first === 'join') return <main class="sign-in"><h1><Emblem /> {words.title}</h1><Join me={me} signed={() => location.assign('/')} /></main>
  if (me === null) return <main class="sign-in"><h1><Emblem /> {words.title}</h1><p>{elsewhere ? words.signIn.leadElsewhere : words.signIn.lead}</p><SignIn signed={() => whoAsks().then(known, x => setFault(x.message))} elsewhere={elsewhere} /></main>
  const leave = async () => {
    const back = keeping()
    const then = await signOut()
    sessionStorage.clear()
    back()
    tabs.current?.postMessage('')
    if (then) location.assign(then)
    else location.reload() // so that the page keeps nothing of who was here
  }
  if (!me) return null
  return <Who.Provider value={me}>
    <a class="skip" href="#main">{words.skip}</a>
    <Sidebar first={first} me={me} moves={moves} look={() => display.current?.showModal()} help={() => keys.current?.showModal()} leave={leave} />
    <main id="main" tabIndex={-1}>
      {first === 'files' ? <Files at={at} /> : first === 'skipped' ? <Skipped at={at} />
        : first === 'file' ? <FilePage name={at.searchParams.get('f') ?? ''} scope={at.searchParams.get('scope') ?? ''} />
        : first === 'threads' ? <Threads /> : operated.includes(first) ? <Later first={first} tab={second} name={third} />
        : first === 'tags' && second ? <TagPage key={second} name={second} /> : first === 'tags' ? <Tags /> : first === 'trash' ? <Trash />
        : first === 'open' ? <section class="page"><PlaceView at={at.searchParams.get('at') ?? ''} /></section>
        : first === 'w' && !second ? <Workspaces />
        : first === 'w' && third === 'files' ? <SpaceFiles key={second} ref_={second} /> : first === 'w' && third === 'history' ? <SpaceHistory key={second} ref_={second} /> : first === 'w' && third === 'settings' ? <SpaceSettings key={second} ref_={second} />
        : first === 'w' ? <Ask key={moves} workspace={second} thread={third === 't' ? fourth : ''} />
        : asks ? <Ask key={moves} workspace="" thread={first === 't' ? second : ''} />
        : <section class="page"><h1>{words.nowhere}</h1><p>{words.nowhereNote} <a href="/" onClick={go}>{words.home}</a></p></section>}
    </main>
    <p class="hidden" aria-live="polite">{moves > 0 && !asks ? name : ''}</p>
    <dialog ref={el => { display.current = el; if (el && !el.open && languageChosen()) el.showModal() }} aria-labelledby="look-title"><h2 id="look-title">{words.look.title}</h2>
      <p class="fields"><label>{words.help.language} <select value={language} onChange={e => choose(e.currentTarget.value as Language)}>{Object.entries(languages).map(([l, name]) => <option key={l} value={l} lang={l}>{name}</option>)}</select></label><Looks /></p>
      <form method="dialog" class="tools"><button class="first">{words.place.close}</button></form></dialog>
    <dialog ref={keys} class="keys" aria-labelledby="help-title"><section><h2 id="help-title">{words.help.title}</h2>
      <dl class="facts">{words.help.keys.map(([k, what]) => <><dt key={k}><kbd>{k}</kbd></dt><dd>{what}</dd></>)}</dl></section>
      <section><h2>{words.help.scopes}</h2><dl class="facts">{words.help.forms.map(([k, what]) => <><dt key={k}><code>{k}</code></dt><dd>{what}</dd></>)}</dl></section>
      <form method="dialog" class="tools"><button class="first">{words.place.close}</button>{!me.may.includes('administer') && <button type="button" class="quiet" onClick={() => { openAgain(me.who); location.assign('/') }}>{words.intro.again}</button>}</form></dialog>
    <dialog ref={again} class="sign-in covers" aria-labelledby="again-title"><h2 id="again-title">{words.signIn.head}</h2>
      {ended > 0 && <><p>{words.signIn.goOn}</p><SignIn elsewhere={elsewhere} signed={other => { if (other.who !== now.current) sessionStorage.clear(); location.reload() }} /></>}</dialog>
    <ShowAgain who={me.who} />
  </Who.Provider>
}

// nameOf is what a page is called, the most special first; "" is the page of questions.
function nameOf(at: URL, first: string, second: string, third: string): string {
  const of = (...parts: string[]) => parts.filter(Boolean).join(' – ')
  switch (first) {
    case 'files': return of(at.searchParams.get('scope') ?? '', words.nav.files)
    case 'file': return of(at.searchParams.get('f') ?? '', words.nav.files)
    case 'open': return of(at.searchParams.get('at') ?? '', words.place.title)
    case 'skipped': return words.skipped.title
    case 'tags': return of(second, words.nav.tags)
    case 'review': return words.review.title
    case 'findings': return words.findings.title
    case 'groups': return words.groups.title
    case 'rules': return words.rules.title
    case 'trash': return words.trash.title
    case 'threads': return words.nav.threads
    case 'w': return of(third && third !== 't' ? words.space[third as 'files' | 'history' | 'settings'] ?? '' : '', second, words.nav.workspaces)
    case 'state': return of(third, words.state.tabs[second as 'settings'] ?? '', words.nav.state)
    case 'join': return words.signIn.button
    case '': case 't': return ''
  }
  return words.nowhere
}

// The first parts of the addresses of pages that come as a file of their own.
const operated = ['state', 'review', 'findings', 'groups', 'rules']
const operating = () => import('./operating')

// Later is a page of those who run SPAR, once it has come.
function Later(props: { first: string; tab: string; name: string }) {
  const [page, setPage] = useState<Awaited<ReturnType<typeof operating>> | null>(null)
  const [fault, setFault] = useState('')
  useEffect(() => { operating().then(setPage, () => setFault(words.away)) }, [])
  return page ? <page.Operating {...props} /> : fault ? <section class="page"><p class="error" role="alert">{fault} <button type="button" onClick={() => location.reload()}>{words.signIn.retry}</button></p></section> : null
}

// SignIn has somebody show who they are.
function SignIn({ signed, elsewhere }: { signed: (me: Me) => void; elsewhere: boolean }) {
  const [fault, setFault] = useState('')
  return <>
    {elsewhere && <p><a class="button first" href={signInElsewhere()}>{words.signIn.button}</a></p>}
    <form onSubmit={async e => {
      e.preventDefault()
      try { signed(await signIn(String(new FormData(e.currentTarget).get('token')).trim())) } catch (x) { setFault((x as Error).message) }
    }}>
      <label>{words.signIn.token} <input name="token" type="password" autocomplete="current-password" autofocus={!elsewhere} aria-describedby="token-hint" /></label>
      <small id="token-hint">{words.signIn.hint}</small>
      <button class={elsewhere ? '' : 'first'}>{elsewhere ? words.signIn.byToken : words.signIn.button}</button>
    </form>
    {fault && <p class="error" role="alert">{fault}</p>}
    <p class="note">{words.again.link} <code>spar token link</code></p>
  </>
}

speakOfFields()
render(<App />, document.getElementById('app')!)
