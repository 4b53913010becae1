// A PostgreSQL of its own with a streaming replica, for one test file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { replaceDatabase, startCopy } from './global-setup.ts'
import { until } from './until.ts'

/** Call it at the top of a test file; it cleans up after the file. */
export async function replicatedDatabase() {
  const kind = process.env.TEST_POSTGRES ?? 'embedded'
  const [one, other] = ['primary', 'replica'].map((name) => mkdtempSync(join(tmpdir(), `kabar-${name}-`))) as [
    string,
    string,
  ]
  const primary = await startCopy(kind, one)
  const replica = await startCopy(kind, other, one)
  afterAll(async () => {
    await Promise.all([primary.stop('SIGQUIT'), replica.stop('SIGQUIT')])
    for (const folder of [one, other]) rmSync(folder, { recursive: true, force: true })
  })
  const [primaryUrl, replicaUrl] = [primary, replica].map(({ url }) => replaceDatabase(url, 'kabar_template')) as [
    string,
    string,
  ]
  // The other settings of test servers make commits visible before they are in the log.
  await ask(primaryUrl, `alter database kabar_template set synchronous_commit = 'local'`)
  return {
    ...{ primaryUrl, replicaUrl },
    pauseReplay: () => ask(replicaUrl, 'select pg_wal_replay_pause()'),
    resumeReplay: () => ask(replicaUrl, 'select pg_wal_replay_resume()'),
    /** Resolves when the replica has applied all that is committed. */
    caughtUp: async () => {
      const [point] = await ask(primaryUrl, 'select pg_current_wal_flush_lsn()::text as lsn')
      await until('the replica has caught up', async () => {
        const [state] = await ask(replicaUrl, `select pg_last_wal_replay_lsn() >= '${point!.lsn}' as is_current`)
        return Boolean(state!.is_current)
      })
    },
    killReplica: () => replica.stop('SIGQUIT'),
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
