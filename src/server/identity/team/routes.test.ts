// The team over HTTP: inviting, joining by both links, and removing members.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { team } from '../../../contract/team.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { startMail } from '../../platform/mail/service.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { mailServer } from '../../test/mail-server.ts'
import { until } from '../../test/until.ts'

const smtp = await mailServer()
const settings = {
  PUBLIC_URL: 'https://kabar.example/',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Kabar <kabar@kabar.example>',
}
const { call, signUp, database, clock, config } = await testApp(settings)
const limited = await testApp({ ...settings, RATE_LIMITS: 'on' })
const byInvite = await testApp({ ...settings, REGISTRATION: 'invite' }, database)
const closed = await testApp({ ...settings, REGISTRATION: 'closed' }, database)
const worker = startMail({ database, config, log: { info() {}, warn() {}, error() {} } })
afterAll(() => worker.stop())

const password = 'correct horse battery'
const day = 86_400_000
let addresses = 0
const newAddress = () => `colleague${++addresses}@example.com`
const tokenOf = (link: string) => new URL(link).searchParams.get('invite')!
const asCaller = (tokens: { access_token: string; refresh_token: string }): Caller => ({
  ...tokens,
  call: (endpoint, input) => call(endpoint, input, tokens.access_token),
})
const register = (email: string, invite: string) =>
  call(auth.register, { body: { name: 'Budi Santoso', email, password, invite } })
const join = (person: Caller, invite: string) => person.call(team.join, { body: { invite } })
const look = (invite: string) => call(team.invited, { body: { invite } })

async function invite(person: Caller, ...emails: string[]) {
  const { status, body } = await person.call(team.invite, { body: { emails, role: 'owner' } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
async function inviteOne(person: Caller, email: string) {
  const [made] = await invite(person, email)
  return { ...made!, token: tokenOf(made!.link) }
}
/** A new user in the team of `person`. */
async function colleagueOf(person: Caller, email = newAddress()) {
  const { token } = await inviteOne(person, email)
  const { status, body } = await register(email, token)
  expect(status).toBe(201)
  return asCaller(body)
}
const idOf = async (person: Caller) => (await person.call(users.profile)).body.id
const membersOf = async (person: Caller) => (await person.call(team.get)).body.members
const audited = async (action: string) => {
  const { rows } = await sql<{ target_id: string; user_id: string }>`
    select target_id, user_id from audit_events where action = ${action} order by at, id`.execute(database.system)
  return rows
}
const mailTo = async (email: string) =>
  (await until(`the email to ${email}`, () => smtp.mails.find(({ to }) => to.includes(email))))!.text
const countOf = async (where: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${where}`.execute(database.system)
  return rows[0]!.n
}

test('a new organization has one member, the user', async () => {
  const person = await signUp({ email: 'alone@example.com' })
  const { body } = await person.call(team.get)
  expect(body).toEqual({
    members: [
      {
        id: await idOf(person),
        name: expect.any(String),
        email: 'alone@example.com',
        joined_at: expect.stringMatching(/Z$/),
        is_you: true,
        state: 'active',
        role: { id: 'owner', name: null },
        has_second_factor: false,
      },
    ],
    second_factor_required: false,
    invitations: [],
  })
})

test('a colleague is invited by mail, registers by the link, and is in the same organization', async () => {
  const person = await signUp({ email: 'ayu@example.com', organization: 'Bintang', country: 'ID' })
  const made = await inviteOne(person, 'Budi@Example.com')
  expect(made.link).toBe(`https://kabar.example/register?invite=${made.token}`)
  expect(Buffer.from(made.token, 'base64url')).toHaveLength(32)
  expect((await person.call(team.get)).body.invitations).toEqual([
    {
      id: made.id,
      email: 'Budi@Example.com',
      invited_by: expect.any(String),
      sent_at: clock.now.toISOString(),
      expires_at: new Date(clock.now.getTime() + 7 * day).toISOString(),
      role: { id: 'owner', name: null },
    },
  ])
  const mail = await mailTo('Budi@example.com')
  expect(mail).toContain(made.link)
  expect(mail).toMatch(/Subject: Person \d+ invites you to Bintang/)
  expect(mail).toContain('Hello,')

  expect((await look(made.token)).body).toEqual({
    organization: 'Bintang',
    invited_by: expect.any(String),
    email: 'Budi@Example.com',
    has_account: false,
  })
  const registered = await call(auth.register, {
    body: {
      name: 'Budi',
      email: 'budi@example.com',
      password,
      organization: 'Mine',
      country: 'US',
      invite: made.token,
    },
  })
  expect(registered.status).toBe(201)
  const budi = asCaller(registered.body)
  expect((await budi.call(users.profile)).body).toMatchObject({ organization: 'Bintang', country: 'ID' })
  expect((await membersOf(budi)).map(({ email, is_you }) => [email, is_you])).toEqual([
    ['ayu@example.com', false],
    ['budi@example.com', true],
  ])
  expect((await person.call(team.get)).body.invitations).toEqual([])
  expect((await budi.call(waSessions.list)).body.data).toHaveLength(1)
  expect(await countOf(sql`organizations where name = 'Mine'`)).toBe(0)
  expect((await audited('invitation_sent')).at(-1)).toEqual({ target_id: made.id, user_id: await idOf(person) })
  expect((await audited('member_joined')).at(-1)).toEqual({ target_id: made.id, user_id: await idOf(budi) })
})

test('the email is in the inviter’s language', async () => {
  const person = await signUp({ organization: 'Bulan' })
  await person.call(users.updateProfile, { body: { locale: 'id' } })
  const email = newAddress()
  await inviteOne(person, email)
  const mail = await mailTo(email)
  expect(mail).toContain('mengundang Anda ke Bulan')
  expect(mail).toContain('Halo,')
})

test('several addresses are invited once each, and an invalid one is named', async () => {
  const person = await signUp()
  const [one, two] = [newAddress(), newAddress()]
  const made = await invite(person, one, two, one.toUpperCase())
  expect(made).toHaveLength(2)
  expect(new Set(made.map(({ link }) => link)).size).toBe(2)
  const wrong = await person.call(team.invite, { body: { emails: [newAddress(), 'nobody'] } })
  expect(wrong).toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'emails', message: '“nobody” is not an email address.' }] },
  })
  const many = Array.from({ length: 21 }, newAddress)
  expect((await person.call(team.invite, { body: { emails: many } })).status).toBe(400)
  expect((await person.call(team.invite, { body: { emails: [] } })).status).toBe(400)
  expect((await person.call(team.get)).body.invitations).toHaveLength(2)
})

test('if one address belongs to a member, no invitation is sent', async () => {
  const person = await signUp({ email: 'member@example.com' })
  const answer = await person.call(team.invite, { body: { emails: [newAddress(), 'Member@example.com'] } })
  expect(answer).toMatchObject({ status: 409, problem: { code: 'already_member', errors: [{ path: 'emails' }] } })
  expect((await person.call(team.get)).body.invitations).toEqual([])
})

test('only the digest of a link is stored, and never listed', async () => {
  const person = await signUp()
  const { token } = await inviteOne(person, newAddress())
  expect(JSON.stringify((await person.call(team.get)).body)).not.toContain(token)
  const { rows } = await sql<{ row: string; hash: Buffer }>`
    select i::text as row, token_hash as hash from invitations i order by created_at desc limit 1`.execute(
    database.system,
  )
  expect(rows[0]!.row).not.toContain(token)
  expect(rows[0]!.hash).toEqual(createHash('sha256').update(token).digest())
})

test('sending or inviting again invalidates the older link', async () => {
  const person = await signUp()
  const email = newAddress()
  const first = await inviteOne(person, email)
  const again = await person.call(team.resend, { params: { id: first.id } })
  expect(again.status).toBe(200)
  expect(again.body.id).toBe(first.id)
  const third = await inviteOne(person, email)
  expect(third.id).toBe(first.id)
  for (const old of [first.token, tokenOf(again.body.link)]) {
    expect(await look(old)).toMatchObject({ status: 400, problem: { code: 'invitation_invalid' } })
    expect((await register(email, old)).status).toBe(400)
  }
  expect((await register(email, third.token)).status).toBe(201)
  expect((await person.call(team.resend, { params: { id: first.id } })).status).toBe(404)
})

test('a link expires after 7 days, and can be sent again', async () => {
  const person = await signUp()
  const email = newAddress()
  const before = clock.now
  const made = await inviteOne(person, email)
  clock.now = new Date(before.getTime() + 7 * day)
  try {
    expect((await look(made.token)).problem.detail).toContain('older than 7 days')
    expect(await register(email, made.token)).toMatchObject({ status: 400, problem: { code: 'invitation_invalid' } })
    expect(await countOf(sql`users where email_key = ${email}`)).toBe(0)
  } finally {
    clock.now = before
  }
  const { body } = await person.call(team.resend, { params: { id: made.id } })
  expect((await register(email, tokenOf(body.link))).status).toBe(201)
})

test('a withdrawn invitation cannot be accepted', async () => {
  const person = await signUp()
  const stranger = await signUp({ email: newAddress() })
  const strangersEmail = (await stranger.call(users.profile)).body.email
  const made = await inviteOne(person, newAddress())
  const theirs = await inviteOne(person, strangersEmail)
  for (const { id } of [made, theirs]) {
    expect((await person.call(team.withdraw, { params: { id } })).status).toBe(204)
    expect((await person.call(team.withdraw, { params: { id } })).status).toBe(404)
  }
  expect((await person.call(team.get)).body.invitations).toEqual([])
  expect((await look(made.token)).problem.detail).toContain('withdrawn')
  expect(await register(made.email, made.token)).toMatchObject({ status: 400, problem: { code: 'invitation_invalid' } })
  expect(await join(stranger, theirs.token)).toMatchObject({ status: 400, problem: { code: 'invitation_invalid' } })
  expect((await stranger.call(users.profile)).status).toBe(200)
  expect((await audited('invitation_withdrawn')).map(({ target_id }) => target_id)).toContain(made.id)
})

test.each(['', 'nonsense', 'x'.repeat(200)])('a link with “%s” is invalid', async (token) => {
  expect(await look(token)).toMatchObject({ status: 400, problem: { code: 'invitation_invalid' } })
  expect((await register(newAddress(), token)).status).toBe(400)
})

test('an invitation is valid for its address only', async () => {
  const person = await signUp()
  const { token } = await inviteOne(person, newAddress())
  expect(await register(newAddress(), token)).toMatchObject({
    status: 409,
    problem: { code: 'invitation_email_mismatch', errors: [{ path: 'email' }] },
  })
  const other = await signUp()
  expect(await join(other, token)).toMatchObject({ status: 409, problem: { code: 'invitation_email_mismatch' } })
  expect((await look(token)).status).toBe(200)
})

test('of concurrent registrations with one invitation exactly one succeeds', async () => {
  const person = await signUp()
  const email = newAddress()
  const { token } = await inviteOne(person, email)
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => register(email, token)))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(4)
  for (const { problem } of refused) expect(['email_taken', 'invitation_invalid']).toContain(problem.code)
  expect(await membersOf(person)).toHaveLength(2)
  expect(await register(email, token)).toMatchObject({ status: 400, problem: { code: 'invitation_invalid' } })
})

test('a user of an empty organization joins with the same account, and every old session ends', async () => {
  const person = await signUp({ organization: 'Bintang' })
  const email = newAddress()
  const guest = await signUp({ email, organization: 'Mine alone' })
  const elsewhere = (await call(auth.login, { body: { email, password } })).body
  await guest.call(users.updateProfile, { body: { locale: 'id', time_zone: 'Asia/Tokyo' } })
  const before = (await guest.call(users.profile)).body
  const { link, token } = await inviteOne(person, email)
  expect(link).toBe(`https://kabar.example/login?invite=${token}`)
  expect((await look(token)).body).toMatchObject({ has_account: true, email })
  expect(await register(email, token)).toMatchObject({ status: 409, problem: { code: 'email_taken' } })

  const joined = await join(guest, token)
  expect(joined.status).toBe(200)
  const moved = asCaller(joined.body)
  const { id, name, created_at, locale, time_zone } = before
  const after = (await moved.call(users.profile)).body
  expect(after).toMatchObject({ id, name, email, created_at, locale, time_zone, organization: 'Bintang' })
  expect((await membersOf(person)).map(({ id }) => id)).toContain(id)
  for (const { access_token, refresh_token } of [guest, elsewhere]) {
    expect((await call(users.profile, {}, access_token)).status).toBe(401)
    expect((await call(auth.refresh, { body: { refresh_token } })).status).toBe(401)
  }
  expect((await call(auth.refresh, { body: { refresh_token: moved.refresh_token } })).status).toBe(200)
  expect((await call(auth.login, { body: { email, password } })).status).toBe(200)
  expect(await countOf(sql`organizations where name = 'Mine alone'`)).toBe(0)
  // Pressed twice, or opened again.
  expect((await join(moved, token)).status).toBe(400)
})

test('deleted records of a user’s organization do not prevent joining another one', async () => {
  const person = await signUp()
  const email = newAddress()
  const guest = await signUp({ email })
  const session_id = (await guest.call(waSessions.list)).body.data[0]!.id
  const contact = (await guest.call(contacts.create, { body: { name: 'Ayu', phone: '+6281234567890' } })).body
  const draft = { name: 'News', session_id, body: 'Hi', audience: { contact_ids: [contact.id] } }
  const broadcast = (await guest.call(broadcasts.create, { body: draft })).body
  const { token } = await inviteOne(person, email)
  expect((await join(guest, token)).problem).toMatchObject({ code: 'organization_in_use' })
  await guest.call(broadcasts.remove, { params: { id: broadcast.id } })
  expect((await join(guest, token)).problem.detail).toContain('Your organization still has contacts.')
  await guest.call(contacts.remove, { params: { id: contact.id } })
  const end = await join(guest, token)
  expect(end.status, JSON.stringify(end.problem)).toBe(200)
})

const contents: [what: string, fill: (guest: Caller) => Promise<unknown>][] = [
  ['contacts', (guest) => guest.call(contacts.create, { body: { name: 'Ayu' } })],
  ['templates', (guest) => guest.call(templates.create, { body: { name: 'News', body: 'Hi' } })],
  ['members', (guest) => colleagueOf(guest)],
  [
    'WhatsApp sessions that run or are linked to a phone',
    async (guest) => {
      const { id } = (await guest.call(waSessions.list)).body.data[0]!
      await guest.call(waSessions.start, { params: { id } })
    },
  ],
]
test.each(contents)(
  'a user whose organization has %s cannot join another one, and nothing changes',
  async (what, fill) => {
    const person = await signUp()
    const email = newAddress()
    const guest = await signUp({ email, organization: 'Kept' })
    await fill(guest)
    const { token } = await inviteOne(person, email)
    const answer = await join(guest, token)
    expect(answer).toMatchObject({ status: 409, problem: { code: 'organization_in_use' } })
    expect(answer.problem.detail).toContain(`Your organization still has ${what}.`)
    expect((await guest.call(users.profile)).body.organization).toBe('Kept')
    expect((await look(token)).status).toBe(200)
  },
)

test('a contact added while its organization is abandoned is not lost', async () => {
  for (let round = 0; round < 8; round++) {
    const person = await signUp()
    const email = newAddress()
    const guest = await signUp({ email })
    const { token } = await inviteOne(person, email)
    const [added, joined] = await Promise.all([
      guest.call(contacts.create, { body: { name: 'Ayu' } }),
      join(guest, token),
    ])
    if (joined.status === 200) expect([401, 409], JSON.stringify(added.body)).toContain(added.status)
    else {
      expect(joined.problem.code).toBe('organization_in_use')
      const list = await guest.call(contacts.list)
      expect(list.body.data, JSON.stringify([joined.problem, list.body])).toHaveLength(1)
    }
  }
})

test('concurrent joins happen once', async () => {
  const person = await signUp()
  const email = newAddress()
  const guest = await signUp({ email })
  const { token } = await inviteOne(person, email)
  const answers = await Promise.all([1, 2, 3, 4].map(() => join(guest, token)))
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  for (const { status } of answers) expect([200, 400, 401]).toContain(status)
  expect(await membersOf(asCaller(done[0]!.body))).toHaveLength(2)
})

test('of two users who accept each other’s invitation concurrently one moves', async () => {
  const [a, b] = [newAddress(), newAddress()]
  const [ayu, budi] = [await signUp({ email: a }), await signUp({ email: b })]
  const [toBudi, toAyu] = [await inviteOne(ayu, b), await inviteOne(budi, a)]
  const answers = await Promise.all([join(ayu, toAyu.token), join(budi, toBudi.token)])
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const moved = asCaller(answers.find(({ status }) => status === 200)!.body)
  expect(await membersOf(moved)).toHaveLength(2)
})

test('accepting as a member is rejected with the reason', async () => {
  const person = await signUp()
  const colleague = await colleagueOf(person)
  const { token } = await inviteOne(person, newAddress())
  expect(await join(colleague, token)).toMatchObject({ status: 409, problem: { code: 'already_member' } })
  expect((await colleague.call(users.profile)).status).toBe(200)
})

test('a removed member is out at the next request, their records stay, and their access can be given back', async () => {
  const person = await signUp()
  const email = newAddress()
  const colleague = await colleagueOf(person, email)
  await colleague.call(templates.create, { body: { name: 'Theirs', body: 'Hi' } })
  const sent = await inviteOne(colleague, newAddress())
  const id = await idOf(colleague)

  expect((await person.call(team.removeMember, { params: { id } })).status).toBe(204)
  expect((await person.call(team.removeMember, { params: { id } })).status).toBe(204)
  expect((await colleague.call(users.profile)).status).toBe(401)
  expect((await call(auth.refresh, { body: { refresh_token: colleague.refresh_token } })).status).toBe(401)
  expect((await call(auth.login, { body: { email, password } })).status).toBe(401)
  expect((await membersOf(person)).find((member) => member.id === id)?.state).toBe('removed')
  expect((await person.call(templates.list)).body.data).toMatchObject([{ name: 'Theirs', updated_by: 'Budi Santoso' }])
  // A link that they sent, maybe to themselves.
  expect((await register(sent.email, sent.token)).status).toBe(400)
  const again = await person.call(team.invite, { body: { emails: [email] } })
  expect(again.problem).toMatchObject({ code: 'already_member' })
  expect(again.problem.detail).toContain('restore it')

  expect((await person.call(team.restoreMember, { params: { id } })).status).toBe(204)
  expect((await membersOf(person)).find((member) => member.id === id)?.state).toBe('active')
  expect((await colleague.call(users.profile)).status).toBe(401)
  expect((await call(auth.login, { body: { email, password } })).status).toBe(200)
  expect((await audited('member_removed')).filter(({ target_id }) => target_id === id)).toHaveLength(1)
  expect((await audited('member_restored')).filter(({ target_id }) => target_id === id)).toHaveLength(1)
})

test('a user disabled by the operator cannot be let in by the team', async () => {
  const person = await signUp()
  const id = await idOf(await colleagueOf(person))
  await sql`update users set disabled_at = now() where id = ${id}`.execute(database.system)
  expect((await membersOf(person)).find((member) => member.id === id)?.state).toBe('disabled')
  const answer = await person.call(team.restoreMember, { params: { id } })
  expect(answer).toMatchObject({ status: 409, problem: { code: 'state_conflict' } })
})

test('a member cannot remove themselves', async () => {
  const person = await signUp()
  const answer = await person.call(team.removeMember, { params: { id: await idOf(person) } })
  expect(answer).toMatchObject({ status: 409, problem: { code: 'state_conflict' } })
  expect((await person.call(users.profile)).status).toBe(200)
})

test('of two members who remove each other concurrently, one stays', async () => {
  const ayu = await signUp()
  const budi = await colleagueOf(ayu)
  const [a, b] = [await idOf(ayu), await idOf(budi)]
  const answers = await Promise.all([
    ayu.call(team.removeMember, { params: { id: b } }),
    budi.call(team.removeMember, { params: { id: a } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
  const left = [await ayu.call(users.profile), await budi.call(users.profile)]
  expect(left.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('an invitation permits registration unless registration is closed', async () => {
  const person = await signUp()
  for (const [place, registration, status] of [
    [closed, 'closed', 403],
    [byInvite, 'invite', 201],
  ] as const) {
    expect((await place.call(auth.registration)).body).toEqual({ registration, provider: null })
    const { email, token } = await inviteOne(person, newAddress())
    const plain = { name: 'Budi', email, password }
    expect((await place.call(auth.register, { body: plain })).problem.code).toBe('registration_closed')
    expect((await place.call(auth.register, { body: { ...plain, invite: token } })).status).toBe(status)
  }
})

test('with registration closed only existing users can be invited, and join', async () => {
  const person = await signUp()
  const email = newAddress()
  const guest = await signUp({ email })
  const inviting = (address: string) => closed.call(team.invite, { body: { emails: [address] } }, person.access_token)
  expect(await inviting(newAddress())).toMatchObject({ status: 403, problem: { errors: [{ path: 'emails' }] } })
  const { body } = await inviting(email)
  const invite = tokenOf(body.data[0]!.link)
  expect((await closed.call(team.join, { body: { invite } }, guest.access_token)).status).toBe(200)
})

test('a team sends fifty invitations a day, and five to one address', async () => {
  const person = await limited.signUp()
  const email = newAddress()
  const sent = (await person.call(team.invite, { body: { emails: [email] } })).body.data[0]!
  for (let times = 2; times <= 5; times++)
    expect((await person.call(team.resend, { params: { id: sent.id } })).status).toBe(200)
  expect((await person.call(team.resend, { params: { id: sent.id } })).status).toBe(429)
  const another = await limited.signUp()
  expect((await another.call(team.invite, { body: { emails: [email] } })).status).toBe(429)

  const third = await limited.signUp()
  for (let tens = 0; tens < 5; tens++) {
    const emails = Array.from({ length: 10 }, newAddress)
    expect((await third.call(team.invite, { body: { emails } })).status).toBe(201)
  }
  const refused = await third.call(team.invite, { body: { emails: [newAddress()] } })
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('86400')
})

test('guessing links is rate-limited', async () => {
  const tries = Array.from({ length: 61 }, (_, n) => limited.call(team.invited, { body: { invite: `guess ${n}` } }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
