import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { AxeBuilder } from '@axe-core/playwright'
import { pdf, pptx, zip } from './large'
import { provider } from './provider'
import { type Page, test as base, expect } from '@playwright/test'

const spar = resolve(process.env.SPAR ?? '../../bin/spar')

export interface House { url: string; link: string; run: (...args: string[]) => string }

// open serves a folder as a share, from a data directory of its own.
export async function open(folder: string | null, settings: Record<string, string> = {}, flags: string[] = []): Promise<{ house: House; end: () => void }> {
  const data = mkdtempSync(join(tmpdir(), 'spar-ui-'))
  const env = { ...process.env, SPAR_DATA_DIR: data, SPAR_CONFIG: '', ...settings }
  const run = (...args: string[]) => execFileSync(spar, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  if (folder) { run('share', 'add', 'docs', folder); run('scan', 'docs') }
  const server: ChildProcess = spawn(spar, ['serve', '--listen', '127.0.0.1:0', '--json', '--no-watch', ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((found, lost) => {
    createInterface(server.stdout!).once('line', found)
    server.once('exit', code => lost(new Error(`spar serve ended with ${code}`)))
  })
  const { url, link } = JSON.parse(line)
  return { house: { url, link, run }, end: () => { server.kill(); rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }) } } // a server that ends may still write
}

// hostile is a share whose names and texts try to do something in a browser.
export const hostile = ['<img src=x onerror="document.title=\'owned\'">', '<script>document.title="owned"</script>', '![x](https://evil.example/x.png)', '\u202Egnp.exe', '"><svg onload=document.title=1>']

function hostileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spar-hostile-'))
  for (let i = 0; i < 200; i++) {
    const bad = hostile[i % hostile.length]
    const name = join(folder, `${i} ${bad.replaceAll('/', '∕')}.md`)
    mkdirSync(dirname(name), { recursive: true })
    writeFileSync(name, `# ${bad}\n\nThe zebra number ${i} lives in the garden ${bad} and [link](javascript:alert(1)) <b>bold</b>.\n`)
  }
  return folder
}

// A slow model writes the beginning of a sentence and then waits to be let go on.
export interface Slow extends House { goOn: () => void }

async function slowModel(): Promise<{ url: string; goOn: () => void; end: () => void }> {
  let waiting: (() => void)[] = []
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const say = (content: string) => reply.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
    say('Employees may carry ')
    waiting.push(() => { say('over 240 annual leave hours into the next leave year [1].'); reply.end('data: [DONE]\n\n') })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    goOn: () => { for (const w of waiting) w(); waiting = [] }, end: () => { server.closeAllConnections(); server.close() },
  }
}

// test has a server over the bundled sample, and one over a hostile share, each made when it is first needed.
// bitmap is a picture whose upper half is red, as BMP: rows of blue, green, red from below.
function bitmap(width: number, height: number): Buffer {
  const row = Math.ceil(3 * width / 4) * 4, b = Buffer.alloc(54 + row * height, 0xff)
  b.write('BM')
  for (const [at, n] of [[2, b.length], [6, 0], [10, 54], [14, 40], [18, width], [22, height], [30, 0], [34, 0], [38, 2835], [42, 2835], [46, 0], [50, 0]]) b.writeUInt32LE(n, at)
  b.writeUInt32LE(1 | 24 << 16, 26)
  for (let y = height / 2; y < height; y++) for (let x = 0; x < width; x++) b.fill(0, 54 + y * row + 3 * x, 54 + y * row + 3 * x + 2)
  return b
}

export const test = base.extend<{ signedIn: House }, { sample: House; attacked: House; slow: Slow; many: House; proposing: House; differing: House; empty: House; places: House; provided: House }>({
  sample: [async ({}, use) => {
    const { house, end } = await open(resolve('../../testdata/sample/share'))
    await use(house)
    end()
  }, { scope: 'worker', timeout: 300_000 }],
  // many has a vocabulary of 30,000 tags: 30 at the top, 30 below each, and 32 below each of these.
  many: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'spar-many-'))
    writeFileSync(join(folder, 'a.md'), '# A file\n')
    const lines = ['name,parents,synonyms']
    for (let a = 0; a < 30; a++) {
      lines.push(`Area ${a},,`)
      for (let b = 0; b < 30; b++) {
        lines.push(`Field ${a}.${b},Area ${a},`)
        for (let c = 0; c < 32; c++) lines.push(`Topic ${a}.${b}.${c},Field ${a}.${b},Subject ${a}-${b}-${c}`)
      }
    }
    writeFileSync(join(folder, 'tags.csv'), lines.join('\n') + '\n')
    const { house, end } = await open(folder)
    house.run('taxonomy', 'import', join(folder, 'tags.csv'), '--name', 'subjects')
    await use(house)
    end()
    rmSync(folder, { recursive: true, force: true })
  }, { scope: 'worker', timeout: 300_000 }],
  // empty has no share yet; the folder of the sample may become one. It serves what those who administer may do.
  empty: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'spar-files-'))
    cpSync(resolve('../../testdata/sample/share'), join(folder, 'company', 'handbook'), { recursive: true })
    mkdirSync(join(folder, 'projects'))
    const { house, end } = await open(null, { SPAR_SHARE_ROOTS: folder }, ['--admin-api'])
    await use(house)
    end()
    rmSync(folder, { recursive: true, force: true })
  }, { scope: 'worker', timeout: 300_000 }],
  // places has a message with an attachment, slides, a picture, an archive, a table of 20,000 rows, one of 200,000 and a PDF of 2,000 pages. The large ones
  // are read before somebody looks at them, as what is cited was.
  places: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'spar-places-'))
    writeFileSync(join(folder, 'offer.eml'), ['From: Ada Lovelace <ada@example.org>', 'To: Grace Hopper <grace@example.org>', 'Subject: The offer for the bridge', 'Date: Tue, 04 Mar 2025 10:00:00 +0000', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x', '',
      '--x', 'Content-Type: text/plain', '', 'The bridge costs 48,000 dollars, and the offer holds until June.', '--x', 'Content-Type: text/markdown; name="terms.md"', 'Content-Disposition: attachment; filename="terms.md"', '', '# Terms', '', 'The bridge is paid in two parts.', '--x--', ''].join('\r\n'))
    const rows = ['Number,Town,Inhabitants']
    for (let i = 1; i <= 20_000; i++) rows.push(`${i},Town of the ${i} oaks,${1000 + i}`)
    writeFileSync(join(folder, 'lamp.txt'), ['LAMP(8)', '', 'TRIMMING THE WICK', '', '       The wick is cut at noon, before the lamp has cooled, by whoever had', '       the watch of the night before, and the cut is written', '       into the book of the tower.', ''].join('\n'))
    writeFileSync(join(folder, 'towns.csv'), rows.join('\n') + '\n')
    const census = ['Number,Village,Inhabitants,Founded,Region']
    for (let i = 1; i <= 200_000; i++) census.push(`${i},Village of the ${i} elms,${1000 + i},${1200 + i % 800},Region ${i % 50}`)
    writeFileSync(join(folder, 'census.csv'), census.join('\n') + '\n')
    writeFileSync(join(folder, 'atlas.pdf'), pdf(2000, n => [`The lighthouse of district ${n} stands at ${3 * n} metres.`, 'It burns from dusk to dawn.']))
    writeFileSync(join(folder, 'tower.pptx'), pptx([['The stairs', 'There are 211 steps of granite.'], ['The lantern', 'The lantern of the new tower weighs 940 kilograms.']]))
    writeFileSync(join(folder, 'harbour.bmp'), bitmap(300, 200))
    writeFileSync(join(folder, 'papers.zip'), zip({ 'in/plan.md': '# Plan\n\nThe harbour is dredged in autumn.\n', 'b.md': '# B\n\nOf bees.\n' }))
    const { house, end } = await open(folder)
    for (const at of ['docs:census.csv#row=2', 'docs:atlas.pdf#page=1']) house.run('open', at)
    await use(house)
    end()
    rmSync(folder, { recursive: true, force: true })
  }, { scope: 'worker', timeout: 300_000 }],
  // differing has two files that say different figures of one thing.
  differing: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'spar-differing-'))
    writeFileSync(join(folder, 'policy.md'), '# Travel card policy\n\nThe limit of the travel card is 2,500 dollars a month.\n')
    writeFileSync(join(folder, 'guide.md'), '# Guide for new travellers\n\nThe limit of the travel card is 4,000 dollars a month.\n')
    const { house, end } = await open(folder)
    await use(house)
    end()
    rmSync(folder, { recursive: true, force: true })
  }, { scope: 'worker', timeout: 300_000 }],
  // provided lets a provider sign people in.
  provided: [async ({}, use) => {
    const p = await provider()
    const { house, end } = await open(resolve('../../testdata/sample/share'), { SPAR_OIDC_ISSUER: p.url, SPAR_OIDC_CLIENT: 'spar', SPAR_OIDC_SECRET: 'a secret of the test' })
    await use(house)
    end()
    p.end()
  }, { scope: 'worker', timeout: 300_000 }],
  // proposing has a rule whose tags wait to be judged.
  proposing: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'spar-proposing-')), rules = join(folder, '..', 'rules-' + Date.now() + '.yaml')
    for (const n of [1, 2, 3]) writeFileSync(join(folder, `${n}.md`), `# Note ${n}\n\nThe zebra number ${n} lives in the garden.\n`)
    writeFileSync(rules, 'rules:\n  - {name: animals, when: "name:*.md", tags: [Animals], confidence: 0.8, review: pending, create: true}\n')
    const { house, end } = await open(folder, { SPAR_RULES: rules })
    await use(house)
    end()
    rmSync(folder, { recursive: true, force: true })
    rmSync(rules)
  }, { scope: 'worker', timeout: 300_000 }],
  attacked: [async ({}, use) => {
    const folder = hostileFolder()
    const { house, end } = await open(folder)
    await use(house)
    end()
    rmSync(folder, { recursive: true, force: true })
  }, { scope: 'worker', timeout: 300_000 }],
  slow: [async ({}, use) => {
    const model = await slowModel()
    const { house, end } = await open(resolve('../../testdata/sample/share'), { SPAR_LLM_URL: model.url, SPAR_LLM_MODEL: 'slow' })
    await use({ ...house, goOn: model.goOn })
    end()
    model.end()
  }, { scope: 'worker', timeout: 300_000 }],
  signedIn: async ({ page, sample }, use) => {
    await signIn(page, sample)
    await use(sample)
  },
})

export async function signIn(page: import('@playwright/test').Page, house: House) {
  const token = house.run('token', 'create', '--may', 'operate').trim()
  const reply = await page.request.post(house.url + '/login', { data: { token } })
  expect(reply.ok()).toBeTruthy()
  await page.goto(house.url + '/')
  await expect(page.locator('#q')).toBeVisible()
}

export async function ask(page: import('@playwright/test').Page, question: string) {
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  await expect(page.locator('.exchange').last().getByText(/Based on \d+ of \d+ files?/)).toBeVisible({ timeout: 120_000 })
}

// asKnown is how many milliseconds a fixed piece of work takes on the machine on which the bounds of the tests were set.
const asKnown = 60

// slowness is how many times as long a fixed piece of work takes here as where the bounds of the tests were set, at least 1: what is bounded by
// time is bounded by so many times as much.
export async function slowness(page: Page): Promise<number> {
  const times = await page.evaluate(() => Array.from({ length: 7 }, () => {
    const begun = performance.now(), list: string[] = []
    for (let i = 0; i < 200_000; i++) list.push(String(i * 7919 % 104729))
    list.sort()
    return performance.now() - begun
  }))
  return Math.max(1, times.sort((a, b) => a - b)[3] / asKnown)
}

// accessible looks for violations of WCAG 2.2 AA, or of some of its rules.
export async function accessible(page: Page, what: string, rules?: string[]) {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])).analyze()
  expect(violations.map(v => `${what}: ${v.id} ${v.nodes.map(n => n.target).join(' ')}`)).toEqual([])
}

export { expect }
