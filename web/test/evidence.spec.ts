import { type Page } from '@playwright/test'
import { accessible, ask, expect, hostile, test } from './serve'

const question = 'How many hours of unused annual leave can I carry into the next leave year?'
const at = 'docs:travel-and-leave/leave.md'

// marksOf are the bytes of parts of a text.
function marksOf(text: string, ...parts: string[]): [number, number][] {
  return parts.map(p => { const from = Buffer.byteLength(text.slice(0, text.indexOf(p))); return [from, from + Buffer.byteLength(p)] })
}

function unit(n: number, kind: string, text: string, more: object = {}) {
  return { n, share: 'docs', path: 'travel-and-leave/leave.md', open: at, heading: `Heading ${n}`, locator: {}, kind, text, marks: [] as [number, number][], ...more }
}

const steps = 'Für den Wechsel – “safely” – of a tyre:\n1. Loosen the nuts.\n2. Raise the car.\n   - the jack\n   - the spare tyre\n3. Fasten the nuts.'
const list = 'You need:\n- a passport\n- a visa that holds\n  for six months'
const long = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ')
const units = [
  unit(4, 'steps', steps, { marks: marksOf(steps, '“safely”', 'Raise the car') }),
  unit(2, 'list', list, { marks: [...marksOf(list, 'a visa'), [900, 20], [-5, -1]] }),
  unit(7, 'rows', 'Class: Economy; Bags: 1; Weight: 23 kg', { columns: ['Class', 'Bags', 'Weight'], cells: ['Economy', '1', '23 kg', 'Business', '2', '32 kg'].map((text, i) => ({ text, open: `${at}#row=${2 + Math.floor(i / 3)}` })), marks: marksOf('Class: Economy; Bags: 1; Weight: 23 kg', '23 kg') }),
  unit(1, 'fields', 'Contact: leave@example.org\nPhone: 555\nno field', { doc_version: '2', in_force: true }),
  unit(3, 'code', 'if leave {\n    go(home)\n}', { copies: ['docs:copy.md'] }),
  unit(5, 'text', long + ' the end', { marks: marksOf(long + ' the end', 'the end') }),
  unit(6, 'qa', 'Who approves leave?\nYour supervisor does.', { dated: '2024-05-06T00:00:00Z' }),
  unit(8, 'text', hostile.join(' '), { heading: hostile[0] }),
]

// withEvidence has what a conversation keeps come with evidence.
async function withEvidence(page: Page, change: object) {
  await page.route('**/api/v1/threads/*', async route => {
    const reply = await route.fetch(), thread = await reply.json()
    Object.assign(thread.turns[0].answer, change)
    await route.fulfill({ response: reply, json: thread })
  })
  await page.reload()
}

test('evidence stands under an answer in its own form, the first three open, the others folded, all of it text', async ({ page, signedIn }) => {
  await ask(page, question)
  await expect(page.locator('.evidence > li').first()).toContainText('240') // what this server finds
  await withEvidence(page, { evidence: units })
  const cards = page.locator('.evidence > li')
  await expect(page.locator('.evidence').first().locator('> li')).toHaveCount(3)
  await expect(cards.nth(0).locator('p')).toHaveText('Für den Wechsel – “safely” – of a tyre:')
  await expect(cards.nth(0).locator('mark')).toHaveText(['“safely”', 'Raise the car'])
  await expect(cards.nth(0).locator('ol > li')).toHaveText(['Loosen the nuts.', 'Raise the car.', 'the jack', 'the spare tyre', 'Fasten the nuts.'])
  expect(await cards.nth(0).locator('ol > li').evaluateAll(l => l.map(x => (x as HTMLLIElement).value))).toEqual([1, 2, 3, 4, 3].map((v, i) => [1, 2, expect.any(Number), expect.any(Number), 3][i] ?? v))
  await expect(cards.nth(1).locator('p')).toHaveText('You need:')
  await expect(cards.nth(1).locator('ul > li')).toHaveText(['a passport', /a visa that holds\s*for six months/])
  await expect(cards.nth(1).locator('mark')).toHaveText(['a visa'])
  await expect(cards.nth(2).getByRole('columnheader')).toHaveText(['Class', 'Bags', 'Weight'])
  await expect(cards.nth(2).locator('tbody tr')).toHaveCount(2)
  await expect(cards.nth(2).locator('td mark')).toHaveText(['23 kg'])
  await expect(cards.nth(3)).toBeHidden()
  await page.getByText('5 more places').click()
  await expect(cards.nth(3).locator('dt')).toHaveText(['Contact', 'Phone'])
  await expect(cards.nth(3).locator('dd')).toHaveText(['leave@example.org', '555', 'no field'])
  await expect(cards.nth(3)).toContainText('version 2')
  expect(await cards.nth(4).locator('pre').innerText()).toBe('if leave {\n    go(home)\n}')
  await expect(cards.nth(4)).toContainText('1 copy')
  // A long one is folded, around its mark where that stands further down.
  await expect(cards.nth(5).locator('mark')).toHaveText('the end')
  await expect(cards.nth(5)).not.toContainText('word0 ')
  await cards.nth(5).getByRole('button', { name: 'Show all' }).click()
  await expect(cards.nth(5)).toContainText('word0 word1')
  await expect(cards.nth(5).locator('mark')).toHaveText('the end')
  await expect(cards.nth(6).locator('strong')).toHaveText('Who approves leave?')
  await expect(cards.nth(7)).toContainText('<script>document.title="owned"</script>')
  await expect(cards.nth(7).locator('img, script, svg, a')).toHaveCount(0)
  await accessible(page, 'evidence')
  await cards.nth(0).locator('.unit-head').click()
  await expect(page.getByRole('complementary', { name: 'Place' })).toContainText('leave.md')
})

test('what says nothing in a text is not shown, what turns it is; a narrow table keeps its words whole and scrolls in its box', async ({ page, signedIn }) => {
  await ask(page, question)
  const columns = ['Criterion', 'Evaluation', 'Weight', 'Remark', 'Owner'], address = 'https://example.org/' + 'a'.repeat(400)
  await withEvidence(page, { evidence: [
    unit(1, 'text', '\ufeffHand\u200bbook of pro\u00adcurement\u202e', { heading: 'Chap\u200bter' }),
    unit(2, 'rows', 'a table', { columns, cells: ['Evaluation', 'Methodology', '1', 'Questionnaire', '', 'Experience', 'Qualifications', '2', address, 'x'].map(text => ({ text, open: at + '#row=1' })) }),
  ] })
  const cards = page.locator('.evidence > li')
  await expect(cards.nth(0).locator('.said')).toHaveText('Handbook of procurement\\u202e')
  await expect(cards.nth(0).locator('.crumb').first()).toHaveText('Chapter')
  await page.setViewportSize({ width: 360, height: 800 })
  const box = cards.nth(1).locator('.wide')
  const least = await box.evaluate(e => { const probe = document.createElement('span'); probe.style.cssText = 'display:block;width:6ch'; e.querySelector('td')!.append(probe); const w = probe.getBoundingClientRect().width; probe.remove(); return w })
  for (const w of await box.locator('td').evaluateAll(l => l.map(x => x.getBoundingClientRect().width))) expect(w).toBeGreaterThanOrEqual(least - 1)
  // A word stands in one line: it has one box.
  for (const word of ['Evaluation', 'Methodology', 'Qualifications'])
    expect(await box.locator('td button', { hasText: word }).evaluate(b => { const r = document.createRange(); r.selectNodeContents(b); return r.getClientRects().length }), word).toBe(1)
  expect(await box.locator('td', { hasText: address }).evaluate(x => x.getBoundingClientRect().width)).toBeLessThan(500)
  expect(await box.evaluate(e => e.scrollWidth > e.clientWidth), 'the table scrolls in its box').toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'the page does not').toBeLessThanOrEqual(360)
})

test('under a refusal evidence stands in place of a denial, and what else may be meant is chosen in words', async ({ page, signedIn }) => {
  await ask(page, question)
  const also = [{ kind: 'reading', text: 'How many bags, or how heavy?', chance: .3, evidence: [7], readings: [{ text: 'Number of bags', value: '2', plan: 'count() of bags' }, { text: 'Weight', value: '23 kg', plan: 'sum(weight) of bags' }] }]
  await withEvidence(page, { refused: true, bullets: [], citations: [], evidence: units.slice(0, 3), also })
  await expect(page.locator('.refused')).toHaveText('Nothing here answers this for sure.')
  await expect(page.locator('.evidence > li')).toHaveCount(3)
  const sent: string[] = []
  await page.route('**/api/v1/table', route => {
    sent.push(route.request().postDataJSON().plan)
    return route.fulfill({ json: { schema: 'spar.table.answer/1', plan: 'sum(weight) of bags', answers: ['23'], unit: 'kg', used: 1, of: 1, cells: [], left_out: [], confidence: .9, tables: [] } })
  })
  await page.getByRole('button', { name: 'Weight: 23 kg' }).click()
  await expect(page.locator('.also .result')).toContainText('23 kg')
  expect(sent).toEqual(['sum(weight) of bags'])
  await expect(page.getByRole('button', { name: 'Weight: 23 kg' })).toHaveAttribute('aria-pressed', 'true')
  await accessible(page, 'what else may be meant')
  await page.locator('.also').getByRole('button', { name: 'Heading 7' }).click()
  await expect(page.getByRole('complementary', { name: 'Place' })).toContainText('leave.md')
})

test('while an answer is made nothing that was shown vanishes: what falls behind is folded', async ({ page, signedIn }) => {
  const answer = (evidence: object[], more = {}) => ({ schema: 'spar.ask/1', intent: 'fact', answer: 'x', refused: false, confidence: .9, bullets: [{ text: 'The answer is here.', citations: [] }], citations: [], coverage: { in_scope: 1, read: 1, waiting: 0, unreadable: 0 }, timing_ms: {}, evidence, ...more })
  const text = (n: number) => unit(n, 'text', `This is the unit ${n}.`)
  const events: object[] = [
    { stage: 'interim', answer: answer([text(1), text(2), text(3)]), changed: [1, 2, 3] },
    { stage: 'interim', answer: answer([text(4), text(3), text(5)]), changed: [4, 5] },
  ]
  let goOn = () => {}
  const more = new Promise<void>(done => { goOn = done })
  await page.route('**/api/v1/answers', route => route.request().method() === 'POST' ? route.fulfill({ status: 202, json: { schema: 'spar.answer.job/1', id: 'abc', state: 'running', question, events: 0, asked: '2024-01-01T00:00:00Z' } }) : route.fulfill({ json: { items: [] } }))
  await page.route('**/api/v1/answers/abc/events*', async route => {
    const after = Number(new URL(route.request().url()).searchParams.get('after'))
    if (after >= 2) { await more; events[2] ??= { stage: 'final', answer: answer([text(3), text(4), text(6)], { thread: '77', turn: 1 }) } }
    await route.fulfill({ contentType: 'text/event-stream', body: events.map((e, i) => i >= after && (i === after || after >= 2) ? `id: ${i + 1}\ndata: ${JSON.stringify({ schema: 'spar.ask.event/1', ...e })}\n\n` : '').join('') })
  })
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  const shown = () => page.locator('.evidence').first().locator('> li .unit-text'), all = page.locator('.evidence > li .unit-text')
  await expect(shown()).toHaveText([1, 2, 3].map(n => `This is the unit ${n}.`))
  await expect(shown()).toHaveText([4, 3, 5].map(n => `This is the unit ${n}.`))
  await expect(page.getByText('2 more places')).toBeVisible()
  goOn()
  await expect(shown()).toHaveText([3, 4, 6].map(n => `This is the unit ${n}.`))
  expect((await all.allTextContents()).map(t => Number(/\d/.exec(t)![0])).sort()).toEqual([1, 2, 3, 4, 5, 6])
  await expect(page.getByText('3 more places')).toBeVisible()
})

test('the items of a legal text keep their numbers and letters, and stand below what they belong to', async ({ page, signedIn }) => {
  await ask(page, question)
  const law = '(a) Mandate. The board shall:\ni. meet,\n- ii. vote, and\nv. report.\n(b) Composition\ni. Eleven members.\n- ii. They elect:\na. a chair,\nb. a clerk,\nc. others.\n- vi. Nobody else.\n(c) Terms'
  const told = ['(a) Mandate. The board shall:', 'i. meet,', 'ii. vote, and', 'v. report.', '(b) Composition', 'i. Eleven members.', 'ii. They elect:', 'a. a chair,', 'b. a clerk,', 'c. others.', 'vi. Nobody else.', '(c) Terms']
  await withEvidence(page, { evidence: [unit(1, 'list', law, { marks: marksOf(law, 'Eleven members') }), unit(2, 'steps', '1. Ask:\n(a) her\n(b) him\n2. Wait.')] })
  const items = page.locator('.evidence > li').nth(0).locator('ul > li')
  await expect(items).toHaveText(told)
  const lefts = await items.evaluateAll(l => l.map(x => x.getBoundingClientRect().left)), steps = [...new Set(lefts)].sort((a, b) => a - b)
  expect(lefts.map(x => steps.indexOf(x))).toEqual([0, 1, 1, 1, 0, 1, 1, 2, 2, 2, 1, 0])
  await expect(items.locator('mark')).toHaveText('Eleven members')
  await expect(page.locator('.evidence > li').nth(1).locator('ol > li')).toHaveText(['Ask:', '(a) her', '(b) him', 'Wait.'])
})

test('a file without other versions gets no word about which is in force', async ({ page, signedIn }) => {
  await ask(page, question)
  await withEvidence(page, { evidence: [
    unit(1, 'text', 'Alone.', { path: 'alone.md' }), unit(2, 'text', 'Newest.', { path: 'b.md', doc_version: 'version 3', in_force: true }), unit(3, 'text', 'Older.', { path: 'c.md', doc_version: '2023', in_force: false }),
  ] })
  const badges = (n: number) => page.locator('.evidence > li').nth(n).locator('.badge')
  await expect(badges(0)).toHaveCount(0)
  await expect(badges(1)).toHaveText(['version 3', 'in force'])
  await expect(badges(2)).toHaveText(['version 2023', 'not in force'])
})

test('files that were not read are told with the reason, and nothing of them is denied', async ({ page, signedIn }) => {
  await ask(page, question)
  const unread = [{ share: 'docs', path: 'scan.pdf', state: 'needs-ocr', reason: 'its pages are pictures without text (1 page)' }]
  const none = { refused: true, bullets: [], citations: [], evidence: [], missing: undefined, nearest: undefined }
  await withEvidence(page, { ...none, coverage: { in_scope: 2, read: 0, waiting: 0, unreadable: 2, unread } })
  await expect(page.locator('.refused')).toHaveText('None of the 2 files here was read, so nothing can be said.')
  await expect(page.getByText('its pages are pictures without text (1 page)')).toBeVisible()
  await page.unrouteAll()
  await withEvidence(page, { ...none, coverage: { in_scope: 3, read: 2, waiting: 0, unreadable: 1, unread } })
  await expect(page.locator('.refused')).toHaveText('Not in the 2 files that SPAR could read.')
})
