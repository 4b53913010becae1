import { defineConfig } from '@playwright/test'

const libraries = process.env.CHROMIUM_LIBRARIES

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  // Each worker has its own server. A single one leaves most of a second processor idle.
  workers: 2,
  // Generous: the longest test takes a minute on an idle machine.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    timezoneId: 'Asia/Jakarta',
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    // They would hide requests from the tests that intercept them.
    serviceWorkers: 'block',
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
      // A Chromium from npm has its own libraries, which other programs must not load.
      env: { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) } as Record<string, string>,
    },
    // Traces take a quarter of the time. e2e/evidence.ts prints what a failure needs; `--trace retain-on-failure` records one.
    trace: 'off',
    actionTimeout: 60_000,
  },
})
