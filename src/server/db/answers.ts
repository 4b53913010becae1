// Cache of rendered list responses, by organization and question; invalidated by `record_changes`.
import { sql } from 'kysely'
import { batchLoader } from './batch-loader.ts'
import { prepared } from './connection-pool.ts'
import type { Database } from './index.ts'

/** Total size of the cached responses in bytes, keys included; beyond it the least recently used is evicted. A page of a list has some 15,000. */
const most = 8_000_000
/** The TTL: far shorter than `record_changes` keeps its rows. */
const keptMs = 10 * 60_000

export interface Question {
  organization_id: string
  /** All that the answer depends on apart from the organization's records and its calendar day. */
  name: string
  /** Whether it shows when a contact was last written to, which changes with each message of a broadcast. */
  showsSends: boolean
}

/** Returns the result of `ask`, or the cached bytes while they are valid; callers must not change them. */
export type Answers = (question: Question, ask: () => Promise<string>) => Promise<Buffer>

/**
 * Validity is exact, see cache.ts: `record_changes` has each transaction that changed a table which lists read, and the
 * PostgreSQL snapshot taken before the answer was read says which of them it may lack.
 */
export function keptAnswers(database: Database): Answers {
  const look = batchLoader((asked: Asked[]) => lookAt(database, asked))
  const answers = new Map<string, Kept>()
  let length = 0
  const forget = (key: string) => {
    const known = answers.get(key)
    if (known) length -= key.length + known.bytes.length
    answers.delete(key)
  }
  return async ({ organization_id, name, showsSends }, ask) => {
    const key = `${organization_id} ${name}`
    const known = answers.get(key)
    const seen = await look({ organization_id, showsSends, since: known?.seen.snapshot ?? null })
    if (known && seen && !seen.is_changed && seen.today === known.seen.today && performance.now() < known.until) {
      forget(key)
      keep(key, known)
      return known.bytes
    }
    const bytes = Buffer.from(await ask())
    forget(key)
    if (seen) keep(key, { bytes, seen, until: performance.now() + keptMs })
    return bytes
  }

  function keep(key: string, answer: Kept) {
    answers.set(key, answer)
    // For a long search that finds nothing, the key takes more memory than the answer.
    length += key.length + answer.bytes.length
    while (length > most) forget(answers.keys().next().value!)
  }
}

interface Kept {
  bytes: Buffer
  seen: Seen
  until: number
}

interface Asked {
  organization_id: string
  showsSends: boolean
  /** A PostgreSQL snapshot; null if there is none. */
  since: string | null
}

interface Seen {
  /** In the organization's time zone. */
  today: string
  snapshot: string
  is_changed: boolean
}

/** Undefined if the organization is deleted or PostgreSQL does not know its time zone: running the query then reports why. */
async function lookAt({ system }: Database, asked: readonly Asked[]): Promise<(Seen | undefined)[]> {
  const { rows } = await sql<Seen & { place: number }>`
    ${prepared} select asked.place, day_in(o.time_zone) as today, pg_current_snapshot()::text as snapshot,
      exists (select from record_changes c where c.organization_id = asked.organization_id
        and c.is_send = any (array[false, asked.shows_sends])
        and c.xid >= pg_snapshot_xmin(asked.since) and not pg_visible_in_snapshot(c.xid, asked.since)) as is_changed
    from unnest(${asked.map((each) => each.organization_id)}::uuid[], ${asked.map((each) => each.since)}::pg_snapshot[],
      ${asked.map((each) => each.showsSends)}::boolean[]) with ordinality asked (organization_id, since, shows_sends, place)
    join organizations o on o.organization_id = asked.organization_id`.execute(system)
  const found = new Map(rows.filter(({ today }) => today !== null).map((row) => [row.place, row]))
  return asked.map((_, place) => found.get(place + 1))
}
