import { accessible, expect, test } from './serve'

for (const [locale, label, files] of [['de-AT', 'Ihre Frage', 'Dateien'], ['fr-CA', 'Votre question', 'Fichiers'], ['es-MX', 'Su pregunta', 'Archivos']]) {
  test.describe(locale, () => {
    test.use({ locale })
    test('the page speaks the language of the browser, and answers as in English', async ({ page, signedIn }) => {
      await page.goto(signedIn.url)
      await expect(page.getByLabel(label, { exact: true })).toBeVisible()
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2))
      await accessible(page, 'ask in ' + locale)
      await page.getByRole('link', { name: files, exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(files)
      await expect(page.getByText('travel-and-leave').first()).toBeVisible()
      await accessible(page, 'files in ' + locale)
    })
  })
}

test.describe('French', () => {
  test.use({ locale: 'fr-FR' })
  test('no line breaks before a sign that a space sets off', async ({ page, signedIn }) => {
    await page.goto(signedIn.url + '/state/people')
    await expect(page.locator('#main')).toContainText('se changent sur la machine\u202f; vous')
    expect(await page.locator('body').evaluate(b => b.innerText.match(/.{0,20}(?: [;:!?»]|« )/g) ?? [])).toEqual([])
  })
})

test.describe('a language that was chosen', () => {
  test.use({ locale: 'de-DE' })
  test('stays, and English is there where a language cannot be loaded', async ({ page, signedIn }) => {
    await page.goto(signedIn.url)
    await page.getByRole('button', { name: 'Darstellung' }).click()
    await page.getByLabel('Sprache').selectOption('English')
    await expect(page.getByLabel('Your question')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Your question')).toBeVisible()
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByLabel('Language').selectOption('Deutsch')
    await expect(page.getByLabel('Ihre Frage')).toBeVisible()
    await page.route('**/page/words.de.js', route => route.abort())
    await page.reload()
    await expect(page.getByLabel('Your question')).toBeVisible()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})
