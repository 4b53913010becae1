// Contacts over HTTP: unique numbers, versions, opt-outs, search, tenant isolation.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import { users } from '../../../contract/users.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'

const { app, signUp, database } = await testApp()

async function add(caller: Caller, body: { name: string; phone?: string; [field: string]: string | undefined }) {
  const answer = await caller.call(contacts.create, { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.problem))
  return answer.body
}

async function names(caller: Caller, query: Record<string, unknown>) {
  const { status, body } = await caller.call(contacts.list, { query })
  expect(status).toBe(200)
  return body.data.map(({ name }) => name)
}

test('invisible text counts as empty: required fields reject it, others stay empty', async () => {
  const ayu = await signUp()
  const refused = await ayu.call(contacts.create, { body: { name: '\u200E\u3164' } })
  expect(refused).toMatchObject({ status: 400, problem: { errors: [{ path: 'name', message: 'is required' }] } })
  const made = await add(ayu, {
    name: 'Budi\u202E',
    preferred_name: '\u200B',
    notes: '\u2800 \n',
    phone: '08123456789',
  })
  expect(made).toMatchObject({ name: 'Budi', preferred_name: '', notes: '' })
})

test('a contact is created, read, changed, deleted and restored', async () => {
  const ayu = await signUp()
  const made = await add(ayu, {
    name: '  Budi ',
    preferred_name: 'Pak Budi',
    phone: '0812-3456-789',
    email: 'Budi@Example.com',
  })
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Budi',
    preferred_name: 'Pak Budi',
    phone: '+628123456789',
    phone_text: '+62 812 3456 789',
    phone_label: 'mobile',
    other_phones: [],
    former_phones: [],
    wa_id: null,
    email: 'Budi@Example.com',
    other_emails: [],
    company: '',
    job_title: '',
    language: '',
    time_zone: 'Asia/Jakarta',
    time_zone_is_default: true,
    notes: '',
    consent: 'unknown',
    consent_at: null,
    consent_how: '',
    consent_evidence: '',
    tags: [],
    investors: [],
    last_contacted_at: null,
    custom: {},
    version: 1,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  })
  const params = { id: made.id }
  expect((await ayu.call(contacts.get, { params })).body).toEqual(made)
  const changed = await ayu.call(contacts.update, { params, body: { version: 1, company: 'PT Maju', phone: '' } })
  expect(changed.body).toMatchObject({ company: 'PT Maju', phone: null, version: 2, name: 'Budi' })
  expect((await ayu.call(contacts.remove, { params })).status).toBe(204)
  expect((await ayu.call(contacts.remove, { params })).status).toBe(404)
  expect((await ayu.call(contacts.get, { params })).status).toBe(404)
  expect(await names(ayu, {})).toEqual([])
  expect((await ayu.call(contacts.update, { params, body: { version: 3, company: 'x' } })).status).toBe(404)
  expect((await ayu.call(contacts.restore, { params })).body).toMatchObject({ name: 'Budi' })
  expect((await ayu.call(contacts.restore, { params })).status).toBe(200)
  expect(await names(ayu, {})).toEqual(['Budi'])
})

test('a stale version is rejected', async () => {
  const ayu = await signUp()
  const { id } = await add(ayu, { name: 'Siti' })
  const params = { id }
  const first = await ayu.call(contacts.update, { params, body: { version: 1, company: 'First' } })
  expect(first.body.version).toBe(2)
  const second = await ayu.call(contacts.update, { params, body: { version: 1, company: 'Second' } })
  expect(second.status).toBe(409)
  expect(second.problem).toMatchObject({ code: 'version_conflict', current: { id, company: 'First', version: 2 } })
  const nothing = await ayu.call(contacts.update, { params, body: { version: 2 } })
  expect(nothing.body).toEqual(first.body)
  const parallel = await Promise.all(
    ['a', 'b', 'c', 'd'].map((company) => ayu.call(contacts.update, { params, body: { version: 2, company } })),
  )
  expect(parallel.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

describe('one number, one contact', () => {
  test('also with twenty concurrent requests', async () => {
    const ayu = await signUp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ayu.call(contacts.create, {
          body: { name: `Double ${index}`, phone: index % 2 ? '0811222333' : '+62 811 222 333' },
        }),
      ),
    )
    const winners = answers.filter(({ status }) => status === 201)
    expect(winners).toHaveLength(1)
    for (const { status, problem } of answers.filter((answer) => answer !== winners[0])) {
      expect(status).toBe(409)
      expect(problem).toMatchObject({
        code: 'phone_taken',
        errors: [{ path: 'phone', code: 'phone.taken', message: `${winners[0]!.body.name} already has this number.` }],
        current: { id: winners[0]!.body.id, name: winners[0]!.body.name },
      })
    }
    expect(await names(ayu, {})).toHaveLength(1)
  })

  test('in every form the number may have', async () => {
    const joao = await signUp({ country: 'BR' })
    const made = await add(joao, { name: 'João', phone: '(11) 98765-4321' })
    expect(made.phone).toBe('+5511987654321')
    const again = await joao.call(contacts.create, { body: { name: 'J', phone: '+55 11 8765-4321' } })
    expect(again.problem).toMatchObject({ code: 'phone_taken', current: { id: made.id } })
  })

  test('when a contact is changed, restored or its number typed', async () => {
    const ayu = await signUp()
    const budi = await add(ayu, { name: 'Budi', phone: '0811222333' })
    const siti = await add(ayu, { name: 'Siti', phone: '0811222334' })
    const change = await ayu.call(contacts.update, {
      params: { id: siti.id },
      body: { version: 1, phone: '0811222333' },
    })
    expect(change.problem).toMatchObject({ code: 'phone_taken', current: { id: budi.id, name: 'Budi' } })
    expect((await ayu.call(contacts.get, { params: { id: siti.id } })).body).toEqual(siti)
    // A contact's own number is not a duplicate.
    expect(
      (await ayu.call(contacts.update, { params: { id: siti.id }, body: { version: 1, phone: '0811 222 334' } }))
        .status,
    ).toBe(200)
    await ayu.call(contacts.remove, { params: { id: budi.id } })
    const heir = await add(ayu, { name: 'Heir', phone: '0811222333' })
    const restored = await ayu.call(contacts.restore, { params: { id: budi.id } })
    expect(restored.problem).toMatchObject({ code: 'phone_taken', current: { id: heir.id, name: 'Heir' } })
    const parsed = async (phone: string) => (await ayu.call(contacts.parsePhone, { query: { phone } })).body
    expect(await parsed('0811222333')).toEqual({
      phone: '+62811222333',
      phone_text: '+62 811 222 333',
      reason: null,
      contact: { id: heir.id, name: 'Heir' },
    })
    expect(await parsed('0811222999')).toMatchObject({ phone: '+62811222999', reason: null, contact: null })
    expect(await parsed('12')).toEqual({
      phone: null,
      phone_text: null,
      reason: {
        code: 'phone.too_short_in',
        params: { country: 'ID' },
        text: 'This number is too short for Indonesia. Begin numbers of other countries with + and the country code.',
      },
      contact: null,
    })
    expect(await parsed(' ')).toEqual({ phone: null, phone_text: null, reason: null, contact: null })
  })

  test('an invalid number is an error on its field', async () => {
    const ayu = await signUp()
    const { status, problem } = await ayu.call(contacts.create, { body: { name: 'Budi', phone: '9.62791E+11' } })
    expect(status).toBe(400)
    expect(problem.errors).toEqual([
      {
        path: 'phone',
        code: 'phone.damaged',
        params: { text: '9.62791E+11' },
        message: expect.stringContaining('spreadsheet'),
      },
    ])
  })
})

describe('an opt-out', () => {
  test('belongs to the number and outlives the contact', async () => {
    const ayu = await signUp()
    const budi = await add(ayu, { name: 'Budi', phone: '0811222333', consent: 'opted_out' })
    expect(budi.consent).toBe('opted_out')
    await ayu.call(contacts.remove, { params: { id: budi.id } })
    const again = await add(ayu, { name: 'Budi again', phone: '0811222333' })
    expect(again.consent).toBe('opted_out')
    expect(await names(ayu, { consent: 'opted_out' })).toEqual(['Budi again'])
    expect(await names(ayu, { consent: 'unknown' })).toEqual([])
    const unknown = await ayu.call(contacts.update, {
      params: { id: again.id },
      body: { version: 1, consent: 'unknown' },
    })
    expect([unknown.status, unknown.problem.code, unknown.problem.errors?.[0]?.path]).toEqual([
      409,
      'state_conflict',
      'consent',
    ])
    const whole = { version: 1, consent: 'unknown', name: 'Budi again', phone: '0811222333' } as const
    expect((await ayu.call(contacts.update, { params: { id: again.id }, body: whole })).status).toBe(409)
    const back = await ayu.call(contacts.update, {
      params: { id: again.id },
      body: { version: 1, consent: 'opted_in' },
    })
    expect(back.body.consent).toBe('opted_in')
    expect(await names(ayu, { consent: 'opted_out' })).toEqual([])
  })

  test('applies to a contact’s new number, and still to the old one', async () => {
    const ayu = await signUp()
    const budi = await add(ayu, { name: 'Budi', phone: '0811222333', consent: 'opted_out' })
    const moved = await ayu.call(contacts.update, {
      params: { id: budi.id },
      body: { version: 1, phone: '0811222444' },
    })
    expect(moved.body.consent).toBe('opted_out')
    expect((await add(ayu, { name: 'Old number', phone: '0811222333' })).consent).toBe('opted_out')
    await ayu.call(contacts.remove, { params: { id: budi.id } })
    expect((await add(ayu, { name: 'New number', phone: '0811222444' })).consent).toBe('opted_out')
  })

  test('is not lifted by the old opt-in of another number', async () => {
    const ayu = await signUp()
    const gone = await add(ayu, { name: 'Gone', phone: '0811222333', consent: 'opted_out' })
    await ayu.call(contacts.remove, { params: { id: gone.id } })
    const other = await add(ayu, { name: 'Other', phone: '0811222444', consent: 'opted_in' })
    const moved = await ayu.call(contacts.update, {
      params: { id: other.id },
      body: { version: 1, phone: '0811222333' },
    })
    expect(moved.body.consent).toBe('opted_out')
  })
})

describe('the list', () => {
  test('is sorted by collation, each row on exactly one page', async () => {
    const ayu = await signUp()
    for (const name of ['Zoë', 'Emil', 'emma', 'Émile', 'Álvaro', 'Budi', 'Eve', 'Budi', 'Budi'])
      await add(ayu, { name })
    const sorted = ['Álvaro', 'Budi', 'Budi', 'Budi', 'Emil', 'Émile', 'emma', 'Eve', 'Zoë']
    expect(await names(ayu, { sort: 'name' })).toEqual(sorted)
    expect(await names(ayu, { sort: '-name' })).toEqual(sorted.toReversed())
    const ids = new Set<string>()
    for (const page of [1, 2, 3, 4, 5]) {
      const { body } = await ayu.call(contacts.list, { query: { page, per_page: 2, sort: 'company' } })
      for (const { id } of body.data) ids.add(id)
      expect(body.pagination).toEqual({ page, per_page: 2, total: 9, total_pages: 5 })
    }
    expect(ids.size).toBe(9)
    const beyond = await ayu.call(contacts.list, { query: { page: 99, q: 'budi' } })
    expect(beyond.body).toEqual({ data: [], pagination: { page: 99, per_page: 20, total: 3, total_pages: 1 } })
  })

  test.each([
    ['jose', ['José García']],
    ['JOSÉ garcia', ['José García']],
    ['garcía josé', ['José García']],
    ['arc', ['José García']],
    ['ga', ['José García']],
    ['di', ['Budi Santoso']],
    ['pak', ['Budi Santoso']],
    ['maju', ['Budi Santoso']],
    ['budi@ex', ['Budi Santoso']],
    ['0812', ['Budi Santoso']],
    ['0812-3456', ['Budi Santoso']],
    ['+62 812', ['Budi Santoso']],
    ['٠٨١٢', ['Budi Santoso']],
    ['56789', ['Budi Santoso']],
    ['小明', ['王小明']],
    ['100%', ['100% Real_Estate']],
    ['%', ['100% Real_Estate']],
    ['_', ['100% Real_Estate']],
    ['l_e', ['100% Real_Estate']],
    ['\\', ['back\\slash']],
    ['budi garcia', []],
    ["'; drop table contacts", []],
    ['*:*', []],
    ['   ', ['100% Real_Estate', 'back\\slash', 'Budi Santoso', 'José García', '王小明']],
  ])('finds %s', async (q, expected) => {
    expect(await names(await people(), { q })).toEqual(expected)
  })

  let searched: Promise<Caller> | undefined
  function people() {
    searched ??= (async () => {
      const ayu = await signUp()
      await add(ayu, {
        name: 'Budi Santoso',
        preferred_name: 'Pak Budi',
        phone: '0812-3456-789',
        email: 'budi@example.com',
        company: 'PT Maju',
      })
      for (const name of ['José García', '100% Real_Estate', 'back\\slash', '王小明']) await add(ayu, { name })
      return ayu
    })()
    return searched
  }

  test.each([
    { sort: 'password_hash' },
    { sort: 'name;drop' },
    { page: 0 },
    { per_page: 201 },
    { per_page: '1e309' },
    { q: 'x'.repeat(201) },
    { consent: 'maybe' },
  ])('rejects %o', async (query) => {
    const ayu = await people()
    const { status, problem } = await ayu.call(contacts.list, { query: query as never })
    expect(status).toBe(400)
    expect(problem.errors?.[0]?.path).toBe(Object.keys(query)[0])
  })

  test('rejects unknown parameters', async () => {
    const ayu = await people()
    expect((await ayu.call(contacts.list, { query: { colour: 'red' } as never })).status).toBe(400)
  })

  test('uses the trigram index under row-level security', async () => {
    const { rows } = await sql<{ proleakproof: boolean }>`
      select proleakproof from pg_proc where oid = 'pg_catalog.textlike(text, text)'::regprocedure`.execute(
      database.system,
    )
    expect(rows).toEqual([{ proleakproof: true }])
  })
})

test('contacts of other organizations are not found', async () => {
  const [ayu, eve] = [await signUp(), await signUp()]
  const { id } = await add(ayu, { name: 'Budi', phone: '0811222333' })
  const params = { id }
  expect((await eve.call(contacts.get, { params })).status).toBe(404)
  expect((await eve.call(contacts.update, { params, body: { version: 1, name: 'Mine' } })).status).toBe(404)
  expect((await eve.call(contacts.remove, { params })).status).toBe(404)
  expect((await eve.call(contacts.restore, { params })).status).toBe(404)
  expect(await names(eve, {})).toEqual([])
  expect((await eve.call(contacts.parsePhone, { query: { phone: '0811222333' } })).body.contact).toBeNull()
  expect((await add(eve, { name: 'Also Budi', phone: '0811222333' })).consent).toBe('unknown')
  expect((await ayu.call(contacts.get, { params })).body).toMatchObject({ name: 'Budi', version: 1 })
})

describe('the time zone of a contact', () => {
  test('follows the number until a user chooses one', async () => {
    const ayu = await signUp()
    const { id } = await add(ayu, { name: 'Budi', phone: '0811222333' })
    const zone = async (change: object) => {
      const { version } = (await ayu.call(contacts.get, { params: { id } })).body
      const { body } = await ayu.call(contacts.update, { params: { id }, body: { version, ...change } })
      return [body.time_zone, body.time_zone_is_default]
    }
    expect(await zone({ phone: '+91 98765 43210' })).toEqual(['Asia/Kolkata', true])
    expect(await zone({ time_zone: 'Asia/Makassar' })).toEqual(['Asia/Makassar', false])
    expect(await zone({ phone: '0811222333' })).toEqual(['Asia/Makassar', false])
    expect(await zone({ time_zone: '' })).toEqual(['Asia/Jakarta', true])
    const wrong = await ayu.call(contacts.update, { params: { id }, body: { version: 5, time_zone: 'Mars/Base' } })
    expect(wrong.problem.errors).toMatchObject([{ path: 'time_zone' }])
  })
})

describe('a consent', () => {
  test('has a time, a method and evidence, which another consent resets', async () => {
    const ayu = await signUp()
    const { id } = await add(ayu, { name: 'Budi', phone: '0811222333' })
    const change = async (body: object) => {
      const { version } = (await ayu.call(contacts.get, { params: { id } })).body
      return (await ayu.call(contacts.update, { params: { id }, body: { version, ...body } })).body
    }
    const given = await change({ consent: 'opted_in', consent_how: 'In person', consent_evidence: 'Form 12' })
    expect(given).toMatchObject({ consent: 'opted_in', consent_how: 'In person', consent_evidence: 'Form 12' })
    expect(given.consent_at).toMatch(/Z$/)
    // Repeating it, or editing other fields, keeps it.
    expect(await change({ consent: 'opted_in', company: 'PT' })).toMatchObject({
      consent_at: given.consent_at,
      consent_how: 'In person',
    })
    const dated = await change({ consent_at: '2026-01-31T05:00:00.000Z' })
    expect(dated).toMatchObject({ consent_at: '2026-01-31T05:00:00.000Z', consent_evidence: 'Form 12' })
    const { version } = dated
    const future = { version, consent_at: '2999-01-01T00:00:00.000Z' }
    expect((await ayu.call(contacts.update, { params: { id }, body: future })).problem.errors).toMatchObject([
      { path: 'consent_at', message: 'must not be in the future' },
    ])
    const taken = await change({ consent: 'opted_out' })
    expect(taken).toMatchObject({ consent: 'opted_out', consent_how: '', consent_evidence: '' })
    expect(taken.consent_at).not.toBe(dated.consent_at)
    expect(await change({ consent: 'unknown' })).toMatchObject({ code: 'state_conflict' })
    expect(await change({ consent: 'opted_in' })).toMatchObject({ consent: 'opted_in' })
    expect(await change({ consent: 'unknown' })).toMatchObject({ consent: 'unknown', consent_at: null })
  })

  test('withdrawn by number shows the record of the number', async () => {
    const ayu = await signUp()
    const first = await add(ayu, { name: 'Budi', phone: '0811222333', consent: 'opted_out', consent_evidence: 'STOP' })
    await ayu.call(contacts.remove, { params: { id: first.id } })
    const again = await add(ayu, { name: 'Budi', phone: '0811222333' })
    expect(again).toMatchObject({ consent: 'opted_out', consent_evidence: 'STOP', consent_at: expect.any(String) })
  })
})

test('a changed number resets what WhatsApp reported about the old one', async () => {
  const ayu = await signUp()
  const { id } = await add(ayu, { name: 'Budi', phone: '0811222333' })
  const { organization_id } = await database.system
    .selectFrom('users')
    .select('organization_id')
    .where('id', '=', (await ayu.call(users.profile)).body.id)
    .executeTakeFirstOrThrow()
  await inTenant(database, { organization_id }, ({ db }) => sql`update contacts set wa_id = '62811222333'`.execute(db))
  const params = { id }
  const same = await ayu.call(contacts.update, { params, body: { version: 1, phone: '+62811222333', company: 'PT' } })
  expect(same.body.wa_id).toBe('62811222333')
  expect((await ayu.call(contacts.update, { params, body: { version: 2, phone: '0811222334' } })).body.wa_id).toBeNull()
})

test('contacts are filtered by number and investor, and show their investor with the role', async () => {
  const ayu = await signUp()
  const budi = await add(ayu, { name: 'Budi', phone: '0811222333' })
  const siti = await add(ayu, { name: 'Siti' })
  await add(ayu, { name: 'Tono', phone: '0811222335' })
  const { organization_id } = await database.system
    .selectFrom('users')
    .select('organization_id')
    .where('id', '=', (await ayu.call(users.profile)).body.id)
    .executeTakeFirstOrThrow()
  await inTenant(database, { organization_id }, async ({ db }) => {
    await sql`
      with i as (insert into investors (organization_id, code, name, kind, investor_type_id)
        select organization_id, 'IV-' || row_number() over (), n.name, 'entity', t.id
        from (select * from investor_types limit 1) t, (values ('Fund A'), ('Fund B')) n (name) returning organization_id, id, name)
      insert into investor_contacts (organization_id, investor_id, contact_id, role, is_primary)
        select organization_id, id, ${budi.id}::uuid, 'finance', true from i
        union all select organization_id, id, ${siti.id}::uuid, 'legal', false from i where name = 'Fund B'`.execute(db)
  })
  const { body } = await ayu.call(contacts.get, { params: { id: budi.id } })
  expect(body.investors).toMatchObject([
    { name: 'Fund A', role: 'finance', is_primary: true, is_only: true },
    { name: 'Fund B', role: 'finance', is_primary: true, is_only: false },
  ])
  expect(await names(ayu, { has_investor: 'true' })).toEqual(['Budi', 'Siti'])
  expect(await names(ayu, { has_investor: 'false' })).toEqual(['Tono'])
  expect(await names(ayu, { has_phone: 'false' })).toEqual(['Siti'])
  expect(await names(ayu, { has_phone: 'true', has_investor: 'true', q: 'bud' })).toEqual(['Budi'])
  // Deleting the only contact of an investor is allowed; the page warns first.
  expect((await ayu.call(contacts.remove, { params: { id: budi.id } })).status).toBe(204)
  expect((await ayu.call(contacts.get, { params: { id: siti.id } })).body.investors).toMatchObject([{ is_only: true }])
})

test('the export has the filters, order and columns of the list, and ids for re-import', async () => {
  const ayu = await signUp()
  await add(ayu, { name: '=Budi', phone: '0811222333', company: 'A' })
  const siti = await add(ayu, { name: 'Siti', phone: '0811222334', company: 'B' })
  await add(ayu, { name: 'Tono', company: 'C' })
  const exported = async (query: object, columns?: string[]) => {
    const input = { format: 'csv' as const, query, ...(columns && { columns }) } as never
    const { status, body } = await ayu.call(downloads.create, { body: { kind: 'contacts', input } })
    return status === 201 ? (await app.inject({ url: body.url })).payload : status
  }
  expect(await exported({ has_phone: 'true', sort: '-company' }, ['name', 'company'])).toBe(
    `\uFEFFid,name,company\r\n${siti.id},Siti,B\r\n${(await ayu.call(contacts.list, { query: { q: 'Budi' } })).body.data[0]!.id},'=Budi,A\r\n`,
  )
  expect(String(await exported({})).split('\r\n')).toHaveLength(5)
  expect(await exported({ page: 2 })).toBe(400)
  expect(await exported({}, ['password'])).toBe(400)
})

test('names returns all contacts that match the filters on one page, or the existing ones among given ids', async () => {
  const ayu = await signUp()
  const other = await signUp()
  const budi = await add(ayu, { name: 'Budi', phone: '0812-3456-001', consent: 'opted_in' })
  const citra = await add(ayu, { name: 'Citra', phone: '0812-3456-002' })
  const foreign = await add(other, { name: 'Dewi' })
  for (let n = 10; n < 32; n++) await add(ayu, { name: `Eka ${n}`, consent: 'opted_in' })
  const ask = async (query: Record<string, unknown>) => (await ayu.call(contacts.names, { query })).body
  expect((await ask({ consent: 'opted_in' })).data.map(({ name }) => name)).toHaveLength(23)
  expect(await ask({ consent: 'opted_in', has_phone: 'true' })).toEqual({
    data: [{ id: budi.id, name: 'Budi', phone: '+628123456001' }],
    total: 1,
  })
  const ids = [citra.id, foreign.id, budi.id].join(',')
  expect((await ask({ ids })).data.map(({ name }) => name)).toEqual(['Budi', 'Citra'])
  expect(await ayu.call(contacts.names, { query: { ids: 'nobody' } })).toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'ids.0' }] },
  })
})
