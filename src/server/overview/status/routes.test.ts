// The status of one organization, and who sees it.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { status } from '../../../contract/status.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { addMember } from '../../test/team.ts'
import { organizationOf } from '../../test/two-at-once.ts'

const { call, database, signUp } = await testApp()

test('phones, what waits, versions and the last backup, without those of others', async () => {
  const [ayu, other] = [await signUp(), await signUp()]
  const [phone] = made(await ayu.call(waSessions.list)).data
  await inTenant(database, { organization_id: organizationOf(ayu) }, async ({ db, organization_id }) => {
    await sql`with b as (insert into broadcasts (organization_id, name, session_id, status)
        values (${organization_id}, 'News', ${phone!.id}, 'sending') returning id)
      insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, status, due_at)
      select ${organization_id}, b.id, ${phone!.id}, 'R', '+1', i::text, 'pending', now() from b, generate_series(1, 3) i`.execute(
      db,
    )
  })
  const first = made(await ayu.call(status.get))
  expect(first).toMatchObject({
    ...{ release: expect.stringMatching(/^\d+\.\d+\.\d+$/), database: expect.stringMatching(/^\d+/) },
    phones: [{ id: phone!.id, status: 'stopped', last_connected_at: null, waiting: 3 }],
    ...{ webhook_events_waiting: 0, last_backup_at: null, backup_failed: false },
  })
  expect(made(await other.call(status.get)).phones).toMatchObject([{ waiting: 0 }])
  await sql`insert into backups (kind, started_at, finished_at, file, bytes)
    values ('nightly', now() - interval '1 day', '2026-11-26T02:31:00Z', 'a', 1)`.execute(database.system)
  await sql`insert into backups (kind, started_at, finished_at, failure) values ('nightly', now(), now(), 'disk full')`.execute(
    database.system,
  )
  expect(made(await ayu.call(status.get))).toMatchObject({
    last_backup_at: '2026-11-26T02:31:00.000Z',
    backup_failed: true,
  })
  expect((await (await addMember({ call }, ayu, 'member')).call(status.get)).status).toBe(403)
})
