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
    empty: 'No file is in this scope.', more: 'More', name: 'File', size: 'Size', modified: 'Changed', state: 'State', skipped: 'Only those that cannot be searched', narrow: 'Narrow by',
    n: (n: number) => many(n, 'file', 'files'),
  },
  workspaces: { empty: 'You have no workspace yet. Write a scope on the page Files and save it.', ask: 'Ask', files: 'Files', remove: 'Remove', restored: 'It is in the trash and can be restored.' },
  threads: { empty: 'You have asked nothing yet.', remove: 'Forget', questions: (n: number) => many(n, 'question', 'questions') },
  state: {
    shares: 'Shares', noShares: 'No share is here that you may read. The one who runs SPAR adds one with "spar share add".', health: 'What SPAR says of itself',
    scanned: (t: string) => `scanned ${t}`, never: 'never scanned',
  },
  keys: 'Keys: / question, n and p through citations, Esc closes the place.',
  fault: (request: string) => `Its number in the log is ${request}.`,
}
