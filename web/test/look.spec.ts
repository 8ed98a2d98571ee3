import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page } from '@playwright/test'
import { accessible, ask, expect, hostile, open, signIn, test } from './serve'

const question = 'How many hours of unused annual leave can I carry into the next leave year?'

// turned has what a conversation keeps come with something else.
async function turned(page: Page, change: object) {
  await page.route('**/api/v1/threads/*', async route => {
    const reply = await route.fetch(), thread = await reply.json()
    Object.assign(thread.turns[0].answer, change)
    await route.fulfill({ response: reply, json: thread })
  })
  await page.reload()
}

test('conversations stand at the side by day, and their titles are text', async ({ page, signedIn }) => {
  const day = 86_400_000, at = (ago: number) => new Date(Date.now() - ago * day).toISOString()
  const threads = [['1', 'Who approves leave?', 0], ['2', hostile[0], 1], ['3', 'What is a per diem?', 400]].map(([id, title, ago]) => ({ schema: 'spar.thread/1', id, title, asked: at(ago as number), created: at(ago as number), owner: 'uid:0', questions: 1 }))
  await page.route('**/api/v1/threads?*', route => route.fulfill({ json: { items: threads } }))
  await page.reload()
  const side = page.getByRole('navigation', { name: 'History' })
  await expect(side.getByRole('heading')).toContainText(['today', 'yesterday', /^\S+ \d{4}$/])
  await expect(side.getByRole('link', { name: hostile[0] })).toBeVisible()
  await expect(side.locator('img, script')).toHaveCount(0)
  await accessible(page, 'the side')
})

test('a conversation that was asked stands at the side at once', async ({ page, signedIn }) => {
  await ask(page, question)
  const here = page.getByRole('navigation', { name: 'History' }).getByRole('link', { name: question }).first()
  await expect(here).toHaveAttribute('aria-current', 'page')
  await page.getByRole('navigation', { name: 'SPAR' }).getByRole('link', { name: 'Ask', exact: true }).click()
  await here.click()
  await expect(page.locator('.asked')).toHaveText(question)
})

test('one may start from questions made of what the files are called', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/')
  const tries = page.locator('.try button')
  await expect(tries.filter({ hasText: 'How many rows does “dates” have?' })).toBeVisible({ timeout: 50_000 })
  expect(await tries.count()).toBeLessThanOrEqual(4)
  await accessible(page, 'questions to start from')
  await tries.filter({ hasText: 'How many rows does “dates” have?' }).click()
  await expect(page.locator('.asked')).toHaveText('How many rows does “dates” have?')
  await expect(page.locator('.value-large strong')).toHaveText('17', { timeout: 45_000 })
})

test('questions to start from stand there while files are read and while it is tried which have an answer', async ({ page, signedIn }) => {
  let looked = 0, more = false
  await page.route('**/api/v1/ask/sure', () => {}) // the server is busy for long
  await page.route(/\/api\/v1\/files\?(?=.*limit=100)/, async route => {
    const reply = await route.fetch(), body = await reply.json()
    const read = body.items.filter((f: { path: string }) => more || f.path.endsWith('/dates.csv')).map((f: object) => ({ ...f, state: 'ok' }))
    const waiting = Array.from({ length: more ? 0 : 30 - looked++ }, (_, n) => ({ ...body.items[0], path: n + '.bin', state: 'unread' })) // fewer each time
    await route.fulfill({ response: reply, json: { ...body, items: [...read, ...waiting] } })
  })
  await page.goto(signedIn.url + '/')
  const tries = page.locator('.try button')
  await expect(tries).toHaveText([/How many rows does “dates” have/])
  more = true
  await expect.poll(() => tries.count(), { timeout: 20_000 }).toBeGreaterThan(2)
  await expect(page.locator('.tries[aria-busy=true], .try[aria-busy=true]')).toBeVisible()
  await accessible(page, 'questions before they are tried')
  await tries.filter({ hasText: 'dates' }).click()
  await expect(page.locator('.asked')).toHaveText('How many rows does “dates” have?')
})

test('names of files that would be markup start no question as such', async ({ page, attacked }) => {
  await signIn(page, attacked)
  await expect(page.locator('.tries[aria-busy=true]')).toHaveCount(0, { timeout: 50_000 })
  await expect(page.locator('.try img, .try script')).toHaveCount(0)
  await expect(page).toHaveTitle('SPAR')
})

const computed = { schema: 'spar.table.answer/1', plan: 'sum(Amount) of costs by Town', spoken: 'Town, total of Amount for each Town', unit: 'EUR', answers: ['Bonn', 'Rome'], used: 12, of: 0, cells: [], left_out: [{ rows: 2, reason: 'no number' }], confidence: .9, tables: [{ share: 'docs', path: 'money/costs.csv', locator: {} }], columns: ['Town', 'Amount'], rows: [[hostile[0], '-300'], ['Bonn', '1,200.5'], ['=Rome', '1325']] }

test('several values are a chart and a table, which can be kept, and the plan is shut', async ({ page, signedIn }) => {
  await ask(page, question)
  await turned(page, { computed })
  const chart = page.getByRole('img', { name: 'Chart: Amount, Town' })
  await expect(chart.locator('rect')).toHaveCount(3)
  const widths = await chart.locator('rect').evaluateAll(l => l.map(r => Number(r.getAttribute('width'))))
  // The largest comes first, for the order of towns means nothing, and a figure is written as in the table.
  expect(widths[0] / widths[1]).toBeCloseTo(1325 / 1200.5, 2)
  expect(widths[2] / widths[1]).toBeCloseTo(300 / 1200.5, 2)
  await expect(chart.locator('.strong')).toHaveText(['1,325', '1,200.5', '-300'])
  await expect(page.locator('.rows td')).toHaveText(['=Rome', '1,325', 'Bonn', '1,200.5', hostile[0], '-300'])
  await expect(page.getByLabel('Plan, which can be changed')).toBeHidden()
  await accessible(page, 'a chart')
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()])
  const read = async (d: typeof csv) => { const parts: Buffer[] = []; for await (const p of (await d.createReadStream())!) parts.push(p as Buffer); return Buffer.concat(parts) }
  expect(String(await read(csv)).split('\r\n')).toEqual(['"Town","Amount"', '"\'=Rome","1325"', '"Bonn","1,200.5"', `"${hostile[0].replaceAll('"', '""')}","-300"`, ''])
  expect(csv.suggestedFilename()).toBe('Total of Amount for each Town.csv')
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save picture', exact: true }).click()])
  expect(png.suggestedFilename()).toBe('Total of Amount for each Town.png')
  expect((await read(png)).subarray(1, 4).toString()).toBe('PNG')
  if (process.env.KEEP) await png.saveAs(process.env.KEEP + '/chart.png')
  const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save picture to enlarge' }).click()])
  // A conversation that is saved has both, and nothing that a program would run.
  // The page of HTML is made by the server, of what it keeps itself: TestHTML.
  const [kept] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Markdown', exact: true }).click()])
  const text = String(await read(kept))
  expect(text).toContain('| Bonn | 1,200.5 |')
  expect(text).not.toMatch(/(?<!\\)<(script|img)/)
  expect(Buffer.from(/base64,([^)]+)\)/.exec(text)![1], 'base64').toString()).toMatch(/<svg[^>]*>.*<rect[^>]*fill=.*<\/svg>/s)
  const drawn = String(await read(svg))
  expect(drawn).toMatch(/^<svg[^>]*>.*<rect[^>]*fill=/s)
  for (const part of ['>Total of Amount for each Town<', '>in EUR<', '>Source: costs.csv · ']) expect(drawn).toContain(part)
  await page.getByText('How it was computed, from 12 rows').click()
  await expect(page.getByLabel('Plan, which can be changed')).toHaveValue(computed.plan)
  await expect(page.getByRole('button', { name: 'Run the plan' })).toBeVisible()
  await expect(page.locator('.computed')).toContainText('2 rows were left out: no number')
})

test('values of years are a line, and what is no number is no chart', async ({ page, signedIn }) => {
  await ask(page, question)
  await turned(page, { computed: { ...computed, rows: [['2021', '3'], ['2022', '5'], ['2023', '4']] } })
  await expect(page.getByRole('img', { name: /^Chart/ }).locator('polyline')).toHaveCount(1)
  await page.unroute('**/api/v1/threads/*')
  await turned(page, { computed: { ...computed, rows: [['Bonn', 'about 3'], ['Rome', '5']] } })
  await expect(page.locator('.rows td')).toHaveCount(4)
  await expect(page.getByRole('img', { name: /^Chart/ })).toHaveCount(0)
})

test('where there is room the passages stand at the right, a place comes in their stead, and the answer does not move', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 1400, height: 860 })
  await ask(page, question)
  const rail = page.getByRole('complementary', { name: 'Passages' })
  await expect(rail).toContainText('leave.md')
  await accessible(page, 'passages')
  const left = () => page.locator('.asked').boundingBox().then(b => [b!.x, b!.width])
  const before = await left()
  await rail.getByRole('button').first().click()
  await expect(page.getByRole('complementary', { name: 'Place' })).toContainText('leave.md')
  await expect(rail).toHaveCount(0)
  expect(await left()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(rail).toBeVisible()
})

test('evidence of one file is one card, whatever stands between', async ({ page, signedIn }) => {
  await ask(page, question)
  const unit = (n: number, path: string) => ({ n, share: 'docs', path, open: 'docs:' + path, heading: `Part > Heading ${n}`, locator: { page: n }, kind: 'text', text: `Text ${n}.`, marks: [] })
  await turned(page, { evidence: [unit(11, 'a/one.pdf'), unit(12, 'b/two.docx'), unit(13, 'a/one.pdf')] })
  const cards = page.locator('.evidence > li')
  await expect(cards.locator('.unit-text')).toHaveText(['Text 11.', 'Text 13.', 'Text 12.'])
  await expect(page.locator('.evidence .name b')).toHaveText(['one.pdf', 'two.docx'])
  await expect(cards.nth(1).locator('.crumb')).toHaveText(['Part', 'Heading 13', 'page 13'])
})

test('an average is as exact as its cells, and exact below', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-fees-'))
  writeFileSync(join(folder, 'fees.csv'), 'Name,Fee\nAda,10\nBob,20\nEve,25\n')
  const { house, end } = await open(folder)
  try {
    await page.goto(house.link)
    await ask(page, 'What is the average fee?')
    await expect(page.locator('.value-large strong')).toHaveText('18.33')
    await expect(page.locator('.value-large')).toContainText('average of Fee, from 3 rows')
    await expect(page.locator('.bullets')).toHaveCount(0)
    // The figure cites the column that it is made of.
    await page.locator('.value-large .mark button').click()
    const place = page.getByRole('complementary', { name: 'Place' })
    await expect(place.locator('td mark')).toHaveText(['10', '20', '25'])
    await expect(page).toHaveURL(/a=1&c=1$/)
    await place.getByRole('button', { name: 'Close' }).click()
    await page.locator('.computed > summary').click()
    await expect(page.getByText('exactly 18.3333333333')).toBeVisible()
    // In another language the statement is no sentence of its own either, and its figures have the comma.
    await page.evaluate(() => localStorage.setItem('spar-language', 'de'))
    await page.reload()
    await expect(page.locator('.value-large strong')).toHaveText('18,33')
    await expect(page.locator('.value-large')).toContainText('Durchschnitt von Fee')
    await expect(page.locator('.bullets')).toHaveCount(0)
    await page.locator('.computed > summary').click()
    await expect(page.getByText('18,3333333333')).toBeVisible()
    const reply = await page.request.post(house.url + '/api/v1/ask', { headers: { 'Sec-Fetch-Site': 'same-origin', 'Accept-Language': 'de' }, data: { question: 'What is the average fee?' } })
    expect((await reply.json()).bullets[0].text).toBe('18,33 (Durchschnitt von Fee; 3 Zeilen aus fees.csv)')
  } finally { end() }
})
