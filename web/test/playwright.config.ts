import { defineConfig } from '@playwright/test'

// The browser is the system's: nothing is downloaded. As root it runs without its own sandbox.
export default defineConfig({
  testMatch: process.env.PICTURES ? 'pictures.ts' : '*.spec.ts', workers: 1, timeout: 240_000, expect: { timeout: 45_000 }, retries: 1, reporter: [['list']], outputDir: '../../.cache/ui-test',
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] },
    trace: 'retain-on-failure',
  },
})
