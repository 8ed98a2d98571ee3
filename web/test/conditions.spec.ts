import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Page } from '@playwright/test'
import { type House, type Slow, accessible, ask, expect, open, signIn, test } from './serve'

const question = 'How many hours of unused annual leave can I carry into the next leave year?'

async function put(page: Page, text: string) {
  await page.getByLabel('Your question').fill(text)
  await page.keyboard.press('Enter')
}

function menu(page: Page) { return page.getByRole('navigation', { name: 'SPAR' }).getByRole('link', { name: 'Ask', exact: true }) }

// lets lets the model go on, also where it is only asked later, until something holds.
async function lets(house: Slow, holds: (timeout: number) => Promise<void>) {
  await expect(async () => { house.goOn(); await holds(1000) }).toPass({ timeout: 45_000 })
}

async function signInAs(page: Page, house: House, who: string) {
  const token = house.run('token', 'create', '--for', who, '--may', 'read').trim()
  expect((await page.request.post(house.url + '/login', { data: { token } })).ok()).toBeTruthy()
}

test('while an answer is made, other questions are asked here and in other tabs, up to a limit that is told, and each is found again', async ({ page, slow }) => {
  await signIn(page, slow)
  await put(page, question)
  await expect(page).toHaveURL(/\/t\/\d+$/) // its conversation is known before its answer
  const at = page.url()
  await expect(page.locator('.exchange')).toHaveAttribute('aria-busy', 'true')
  await put(page, 'and sick leave?')
  await expect(page.getByRole('alert')).toContainText('one question at a time')
  await expect(page.getByLabel('Your question')).toHaveValue('and sick leave?')
  await page.getByLabel('Your question').fill('')

  // The menu begins anew, and says what goes on.
  await menu(page).click()
  await expect(page.locator('.exchange')).toHaveCount(0)
  const running = page.locator('.running')
  await expect(running.getByRole('link', { name: question })).toHaveAttribute('href', new URL(at).pathname)
  await accessible(page, 'home while an answer is made')
  await put(page, 'How is sick leave accrued?')
  await expect(page.locator('.exchange')).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('.asked')).toHaveText('How is sick leave accrued?')
  await expect(page).toHaveURL(/\/t\/\d+$/)

  // So does another tab.
  const other = await page.context().newPage()
  await other.goto(slow.url + '/')
  await expect(other.locator('.running li')).toHaveCount(2)
  await expect(other.locator('.exchange')).toHaveCount(0)
  for (const q of ['How many hours of leave may be carried over?', 'Who approves annual leave?']) {
    await menu(other).click()
    await put(other, q)
    await expect(other).toHaveURL(/\/t\/\d+$/)
  }
  await menu(other).click()
  await put(other, 'What is the fifth question about leave?')
  await expect(other.locator('.exchange .error')).toContainText('4 answers')
  await expect(other.locator('.exchange')).toContainText('So many answers at once are not made for one person')
  await expect(other.locator('.exchange .running li')).toHaveCount(4)
  await expect(other.getByLabel('Your question')).toHaveValue('What is the fifth question about leave?')
  await accessible(other, 'no more answers at once')
  await other.getByRole('button', { name: 'Stop: Who approves annual leave?' }).click()
  await expect(other.locator('.exchange .running li')).toHaveCount(3)

  await lets(slow, timeout => expect(page.locator('.exchange')).toHaveAttribute('aria-busy', 'false', { timeout }))
  await page.goto(at)
  await expect(page.locator('.asked')).toHaveText(question)
  await lets(slow, timeout => expect(page.locator('.exchange')).toHaveAttribute('aria-busy', 'false', { timeout }))
  await expect(page.locator('.bullets')).toContainText('240 annual leave hours')
})

test('an answer is found by its own address before its conversation is known', async ({ page, slow }) => {
  await signIn(page, slow)
  let hidden = true
  // As long as the first events do not come, nothing is known of a conversation.
  await page.route('**/api/v1/answers/*/events*', route => hidden ? route.abort() : route.continue())
  await page.route(/\/api\/v1\/answers(\/[0-9a-f]+)?$/, async route => {
    if (route.request().method() !== 'GET' || !hidden) return route.continue()
    const reply = await route.fetch(), said = await reply.json()
    for (const j of said.items ?? [said]) j.thread = 'new'
    await route.fulfill({ response: reply, json: said })
  })
  await put(page, question)
  await expect(page).toHaveURL(/\/\?answer=[0-9a-f]+$/)
  const at = new URL(page.url())
  await menu(page).click()
  await expect(page.locator('.running').getByRole('link', { name: question })).toHaveAttribute('href', at.pathname + at.search)
  await page.locator('.running').getByRole('link', { name: question }).click()
  await expect(page.locator('.asked')).toHaveText(question)
  await page.reload()
  await expect(page.locator('.asked')).toHaveText(question)
  hidden = false
  await lets(slow, timeout => expect(page.locator('.bullets')).toContainText('240 annual leave hours', { timeout }))
  await expect(page).toHaveURL(/\/t\/\d+$/)
})

test('on a slow network a question that is asked at once does not vanish', async ({ page, signedIn }) => {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 300, downloadThroughput: 100_000, uploadThroughput: 100_000 })
  for (let i = 0; i < 3; i++) {
    await page.goto(signedIn.url + '/', { waitUntil: 'commit' })
    const field = page.getByLabel('Your question')
    await field.waitFor()
    await field.fill(question)
    await field.press('Enter')
    await expect(page.locator('.asked')).toHaveText(question)
    await page.waitForTimeout(1500) // what was asked for when the page began has come
    await expect(page.locator('.asked')).toHaveText(question)
    await expect(page.locator('.bullets')).toContainText(/240 (annual leave )?hour/, { timeout: 45_000 })
    await expect(page).toHaveURL(/\/t\/\d+$/)
  }
  // Nor does one that is asked of a conversation which is not there yet: what was said before stands above it.
  const at = page.url()
  await page.goto(at, { waitUntil: 'commit' })
  await page.getByLabel('Your question').waitFor()
  await put(page, 'And how is sick leave accrued?')
  await expect(page.locator('.asked')).toHaveText([question, 'And how is sick leave accrued?'])
  await expect(page.locator('.exchange[aria-busy=false]')).toHaveCount(2, { timeout: 45_000 })
  await expect(page).toHaveURL(at)
})

test('a question whose page is left or loaded again before the server has it is sent, or kept', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/')
  let free = () => {}
  const hold = () => page.route('**/api/v1/answers', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    await new Promise<void>(done => { free = done })
    await route.continue().catch(() => {})
  })
  await hold()
  await put(page, question)
  await menu(page).click()
  await expect(page.locator('.running')).toContainText(question)
  await expect(page.locator('.running')).toContainText('is being sent')
  await expect(page.getByLabel('Your question')).toHaveValue('')
  free()
  await expect(page.locator('body')).not.toContainText('is being sent') // it may be answered before anybody looks
  await put(page, 'How is sick leave accrued?')
  await expect(page.locator('.asked')).toHaveText('How is sick leave accrued?')
  await page.reload()
  await expect(page.getByLabel('Your question')).toHaveValue('How is sick leave accrued?')
  free()
  // One that could not be sent says so, too.
  await page.unroute('**/api/v1/answers')
  await hold()
  await page.keyboard.press('Enter')
  await expect(page.locator('.exchange')).toHaveCount(1)
  await menu(page).click()
  await page.unroute('**/api/v1/answers')
  await page.route('**/api/v1/answers', route => route.request().method() === 'POST' ? route.abort() : route.continue())
  await put(page, 'Who approves leave?')
  await expect(page.locator('.exchange .error')).toContainText('The server cannot be reached.')
  await expect(page.getByLabel('Your question')).toHaveValue('Who approves leave?')
  free()
})

test('a conversation that is gone and one of somebody else say the same, and offer a new one', async ({ page }) => {
  const people = join(mkdtempSync(join(tmpdir(), 'spar-people-')), 'people.yaml')
  writeFileSync(people, 'people:\n  - {name: eve, uid: 4000009}\n')
  const { house, end } = await open(resolve('../../testdata/sample/share'), { SPAR_PRINCIPALS: people })
  try {
    await signIn(page, house)
    await ask(page, question)
    const at = new URL(page.url()).pathname
    const owner = (await (await page.request.get(house.url + '/api/v1/me')).json()).who
    await signInAs(page, house, 'eve')
    const said: string[] = []
    for (const path of ['/t/99999', at, '/t/' + encodeURIComponent(owner + at.replace('/t/', '/')), '/t/nonsense', '/?answer=0123456789abcdef0123456789abcdef']) {
      await page.goto(house.url + path)
      await expect(page.getByRole('heading', { name: 'This conversation is not there, or it is not yours' })).toBeVisible()
      await expect(page.locator('#q')).toHaveCount(0)
      said.push((await page.locator('main').innerText()).trim())
    }
    expect(new Set(said).size).toBe(1)
    await accessible(page, 'no such conversation')
    await page.getByRole('link', { name: 'New conversation' }).click()
    await expect(page.getByLabel('Your question')).toBeFocused()
    // One that cannot be loaded for now is not said to be gone.
    await page.route('**/api/v1/threads/*', route => route.abort())
    await page.goto(house.url + at)
    await expect(page.getByRole('heading', { name: 'This conversation could not be loaded' })).toBeVisible()
    await expect(page.getByText('The server cannot be reached.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  } finally { end(); rmSync(people, { force: true }) }
})

test('a cell that was counted is marked without a false alarm, and its column is scrolled to; what changed is not marked', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-wide-'))
  const columns = 'Age,Attrition,Department,Education,Gender,JobRole,JobLevel,HourlyRate,Overtime,MaritalStatus,Distance,Seniority,Travel,Environment,MonthlyIncome,Satisfaction,Performance,Training,WorkLife,YearsAtCompany'.split(',')
  const valueOf = (c: string, r: number) => c === 'MonthlyIncome' ? 3000 + r : c === 'Age' ? 20 + r : c === 'JobRole' ? ['Engineer', 'Nurse', 'Clerk'][r % 3] : `${c} ${r}`
  writeFileSync(join(folder, 'people.csv'), [columns, ...Array.from({ length: 40 }, (_, r) => columns.map(c => valueOf(c, r)))].map(r => r.join(',')).join('\n') + '\n')
  const { house, end } = await open(folder)
  try {
    await signIn(page, house)
    await page.setViewportSize({ width: 900, height: 700 })
    await ask(page, 'What is the average monthly income of nurses?')
    await page.locator('.value-large .mark button').first().click()
    const place = page.getByRole('complementary', { name: 'Place' })
    const cell = place.locator('tr.cited-row td mark')
    await expect(cell).toHaveText(/^30\d\d$/)
    await expect(cell).toBeInViewport({ ratio: 1 })
    await expect(place.getByText(/^Not marked/)).toHaveCount(0)
    await accessible(page, 'a cell of a wide table')
    // The cell says something else than what was cited: the message stands there and no mark.
    await page.route('**/api/v1/view?*', route => { const at = new URL(route.request().url()); at.searchParams.set('quote', 'Age 21: MonthlyIncome 777'); return route.continue({ url: at.href }) })
    await page.reload()
    await expect(place.getByText(/^Not marked: /)).toBeVisible()
    await expect(place.locator('mark, .cited-row, .box')).toHaveCount(0)
  } finally { end(); rmSync(folder, { recursive: true, force: true }) }
})

test('where a part of what was cited is marked, that is what is said', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/?scope=type%3Apdf')
  await ask(page, 'How much may I be reimbursed for meals when I travel?')
  await page.route('**/api/v1/view?*', async route => {
    const reply = await route.fetch(), view = await reply.json()
    await route.fulfill({ response: reply, json: { ...view, marked: 'part', unknown: 'a part of it is not on this page, or is set there in another way' } })
  })
  await page.locator('.bullets .mark button, .unit-head').first().click()
  const place = page.getByRole('complementary', { name: 'Place' })
  await expect(place.locator('.box').first()).toBeVisible()
  await expect(place.getByText('Marked in part: a part of it is not on this page')).toBeVisible()
  await expect(place.getByText(/^Not marked/)).toHaveCount(0)
})

test('an archived workspace says so before it takes a question, and who owns it reactivates it there', async ({ page }) => {
  const people = join(mkdtempSync(join(tmpdir(), 'spar-people-')), 'people.yaml')
  writeFileSync(people, 'people:\n  - {name: eve, uid: 4000009}\n')
  const { house, end } = await open(resolve('../../testdata/sample/share'), { SPAR_PRINCIPALS: people })
  try {
    house.run('ws', 'create', 'old', '--path', 'travel-and-leave/**')
    house.run('ws', 'share', 'old', 'eve', 'viewer')
    house.run('ws', 'archive', 'old')
    await signInAs(page, house, 'eve')
    await page.goto(house.url + '/w')
    await page.getByRole('link', { name: /old$/ }).first().click()
    await expect(page.getByText('It is archived: nobody asks it until it is reactivated.')).toBeVisible()
    await expect(page.getByLabel('Your question')).toBeDisabled()
    await expect(page.getByText(/can reactivate it/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reactivate' })).toHaveCount(0)
    await signIn(page, house)
    await page.goto(house.url + '/w/old')
    await expect(page.getByText('It is archived: nobody asks it until it is reactivated.')).toHaveCount(1)
    await expect(page.getByLabel('Your question')).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled()
    await accessible(page, 'an archived workspace')
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await expect(page.getByLabel('Your question')).toBeEnabled()
    await ask(page, question)
    await expect(page).toHaveURL(/\/w\/old\/t\/\d+$/)
  } finally { end(); rmSync(people, { force: true }) }
})
