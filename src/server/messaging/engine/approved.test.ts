// Sending an approved broadcast: messages that changed since the approval are held back until they are approved, too.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { merges } from '../../../contract/merges.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { approvals } from '../../test/approvals.ts'
import { connectPhone, ordinary, sent, testEngine } from '../../test/engine.ts'
import { addInvestment, addInvestor, addTransaction, made } from '../../test/records.ts'
import { until } from '../../test/until.ts'

const engine = await testEngine()
const { database, witness } = engine
const { desk, approve } = approvals(engine)
engine.start()

const changedOf = async (person: Caller, id: string) =>
  made(await person.call(broadcasts.changedMessages, { params: { id } }))
const approveAll = (person: Caller, id: string, digest: string) =>
  person.call(broadcasts.approveChanges, { params: { id }, body: { digest } })
const edit = async (person: Caller, id: string, change: object) =>
  made(await person.call(contacts.update, { params: { id }, body: { version: 1, ...change } }))

/** Waits until the running engine has written all messages. */
const written = (person: Caller, id: string) =>
  until(
    'the messages',
    async () => made(await person.call(broadcasts.get, { params: { id } })),
    ({ status }) => status === 'awaiting_approval',
  )

async function requested(contactCount = 4) {
  const it = await desk(undefined, contactCount)
  const { id } = await it.draft()
  made(await it.author.call(broadcasts.requestApproval, { params: { id } }))
  return { ...it, broadcast: await written(it.owner, id), id }
}

test('messages whose text or number changed after the approval are not sent; the others are', async () => {
  const { owner, author, approver, contactIds, broadcast, id, session_id } = await requested()
  const [renamed, moved, out] = contactIds
  made(await approve(approver, broadcast))
  await edit(owner, renamed!, { name: 'Someone Else' })
  await edit(owner, moved!, { phone: ordinary(50) })
  await edit(owner, out!, { consent: 'opted_out' })
  await connectPhone(owner)
  const ended = await sent(owner, id)
  expect(ended).toMatchObject({ status: 'completed', changed: 2, counts: { skipped: 3, pending: 0 } })
  expect([...(await witness(session_id)).keys()]).toEqual([ordinary(3)])

  const { data, digest, pagination } = await changedOf(author, id)
  expect(pagination.total).toBe(2)
  expect(data).toMatchObject([
    {
      name: 'Contact 1',
      approved_text: 'Halo Contact 1',
      text: 'Halo Someone Else',
      approved_address_text: '+62 812 5554 1000',
      address_text: '+62 812 5554 1000',
    },
    { name: 'Contact 2', approved_text: 'Halo Contact 2', text: 'Halo Contact 2', address_text: '+62 812 5554 1050' },
  ])
  expect((await approveAll(author, id, digest)).problem.code).toBe('forbidden')
  // The owner is no author of the broadcast, but changed its contacts.
  expect((await approveAll(owner, id, digest)).problem.detail).toContain('changed a record')
  // The number changes once more, after the approver has seen the message.
  await edit(owner, moved!, { version: 2, phone: ordinary(51) })
  expect((await approveAll(approver, id, digest)).problem.code).toBe('version_conflict')
  const seen = await changedOf(approver, id)
  expect(made(await approveAll(approver, id, seen.digest))).toMatchObject({ status: 'sending', finished_at: null })
  expect(await sent(owner, id)).toMatchObject({ status: 'completed', changed: 0, counts: { skipped: 1 } })
  const arrived = await witness(session_id)
  expect([...arrived].map(([number, messages]) => [number, messages.map(({ text }) => text)]).sort()).toEqual([
    [ordinary(0), ['Halo Someone Else']],
    [ordinary(3), ['Halo Contact 4']],
    [ordinary(51), ['Halo Contact 2']],
  ])
  expect((await approveAll(approver, id, seen.digest)).problem.code).toBe('state_conflict')
  const history = made(await owner.call(broadcasts.approvals, { params: { id } })).data
  expect(history.map(({ decision, recipients }) => [decision, recipients])).toEqual([
    ['changes_approved', 2],
    ['approved', 4],
  ])
})

test('a payment after the approval holds back the messages that it changes', async () => {
  const it = await desk(undefined, 1)
  const held = []
  for (const nth of [1, 2]) {
    const investor = await addInvestor(it.owner, { name: `Holder ${nth}`, contact: { phone: ordinary(20 + nth) } })
    const investment = await addInvestment(it.owner, { investor_id: investor.id })
    await addTransaction(it.owner, investment.id, { amount: '3000' })
    held.push(investment)
  }
  const text = 'Disetor {{ investor.funded | money }}'
  const { id } = await it.draft({ body: text })
  made(await it.author.call(broadcasts.requestApproval, { params: { id } }))
  made(await approve(it.approver, await written(it.owner, id)))
  await addTransaction(it.owner, held[0]!.id, { amount: '2000' })
  await connectPhone(it.owner)
  expect(await sent(it.owner, id)).toMatchObject({ changed: 1 })
  expect([...(await witness(it.session_id)).keys()]).toEqual([ordinary(22)])
  const { data } = await changedOf(it.owner, id)
  expect(data).toMatchObject([{ name: 'Holder 1', approved_text: 'Disetor USD 3,000', text: 'Disetor USD 5,000' }])
})

test('a message that changed and changed back is sent as approved', async () => {
  const { owner, approver, contactIds, broadcast, id, session_id } = await requested(1)
  made(await approve(approver, broadcast))
  await edit(owner, contactIds[0]!, { name: 'Someone Else' })
  await edit(owner, contactIds[0]!, { version: 2, name: 'Contact 1' })
  await connectPhone(owner)
  expect(await sent(owner, id)).toMatchObject({ status: 'completed', changed: 0 })
  expect((await witness(session_id)).get(ordinary(0))).toMatchObject([{ text: 'Halo Contact 1' }])
})

test('only one of two merged contacts gets the message, even after changes are approved', async () => {
  const { owner, approver, contactIds, broadcast, id, session_id } = await requested(2)
  const [kept, other] = contactIds
  made(await approve(approver, broadcast))
  for (const contact of [kept, other]) await edit(owner, contact!, { name: 'Budi' })
  await connectPhone(owner)
  expect(await sent(owner, id)).toMatchObject({ changed: 2 })
  made(
    await owner.call(merges.create, {
      body: { kind: 'contact', winner_id: kept!, loser_ids: [other!] },
    }),
  )
  const { digest } = await changedOf(approver, id)
  made(await approveAll(approver, id, digest))
  expect(await sent(owner, id)).toMatchObject({ status: 'completed', changed: 0 })
  expect([...(await witness(session_id)).values()].flat()).toHaveLength(1)
})

test('messages written in many batches are all written, in the order of their recipients', async () => {
  const it = await desk(undefined, 1)
  await inTenant(database, it.scope, ({ db, organization_id }) =>
    sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Many ' || n, p.phone, p.phone from generate_series(1, 1200) n,
        lateral (select '+628125' || (200000 + n)::text || '55' as phone) p`.execute(db),
  )
  const { id } = await it.draft()
  made(await it.author.call(broadcasts.requestApproval, { params: { id } }))
  const ready = await written(it.owner, id)
  expect(ready.counts.pending).toBe(1201)
  const { rows } = await inTenant(database, it.scope, ({ db }) =>
    sql<{
      n: number
    }>`select count(*) as n from recipients where broadcast_id = ${id} and approved_text = 'Halo ' || name`.execute(db),
  )
  expect(rows[0]!.n).toBe(1201)
})
