// Long computations in a transaction get more time than the 30 s for which PostgreSQL lets one be idle.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { exchangeRates } from '../../../contract/currencies.ts'
import { downloads } from '../../../contract/downloads.ts'
import { imports } from '../../../contract/imports.ts'
import { statements } from '../../../contract/statements.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { testApp } from '../../test/app.ts'
import { addContacts } from '../../test/engine.ts'
import { addInvestor, made } from '../../test/records.ts'
import { timeSlices } from '../../time-slices.ts'
import type { Tenant } from './index.ts'

const { app, signUp, database } = await testApp()
const ayu = await signUp()
const session_id = made(await ayu.call(waSessions.list)).data[0]!.id
await addContacts(ayu, ['+6281255541001', '+6281255541002'])
const { id } = await addInvestor(ayu)
const rates = { text: 'day,from,to,rate\n2026-01-05,USD,IDR,16000\n2026-01-06,USD,IDR,16100' }

test.each([
  [
    'a preflight',
    () =>
      ayu.call(broadcasts.preflightDraft, {
        body: { session_id, body: 'Halo {{ contact.name }}', audience: { all_contacts: true } },
      }),
  ],
  ['the preview of an import', () => ayu.call(imports.paste, { body: { text: 'name\tphone\nBudi\t+6281255541003' } })],
  ['the preview of exchange rates', () => ayu.call(exchangeRates.previewImport, { body: rates })],
  ['a stored statement', () => ayu.call(statements.keep, { params: { id }, body: {} })],
  [
    'a download',
    async () => {
      const { url } = made(await ayu.call(downloads.create, { body: { kind: 'statement', input: { id } } }))
      return { status: (await app.inject({ url })).statusCode }
    },
  ],
])('%s may be idle for minutes', async (_, call) => {
  let open: Tenant['db'] | undefined
  const { onConnection } = database
  vi.spyOn(database, 'onConnection').mockImplementation((work) =>
    onConnection(async (db) => {
      open = db
      return await work(db).finally(() => {
        open = undefined
      })
    }),
  )
  const allowed: string[] = []
  vi.spyOn(timeSlices, 'isOver').mockReturnValue(true)
  for (const wait of ['next', 'nextInTransaction'] as const) {
    const usual = timeSlices[wait]
    vi.spyOn(timeSlices, wait).mockImplementation(async () => {
      const { rows } = open
        ? await sql<{ most: string }>`select current_setting('idle_in_transaction_session_timeout') as most`.execute(
            open,
          )
        : { rows: [] }
      allowed.push(...rows.map(({ most }) => most))
      await usual()
    })
  }
  expect((await call()).status).toBeLessThan(300)
  expect(new Set(allowed)).toEqual(new Set(['5min']))
})
