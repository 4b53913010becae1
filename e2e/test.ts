// The `test` of these files: one shared Kabar, an organization per test, and evidence on failure.
import { test as base } from '@playwright/test'
import { witness } from './evidence.ts'
import { type RunningKabar, startKabar } from './server.ts'

export { expect } from '@playwright/test'

export const test = base.extend<object, { kabar: RunningKabar }>({
  /**
   * Without rate limits: the tests sign up more people from one address than any office. Golden path and hostile
   * visitors keep the limits.
   */
  kabar: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const kabar = await startKabar({ environment: { RATE_LIMITS: 'off' } })
      await use(kabar)
      await kabar.stop()
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use, info) => {
    const tell = witness(context)
    await use(context)
    if (info.status !== info.expectedStatus) process.stdout.write(`\n${info.title}\n${await tell()}`)
  },
})
