// The check of many contacts, page by page.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Check, templates } from '../../../contract/templates.ts'
import { inReadOnlyTenant, inTenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { check } from './checking.ts'

const { signUp, database } = await testApp()

test('every contact is checked once, page by page, even without time for a page', async () => {
  const person = await signUp()
  const scope = { organization_id: organizationOf(person) }
  await inTenant(database, scope, ({ db, organization_id }) =>
    sql`insert into contacts (organization_id, name, company, phone, phone_key)
      select ${organization_id}, 'Contact ' || n, case when n % 7 > 0 then 'PT' else '' end, p.phone, p.phone
      from generate_series(1, 4500) n, lateral (select '+62812' || 1000000 + n as phone) p`.execute(db),
  )
  const body = '{{ contact.company }}'
  const parts: Check[] = []
  let time = 0
  do {
    const after = parts.at(-1)?.next ?? undefined
    parts.push(
      await check(
        (work) => inReadOnlyTenant(database, scope, work),
        { body, ...(after && { after }) },
        () => {
          time += 10_000
          return time
        },
      ),
    )
  } while (parts.at(-1)!.next !== null)
  expect(parts.map(({ checked }) => checked)).toEqual([2_000, 2_000, 500])
  expect(parts.map(({ total }) => total)).toEqual([4_500, 4_500, 4_500])
  const lacking = parts.flatMap(({ missing }) => missing.map(({ path, count }) => [path, count] as const))
  expect(lacking.every(([path]) => path === 'contact.company')).toBe(true)
  expect(lacking.reduce((sum, [, count]) => sum + count, 0)).toBe(642)
  expect(parts.reduce((sum, { ready }) => sum + ready, 0)).toBe(4_500 - 642)

  const second = made(await person.call(templates.check, { body: { body, after: parts[0]!.next! } }))
  // On a slow machine its time ends after the first batch.
  expect(second).toMatchObject(second.next === null ? { checked: 2_500 } : { checked: 2_000 })
})
