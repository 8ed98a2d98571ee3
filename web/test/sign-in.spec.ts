import { accessible, expect, test } from './serve'

test('a provider signs in who opens the page, brings them back to where they were, and is left with it', async ({ page, provided }) => {
  await page.goto(provided.url + '/files?scope=type%3Amarkdown')
  await expect(page.getByRole('button', { name: 'Sign in with the token' })).toBeVisible()
  await accessible(page, 'sign in elsewhere')
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'I am ada' }).click()
  await expect(page).toHaveURL(provided.url + '/files?scope=type%3Amarkdown')
  await expect(page.locator('.who')).toHaveText(/^account:/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(provided.url + '/?left')
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  expect((await page.request.get(provided.url + '/api/v1/me')).status()).toBe(401)
})

test('where no provider signs people in, signing out leads to the token, and to no address that is none of the web', async ({ page, signedIn }) => {
  await page.route('**/logout', async route => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...await reply.json(), then: 'javascript:document.title="owned"' } })
  })
  await page.goto(signedIn.url + '/files')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Token')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  expect(await page.title()).not.toBe('owned')
})

test('a link that was used says so on a page of its own, which leads on; a new link names this server', async ({ page, empty }) => {
  await page.goto(empty.link)
  await expect(page.locator('.who')).toBeVisible()
  await page.context().clearCookies()
  await page.goto(empty.link)
  await expect(page.getByRole('alert')).toContainText('this link was used')
  await accessible(page, 'a used link')
  await page.getByRole('link', { name: 'Go on to SPAR' }).click()
  await expect(page.getByText('spar token link')).toBeVisible()
  await page.goto(empty.run('token', 'link').trim())
  expect(page.url()).toContain(empty.url)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.locator('.who')).toBeVisible()
})
