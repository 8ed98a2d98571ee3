import { accessible, ask, expect, open, test } from './serve'
import { resolve } from 'node:path'

test('somebody is added and invited on the page, joins by the link, asks, and is disabled', async ({ page, browser }) => {
  const { house, end } = await open(resolve('../../testdata/sample/share'))
  try {
    await page.goto(house.link)
    await page.goto(house.url + '/state/people')
    await expect(page.getByText('Nobody is here yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add somebody' }).click()
    // What is wrong with a field is said by the page, in its language, and not by the browser.
    const name = page.getByLabel('Name', { exact: true }), said = () => name.evaluate((f: HTMLInputElement) => f.validationMessage)
    await page.getByRole('button', { name: 'Add and make a link' }).click()
    expect(await said()).toBe('Fill in this field.')
    await page.getByLabel('Name', { exact: true }).fill('root')
    expect(await said()).toBe('')
    await page.getByRole('button', { name: 'Add and make a link' }).click()
    await expect(page.locator('p.error')).toContainText('choose another name')
    await page.getByLabel('Name', { exact: true }).fill('Eva Example')
    await page.getByLabel('Role').selectOption('curator')
    await page.getByLabel('Groups').fill('staff, legal')
    await page.getByLabel('May ask until').fill('2099-12-31')
    await accessible(page, 'somebody to be added')
    await page.getByRole('button', { name: 'Add and make a link' }).click()
    const link = await page.locator('.secret').textContent()
    expect(link).toContain(house.url + '/join#')
    const card = page.locator('.people li')
    await expect(card).toContainText('also tags · groups: staff, legal · until Jan 1, 2100 · invited until')
    await accessible(page, 'an invitation')
    // Whoever invites is told what can be read, and where that is restricted.
    await expect(page.locator('.sees')).toContainText(/Eva Example can read \d+ of \d+ files now/)
    await expect(page.locator('.sees').getByRole('link', { name: 'Rights of docs' })).toHaveAttribute('href', '/state/shares/docs')

    // Whoever is invited has a browser of their own.
    const other = await browser.newContext()
    const eva = await other.newPage()
    await eva.goto(link!)
    await expect(eva.getByText('You are invited')).toBeVisible()
    await accessible(eva, 'joining')
    await eva.getByRole('button', { name: 'Accept' }).click()
    await expect(eva.getByText(/stays signed in until .*no key to keep/)).toBeVisible()
    await expect(eva.locator('.secret')).toHaveCount(0)
    expect((await other.cookies())[0].expires).toBeGreaterThan(Date.now() / 1000 + 300 * 86400)
    await accessible(eva, 'a browser that stays signed in')
    await eva.getByRole('button', { name: 'Go on' }).click()
    await ask(eva, 'How many hours of unused annual leave can I carry into the next leave year?')
    await expect(eva.locator('.bullets')).toContainText('240')
    await eva.goto(link!)
    await eva.getByRole('button', { name: 'It is me' }).click()
    await expect(eva.getByRole('alert')).toContainText('was taken already')
    await eva.goto(house.url + '/state/people')
    await expect(eva.getByRole('button', { name: 'Add somebody' })).toHaveCount(0) // TestCapabilities

    // One conversation is shared with her, who reads it and cannot go on with it.
    house.run('ask', '--thread', 'new', 'Who approves advanced sick leave?')
    await page.goto(house.url + '/t/1')
    await page.getByText('Share', { exact: true }).click()
    await expect(page.locator('#people-shared option[value="Eva Example"]')).toHaveCount(1) // as where a workspace is shared
    await page.getByLabel('A person').fill('Eva Example')
    await page.locator('.shared').getByRole('button', { name: 'Share' }).click()
    await expect(page.locator('.shared li')).toContainText('Eva Example')
    await accessible(page, 'a conversation that is shared')
    await eva.goto(house.url + '/threads')
    await eva.locator('.talks.whole').getByRole('link', { name: /Who approves advanced sick leave/ }).click()
    await expect(eva.getByText('shares this conversation with you')).toBeVisible()
    await expect(eva.locator('.answer').first()).toBeVisible()
    await expect(eva.locator('#q')).toHaveCount(0)
    await accessible(eva, 'a conversation of somebody else')
    await page.locator('.shared').getByRole('button', { name: 'No longer with Eva Example' }).click()
    await expect(page.locator('.shared li')).toHaveCount(0)
    await eva.reload()
    await expect(eva.getByRole('alert')).toBeVisible()
    await page.goto(house.url + '/state/people')

    // Changed, then disabled: her browser and her key are no more let in.
    await page.getByRole('button', { name: 'Change: Eva Example' }).click()
    await page.getByLabel('Role').selectOption('operator')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(card).toContainText('also keeps shares')
    await page.getByRole('button', { name: 'Disable: Eva Example' }).click()
    await expect(card).toContainText('disabled')
    expect((await eva.request.get(house.url + '/api/v1/me')).status()).toBe(401)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card).not.toContainText('disabled')
    expect((await eva.request.get(house.url + '/api/v1/me')).status()).toBe(200)
    // Signed out, she is told what helps, and one click makes it.
    await eva.goto(house.url)
    await eva.getByRole('button', { name: 'Sign out' }).click()
    await expect(eva.getByText('ask whoever runs this server for a new link')).toBeVisible()
    await page.getByRole('button', { name: 'New link for Eva Example' }).click()
    await eva.goto((await page.locator('.secret').textContent())!)
    await eva.getByRole('button', { name: 'Accept' }).click()
    await eva.getByRole('button', { name: 'Go on' }).click()
    await expect(eva.locator('#q')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await other.close()
  } finally { end() }
})

test('a browser in which somebody signed in long ago asks once more who sits there, and then goes on', async ({ page }) => {
  const { house, end } = await open(resolve('../../testdata/sample/share'))
  try {
    await page.goto(house.link)
    await page.goto(house.url + '/state/people')
    // The server's clock cannot be turned: the first reply is one of a session that was proved long ago.
    let asked = 0
    await page.route('**/api/v1/people', async route => {
      if (route.request().method() !== 'POST' || asked++) return route.continue()
      await route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'show once more who you are', do: [{ do: 'show-again', name: 'rights' }] } } })
    })
    const add = async () => {
      await page.getByRole('button', { name: 'Add and make a link' }).click()
      await expect(page.getByRole('dialog', { name: 'Show once more who you are' })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Add somebody' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ben')
    await add()
    await accessible(page, 'shown once more')
    await page.keyboard.press('Escape')
    await expect(page.locator('p.error')).toContainText('show once more who you are')
    asked = 0
    await add()
    const dialog = page.getByRole('dialog', { name: 'Show once more who you are' })
    await expect(dialog).toContainText('This hands out rights.')
    await dialog.getByLabel('Token').fill('spar_wrong')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    // A link that the machine prints signs in, too.
    const link = house.run('token', 'link').trim().replace(/^http:\/\/[^/]+/, house.url)
    const tab = await page.context().newPage()
    await tab.goto(link)
    await expect(tab.getByText('You are signed in here already')).toBeVisible()
    await accessible(tab, 'a link for who is signed in')
    await tab.getByRole('button', { name: 'It is me' }).click()
    await expect(tab.getByText('Go back to the other window')).toBeVisible()
    await tab.close()
    await expect(dialog).toBeHidden() // it goes on by itself
    await expect(page.locator('.secret')).toContainText('/join#')
    // The trail says what it is about.
    await page.route('**/api/v1/audit*', route => route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'show once more who you are', do: [{ do: 'show-again', name: 'trail' }] } } }))
    await page.goto(house.url + '/state/audit')
    await expect(dialog).toContainText('The trail names what everybody asked.')
    await expect(dialog).not.toContainText('hands out rights')
  } finally { end() }
})
