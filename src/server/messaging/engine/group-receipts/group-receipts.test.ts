// Receipts of group members: each member counts once, whatever the order, the duplicates and the id used.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '../../../platform/db/index.ts'
import { testDatabase } from '../../../test/database.ts'
import { quiet } from '../../../test/engine.ts'
import type { DriverEvent } from '../../drivers/driver.ts'
import { openReceiptWriter } from '../receipt-writer.ts'

const database = await testDatabase()
const people = 4
const number = (person: number) => `+628125550${String(1000 + person)}`
const hidden = (person: number) => `9990${person}@lid`
const second = (n: number) => new Date(Date.UTC(2026, 10, 21, 8, 0, n))

type Receipt = Extract<DriverEvent, { type: 'receipt' }>
interface Heard {
  person: number
  status: 'delivered' | 'read'
  second: number
  /** WhatsApp revealed only the hidden id, only the number, or both. */
  as: 'hidden' | 'number' | 'both'
}

const eventOf = ({ person, status, second: n, as }: Heard): Omit<Receipt, 'id'> => ({
  type: 'receipt',
  status,
  at: second(n),
  participant: as === 'hidden' ? hidden(person) : number(person),
  ...(as === 'both' ? { lid: hidden(person) } : {}),
})

const heard: fc.Arbitrary<Heard> = fc.record({
  person: fc.nat(people - 1),
  status: fc.constantFrom('delivered', 'read'),
  second: fc.nat(59),
  as: fc.constantFrom('hidden', 'both'),
})

test('each member counts once, and the group is delivered and read when the first of them is', async () => {
  const { scope, term, add, row } = await group()
  const check = fc.asyncProperty(fc.array(fc.array(heard, { maxLength: 8 }), { maxLength: 4 }), async (batches) => {
    const { id, wa_message_id } = await add()
    for (const batch of batches) {
      const ledger = openReceiptWriter(database, { ...scope, ...term }, quiet)
      await Promise.all(batch.map((one) => ledger.receipt({ id: wa_message_id, ...eventOf(one) })))
      await ledger.close()
    }
    expect(await row(id)).toEqual(expected(batches))
  })
  await fc.assert(check, { numRuns: 60 })
})

/** A member known only by a hidden id counts separately until the number is revealed with it. */
function expected(batches: Heard[][]) {
  const told = new Set<number>()
  const names = new Map<string, { delivered: number; read: number | null }>()
  const all = batches.flat()
  for (const { person, as } of all) if (as === 'both') told.add(person)
  // A hidden id that arrives after the number's last receipt counts separately.
  const last = new Map<number, number>()
  batches.forEach((batch, index) => {
    for (const { person, as } of batch) if (as === 'both') last.set(person, index)
  })
  batches.forEach((batch, index) => {
    for (const { person, status, second: n, as } of batch) {
      const name = as === 'both' || index <= (last.get(person) ?? -1) ? number(person) : hidden(person)
      const before = names.get(name)
      const read = status === 'read' ? Math.min(n, before?.read ?? n) : (before?.read ?? null)
      names.set(name, { delivered: Math.min(n, before?.delivered ?? n), read })
    }
  })
  const delivered = [...names.values()].map((of) => of.delivered)
  const reads = [...names.values()].flatMap(({ read }) => (read === null ? [] : [read]))
  const at = (seconds: number[]) => (seconds.length > 0 ? second(Math.min(...seconds)).toISOString() : null)
  return {
    status: reads.length > 0 ? 'read' : delivered.length > 0 ? 'delivered' : 'sending',
    ...{ participants: people, delivered_count: names.size, read_count: reads.length },
    ...{ delivered_at: at(delivered), read_at: at(reads) },
  }
}

test('with a receipt of the server in the same batch nothing is lost', async () => {
  const { scope, term, add, row } = await group()
  const { id, wa_message_id } = await add()
  const ledger = openReceiptWriter(database, { ...scope, ...term }, quiet)
  const told: Omit<Receipt, 'id'>[] = [
    { type: 'receipt', status: 'sent', at: second(1) },
    ...[0, 1, 2, 3, 4].map((person) => eventOf({ person, status: 'delivered', second: 5, as: 'number' })),
    eventOf({ person: 2, status: 'read', second: 9, as: 'number' }),
  ]
  await Promise.all(told.map((event) => ledger.receipt({ id: wa_message_id, ...event })))
  await ledger.close()
  expect(await row(id)).toMatchObject({ status: 'read', delivered_count: 5, read_count: 1 })
})

test('a member’s receipt for an unknown or individual message is not stored', async () => {
  const { scope, term, add, row } = await group()
  const { id, wa_message_id } = await add(null)
  const ledger = openReceiptWriter(database, { ...scope, ...term }, quiet)
  const event = eventOf({ person: 1, status: 'read', second: 1, as: 'number' })
  await Promise.all([wa_message_id, 'NOBODY'].map((of) => ledger.receipt({ id: of, ...event })))
  await ledger.close()
  expect(await row(id)).toMatchObject({ status: 'sending', participants: null, delivered_count: null })
})

test('a late receipt of an erased member stores neither their number nor their hidden id', async () => {
  const { scope, term, add, row } = await group()
  const { id, wa_message_id } = await add()
  await inTenant(database, scope, ({ db }) =>
    sql`insert into erased_numbers (organization_id, digest, consent)
      select ${scope.organization_id}, number_digest(${scope.organization_id}, key), 'unknown'
      from unnest(${[number(0), hidden(1)]}::text[]) key`.execute(db),
  )
  const ledger = openReceiptWriter(database, { ...scope, ...term }, quiet)
  const told = [
    eventOf({ person: 0, status: 'read', second: 3, as: 'both' }),
    eventOf({ person: 1, status: 'read', second: 3, as: 'hidden' }),
    eventOf({ person: 2, status: 'delivered', second: 5, as: 'both' }),
  ]
  await Promise.all(told.map((event) => ledger.receipt({ id: wa_message_id, ...event })))
  await ledger.close()
  const { rows } = await inTenant(database, scope, ({ db }) =>
    sql<{ address_key: string }>`select address_key from group_receipts where recipient_id = ${id}`.execute(db),
  )
  expect(rows).toEqual([{ address_key: number(2) }])
  expect(await row(id)).toMatchObject({ status: 'delivered', delivered_count: 1, read_count: 0 })
})

/** A broadcast being sent; `add` creates a message to a group in it. */
async function group() {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const scope = { organization_id }
  const inScope = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(database, scope, work)
  const ids = await inScope(async ({ db }) => {
    const values = { organization_id, name: 'WhatsApp', driver: 'simulator' }
    const session = await db.insertInto('wa_sessions').values(values).returning('id').executeTakeFirstOrThrow()
    const news = { organization_id, session_id: session.id, name: 'News', body: 'Halo', status: 'sending' }
    const broadcast = await db.insertInto('broadcasts').values(news).returning('id').executeTakeFirstOrThrow()
    return { session_id: session.id, broadcast_id: broadcast.id }
  })
  let added = 0
  return {
    scope,
    term: { session_id: ids.session_id, fence: 1 },
    add: async (participants: number | null = people) => {
      added += 1
      const wa_message_id = randomUUID()
      const counted = participants === null ? null : 0
      const { rows } = await inScope(({ db }) =>
        sql<{ id: string }>`
          insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, status, due_at, decide_at,
            wa_message_id, participants, delivered_count, read_count)
          values (${organization_id}, ${ids.broadcast_id}, ${ids.session_id}, 'Group', ${`${added}@g.us`}, ${`${added}@g.us`},
            'sending', null, now(), ${wa_message_id}, ${participants}, ${counted}, ${counted}) returning id`.execute(
          db,
        ),
      )
      return { id: rows[0]!.id, wa_message_id }
    },
    row: async (id: string) => {
      const { rows } = await inScope(({ db }) =>
        sql<object>`select status, participants, delivered_count, read_count, delivered_at, read_at
          from recipients where id = ${id}`.execute(db),
      )
      return rows[0]
    },
  }
}
