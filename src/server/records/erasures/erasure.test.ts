// Erasure of a person over HTTP: nothing of them is left in any table, sums are as before, and the opt-out holds.
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { downloads } from '../../../contract/downloads.ts'
import { erasures } from '../../../contract/erasures.ts'
import { imports } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { merges } from '../../../contract/merges.ts'
import { notes } from '../../../contract/notes.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import type { Caller } from '../../test/app.ts'
import { connectPhone, draft, quiet, sent, stopPhone, testEngine } from '../../test/engine.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { asOrganization } from '../../test/sums.ts'
import { until } from '../../test/until.ts'
import { startImports } from '../imports/service.ts'

const { app, signUp, start, database, config } = await testEngine()
const phone = '+6281255541987'
/** What must not be found afterwards, in any column of any table. */
const markers = ['Zaphod', '6281255541987', '81255541987', '81255541980', 'zaphod@', 'Heart of Gold']

/** Tables and columns that have a marker. */
async function found(caller: Caller): Promise<string[]> {
  return await asOrganization(database, caller, async ({ db, organization_id }) => {
    const { rows } = await sql<{ table: string }>`
      select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db)
    const hits: string[] = []
    for (const { table } of rows) {
      const { rows: columns } = await sql<{ key: string }>`
        select distinct e.key from ${sql.table(table)} t, jsonb_each_text(to_jsonb(t)) e
        where t.organization_id = ${organization_id} and exists (
          select from unnest(${markers}::text[]) m where strpos(lower(e.value), lower(m)) > 0)`.execute(db)
      hits.push(...columns.map(({ key }) => `${table}.${key}`))
    }
    return hits.sort()
  })
}

const preview = (caller: Caller, query: { contact_id?: string; investor_id?: string }) =>
  caller.call(erasures.preview, { query })
const erase = (
  caller: Caller,
  body: { contact_id?: string; investor_id?: string },
  confirmation = 'zaphod  beeblebrox',
) => caller.call(erasures.create, { body: { ...body, confirmation } })

async function person(ayu: Caller) {
  const investor = await addInvestor(ayu, {
    name: 'Zaphod Beeblebrox',
    email: 'zaphod@example.com',
    notes: 'Heart of Gold',
    contact: { phone },
  })
  const contact_id = investor.contacts[0]!.id
  const status_id = await statusOf(ayu, 'committed')
  const of = { investor_id: investor.id, status_id, committed_amount: '100', committed_on: '2025-01-05' }
  const { id } = await addInvestment(ayu, { ...of, title: 'Heart of Gold', notes: 'Zaphod likes it' })
  await addTransaction(ayu, id, { amount: '60', settled_on: '2025-03-01', reference: 'Zaphod 1' })
  return { investor_id: investor.id, contact_id, investment_id: id }
}

test('an erased person is in no table, their sums stay, and a certificate says what happened', async () => {
  const [ayu, other] = [await signUp({ country: 'US', organization: 'Magrathea' }), await signUp()]
  const { investor_id, contact_id, investment_id } = await person(ayu)
  // Edits with the values before them, notes, an imported row, an automatic title.
  const { version } = made(await ayu.call(contacts.get, { params: { id: contact_id } }))
  made(
    await ayu.call(contacts.update, {
      params: { id: contact_id },
      body: { version, company: 'Heart of Gold', consent: 'opted_out', consent_evidence: 'Zaphod wrote STOP' },
    }),
  )
  for (const of of [{ contact_id }, { investor_id }, { investment_id }])
    made(await ayu.call(notes.create, { body: { ...of, body: 'Called Zaphod' } }))
  const investment = made(await ayu.call(investments.get, { params: { id: investment_id } }))
  made(
    await ayu.call(investments.update, {
      params: { id: investment_id },
      body: { version: investment.version, title: '' },
    }),
  )
  const imported = made(
    await ayu.call(imports.paste, {
      body: { kind: 'contacts', text: `Name\tPhone\nZaphod B.\t${phone}\nTrillian\t+6281255541988` },
    }),
  )
  // The last message to them: sent, answered, and answered again.
  const engine = start()
  const session = await connectPhone(ayu)
  const group = await draft(ayu, session, { contact_ids: [contact_id] } as never)
  await asOrganization(database, ayu, ({ db }) => sql`delete from opt_outs`.execute(db))
  await asOrganization(database, ayu, ({ db }) => sql`update contacts set consent = 'opted_in'`.execute(db))
  made(await ayu.call(broadcasts.send, { params: { id: group.id } }))
  await sent(ayu, group.id)
  made(
    await ayu.call(waSessions.simulate, {
      params: { id: session },
      body: { event: 'message', from: phone, text: 'STOP says Zaphod' } as never,
    }),
  )
  await until('the reply', async () => (await found(ayu)).includes('wa_messages.text'))
  await asOrganization(database, ayu, ({ db, organization_id }) =>
    sql`insert into opt_outs (organization_id, phone_key, evidence) values (${organization_id}, ${phone}, 'Zaphod') on conflict do nothing`.execute(
      db,
    ),
  )
  await stopPhone(ayu, session)
  await engine.stop()

  const totals = async () => {
    const { totals, top_investors } = made(await ayu.call(dashboard.get, { query: {} }))
    return { totals, top: top_investors.map(({ name: _, ...rest }) => rest) }
  }
  const counts = async () => made(await ayu.call(broadcasts.get, { params: { id: group.id } })).counts
  const before = { totals: await totals(), counts: await counts() }
  const shown = made(await preview(ayu, { contact_id }))
  expect(shown).toMatchObject({
    name: 'Zaphod Beeblebrox',
    erased: { contacts: 1, investors: 1, investment_texts: 1, notes: 3, replies: 1, recipients: 1, import_rows: 1 },
    kept: { investments: 1, transactions: 1, recipients: 1, consents: 1 },
  })
  expect(made(await preview(ayu, { investor_id }))).toEqual({ ...shown })
  expect(await found(ayu)).toContain('record_edits.changes')

  expect((await erase(ayu, { contact_id }, 'Zaphod')).problem.errors![0]).toMatchObject({ path: 'confirmation' })
  expect((await erase(ayu, { contact_id, investor_id })).problem.errors![0]).toMatchObject({ path: 'contact_id' })
  for (const target of [{ contact_id }, { investor_id }]) {
    expect((await erase(other, target)).status).toBe(404)
    expect((await preview(other, target)).status).toBe(404)
  }
  const done = made(await erase(ayu, { contact_id }))
  expect({ erased: done.erased, kept: done.kept }).toEqual({ erased: shown.erased, kept: shown.kept })
  expect(await found(ayu)).toEqual([])
  expect({ totals: await totals(), counts: await counts() }).toEqual(before)
  expect(made(await ayu.call(investors.get, { params: { id: investor_id } }))).toMatchObject({
    email: '',
    do_not_contact: true,
  })
  expect(made(await ayu.call(investments.get, { params: { id: investment_id } }))).toMatchObject({ funded: '60.00' })
  expect((await ayu.call(contacts.get, { params: { id: contact_id } })).status).toBe(404)
  expect((await erase(ayu, { contact_id })).status).toBe(404)
  expect((await erase(ayu, { investor_id }, 'IV-0001')).status).toBe(404)
  expect(made(await ayu.call(imports.rows, { params: { id: imported.id }, query: {} })).data).toHaveLength(1)

  // The certificate, now and later; not for others.
  expect(made(await ayu.call(erasures.list, { query: {} })).data).toEqual([done])
  expect(made(await other.call(erasures.list, { query: {} })).data).toEqual([])
  const link = { kind: 'erasure_certificate', input: { id: done.id, locale: 'id' } } as const
  const { url } = made(await ayu.call(downloads.create, { body: link }))
  const { rawPayload } = await app.inject(url)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)))
  expect(text.join(' ')).toContain('Magrathea')
  expect(text.join(' ').replace(/\s/g, '')).toContain(done.digests[0]!)

  // Known again by an import: still opted out.
  const again = made(
    await ayu.call(imports.paste, { body: { kind: 'contacts', text: `Name\tPhone\nZ. B.\t${phone}` } }),
  )
  const worker = startImports({ database, log: quiet })
  made(await ayu.call(imports.start, { params: { id: again.id } }))
  await until(
    'the import',
    async () => made(await ayu.call(imports.get, { params: { id: again.id } })).status === 'done',
  )
  await worker.stop()
  expect(made(await ayu.call(contacts.list, { query: { q: 'Z. B.' } })).data).toMatchObject([{ consent: 'opted_out' }])
})

test('what is about the person elsewhere goes too: messages to their assistant, former investments, earlier numbers, stored responses', async () => {
  const ayu = await signUp({ country: 'US' })
  const { contact_id, investor_id, investment_id } = await person(ayu)
  const assistant = made(await ayu.call(contacts.create, { body: { name: 'Trillian', phone: '+6281255541988' } }))
  // One investment now belongs to another investor, which a day in between remembers.
  const owner = await addInvestor(ayu, { name: 'Owner', country: 'SG' })
  const status_id = await statusOf(ayu, 'committed')
  const sold = await addInvestment(ayu, { investor_id, status_id, committed_amount: '5', committed_on: '2025-01-05' })
  await asOrganization(database, ayu, ({ db }) =>
    sql`update investments set created_at = now() - interval '9 days'`.execute(db),
  )
  const { version } = made(await ayu.call(investments.get, { params: { id: sold.id } }))
  made(await ayu.call(investments.update, { params: { id: sold.id }, body: { version, investor_id: owner.id } }))
  const headers = { authorization: `Bearer ${ayu.access_token}`, 'idempotency-key': 'a' }
  const payload = { investment_id, body: 'Called Zaphod' }
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/notes', headers, payload })
  expect(statusCode).toBe(201)
  made(
    await ayu.call(imports.paste, {
      body: { kind: 'contacts', text: 'Name\tPhone\nZaphod Beeblebrox\t12' },
    }),
  )
  await asOrganization(database, ayu, async ({ db, organization_id }) => {
    await sql`update imports set status = 'done', finished_at = now()`.execute(db)
    const { rows } = await sql<{ id: string }>`select id from wa_sessions limit 1`.execute(db)
    const { id } = await draft(ayu, rows[0]!.id, { all_contacts: true })
    const { id: later } = await draft(ayu, rows[0]!.id, { all_contacts: true })
    await sql`insert into recipients (organization_id, broadcast_id, session_id, contact_id, investor_id, name, address, address_key, status, due_at, wa_message_id, text)
      values (${organization_id}, ${id}, ${rows[0]!.id}, ${assistant.id}, ${investor_id}, 'Trillian', '+6281255541988', '+6281255541988', 'read', null, 'M-1', 'Zaphod has 60'),
        (${organization_id}, ${later}, ${rows[0]!.id}, ${assistant.id}, ${investor_id}, 'Trillian', '+6281255541988', '+6281255541988', 'pending', now(), null, null),
        (${organization_id}, ${later}, ${rows[0]!.id}, ${contact_id}, ${investor_id}, 'Zaphod', '+6281255541980', '+6281255541980', 'read', null, 'M-2', 'Zaphod')`.execute(
      db,
    )
    await sql`insert into opt_outs (organization_id, phone_key, evidence) values (${organization_id}, '+6281255541980', 'STOP')`.execute(
      db,
    )
  })
  expect(await found(ayu)).toEqual(
    expect.arrayContaining(['idempotency_keys.response', 'import_rows.cells', 'recipients.text']),
  )
  const done = made(await erase(ayu, { investor_id }))
  expect(done.kept.consents).toBe(2)
  expect(await found(ayu)).toEqual([])
  await asOrganization(database, ayu, async ({ db }) => {
    const { rows } =
      await sql`select status, reason from recipients where contact_id = ${assistant.id} order by status`.execute(db)
    expect(rows).toEqual([
      { status: 'skipped', reason: 'do_not_contact' },
      { status: 'read', reason: null },
    ])
    const history = await sql<{
      title: string
    }>`select title from investment_history where investment_id = ${sold.id}`.execute(db)
    expect(history.rows).toEqual([{ title: 'IV-0001' }])
    expect((await sql`select from opt_outs`.execute(db)).rows).toEqual([])
  })
})

test('a merged record leads to its winner: both are erased, and the merge cannot be undone', async () => {
  const ayu = await signUp({ country: 'US' })
  const { contact_id } = await person(ayu)
  const twin = made(await ayu.call(contacts.create, { body: { name: 'Zaphod B.', email: 'zaphod@example.com' } }))
  const body = { kind: 'contact' as const, winner_id: contact_id, loser_ids: [twin.id] }
  const merged = made(await ayu.call(merges.create, { body }))
  made(await erase(ayu, { contact_id: twin.id }, 'Zaphod B.'))
  expect(await found(ayu)).toEqual([])
  expect((await ayu.call(contacts.get, { params: { id: contact_id } })).status).toBe(404)
  expect((await ayu.call(merges.undo, { params: { id: merged.id } })).problem.code).toBe('state_conflict')
})

test('an erased investor that gets a name again can be erased again', async () => {
  const ayu = await signUp({ country: 'US' })
  const { investor_id } = await person(ayu)
  made(await erase(ayu, { investor_id }))
  expect((await preview(ayu, { investor_id })).status).toBe(404)
  const { version } = made(await ayu.call(investors.get, { params: { id: investor_id } }))
  const body = { version, name: 'Zaphod Beeblebrox', email: 'zaphod@example.com' }
  made(await ayu.call(investors.update, { params: { id: investor_id }, body }))
  made(await erase(ayu, { investor_id }))
  expect(await found(ayu)).toEqual([])
  expect((await preview(ayu, { investor_id })).status).toBe(404)
})

test('of two requests at once one erases', async () => {
  const ayu = await signUp({ country: 'US' })
  const { contact_id, investor_id } = await person(ayu)
  const answers = await Promise.all([erase(ayu, { contact_id }), erase(ayu, { investor_id })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404])
  expect(await found(ayu)).toEqual([])
})

test('erased during a broadcast: nothing more is sent, and what was in flight ends in a true state', async () => {
  const ayu = await signUp()
  const { contact_id } = await person(ayu)
  const rows = await asOrganization(database, ayu, async ({ db, organization_id }) => {
    const { rows } = await sql<{ id: string }>`select id from wa_sessions limit 1`.execute(db)
    return [organization_id, rows[0]!.id] as const
  })
  const [, session] = rows
  const states = ['pending', 'sending', 'unknown', 'accepted', 'delivered'] as const
  const ids: string[] = []
  for (const status of states) {
    const { id } = await draft(ayu, session, { all_contacts: true })
    ids.push(id)
    await asOrganization(database, ayu, ({ db, organization_id }) =>
      sql`insert into recipients (organization_id, broadcast_id, session_id, contact_id, name, address, address_key, status, due_at, decide_at, wa_message_id, text)
        values (${organization_id}, ${id}, ${session}, ${contact_id}, 'Zaphod', ${phone}, ${phone}, ${status}, ${status === 'pending' ? sql`now()` : null},
          ${['sending', 'unknown', 'accepted'].includes(status) ? sql`now()` : null}, ${status === 'pending' ? null : `M-${status}`}, 'Zaphod')`.execute(
        db,
      ),
    )
  }
  made(await erase(ayu, { contact_id }))
  const left = await asOrganization(database, ayu, async ({ db }) => {
    const { rows } = await sql<{ status: string; reason: string | null }>`
      select status, reason from recipients order by array_position(${ids}::uuid[], broadcast_id)`.execute(db)
    return rows
  })
  expect(left).toEqual([
    { status: 'skipped', reason: 'contact_deleted' },
    ...Array(3).fill({ status: 'failed', reason: 'unconfirmed' }),
    { status: 'delivered', reason: null },
  ])
  expect(await found(ayu)).toEqual([])
  for (const id of ids)
    expect(made(await ayu.call(broadcasts.recipients, { params: { id }, query: {} })).data).toMatchObject([
      { name: '' },
    ])
})

test('erasing while a broadcast of many runs leaves each message in a final state', async () => {
  const ayu = await signUp()
  const { contact_id } = await person(ayu)
  const engine = start(config.secret, { latency: { acknowledgeMs: 20 } })
  const session = await connectPhone(ayu)
  for (let n = 0; n < 30; n++)
    made(await ayu.call(contacts.create, { body: { name: `N${n}`, phone: `+62812555${42_000 + n}` } }))
  const { id } = await draft(ayu, session, { all_contacts: true })
  made(await ayu.call(broadcasts.send, { params: { id } }))
  made(await erase(ayu, { contact_id }))
  const { counts } = await sent(ayu, id)
  const total = Object.values(counts).reduce<number>((sum, n) => sum + (typeof n === 'number' ? n : 0), 0)
  expect(total).toBeGreaterThanOrEqual(30)
  await stopPhone(ayu, session)
  await engine.stop()
  expect((await found(ayu)).filter((column) => column !== 'wa_session_commands.payload')).toEqual([])
})
