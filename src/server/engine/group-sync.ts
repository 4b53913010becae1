// Keeps what is known of a session's groups: asked of its phone on demand, and when something about them changed.
import { type Database, inTenant, refreshStatistics } from '../db/index.ts'
import { DriverError, type DriverSession } from '../drivers/driver.ts'
import * as waGroups from '../wa-groups/service.ts'
import type { Term } from './leases/queries.ts'

export interface GroupSync {
  /** Somebody waits for it. */
  want(): void
  /** The phone tells of a change: it is asked at once, and of those that follow within a minute once more. */
  doubt(): void
  /** The line is new: changes of the time without it were not told, so the phone is asked. */
  connected(): void
  /** Asks when it is time to and nothing is under way. Does not wait for the answer. */
  settle(session: DriverSession): void
  settled(): Promise<void>
}

interface GroupSyncOptions {
  database: Database
  term: Term
  log: { error(detail: object, text: string): void }
}

/** A group where people come and go all day must not have every group asked for each time. */
const minRefreshMs = 60_000

export function startGroupSync({ database, term, log }: GroupSyncOptions): GroupSync {
  let isFirst = true
  let isWanted = false
  let doubtedAt = Number.POSITIVE_INFINITY
  let restUntil = Number.NEGATIVE_INFINITY
  /** A line that comes and goes must not ask each time. */
  let lineRestUntil = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  return {
    want: () => {
      isWanted = true
    },
    doubt: () => {
      doubtedAt = Math.min(doubtedAt, Math.max(performance.now(), restUntil))
    },
    connected: () => {
      const now = performance.now()
      if (now >= lineRestUntil) isWanted = true
      else doubtedAt = Math.min(doubtedAt, lineRestUntil)
      lineRestUntil = now + minRefreshMs
    },
    settle: (session) => {
      const now = performance.now()
      if (asking || !(isWanted || now >= doubtedAt)) return
      if (now >= doubtedAt) restUntil = now + minRefreshMs
      isWanted = false
      doubtedAt = Number.POSITIVE_INFINITY
      asking = ask(session)
        .catch((error: unknown) => log.error({ err: error, session_id: term.session_id }, 'groups were not kept'))
        .finally(() => {
          asking = undefined
        })
    },
    settled: async () => await asking,
  }

  async function ask(session: DriverSession) {
    try {
      const groups = await session.listGroups()
      await inTenant(database, term, (tenant) => waGroups.saveGroups(tenant, term.session_id, term.fence, groups))
      const members = groups.reduce((sum, group) => sum + group.members.length, 0)
      if (isFirst && members > 1_000) await refreshStatistics(database, ['wa_groups', 'wa_group_members', 'contacts'])
      isFirst = false
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      await inTenant(database, term, (tenant) => waGroups.saveFailure(tenant, term.session_id, term.fence, error.code))
    }
  }
}
