import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { ask, expect, hostile, signIn, test } from './serve'

const question = 'How many hours of unused annual leave can I carry into the next leave year?'
const pages = ['/', '/files', '/w', '/threads', '/state']

async function accessible(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.map(v => `${what}: ${v.id} ${v.nodes.map(n => n.target).join(' ')}`)).toEqual([])
}

test('one who has not signed in is asked to, and a wrong token says so', async ({ page, sample }) => {
  await page.goto(sample.url)
  await page.getByLabel('Token').fill('spar_wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('those it knows')
  await accessible(page, 'sign in')
  await page.getByLabel('Token').fill(sample.run('token', 'create').trim())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Your question')).toBeFocused()
})

test('the printed link signs in', async ({ page, sample }) => {
  await page.goto(sample.link)
  await expect(page.getByLabel('Your question')).toBeFocused()
})

test('the main job by keyboard alone: ask, open a citation, go on, come back', async ({ page, signedIn }) => {
  await page.locator('body').press('Escape')
  await page.locator('h2, nav').first().click()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Your question')).toBeFocused()
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
  await expect(page.locator('.bullets')).toContainText(/240 (annual leave )?hour/, { timeout: 45_000 })
  await expect(page.getByRole('status')).toContainText(/Answer ready, \d+ statements?, \d+ citations?/)
  const mark = page.locator('.mark button').first()
  await mark.focus()
  await expect(page.getByRole('tooltip').first()).toBeVisible()
  await page.keyboard.press('Enter')
  const place = page.getByRole('complementary', { name: 'Place' })
  await expect(place.locator('.cited')).toBeInViewport()
  await expect(place).toContainText(/240 (annual leave )?hour/)
  await accessible(page, 'answer with its place')
  await page.keyboard.press('Escape')
  await expect(place).toBeHidden()
  await expect(mark).toBeFocused()
  await page.keyboard.press('n')
  await expect(place).toBeVisible()
})

test('what the files do not say is said, with what was searched', async ({ page, signedIn }) => {
  await ask(page, 'What is the phone number of the Quagga Institute in Ulaanbaatar?')
  await expect(page.locator('.refused')).toHaveText('Not in these files.')
  await accessible(page, 'refusal')
})

test('a conversation has an address, and stays', async ({ page, signedIn }) => {
  await ask(page, question)
  await page.getByRole('button', { name: 'Good answer' }).click()
  await expect(page.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Conversations' }).click()
  await page.getByRole('link', { name: question }).first().click()
  await expect(page).toHaveURL(/\/t\//)
  await page.reload()
  await expect(page.locator('.bullets')).toContainText(/240 (annual leave )?hour/)
  await expect(page.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true')
})

test('an answer goes on while its page is loaded again, and in another tab; Stop stops it', async ({ page, slow }) => {
  await signIn(page, slow)
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  await expect(page.locator('.hits')).toContainText('leave', { timeout: 45_000 })
  await page.reload()
  await expect(page.locator('.asked')).toHaveText(question)
  const other = await page.context().newPage()
  await other.goto(slow.url + '/')
  await expect(other.locator('.asked')).toHaveText(question)
  slow.goOn()
  for (const p of [page, other]) {
    await expect(p.locator('.bullets')).toContainText('240 annual leave hours')
    await expect(p).toHaveURL(/\/t\/\d+$/)
  }
  await page.reload()
  await expect(page.locator('.bullets')).toContainText('240 annual leave hours')
  await page.getByRole('navigation').getByRole('link', { name: 'Ask' }).click()
  await expect(page.locator('.asked')).toHaveCount(0)
  await page.getByLabel('Your question').fill('How many hours may be carried over?')
  await page.keyboard.press('Enter')
  await expect(page.locator('.hits')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.locator('.note', { hasText: 'the model was stopped' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await page.reload()
  await expect(page.locator('.asked')).toHaveText('How many hours may be carried over?')
})

test('a scope completes, counts, says what is wrong, and becomes a workspace', async ({ page, signedIn }) => {
  const scope = page.getByRole('combobox', { name: 'Scope' }).or(page.locator('#scope'))
  await scope.fill('type:pd')
  await expect(page.locator('#scopes option[value="type:pdf"]')).toHaveCount(1)
  await scope.fill('colour:')
  await expect(page.locator('#scope-said')).toContainText('a value is missing')
  await scope.fill('type:pdf')
  await expect(page.locator('#scope-said')).toContainText(/^\d+ files$/)
  page.on('dialog', d => d.accept('papers'))
  await page.getByRole('button', { name: 'Save as workspace' }).click()
  await expect(page).toHaveURL(/\/w\/papers$/)
  await expect(page.getByLabel('Workspace')).toHaveValue('papers')
  await page.getByRole('link', { name: 'Workspaces' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('status')).toContainText('can be restored')
})

test('the address is the state of the files: sorting and scope come back', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/files')
  await page.getByRole('button', { name: 'Size' }).click()
  await expect(page).toHaveURL(/sort=size/)
  await page.locator('#fscope').fill('type:pdf')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/scope=type%3Apdf/)
  await expect(page.locator('tbody tr').first()).toContainText('.pdf')
  await page.goBack()
  await expect(page).not.toHaveURL(/scope/)
  await expect(page.locator('#fscope')).toHaveValue('')
})

test('every page is accessible, light and dark, and 320 px wide', async ({ page, signedIn }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of pages) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(signedIn.url + path)
      await expect(page.getByRole('navigation')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await accessible(page, path + ' ' + colorScheme)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    }
  }
})

test('names and texts of files do nothing in the browser, and are shown', async ({ page, attacked }) => {
  const asked: string[] = []
  page.on('request', r => asked.push(r.url()))
  page.on('dialog', d => { throw new Error('a file opened a dialog: ' + d.message()) })
  await signIn(page, attacked)
  await page.goto(attacked.url + '/files')
  await expect(page.locator('tbody')).toContainText('<script>document.title="owned"<∕script>')
  await page.goto(attacked.url + '/')
  await ask(page, 'Where does the zebra number 7 live?')
  await page.locator('.mark button').first().click()
  await expect(page.locator('.cited')).toContainText('garden')
  await expect(page).toHaveTitle('SPAR')
  expect(await page.locator('.answer img, .answer script, .place img, .place script, .place a, .answer .bullets a, tbody svg').count()).toBe(0)
  expect(asked.filter(u => !u.startsWith(attacked.url))).toEqual([])
  expect(hostile.length).toBeGreaterThan(0)
})
