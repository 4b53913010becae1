// Files of templates and broadcasts: chosen, frozen at the start, copied, and sent with every message, including resends.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { media } from '../../../contract/media.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, sent, testEngine, withSend } from '../../test/engine.ts'
import { keepFile, pdfFile } from '../../test/media-files.ts'
import { holdOpen, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { type Driver, DriverError } from '../drivers/driver.ts'
import { readWitness } from '../drivers/simulator/log.ts'
import { sentText } from '../engine/results/queries.ts'
import { sweep } from '../media/service.ts'
import { create as createTemplate } from '../templates/service.ts'

/** In a test, a failed cleanup must not be retried later. */
const throwing = {
  error: ({ err }: { err?: unknown }) => {
    throw err
  },
}
const { start, signUp, database, folder } = await testEngine()

/** For unconfirmed messages the response to the first frame is lost. */
const doubtful = new Set<string>()
const repeats: { to: string; sha256: string | undefined }[] = []
const forgetful = (driver: Driver) =>
  withSend(driver, async (message, session) => {
    if (message.repeat) repeats.push({ to: message.to, sha256: message.media?.sha256 })
    const answer = await session.send(message)
    if (doubtful.delete(message.to)) throw new DriverError('unknown', 'line_lost')
    return answer
  })
start(undefined, { around: forgetful })

async function fileOf(person: Caller, name: string) {
  const content = pdfFile(400_000)
  const { id } = (await person.call(users.profile)).body
  const { organization_id } = await database.system
    .selectFrom('users')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const media = await keepFile(database, organization_id, name, content)
  return {
    id: media.id,
    size: content.length,
    hash: createHash('sha256').update(content).digest('hex'),
    organization_id,
  }
}

const template = async (person: Caller, media_id: string | null, name = 'News') =>
  (await person.call(templates.create, { body: { name, body: 'Halo {{ contact.name }}', media_id } })).body

test('a template’s file is sent to all recipients, including resends', async () => {
  const person = await signUp()
  const session_id = await connectPhone(person)
  const phones = Array.from({ length: 12 }, (_, index) => `+6281255542${100 + index}`)
  await addContacts(person, phones)
  const [first, second] = [await fileOf(person, 'First.pdf'), await fileOf(person, 'Second.pdf')]
  const news = await template(person, first.id)
  expect(news).toMatchObject({ media_id: first.id, media: { name: 'First.pdf', kind: 'document', size: first.size } })
  const draft = { name: 'News', session_id, template_id: news.id, audience: { all_contacts: true } }
  const { body: made } = await person.call(broadcasts.create, { body: draft })
  expect(made).toMatchObject({ media_id: null, media: { id: first.id } })

  doubtful.add(phones[3]!).add(phones[7]!)
  await person.call(broadcasts.send, { params: { id: made.id } })
  await person.call(templates.update, { params: { id: news.id }, body: { version: news.version, media_id: second.id } })
  const ended = await sent(person, made.id)
  expect(ended).toMatchObject({ media_id: first.id, media: { id: first.id }, counts: { unknown: 0, failed: 0 } })

  const witnessed = await readWitness(folder, session_id)
  expect(new Set(witnessed.map(({ to }) => to))).toEqual(new Set(phones))
  expect(witnessed.map(({ media }) => media)).toEqual(phones.map(() => first.hash))
  expect(repeats.filter(({ to }) => phones.includes(to))).toEqual(repeats.map(({ to }) => ({ to, sha256: first.hash })))
  const { id: toFirst } = witnessed.find(({ to }) => to === phones[0])!
  const sentMessage = await inTenant(database, first, (tenant) => sentText(tenant, session_id, toFirst))
  expect(sentMessage).toMatchObject({ text: 'Halo Contact 1', media: { sha256: first.hash } })

  // A copy uses the current template; a follow-up uses the text that was sent.
  const params = { id: made.id }
  expect((await person.call(broadcasts.duplicate, { params })).body).toMatchObject({ media: { id: second.id } })
  await until(
    'everybody to read it',
    async () => (await person.call(broadcasts.get, { params })).body.counts.read,
    (read) => read === phones.length,
  )
  const followUp = await person.call(broadcasts.retry, { params, body: { part: 'not_replied' } })
  expect(followUp.body).toMatchObject({ media_id: first.id, template_id: null })
})

test('a broadcast’s own file replaces that of the template, also in its test message', async () => {
  const person = await signUp()
  const session_id = await connectPhone(person)
  await addContacts(person, ['+628125554300'])
  const [theirs, own] = [await fileOf(person, 'Theirs.pdf'), await fileOf(person, 'Own.pdf')]
  const { id: template_id } = await template(person, theirs.id)
  const body = { name: 'News', session_id, template_id, media_id: own.id, audience: { all_contacts: true } }
  const { id, version } = (await person.call(broadcasts.create, { body })).body
  const without = await person.call(broadcasts.update, { params: { id }, body: { version, media_id: null } })
  expect(without.body.media).toMatchObject({ id: theirs.id })
  const change = { version: without.body.version, media_id: own.id }
  await person.call(broadcasts.update, { params: { id }, body: change })

  const trial = await person.call(broadcasts.test, { params: { id }, body: { to: '+628125554399' } })
  expect(trial.body).toMatchObject({ media: { id: own.id } })
  await person.call(broadcasts.send, { params: { id } })
  await sent(person, id)
  const arrived = await until(
    'the test to arrive',
    () => readWitness(folder, session_id),
    (all) => all.length === 2,
  )
  expect(arrived.map(({ media }) => media)).toEqual([own.hash, own.hash])
  const copy = await person.call(broadcasts.duplicate, { params: { id } })
  expect(copy.body).toMatchObject({ template_id, media_id: own.id })
})

test('files of another organization are not found', async () => {
  const [person, stranger] = [await signUp(), await signUp()]
  const session_id = await connectPhone(person)
  const { id: media_id } = await fileOf(stranger, 'Secret.pdf')
  const mine = await template(person, null)
  const draft = { name: 'News', session_id, body: 'Halo', audience: { all_contacts: true } }
  const made = (await person.call(broadcasts.create, { body: draft })).body
  const change = { version: 1, media_id }
  const answers = [
    await person.call(templates.create, { body: { name: 'Other', body: 'Halo', media_id } }),
    await person.call(templates.update, { params: { id: mine.id }, body: change }),
    await person.call(broadcasts.create, { body: { ...draft, media_id } }),
    await person.call(broadcasts.update, { params: { id: made.id }, body: change }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('files unused for 30 days are deleted, and used ones are kept', async () => {
  const person = await signUp()
  const [unused, wanted, later] = [
    await fileOf(person, 'Unused.pdf'),
    await fileOf(person, 'Wanted.pdf'),
    await fileOf(person, 'Later.pdf'),
  ]
  const after = (days: number) => new Date(Date.now() + days * 86_400_000)
  const left = async () =>
    Promise.all(
      [unused, wanted, later].map(async ({ id }) => (await person.call(media.get, { params: { id } })).status),
    )
  await template(person, wanted.id)
  await sweep(database, throwing, after(0))
  await sweep(database, throwing, after(29))
  expect(await left()).toEqual([200, 200, 200])
  const { id, version } = await template(person, later.id, 'Later')
  await sweep(database, throwing, after(31))
  expect(await left()).toEqual([404, 200, 200])
  await person.call(templates.update, { params: { id }, body: { version, media_id: null } })
  await sweep(database, throwing, after(32))
  await sweep(database, throwing, after(61))
  expect(await left()).toEqual([404, 200, 200])
  await sweep(database, throwing, after(63))
  expect(await left()).toEqual([404, 200, 404])
})

test('a file that is being used concurrently is kept, and other unused files are deleted', async () => {
  const people = [await signUp(), await signUp()]
  const files = await Promise.all(people.map((person) => fileOf(person, 'Unused.pdf')))
  const after = (days: number) => new Date(Date.now() + days * 86_400_000)
  await sweep(database, throwing, after(0))
  // The older file is deleted first.
  const commit = await holdOpen(database, organizationOf(people[0]!), (tenant) =>
    createTemplate(tenant, { name: 'New', body: 'Halo', media_id: files[0]!.id }),
  )
  const swept = sweep(database, throwing, after(31))
  await waitUntilBlocked(database)
  await commit()
  await swept
  const states = await Promise.all(
    people.map(async (person, nth) => (await person.call(media.get, { params: { id: files[nth]!.id } })).status),
  )
  expect(states).toEqual([200, 404])
})
