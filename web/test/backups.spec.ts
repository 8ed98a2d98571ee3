import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessible, expect, open, test } from './serve'

test.describe.configure({ timeout: 180_000 })

test('backups: a folder is chosen on the page, and a backup says how far it is, and that it was read back; a model that is not there is said to be so in plain words', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-files-'))
  mkdirSync(join(folder, 'projects'))
  writeFileSync(join(folder, 'spar.yaml'), '')
  const { house: empty, end } = await open(null, { SPAR_SHARE_ROOTS: folder, SPAR_CONFIG: join(folder, 'spar.yaml') }, ['--admin-api'])
  try {
    await page.goto(empty.run('token', 'link').trim())
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.locator('.who')).toBeVisible()
    await page.goto(empty.url + '/state/backups')
    const choose = page.getByRole('group', { name: 'Where backups go' })
    await choose.getByRole('button', { name: /spar-files-/ }).click()
    await choose.getByRole('button', { name: 'projects' }).click()
    await choose.getByLabel('In a new folder').fill('../elsewhere')
    await choose.getByRole('button', { name: 'Keep backups here' }).click()
    await expect(choose.getByRole('status')).toContainText('cannot name a folder')
    await choose.getByLabel('In a new folder').fill('spar-backups')
    await choose.getByRole('button', { name: 'Keep backups here' }).click()
    await expect(page.getByText(/projects\/spar-backups$/)).toBeVisible()
    await accessible(page, 'backups')
    await page.getByRole('button', { name: 'Make a backup' }).click()
    await expect(page.getByText(/spar-\d{8}-\d{6}\.tar is made, and was read back whole\./)).toBeVisible({ timeout: 120_000 })
    await expect(page.getByRole('listitem').filter({ hasText: /spar-\d{8}-\d{6}\.tar/ })).toHaveCount(1)
    // What a model elsewhere fails at is said in plain words, without those of the network.
    await page.goto(empty.url + '/state/models')
    const form = page.locator('details').filter({ hasText: 'A language model elsewhere' })
    await form.getByText('A language model elsewhere').click()
    await form.getByLabel('Address').fill('http://127.0.0.1:1/v1')
    await form.getByLabel('Model').fill('x')
    await form.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(form.locator('.checks')).toContainText('nothing answers at 127.0.0.1:1', { timeout: 90_000 })
    await expect(form).not.toContainText(/dial tcp|lookup|connection refused|\{"/)
  } finally { end(); rmSync(folder, { recursive: true, force: true }) }
})

test('backups: where no folder can be chosen on the page it says how one is named, and nothing of shares', async ({ page }) => {
  const { house, end } = await open(null, { SPAR_SHARE_ROOTS: 'none' }, ['--admin-api'])
  try {
    await page.goto(house.run('token', 'link').trim())
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('No folder may become a share here')).toBeVisible()
    await expect(page.locator('.another')).toContainText('spar serve --share-roots FOLDER')
    await page.goto(house.url + '/state/backups')
    await expect(page.getByRole('group', { name: 'Where backups go' })).toContainText('spar serve --backup-folder FOLDER')
    await expect(page.locator('main')).not.toContainText('share-roots')
    await expect(page.locator('main')).not.toContainText('become a share')
  } finally { end() }
})
