// All texts of the page stand here, so that another language is one more such file.
const many = (n: number, one: string, more: string) => `${n.toLocaleString('en')} ${n === 1 ? one : more}`

export const words = {
  title: 'SPAR',
  skip: 'To the content',
  nav: { ask: 'Ask', files: 'Files', tags: 'Tags', workspaces: 'Workspaces', threads: 'Conversations', state: 'State' },
  signIn: {
    lead: 'This server answers those it knows. Open the link that it printed when it started, or sign in with a token.',
    token: 'Token', button: 'Sign in', out: 'Sign out',
  },
  ask: {
    label: 'Your question', button: 'Ask', stop: 'Stop', again: 'Ask again', edit: 'Edit', cancel: 'Cancel', placeholder: 'Ask what the files know', followUp: 'Ask on; what was said before is understood',
    empty: 'Ask a question. SPAR reads the few files that it is about and answers with their sentences, each with the place that it stands in. It reads shares and never uploads.',
    reading: (read: number, of: number, not: number) => `Read ${read} of ${of} files${not ? `, ${not} of them have no text` : ''} …`,
    writing: (model: string) => `${model || 'The model'} writes; each statement is checked before it is shown …`,
    searching: 'Searching …', first: 'First, the passages that share most words with the question:', interim: 'So far, from what was read:', jump: 'Follow the answer',
    ready: (b: number, c: number) => `Answer ready, ${many(b, 'statement', 'statements')}, ${many(c, 'citation', 'citations')}`,
    refused: 'Not in these files.', missing: (names: string) => `Nothing here is about ${names}.`, nearest: (names: string) => `The nearest: ${names}.`,
    rewritten: (q: string) => `Understood as: ${q}`, corrected: (from: string, to: string) => `Searched for “${to}”, for “${from}”.`,
    againSaid: (n: number, more: string[]) => `Another answer, without ${many(n, 'passage', 'passages')} of the one before${more.length ? `; also searched for: ${more.join(', ')}` : ''}.`,
    unsure: 'SPAR is not sure of this.', older: 'Asked before', sources: 'Sources',
    copy: 'Copy', copyMarkdown: 'as Markdown', copyRich: 'with formatting', copied: 'Copied', good: 'Good answer', bad: 'Bad answer', withheld: 'This turn rests on files that you may not read.',
    comment: 'Why? (if you like)', send: 'Send', thanks: 'Kept with the answer.', another: 'Another answer',
    anew: 'New conversation', save: 'Save conversation:', forms: { md: 'Markdown', html: 'HTML', json: 'JSON' }, print: 'Print',
    coverage: (read: number, scope: number) => `Based on ${read} of ${scope} ${scope === 1 ? 'file' : 'files'} in scope`,
    waiting: (n: number) => `${n} not read yet`, unreadable: (n: number) => `${n} cannot be read`, outdated: (n: number) => `${n} changed since`, why: 'Which, and what helps?', readOn: 'Read on',
    unread: (n: number) => `${many(n, 'file', 'files')} that may matter and were not read`,
    inForce: 'in force', notInForce: 'not in force', version: (v: string) => `version ${v}`, copies: (n: number) => many(n, 'copy', 'copies'),
  },
  taken: {
    as: 'Taken as:', guessed: 'looked at first', insisted: 'only these', dropped: 'left alone',
    insist: 'Only these', insistWhy: 'Ask only the files for which this holds', drop: 'Drop', dropWhy: 'Take it for words like any other',
  },
  computed: {
    how: (used: string, of: string) => `Computed from ${used} of ${of} rows: the plan`, rest: (n: number) => `and ${many(n, 'more row', 'more rows')}`, cells: 'Cells:',
    leftOut: (n: number, why: string) => `${many(n, 'row was', 'rows were')} left out: ${why}`, other: (a: string) => `Or, understood otherwise, ${a}:`,
  },
  place: {
    title: 'Place', close: 'Close', copy: 'Copy address', link: 'Copy link', next: 'Next citation', last: 'Citation before', about: 'About this file', of: (n: number, all: number) => `${n} of ${all}`,
    unknown: 'The place is not known.', leftOut: (n: number) => `${many(n, 'line is', 'lines are')} not shown.`,
  },
  start: { goOn: 'Go on with' },
  scope: {
    label: 'Scope', placeholder: 'all files; such as type:pdf path:finance/** modified:2024', chips: 'Constraints', drop: (t: string) => `Remove ${t}`, insist: 'Guessed: it orders and excludes nothing. Make it a filter', insistShort: 'insist',
    files: (n: string) => `${n} files`, save: 'Save as workspace', keep: 'Save', name: 'Name of the workspace', workspace: 'Workspace', none: 'no workspace',
  },
  files: {
    empty: 'No file is in this scope.', more: 'More', name: 'File', format: 'Format', size: 'Size', modified: 'Changed', state: 'State', narrow: 'Narrow by', show: 'Show', ask: 'Ask these files',
    n: (n: number) => many(n, 'file', 'files'), of: (n: string, all: string) => n === all ? `${n} files` : `${n} of ${all} files`, how: 'How this comes about', unreadable: 'What cannot be read',
    page: 'Choose all of this page', choose: (f: string) => `Choose ${f}`, pageChosen: (n: number) => `All ${n} of this page are chosen.`, all: (n: string) => `Choose all ${n}`,
    pages: 'Pages', before: 'Page before', next: 'Next page', range: (a: string, b: string, n: string) => `${a} to ${b} of ${n}`, undecided: 'only reading can tell whether it belongs here',
  },
  facets: {
    keys: { share: 'Share', path: 'Folder', type: 'Format', state: 'State', tag: 'Tag' }, more: (n: number) => n > 0 ? `${n.toLocaleString('en')} more` : 'more',
    leaveOut: (key: string, value: string) => `Without ${key} ${value}`,
  },
  narrow: {
    funnel: 'Constraint by constraint', constraint: 'Constraint', alone: 'By itself', after: 'Left after it', without: 'Without it', all: 'All files that you may read', unknown: (n: number) => `and ${n} of which only reading can tell`,
    read: (n: string, of: string) => `${n} of ${of} were read.`,
    gates: { rights: (n: number) => `Rights keep ${n} from you.`, size: (n: number) => `${n} are too big.`, format: (n: number) => `${n} have a format without text.`, quality: (n: number) => `${n} cannot be read, or not wholly.` },
    is: { selected: 'selected', implied: 'implied', 'not-selected': 'not selected' }, pruned: (what: string, by: string) => `${what} says nothing more than ${by}.`, more: (n: number) => `and ${many(n, 'implied tag', 'implied tags')}`,
    nothing: 'Why nothing is here', other: 'Other scopes', causes: { tag: 'No file has these tags together with the rest', value: 'No file has this', ambiguous: 'This may stand for several' },
    how: (how: string, was = '', now = '') => how === 'drop' ? `Without ${was}` : how === 'without' ? `Also files without a value: ${now}` : how === 'narrow' ? `Only ${now}` : was ? `${now} in place of ${was}` : now,
    why: 'Why is a file not here?', file: 'File', filePlaceholder: 'its name or path', say: 'Say why', in: (f: string) => `${f} is in this scope.`, out: (f: string) => `${f} is not in this scope.`, open: (f: string) => `Only reading can tell whether ${f} is in this scope.`,
    holds: { true: 'holds', false: 'does not hold', unknown: 'unknown' }, has: (x: string) => `it has ${x}`, drop: 'Drop this', add: 'Add this file anyway', added: (f: string) => `With ${f}`,
    mayNot: 'It may lie outside of the shares, or you may not read it.',
  },
  bulk: {
    title: 'What is chosen', n: (n: number) => `${many(n, 'file', 'files')} chosen`, tag: 'Tag', add: (n: number) => `Tag ${many(n, 'file', 'files')}`, take: 'Take off', clear: 'Choose none', undo: 'Undo', undone: 'Taken back.',
    added: (t: string, n: number) => `${many(n, 'file', 'files')} got the tag ${t}.`, taken: (t: string, n: number) => `${t} was taken off ${many(n, 'file', 'files')}.`, none: (t: string) => `All of them have ${t}, or a tag below it, already.`, make: (t: string) => `Make the tag ${t}`,
  },
  file: {
    text: 'Read its text', ask: 'Ask this file', reread: 'Read again', properties: 'Properties', rights: 'Rights', owner: (u: number, g: number) => `owner ${u}, group ${g}`, tags: 'Tags', noTags: 'It has no tag.', attributes: 'Attributes',
    by: { person: 'by a person', path: 'from its path', reading: 'from its text', rule: 'by a rule', sidecar: 'from a file beside it', model: 'by a model' }, review: { pending: 'waits for review', accepted: 'accepted', rejected: 'rejected' }, evidence: 'Because of:',
    accept: 'Accept', reject: 'Reject', versions: 'Versions and copies', compare: 'Look for them', doubtful: 'Which one is in force is doubtful:', alone: 'No other version or copy was found.', from: (d: string) => `holds from ${d}`, copy: 'Copy:', maybe: 'Perhaps:', accepted: 'Accepted.', rejected: 'Rejected; it is not proposed again.', add: 'Add', key: 'Attribute', value: 'Value', origin: 'Origin', lost: 'a higher origin says otherwise', kept: 'Kept.',
  },
  skipped: {
    title: 'What cannot be read', lead: 'No answer rests on these files. Each has a reason, and what helps.', none: 'Everything that was read has its text. Files that no question has needed yet are not read.', list: (n: string) => `List all ${n}`,
    tryAll: 'Try all again', tryOne: 'Try again', again: (n: number) => `${many(n, 'file is', 'files are')} read again when next needed.`, again1: 'It is read again when next needed.', helps: 'What helps:',
    states: { encrypted: 'Locked by a password', 'no-text': 'Without text', 'needs-ocr': 'Pictures of text', corrupt: 'Damaged', 'too-big': 'Too big', unsupported: 'Formats that SPAR does not read', denied: 'Not allowed to SPAR', offline: 'On a tape or in another tier', special: 'No ordinary files', quarantined: 'Set aside, because reading them failed badly', vanished: 'Gone while being read', partial: 'Read in part' },
  },
  tags: {
    empty: 'No tag is here yet. Choose files on the page Files and tag them, or import a vocabulary.', find: 'Find a tag by name or synonym', n: (n: number) => many(n, 'tag', 'tags'), found: (n: number, of: number) => `${n.toLocaleString('en')} of ${many(of, 'tag', 'tags')}`,
    retired: 'retired', show: (t: string) => `About ${t}`, review: 'Proposed tags', keys: 'Keys: arrows move and open, Enter shows the tag.',
  },
  tag: {
    retired: 'Its vocabulary has no such tag any more.', files: (n: string) => `${n} files have it or a tag below it`, own: 'With the tag itself', key: 'Key', parents: 'Above it', children: 'Below it', links: 'See also', linkedFrom: 'Named by', synonyms: 'Also called', drop: (s: string) => `Not called ${s}`,
    edit: 'Change it', synonym: 'Another name', parent: 'A tag above it', notes: 'What it means', rename: 'A new name', renameDo: 'Rename', add: 'Add', keep: 'Keep', done: 'Done.', remove: 'Remove the tag', removed: (t: string) => `${t} is in the trash.`,
  },
  review: { title: 'Proposed tags', lead: 'Rules and models propose these. A rejected tag is not proposed again. Keys: a accepts, r rejects, arrows move.', empty: 'No tag waits to be judged.' },
  workspaces: { empty: 'You have no workspace yet. Write a scope on the page Files and save it.', ask: 'Ask', files: 'Files', remove: 'Remove', restored: 'It is in the trash and can be restored.' },
  threads: { empty: 'You have asked nothing yet.', remove: 'Forget', questions: (n: number) => many(n, 'question', 'questions') },
  state: {
    shares: 'Shares', noShares: 'No share is here that you may read. The one who runs SPAR adds one with "spar share add".', health: 'What SPAR says of itself',
    scanned: (t: string) => `scanned ${t}`, never: 'never scanned',
  },
  keys: 'Keys: / question, n and p through citations, Esc closes the place.',
  fault: (request: string) => `Its number in the log is ${request}.`,
}
