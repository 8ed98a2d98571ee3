import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { provider } from './provider'
import { accessible, expect, open, test } from './serve'

test('a provider is tried and set by a form, and signs people in at once; its secret is not told again', async ({ page, browser }) => {
  const p = await provider()
  const file = join(mkdtempSync(join(tmpdir(), 'spar-config-')), 'config.yaml')
  writeFileSync(file, '')
  const { house, end } = await open(resolve('../../testdata/sample/share'), { SPAR_CONFIG: file }, ['--admin-api'])
  try {
    await page.goto(house.link)
    await page.goto(house.url + '/state/people')
    await page.getByText('Sign in by a provider').click()
    await page.getByLabel('Address').fill(p.url + '/elsewhere')
    await page.getByLabel('Client ID').fill('spar')
    await page.getByLabel('Client secret').fill('a secret of the test')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('Nothing is saved: the last step failed.')).toBeVisible()
    await expect(page.locator('.checks .error')).toContainText('404')
    await accessible(page, 'connect')
    await page.getByLabel('Address').fill(p.url)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('It works. Nothing is saved yet.')).toBeVisible()
    await expect(page.locator('.checks li')).toHaveCount(4)
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByText('It holds from now on.')).toBeVisible()
    await expect(page.getByLabel('Client secret')).toHaveValue('')
    expect(JSON.stringify(await (await page.request.get(house.url + '/api/v1/settings')).json())).not.toContain('a secret of the test')
    const other = await (await browser.newContext()).newPage()
    await other.goto(house.url + '/files')
    await other.getByRole('link', { name: 'Sign in', exact: true }).click()
    await other.getByRole('link', { name: 'I am ada' }).click()
    await expect(other).toHaveURL(house.url + '/files')
    await other.context().close()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('It is removed.')).toBeVisible()
    expect((await page.request.get(house.url + '/auth/login')).status()).toBe(404)
  } finally { end(); p.end() }
})

test('without --admin-api the page says what to do on the machine', async ({ page, sample }) => {
  const token = sample.run('token', 'create', '--may', 'administer').trim()
  await page.request.post(sample.url + '/login', { data: { token } })
  await page.goto(sample.url + '/state/models')
  await page.getByText('A language model elsewhere').click()
  await expect(page.getByText('spar config set llm-url')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toHaveCount(0)
  expect((await page.request.post(sample.url + '/api/v1/connections', { data: { what: 'model' } })).status()).toBe(404)
})

test('a hint is closed for good, and questions to start from can be turned off', async ({ page }) => {
  const { house, end } = await open(resolve('../../testdata/sample/share'), { SPAR_HOME_QUESTIONS: 'off' })
  try {
    await page.goto(house.link)
    const hint = page.getByRole('complementary', { name: 'Hint' })
    await expect(hint).toContainText('Ask in plain words.')
    await expect(page.getByText('Where the files are')).toBeVisible()
    await expect(page.getByText('Try one of these')).toHaveCount(0)
    await hint.getByRole('button', { name: 'Do not show this again' }).click()
    await page.reload()
    await expect(page.getByLabel('Your question')).toBeVisible()
    await expect(hint).toHaveCount(0)
    for (const at of ['/w', '/rules', '/review', '/trash']) { await page.goto(house.url + at); await expect(hint).toBeVisible() }
  } finally { end() }
})
