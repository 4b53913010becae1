// Work across organizations: a failure for one is logged, and all others are processed.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { foldCounts } from '../../platform/db/broadcast-counts.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { readyFor, sent, testEngine } from '../../test/engine.ts'
import { keepFile, pdfFile } from '../../test/media-files.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { sweep } from '../media/service.ts'

const { start, signUp, database } = await testEngine({ keepsSessions: true })

/** From now on every statement of the organization on a row of this table fails. */
async function broken(relation: string, person: Caller, statements = 'all') {
  const owner = new pg.Client(database.connection.connectionString)
  await owner.connect()
  await owner.query(`create or replace function made_to_fail() returns boolean language plpgsql as
    $$ begin raise exception 'made to fail'; end $$`)
  await owner.query(`create policy fails on ${relation} as restrictive for ${statements}
    using (case when organization_id = '${organizationOf(person)}' and not across_organizations() then made_to_fail() else true end)`)
  let isMended = false
  const mend = async () => {
    if (isMended) return
    isMended = true
    await owner.query(`drop policy fails on ${relation}`)
    await owner.end()
  }
  onTestFinished(mend)
  return mend
}
function listening() {
  const logged: string[] = []
  return { logged, log: { error: (detail: { err?: Error }) => void logged.push(detail.err!.message) } }
}
const people = () => Promise.all([signUp(), signUp(), signUp()])

test('broadcast counts are folded', async () => {
  const engine = start()
  const all = await people()
  for (const person of all) {
    const { id } = await readyFor(person, 2)
    made(await person.call(broadcasts.send, { params: { id } }))
    await sent(person, id)
  }
  await engine.stop()
  const changes = () => Promise.all(all.map(changesOf))
  expect((await changes()).every((n) => n > 0)).toBe(true)
  await broken('broadcast_counts', all[1])
  const { logged, log } = listening()
  await foldCounts(database, log, 1)
  const [first, second, third] = await changes()
  expect({ first, third, logged }).toEqual({ first: 0, third: 0, logged: ['made to fail'] })
  expect(second).toBeGreaterThan(0)
})

test('unused files are deleted', async () => {
  const all = await people()
  const files = await Promise.all(
    all.map((person) => keepFile(database, organizationOf(person), 'Old.pdf', pdfFile(100))),
  )
  await sweep(database, { error: () => {} }, new Date())
  await broken('media', all[1], 'delete')
  const { logged, log } = listening()
  await sweep(database, log, new Date(Date.now() + 31 * 86_400_000))
  const left = await database.system.selectFrom('media').select('id').execute()
  expect(left).toEqual([{ id: files[1]!.id }])
  expect(logged).toEqual(['made to fail'])
})

test('work after the sessions in a tick of the engine', async () => {
  const engine = start()
  const [bad, other] = await people()
  const { id } = await readyFor(bad, 2)
  const theirs = await readyFor(other, 2)
  made(await other.call(broadcasts.send, { params: { id: theirs.id } }))
  await sent(other, theirs.id)
  const mend = await broken('wa_leases', bad, 'update')
  made(await bad.call(broadcasts.send, { params: { id } }))
  // Old enough to be folded by the next run.
  const scope = { organization_id: organizationOf(other) }
  await inTenant(database, scope, ({ db }) =>
    sql`insert into broadcast_count_changes (organization_id, broadcast_id, kind, reason, n, replied, at)
      values (${scope.organization_id}, ${theirs.id}, 'included', '', 0, 0, now() - interval '1 hour')`.execute(db),
  )
  await until('the counts', async () => (await changesOf(other)) === 0)
  await mend()
  await engine.stop()
})

const changesOf = (person: Caller) =>
  inTenant(database, { organization_id: organizationOf(person) }, async ({ db, organization_id }) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from broadcast_count_changes where organization_id = ${organization_id}`.execute(db)
    return rows[0]!.n
  })
