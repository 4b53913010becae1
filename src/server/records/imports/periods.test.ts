// Imports and closed periods: a row in one is an error, the others are imported, and a revert keeps closed rows.

import { expect, test } from 'vitest'
import { type Import, imports } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { message } from '../../../contract/messages/message.ts'
import { organization } from '../../../contract/organization.ts'
import { sentenceOf } from '../../errors.ts'
import type { Caller } from '../../test/app.ts'
import { reasonOf, testImports } from '../../test/imports.ts'
import { addInvestor, made } from '../../test/records.ts'

const { signUp, paste, rowsOf, run, revert } = await testImports()

const header = 'Reference|Investor|Status|Currency|Committed amount|Committed on|Transaction amount|Transaction on'
const close = async (caller: Caller, closed_until: string) =>
  made(await caller.call(organization.closePeriod, { body: { closed_until } }))
const outcomes = async (caller: Caller, of: Import) =>
  (await rowsOf(caller, of)).map((row) => [row.line, row.action, reasonOf(row)])
const funded = async (caller: Caller) =>
  made(await caller.call(investments.list, { query: { sort: 'reference' } })).data.map((row) => [
    row.reference,
    row.funded,
  ])

test('a row of a closed period is an error in the preview, and if the period was closed since', async () => {
  const ayu = await signUp({ country: 'US' })
  await addInvestor(ayu, { name: 'Budi' })
  await run(ayu, await paste(ayu, 'investments', header, 'A-1|Budi|Committed|USD|100|2026-01-05||'))
  await close(ayu, '2025-12-31')
  const refused = sentenceOf(message('period.closed', { closed: '2025-12-31' }))
  const preview = await paste(
    ayu,
    'investments',
    header,
    'A-2|Budi|Committed|USD|100|2025-12-31||',
    'A-3|Budi|Committed|USD|100|2026-01-01||',
    'A-1|Budi|||||5|2025-12-30',
    'A-1|Budi|||||7|2026-02-01',
    'A-1|Budi|||||9|2026-04-01',
    'A-4|Budi|Committed|USD|100||3|2025-01-01',
  )
  expect(await outcomes(ayu, preview)).toEqual([
    [2, 'error', refused],
    [3, 'create', null],
    [4, 'error', refused],
    [5, 'update', 'Adds USD 7 of 2026-02-01 to A-1.'],
    [6, 'update', 'Adds USD 9 of 2026-04-01 to A-1.'],
    [7, 'error', refused],
  ])
  await close(ayu, '2026-02-28')
  const ended = await run(ayu, preview)
  expect(ended).toMatchObject({ status: 'done', counts: { create: 0, update: 1, error: 5 } })
  expect(
    (await outcomes(ayu, preview)).filter(
      ([, , reason]) => reason === sentenceOf(message('period.closed', { closed: '2026-02-28' })),
    ),
  ).toHaveLength(2)
  expect(await funded(ayu)).toEqual([['A-1', '9.00']])
})

test('a revert keeps the rows of a closed period, reports it, and reverts the others', async () => {
  const ayu = await signUp({ country: 'US' })
  await addInvestor(ayu, { name: 'Budi' })
  const first = await paste(
    ayu,
    'investments',
    header,
    'A-1|Budi|Committed|USD|100|2025-06-01|60|2025-07-01',
    'A-1|Budi|||||7|2026-02-01',
    'A-2|Budi|Committed|USD|100|2026-06-01|60|2026-07-01',
    'A-3|Budi|Committed|USD|100|2025-06-01||',
  )
  await run(ayu, first)
  await close(ayu, '2025-12-31')
  expect(await revert(ayu, first)).toMatchObject({ status: 'reverted', reverted: 2, not_reverted: 2 })
  const { data } = made(await ayu.call(imports.rows, { params: { id: first.id }, query: { not_reverted: 'true' } }))
  expect(data).toMatchObject([
    { line: 2, revert_failure: message('revert.transaction_closed') },
    { line: 5, revert_failure: message('revert.investment_closed') },
  ])
  expect(await funded(ayu)).toEqual([
    ['A-1', '60.00'],
    ['A-3', '0.00'],
  ])
})
