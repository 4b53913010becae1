// Rules of test messages: who may send them, to whom, how many in an hour, and what an erasure does to their audit entries.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { audit } from '../../../contract/audit.ts'
import { auth } from '../../../contract/auth.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { directMessages } from '../../../contract/direct-messages.ts'
import { erasures } from '../../../contract/erasures.ts'
import { roles } from '../../../contract/roles.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, ordinary, testEngine } from '../../test/engine.ts'
import { addInvestor, made } from '../../test/records.ts'
import { addMember } from '../../test/team.ts'
import { until } from '../../test/until.ts'

const { start, signUp, call, clock, database, witness } = await testEngine()

/** Returns a contact whose values fill the text, a draft of a broadcast to it, and both ways to send a test message. */
async function desk(person: Caller) {
  const [contact] = await addContacts(person, [ordinary(1)])
  const [session] = made(await person.call(waSessions.list)).data
  const { id } = await draft(person, session!.id, { all_contacts: true })
  const ofBroadcast = (caller: Caller, to: string) => caller.call(broadcasts.test, { params: { id }, body: { to } })
  const ofText = (caller: Caller, to: string, text = 'Halo') =>
    caller.call(directMessages.test, { params: { id: contact! }, body: { text, to } })
  return { session: session!, id, contact: contact!, ofBroadcast, ofText }
}
const entries = async (person: Caller) =>
  made(await person.call(audit.list, { query: { group: 'messages' } })).data.filter(
    ({ action }) => action === 'test_message_sent',
  )

test('needs the permission to send broadcasts', async () => {
  const owner = await signUp()
  const { ofBroadcast, ofText } = await desk(owner)
  const role = made(await owner.call(roles.create, { body: { name: 'Clerk', permissions: ['edit'] } }))
  const clerk = await addMember({ call }, owner, role.id)
  for (const send of [ofBroadcast, ofText]) {
    expect((await send(clerk, ordinary(2))).status).toBe(403)
    expect((await send(owner, ordinary(2))).status).toBeLessThan(300)
  }
})

test('a test message is in the audit log with its sender, session and number, once for repeated clicks', async () => {
  const person = await signUp()
  const { session, ofBroadcast, ofText } = await desk(person)
  made(await ofBroadcast(person, ordinary(2)))
  made(await ofBroadcast(person, ordinary(2)))
  made(await ofText(person, ordinary(3)))
  expect(await entries(person)).toMatchObject(
    [ordinary(3), ordinary(2)].map((number) => ({
      target: { kind: 'session', id: session.id },
      what: [number],
      ip: '127.0.0.1',
      user: { name: expect.any(String) },
    })),
  )
})

describe('is refused', () => {
  const refused = async (answer: ReturnType<Awaited<ReturnType<typeof desk>>['ofText']>) => {
    const { status, problem } = await answer
    return [status, problem.errors?.[0]?.path, problem.errors?.[0]?.code]
  }

  test('for a number that has opted out, even if it is not the preferred one of a contact', async () => {
    const person = await signUp()
    const { ofBroadcast, ofText } = await desk(person)
    const other_phones = [{ phone: ordinary(12), label: 'home' as const }]
    made(
      await person.call(contacts.create, {
        body: { name: 'Sari', phone: ordinary(11), other_phones, consent: 'opted_out', consent_evidence: 'By letter' },
      }),
    )
    for (const send of [ofBroadcast, ofText])
      for (const number of [11, 12])
        expect(await refused(send(person, ordinary(number)) as never)).toEqual([409, 'to', 'test_message.opted_out'])
    expect(await entries(person)).toEqual([])
  })

  test('for a contact of an investor marked “Do not contact”', async () => {
    const person = await signUp()
    const { ofText } = await desk(person)
    await addInvestor(person, { name: 'Budi', do_not_contact: true, contact: { phone: ordinary(13) } })
    expect(await refused(ofText(person, ordinary(13)))).toEqual([409, 'to', 'test_message.do_not_contact'])
  })

  test('after one member has sent twenty in an hour, in both ways together', async () => {
    const owner = await signUp()
    const { ofBroadcast, ofText } = await desk(owner)
    const colleague = await addMember({ call }, owner)
    for (let n = 0; n < 10; n++) {
      made(await ofBroadcast(owner, ordinary(20 + n)))
      clock.now = new Date(clock.now.getTime() + 60_000)
      made(await ofText(owner, ordinary(20 + n)))
    }
    const late = await ofText(owner, ordinary(2))
    expect([late.status, late.problem.code, late.headers['retry-after']]).toEqual([429, 'too_many_requests', '3000'])
    expect((await ofBroadcast(owner, ordinary(2))).status).toBe(429)
    expect((await ofText(colleague, ordinary(2))).status).toBe(201)
    clock.now = new Date(clock.now.getTime() + 3_001_000)
    const { body } = await call(auth.refresh, { body: { refresh_token: owner.refresh_token } })
    const later: Caller = { ...owner, call: (endpoint, input) => call(endpoint, input, body.access_token) }
    expect((await ofText(later, ordinary(2))).status).toBe(201)
  })

  test('after twenty, even if the requests are concurrent', async () => {
    const owner = await signUp()
    const { ofText } = await desk(owner)
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => ofText(owner, ordinary(40 + n))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(await entries(owner)).toHaveLength(20)
  })
})

test('a test message counts in the daily limit of its session', async () => {
  const engine = start()
  const person = await signUp()
  await connectPhone(person)
  const { session, ofText } = await desk(person)
  const limits = {
    ...{ new_gap: { min: 10, max: 10 }, known_gap: { min: 3, max: 3 }, group_gap: { min: 5, max: 5 } },
    ...{ rest_after: 20, rest: { min: 0, max: 0 }, hourly_cap: 60, daily_cap: 1, new_chat_cap: 10, warm_up: null },
    ...{ hours: { from: '00:00', to: '00:01' }, contact_hours: 24 },
  }
  const pacing = { mode: 'custom' as const, limits }
  made(await person.call(waSessions.update, { params: { id: session.id }, body: { pacing } }))
  made(await ofText(person, ordinary(2), 'First'))
  await until(
    'the first test',
    () => witness(session.id),
    (seen) => seen.size > 0,
  )
  made(await ofText(person, ordinary(3), 'Second'))
  await until(
    'the second one to wait for the limit',
    async () => made(await person.call(waSessions.get, { params: { id: session.id } })).next_send,
    (next) => next?.reason === 'daily_cap',
  )
  expect([...(await witness(session.id)).keys()]).toEqual([ordinary(2)])
  await engine.stop()
})

test('an erased person’s number leaves the audit log; the act stays', async () => {
  const person = await signUp()
  const { contact, ofText } = await desk(person)
  made(await ofText(person, ordinary(1)))
  made(await ofText(person, ordinary(2)))
  made(await person.call(erasures.create, { body: { contact_id: contact, confirmation: 'Contact 1' } as never }))
  expect((await entries(person)).map(({ what }) => what)).toEqual([[ordinary(2)], []])
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_events where strpos(detail::text, ${ordinary(1)}) > 0`.execute(database.system)
  expect(rows[0]!.count).toBe(0)
})
