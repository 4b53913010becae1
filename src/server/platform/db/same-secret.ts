// All processes that run on one database must have the same secret: each holds a shared advisory lock
// whose key is derived from its secret.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** The first key of the locks; the second stands for a secret. No other lock of Kabar has two keys. */
const kind = 7_302_190

const retryMs = 10_000

export interface SecretLock {
  /** False if a process with another secret runs on the database. */
  isShared: boolean
  release(): Promise<void>
}

/**
 * `check`: derived from the secret, in hexadecimal. The lock has a connection of its own, which is opened again if it is
 * lost. A process that starts in between is not checked.
 */
export async function holdSecretLock(
  connectionString: string,
  check: string,
  log: (line: string) => void = () => {},
): Promise<SecretLock> {
  const stopping = new AbortController()
  let client: pg.Client | undefined
  const lock = async () => {
    const next = new pg.Client({
      ...{ connectionString, application_name: 'kabar secret' },
      // Routers drop connections that are idle for long.
      ...{ keepAlive: true, keepAliveInitialDelayMillis: 60_000 },
    })
    next.on('error', () => {})
    next.once('end', () => void lockAgain())
    await next.connect()
    client = next
    try {
      const key = Number.parseInt(check.slice(0, 7), 16)
      await next.query('select pg_advisory_lock_shared($1::int, $2::int)', [kind, key])
      const { rows } = await next.query(
        `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
           and classid = $1::int::oid and objid <> $2::int::oid and objsubid = 2`,
        [kind, key],
      )
      return rows.length === 0
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
  }
  const lockAgain = async () => {
    await delay(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    if (stopping.signal.aborted) return
    // If it fails, the end of its connection brings the next attempt.
    const isShared = await lock().catch(() => true)
    if (!isShared) log('another Kabar with another secret runs on this database: each rejects the logins of the other')
  }
  const isShared = await lock()
  return {
    isShared,
    release: async () => {
      stopping.abort()
      // If a router has dropped the connection, `end` never resolves.
      await Promise.race([client?.end().catch(() => {}), delay(2_000, undefined, { ref: false })])
    },
  }
}
