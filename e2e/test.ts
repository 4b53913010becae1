// The `test` of these files: one Kabar that many share, each in an organization of its own, and what a failure tells.
import { test as base } from '@playwright/test'
import { witness } from './evidence.ts'
import { type RunningKabar, startKabar } from './server.ts'

export { expect } from '@playwright/test'

export const test = base.extend<object, { kabar: RunningKabar }>({
  /** Without limits: from one address come more people than any office has. Golden path and hostile visitors keep them. */
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
