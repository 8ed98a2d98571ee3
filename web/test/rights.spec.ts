import { accessible, expect, open, test } from './serve'
import { resolve } from 'node:path'

test('who may read which folder is set on the page, and what it means is counted before', async ({ page }) => {
  const { house, end } = await open(resolve('../../testdata/sample/share'))
  try {
    house.run('token', 'person', 'add', 'Eva Example', '--groups', 'legal')
    await page.goto(house.link)
    await page.goto(house.url + '/state/shares/docs')
    const rights = page.locator('#rights')
    await expect(rights.getByText('What each person can read now')).toBeVisible()

    // A table without lines leaves nobody anything, and that is said before.
    await rights.getByLabel('Who may read its files').selectOption('table')
    await expect(rights.locator('.error')).toContainText('Nobody but you could read')
    await rights.getByLabel('Folder or file').fill('')
    await rights.getByLabel('Person or group').fill('Group legal')
    await rights.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(rights.locator('.lines')).toContainText('the whole share')
    await expect(rights.locator('.readers li').first()).toContainText('Eva Example')
    await expect(rights.locator('.error')).toHaveText('Could read nothing of this share any more: Everybody else.')
    await accessible(page, 'rights that are planned')
    await rights.getByRole('button', { name: 'Save these rights' }).click()
    await expect(rights.getByText('Saved: it holds from now on.')).toBeVisible()
    expect(house.run('share', 'rights', 'docs', '--table')).toContain('.,group:legal,allow')
    expect(house.run('show', 'rights', 'docs:' + JSON.parse(house.run('files', '--json', '--limit', '1').split('\n')[0]).path, '--as', 'Eva Example')).toContain('group:legal')

    // A table is brought in, and looked at before it counts.
    await rights.locator('input[type=file]').setInputFiles({ name: 'rights.csv', mimeType: 'text/csv', buffer: Buffer.from('path,principal,right\n.,everyone,allow\n') })
    await expect(rights.locator('.lines')).toContainText('Everybody')
    await rights.getByRole('button', { name: 'Cancel' }).click()
    await expect(rights.locator('.lines')).toContainText('Group legal')
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  } finally { end() }
})

test('a folder without files is told with the nearest name, and saved only by who means it', async ({ page }) => {
  const { house, end } = await open(resolve('../../testdata/sample/share'))
  try {
    await page.goto(house.link)
    await page.goto(house.url + '/state/shares/docs')
    const rights = page.locator('#rights'), save = rights.getByRole('button', { name: 'Save these rights' })
    await rights.getByLabel('Who may read its files').selectOption('table')
    for (const [folder, right] of [['', 'allow'], ['Travel-and-leave', 'deny']]) {
      await rights.getByLabel('Folder or file').fill(folder)
      await rights.getByLabel('Person or group').fill('Everybody')
      await rights.locator('.fields').getByLabel('May').selectOption(right)
      await rights.getByRole('button', { name: 'Add', exact: true }).click()
    }
    await expect(rights.getByText('No file lies at “Travel-and-leave”: its lines hold for 0 files.')).toBeVisible()
    await expect(save).toBeDisabled()
    await accessible(page, 'rights with a folder that is not there')
    await rights.getByLabel('Save it all the same').check()
    await expect(save).toBeEnabled()
    await rights.getByRole('button', { name: 'It is travel-and-leave' }).click()
    await expect(rights.locator('.lines')).toContainText('travel-and-leave')
    await expect(rights.locator('.idle')).toHaveCount(0)
    await save.click()
    await expect(rights.getByText('Saved: it holds from now on.')).toBeVisible()
    expect(house.run('share', 'rights', 'docs', '--table')).toContain('travel-and-leave,everyone,deny')
  } finally { end() }
})
