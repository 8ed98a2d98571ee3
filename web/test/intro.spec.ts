import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { accessible, expect, open, test } from './serve'

test('somebody who is invited is introduced once: what they may read, three questions, how it works, and nothing of settings', async ({ page, browser }) => {
  const closed = mkdtempSync(join(tmpdir(), 'spar-closed-'))
  mkdirSync(join(closed, 'in'))
  writeFileSync(join(closed, 'in', 'a.md'), '# Secret\n')
  const { house, end } = await open(resolve('../../testdata/sample/share'))
  try {
    house.run('share', 'add', 'boards', join(closed, 'in'), '--rights', 'table')
    house.run('scan', 'boards')
    await page.goto(house.link)
    await expect(page.getByRole('heading', { name: 'Ask your files' })).toBeVisible()
    await expect(page.locator('.intro')).toHaveCount(0) // who administers has the settings to begin with
    await page.goto(house.url + '/state/people')
    await page.getByRole('button', { name: 'Add somebody' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Eva Example')
    await page.getByRole('button', { name: 'Add and make a link' }).click()
    const link = await page.locator('.secret').textContent()

    const other = await browser.newContext()
    const eva = await other.newPage()
    await eva.goto(link!)
    await eva.getByRole('button', { name: 'Accept' }).click()
    await eva.getByRole('button', { name: 'Go on' }).click()
    const intro = eva.locator('.intro')
    await expect(intro.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await expect(intro.getByRole('listitem').filter({ hasText: 'docs' })).toContainText(/[1-9]\d* files/)
    await expect(intro).not.toContainText('boards') // no file of it is hers
    await expect(intro.locator('.try button')).toHaveCount(3)
    await expect(eva.locator('.tries')).toHaveCount(0) // they stand there once
    await expect(intro).not.toContainText(/setting|administer|command|spar serve/i)
    await accessible(eva, 'the introduction')
    await eva.setViewportSize({ width: 390, height: 800 })
    expect(await eva.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await eva.setViewportSize({ width: 1280, height: 800 })

    // A question of it is asked by a click; until it is closed it comes again.
    await intro.locator('.try button').first().click()
    await expect(eva.locator('.answer').first()).toBeVisible()
    await eva.getByRole('link', { name: 'Ask', exact: true }).click()
    await expect(intro).toBeVisible()
    await intro.getByRole('button', { name: 'Got it' }).click()
    await expect(intro).toHaveCount(0)
    await expect(eva.locator('.tries')).toHaveCount(1)
    await eva.reload()
    await expect(eva.getByLabel('Your question')).toBeVisible()
    await expect(intro).toHaveCount(0)
    await eva.getByRole('button', { name: 'Keys and scopes' }).or(eva.locator('.me button').filter({ hasText: '?' })).first().click()
    await eva.getByRole('button', { name: 'Show the introduction' }).click()
    await expect(intro).toBeVisible()
    await intro.getByRole('button', { name: 'Do not show this again' }).click()
    // Who keeps nothing of the server has no page Server, and finds the tokens.
    const pages = eva.getByRole('navigation', { name: 'SPAR' })
    await expect(pages.getByRole('link', { name: 'Server' })).toHaveCount(0)
    await pages.getByRole('link', { name: 'Tokens' }).click()
    await expect(eva.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible()
    await eva.goto(house.url + '/state')
    await expect(eva.getByRole('complementary', { name: 'Hint' })).toHaveCount(0)
    await accessible(eva, 'tokens of one who asks')
    await other.close()
  } finally { end(); rmSync(closed, { recursive: true, force: true }) }
})

test('whom no file is open to is told so, and is offered no question', async ({ page, browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-none-'))
  writeFileSync(join(folder, 'a.md'), '# Secret\n')
  const { house, end } = await open(null)
  try {
    house.run('share', 'add', 'boards', folder, '--rights', 'table')
    house.run('scan', 'boards')
    await page.goto(house.link)
    await page.goto(house.url + '/state/people')
    await page.getByRole('button', { name: 'Add somebody' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Eva Example')
    await page.getByRole('button', { name: 'Add and make a link' }).click()
    const eva = await (await browser.newContext()).newPage()
    await eva.goto((await page.locator('.secret').textContent())!)
    await eva.getByRole('button', { name: 'Accept' }).click()
    await eva.getByRole('button', { name: 'Go on' }).click()
    await expect(eva.locator('.intro')).toContainText('No file is open to you yet')
    await expect(eva.locator('.intro .try')).toHaveCount(0)
    await eva.context().close()
  } finally { end(); rmSync(folder, { recursive: true, force: true }) }
})
