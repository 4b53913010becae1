import { defineConfig } from '@playwright/test'

const libraries = process.env.CHROMIUM_LIBRARIES

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  // Each with a Kabar of its own. One alone leaves most of a second processor idle.
  workers: 2,
  // Generous: the longest takes a minute where nothing else runs.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    timezoneId: 'Asia/Jakarta',
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      // Chromium's own sandbox does not run as root, which a CI machine's user often is.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
      // A Chromium from npm brings its libraries in a folder of its own; they are for it alone.
      env: { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) } as Record<string, string>,
    },
    // Watching everything takes a quarter of the time, and nobody sees the file where only the output is kept: e2e/evidence.ts
    // writes there. `--trace retain-on-failure` has it.
    trace: 'off',
    actionTimeout: 60_000,
  },
})
