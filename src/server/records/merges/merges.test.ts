// Duplicates and merges over HTTP: totals are as before, opted-out wins, same keys become one, and all can be undone.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { type ContactInput, contacts } from '../../../contract/contacts.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { type MergeKind, merges } from '../../../contract/merges.ts'
import { notes } from '../../../contract/notes.ts'
import { tags } from '../../../contract/tags.ts'
import { trash } from '../../../contract/trash.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { asOrganization } from '../../test/sums.ts'

const { signUp, database, clock } = await testApp()
clock.now = new Date()
const addContact = async (caller: Caller, body: ContactInput) => made(await caller.call(contacts.create, { body }))
const merge = (
  caller: Caller,
  kind: MergeKind,
  winner_id: string,
  loser_ids: string[],
  fields?: Record<string, string>,
) => caller.call(merges.create, { body: { kind, winner_id, loser_ids, ...(fields && { fields }) } })
const undo = (caller: Caller, id: string) => caller.call(merges.undo, { params: { id } })
const pairs = async (caller: Caller, kind: MergeKind) =>
  made(await caller.call(merges.duplicates, { query: { kind } })).data
const totals = async (caller: Caller) => made(await caller.call(dashboard.get, { query: {} })).totals

/** Every row that names a contact or an investor, with what may change by nature left out. */
async function everything(caller: Caller) {
  return await asOrganization(database, caller, async ({ db }) => {
    const found: Record<string, unknown> = {}
    for (const table of [
      'contacts',
      'investors',
      'investments',
      'notes',
      'contact_tags',
      'investor_tags',
      'investor_contacts',
      'broadcast_group_contacts',
      'opt_outs',
    ]) {
      const { rows } = await sql<{ row: object }>`
        select to_jsonb(t) - array['version', 'updated_at', 'search', 'name_key'] as row from ${sql.table(table)} t`.execute(
        db,
      )
      found[table] = rows.map(({ row }) => JSON.stringify(row)).sort()
    }
    return found
  })
}

test('contacts are found as duplicates, merged with chosen fields, and separated again', async () => {
  const [ayu, other] = [await signUp(), await signUp()]
  const vip = made(await ayu.call(tags.create, { body: { name: 'VIP' } }))
  const bank = made(await ayu.call(tags.create, { body: { name: 'Bank' } }))
  const a = await addContact(ayu, {
    name: 'Budi Santoso',
    phone: '+628125550001',
    email: 'budi@example.com',
    tag_ids: [vip.id],
    consent: 'opted_in',
  })
  const b = await addContact(ayu, {
    name: 'budi  santoso',
    phone: '+628125550002',
    company: 'PT Maju',
    email: 'BUDI@example.com',
    tag_ids: [vip.id, bank.id],
    consent: 'opted_out',
  })
  await addContact(ayu, { name: 'Sari' })
  const entity = await addInvestor(ayu, { name: 'PT Maju', kind: 'entity' })
  for (const [contact, role] of [
    [a, 'primary'],
    [b, 'finance'],
  ] as const)
    made(await ayu.call(investors.setContact, { params: { id: entity.id, contact_id: contact.id }, body: { role } }))
  made(await ayu.call(notes.create, { body: { contact_id: b.id, body: 'Called' } }))
  const group = made(await ayu.call(broadcastGroups.create, { body: { name: 'G', contact_ids: [a.id, b.id] } }))
  const before = await everything(ayu)
  const [pair] = await pairs(ayu, 'contact')
  expect(pair).toMatchObject({ reason: 'email', records: [{ id: a.id }, { id: b.id, notes: 1, consent: 'opted_out' }] })
  expect(await pairs(other, 'contact')).toEqual([])
  expect((await merge(other, 'contact', a.id, [b.id])).status).toBe(404)
  expect((await merge(ayu, 'contact', a.id, [a.id])).problem.errors![0]).toMatchObject({ path: 'loser_ids' })

  const merged = made(await merge(ayu, 'contact', a.id, [b.id], { name: b.id }))
  const now = made(await ayu.call(contacts.get, { params: { id: a.id } }))
  expect(now).toMatchObject({ name: 'budi  santoso', phone: '+628125550001', company: 'PT Maju', consent: 'opted_out' })
  expect(now.tags.map(({ name }) => name).sort()).toEqual(['Bank', 'VIP'])
  expect(made(await ayu.call(contacts.get, { params: { id: b.id } })).id).toBe(a.id)
  expect(made(await ayu.call(notes.list, { query: { contact_id: a.id } })).data).toHaveLength(1)
  expect(made(await ayu.call(investors.get, { params: { id: entity.id } })).contacts).toMatchObject([
    { id: a.id, is_primary: true },
  ])
  expect(made(await ayu.call(trash.list, { query: {} })).data).toEqual([])
  expect((await ayu.call(contacts.restore, { params: { id: b.id } })).body.id).toBe(a.id)
  expect(await pairs(ayu, 'contact')).toEqual([])
  expect(made(await ayu.call(broadcastGroups.get, { params: { id: group.id } }))).toMatchObject({ name: 'G' })

  expect((await undo(other, merged.id)).status).toBe(404)
  const list = async (caller: Caller) => made(await caller.call(merges.list, { query: {} })).data
  expect(await list(ayu)).toMatchObject([{ id: merged.id, name: 'budi  santoso' }])
  expect(await list(other)).toEqual([])
  expect(made(await undo(ayu, merged.id)).undone_at).not.toBeNull()
  expect(await everything(ayu)).toEqual(before)
  expect((await undo(ayu, merged.id)).problem.code).toBe('state_conflict')
  made(await ayu.call(merges.ignore, { body: { ids: [b.id, a.id] } }))
  expect(await pairs(ayu, 'contact')).toEqual([])
  expect((await other.call(merges.ignore, { body: { ids: [b.id, a.id] } })).status).toBe(404)
  expect(await list(ayu)).toEqual([])
  // After 30 days it stays.
  const last = made(await merge(ayu, 'contact', a.id, [b.id]))
  await asOrganization(database, ayu, ({ db }) => sql`update merges set at = at - interval '31 days'`.execute(db))
  expect((await undo(ayu, last.id)).problem.code).toBe('state_conflict')
})

test('nobody gets a message twice: of two waiting messages of a broadcast one remains, none if one was sent', async () => {
  const ayu = await signUp()
  const [a, b] = [
    await addContact(ayu, { name: 'A', phone: '+628125550001' }),
    await addContact(ayu, { name: 'A', phone: '+628125550002' }),
  ]
  await asOrganization(database, ayu, async ({ db, organization_id }) => {
    const session = sql`(select id from wa_sessions limit 1)`
    await sql`insert into wa_sessions (organization_id, name, driver) select ${organization_id}, 'S', 'simulator' where not exists (select from wa_sessions)`.execute(
      db,
    )
    for (const [name, ofA] of [
      ['both wait', 'pending'],
      ['one was sent', 'sent'],
      ['one failed', 'failed'],
    ] as const) {
      const isWaiting = ofA === 'pending'
      await sql`
        with made as (insert into broadcasts (organization_id, name, session_id, status, pause_reason, started_at)
          values (${organization_id}, ${name}, ${session}, 'paused', 'user', now()) returning id)
        insert into recipients (organization_id, broadcast_id, session_id, contact_id, name, address, address_key, status, due_at, wa_message_id)
        select ${organization_id}, made.id, ${session}, r.contact_id::uuid, 'A', r.address, r.address, r.status::recipient_status, r.due_at, r.message
        from made, (values (${a.id}, '+628125550001', ${ofA}, ${isWaiting ? sql`now()` : sql`null::timestamptz`}, ${isWaiting ? null : `M ${name}`}),
          (${b.id}, '+628125550002', 'pending', now(), null)) r (contact_id, address, status, due_at, message)`.execute(
        db,
      )
    }
  })
  made(await merge(ayu, 'contact', a.id, [b.id]))
  const { rows } = await asOrganization(database, ayu, ({ db }) =>
    sql`select b.name, array_agg(r.status::text order by r.address) as states from recipients r join broadcasts b on b.id = r.broadcast_id
      group by b.name order by b.name`.execute(db),
  )
  expect(rows).toEqual([
    { name: 'both wait', states: ['pending', 'skipped'] },
    { name: 'one failed', states: ['failed', 'pending'] },
    { name: 'one was sent', states: ['sent', 'skipped'] },
  ])
})

test('undo keeps what a user has changed since, and an opt-out that may have been said since', async () => {
  const ayu = await signUp()
  const [vip, bank] = [
    made(await ayu.call(tags.create, { body: { name: 'VIP' } })),
    made(await ayu.call(tags.create, { body: { name: 'Bank' } })),
  ]
  const a = await addContact(ayu, { name: 'A', phone: '+628125550001' })
  const b = await addContact(ayu, { name: 'A', phone: '+628125550002', tag_ids: [vip.id, bank.id] })
  const investor = await addInvestor(ayu, { name: 'A' })
  for (const [contact, role] of [
    [a, 'other'],
    [b, 'self'],
  ] as const)
    made(await ayu.call(investors.setContact, { params: { id: investor.id, contact_id: contact.id }, body: { role } }))
  const group = made(await ayu.call(broadcastGroups.create, { body: { name: 'G', contact_ids: [a.id, b.id] } }))
  await asOrganization(database, ayu, ({ db, organization_id }) =>
    sql`insert into opt_outs (organization_id, phone_key) values (${organization_id}, '+628125550002')`.execute(db),
  )
  const { id } = made(await merge(ayu, 'contact', a.id, [b.id]))
  expect(made(await ayu.call(investors.get, { params: { id: investor.id } })).contacts).toMatchObject([
    { id: a.id, role: 'self' },
  ])
  made(await ayu.call(tags.remove, { params: { id: vip.id } }))
  const { version } = made(await ayu.call(broadcastGroups.get, { params: { id: group.id } }))
  const change = { version, contact_ids: [], exclude_contact_ids: [a.id] }
  made(await ayu.call(broadcastGroups.update, { params: { id: group.id }, body: change }))
  await asOrganization(database, ayu, async ({ db, organization_id }) => {
    await sql`insert into wa_sessions (organization_id, name, driver) select ${organization_id}, 'S', 'simulator' where not exists (select from wa_sessions)`.execute(
      db,
    )
    await sql`insert into wa_messages (organization_id, session_id, wa_message_id, address_key, address, text, at)
      values (${organization_id}, (select id from wa_sessions limit 1), 'M', '+628125550001', '+628125550001', 'STOP', now())`.execute(
      db,
    )
  })
  made(await undo(ayu, id))
  expect(made(await ayu.call(contacts.get, { params: { id: b.id } })).tags.map(({ name }) => name)).toEqual(['Bank'])
  expect(made(await ayu.call(contacts.get, { params: { id: a.id } })).consent).toBe('opted_out')
  const { contacts: picked, excluded } = made(await ayu.call(broadcastGroups.get, { params: { id: group.id } }))
  expect([picked.length, excluded.map((one) => one.id).sort()]).toEqual([0, [a.id, b.id].sort()])
  expect(made(await ayu.call(merges.duplicates, { query: { page: 2 } })).pagination.total).toBe(1)
})

test('of two merges of the same records at once one is done', async () => {
  const ayu = await signUp()
  const [a, b] = [await addContact(ayu, { name: 'A' }), await addContact(ayu, { name: 'A' })]
  const answers = await Promise.all([merge(ayu, 'contact', a.id, [b.id]), merge(ayu, 'contact', b.id, [a.id])])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404])
})

test('totals are the same before and after a merge of investors, and after its undo', async () => {
  const ayu = await signUp({ country: 'US' })
  const status = { committed: await statusOf(ayu, 'committed'), soft: await statusOf(ayu, 'soft') }
  const position = fc.record({
    of: fc.integer({ min: 0, max: 2 }),
    category: fc.constantFrom('committed' as const, 'soft' as const),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    paid: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(position, { maxLength: 6 }), async (positions) => {
      const people = []
      for (let n = 0; n < 3; n++)
        people.push(await addInvestor(ayu, { name: 'Same Name', city: n === 1 ? 'Bandung' : '' }))
      for (const { of, category, amount, paid } of positions) {
        const more = { status_id: status[category], committed_amount: `${amount}.5`, committed_on: '2026-01-05' }
        const { id } = await addInvestment(ayu, { investor_id: people[of]!.id, ...more })
        if (paid) await addTransaction(ayu, id, { amount: `${amount}` })
      }
      const [winner, ...losers] = people.map(({ id }) => id)
      const before = { totals: await totals(ayu), rows: await everything(ayu) }
      const done = made(await merge(ayu, 'investor', winner!, losers))
      expect(await totals(ayu)).toEqual(before.totals)
      const { pagination } = made(await ayu.call(investments.list, { query: { investor_id: winner! } }))
      expect(pagination.total).toBe(positions.length)
      expect(made(await ayu.call(investors.get, { params: { id: losers[0]! } }))).toMatchObject({
        id: winner,
        city: 'Bandung',
      })
      made(await undo(ayu, done.id))
      expect(await totals(ayu)).toEqual(before.totals)
      expect(await everything(ayu)).toEqual(before.rows)
      made(await merge(ayu, 'investor', winner!, losers))
    }),
    { numRuns: 6 },
  )
})

test('a person is not merged into an entity', async () => {
  const ayu = await signUp()
  const [a, b] = [await addInvestor(ayu, { name: 'A' }), await addInvestor(ayu, { name: 'A', kind: 'entity' })]
  expect((await merge(ayu, 'investor', a.id, [b.id])).problem.errors![0]).toMatchObject({ path: 'loser_ids' })
})

test('two investors with 200 investments each are merged, and separated again', async () => {
  const ayu = await signUp()
  const [a, b] = [await addInvestor(ayu, { name: 'A' }), await addInvestor(ayu, { name: 'B' })]
  await addInvestment(ayu, { investor_id: a.id })
  await asOrganization(database, ayu, async ({ db, organization_id }) => {
    for (const [prefix, id] of [
      ['A', a.id],
      ['B', b.id],
    ] as const)
      await sql`insert into investments (organization_id, reference, investor_id, title, status_id, currency)
        select ${organization_id}, ${prefix} || n, ${id}, ${prefix}, (select id from investment_statuses where is_default limit 1), 'IDR'
        from generate_series(1, 200) n`.execute(db)
  })
  const counts = async () =>
    await Promise.all(
      [a, b].map(
        async ({ id }) => made(await ayu.call(investments.list, { query: { investor_id: id } })).pagination.total,
      ),
    )
  const done = made(await merge(ayu, 'investor', a.id, [b.id]))
  expect(await counts()).toEqual([401, 0])
  made(await undo(ayu, done.id))
  expect(await counts()).toEqual([201, 200])
})

test('the winner gets all numbers and addresses, and the undo returns them even if a number was added since', async () => {
  const ayu = await signUp()
  const [one, two, three, four] = ['+628125551001', '+628125551002', '+628125551003', '+628125551004'] as const
  const work = (phone: string) => ({ label: 'work' as const, phone })
  const a = await addContact(ayu, { name: 'Budi', phone: one, email: 'a@example.com' })
  const b = await addContact(ayu, {
    name: 'Budi S',
    phone: two,
    other_phones: [work(three)],
    other_emails: ['A@example.com', 'b@example.com'],
    consent: 'opted_out',
  })
  expect(await pairs(ayu, 'contact')).toMatchObject([{ reason: 'email', records: [{ id: a.id }, { id: b.id }] }])
  const before = await everything(ayu)
  const plain = made(await merge(ayu, 'contact', a.id, [b.id], { phone: b.id }))
  expect(made(await ayu.call(contacts.get, { params: { id: a.id } }))).toMatchObject({
    phone: two,
    other_phones: [{ phone: one }, { phone: three }],
    email: 'a@example.com',
    other_emails: ['b@example.com'],
    consent: 'opted_out',
  })
  expect((await undo(ayu, plain.id)).status).toBe(200)
  expect(await everything(ayu)).toEqual(before)

  const { id } = made(await merge(ayu, 'contact', a.id, [b.id]))
  const merged = made(await ayu.call(contacts.get, { params: { id: a.id } }))
  const other_phones = [...merged.other_phones.map(({ phone }) => work(phone)), work(four)]
  made(await ayu.call(contacts.update, { params: { id: a.id }, body: { version: merged.version, other_phones } }))
  expect((await undo(ayu, id)).status).toBe(200)
  expect(made(await ayu.call(contacts.get, { params: { id: a.id } }))).toMatchObject({
    phone: one,
    other_phones: [{ phone: four }],
  })
  expect(made(await ayu.call(contacts.get, { params: { id: b.id } }))).toMatchObject({
    phone: two,
    other_phones: [{ phone: three }],
  })
})

test('each table that refers to contacts or investors is moved by a merge, or need not be', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct k.conrelid::regclass::text || '.' || a.attname as name from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname in ('contact_id', 'investor_id')
    where k.contype = 'f' and k.confrelid in ('contacts'::regclass, 'investors'::regclass) order by 1`.execute(
    database.system,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    ...['broadcast_contacts.contact_id', 'broadcast_group_contacts.contact_id'],
    // Triggers derive `contact_emails` and `contact_numbers` from the contacts.
    ...['contact_emails.contact_id', 'contact_numbers.contact_id', 'contact_tags.contact_id'],
    ...['investments.investor_id', 'investor_contacts.contact_id', 'investor_contacts.investor_id'],
    ...['investor_stages.investor_id', 'investor_tags.investor_id', 'notes.contact_id', 'notes.investor_id'],
    ...['recipients.contact_id', 'recipients.investor_id', 'tasks.contact_id', 'tasks.investor_id'],
    ...['wa_answers.contact_id', 'wa_messages.contact_id'],
  ])
})

test('contacts that share one of their addresses are duplicates, unless one is deleted', async () => {
  const ayu = await signUp()
  const email = 'shared@example.com'
  const add = async (name: string, more: object) => made(await ayu.call(contacts.create, { body: { name, ...more } }))
  const gone = await add('Budi', { other_emails: [email] })
  await ayu.call(contacts.remove, { params: { id: gone.id } })
  await add('Citra', { email })
  expect(made(await ayu.call(merges.duplicates)).data).toEqual([])
  await add('Citra S.', { other_emails: [email] })
  expect(made(await ayu.call(merges.duplicates)).data).toMatchObject([{ reason: 'email' }])
})
