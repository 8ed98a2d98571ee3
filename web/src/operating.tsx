import { Backups } from './backups'
import { Findings } from './findings'
import { Groups } from './groups'
import { Models } from './models'
import { Audit, Settings, Tokens } from './operate'
import { useMay } from './pages'
import { People } from './people'
import { Review } from './review'
import { Rules } from './rules'
import { SharePage } from './share'
import { State } from './state'

// Operating is one of the pages of those who run SPAR or look after tags. They are a file of their own, which other people never load.
export function Operating({ first, tab, name }: { first: string; tab: string; name: string }) {
  const keeps = useMay('operate')
  switch (first) {
    case 'review': return <Review at={new URL(location.href)} />
    case 'findings': return <Findings />
    case 'groups': return <Groups />
    case 'rules': return <Rules />
  }
  switch (tab) {
    case 'settings': return <Settings />
    case 'models': return <Models />
    case 'people': return <People />
    case 'audit': return <Audit />
    case 'tokens': return <Tokens />
    case 'backups': return <Backups />
    case 'shares': if (name) return <SharePage key={name} name={name} />
  }
  return keeps ? <State /> : <Tokens />
}
