// Synchronizes a session's groups: fetches them from its phone on demand and after changes.
import { type Database, inTenant, refreshStatistics } from '../../platform/db/index.ts'
import { DriverError, type DriverSession } from '../drivers/driver.ts'
import * as waGroups from '../wa-groups/service.ts'
import type { Term } from './leases/queries.ts'

export interface GroupSync {
  /** A user requested a refresh. */
  want(): void
  /** The phone reported a change: fetch immediately, and again if others follow within a minute (throttled). */
  doubt(): void
  /** The connection is new: changes in between were not reported, so fetch again. */
  connected(): void
  /** Starts a fetch if one is due and none is running. Does not wait for it. */
  settle(session: DriverSession): void
  settled(): Promise<void>
}

interface GroupSyncOptions {
  database: Database
  term: Term
  log: { error(detail: object, text: string): void }
}

/** A group with frequent joins and leaves must not cause a fetch of all groups each time. */
const minRefreshMs = 60_000

export function startGroupSync({ database, term, log }: GroupSyncOptions): GroupSync {
  let isFirst = true
  let isWanted = false
  let doubtedAt = Number.POSITIVE_INFINITY
  let restUntil = Number.NEGATIVE_INFINITY
  /** A connection that drops often must not cause a fetch each time. */
  let reconnectRestUntil = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | undefined

  return {
    want: () => {
      isWanted = true
    },
    doubt: () => {
      doubtedAt = Math.min(doubtedAt, Math.max(performance.now(), restUntil))
    },
    connected: () => {
      const now = performance.now()
      if (now >= reconnectRestUntil) isWanted = true
      else doubtedAt = Math.min(doubtedAt, reconnectRestUntil)
      reconnectRestUntil = now + minRefreshMs
    },
    settle: (session) => {
      const now = performance.now()
      if (fetching || !(isWanted || now >= doubtedAt)) return
      if (now >= doubtedAt) restUntil = now + minRefreshMs
      isWanted = false
      doubtedAt = Number.POSITIVE_INFINITY
      fetching = fetchGroups(session)
        .catch((error: unknown) =>
          log.error({ err: error, session_id: term.session_id }, 'saving groups failed, waiting for the next refresh'),
        )
        .finally(() => {
          fetching = undefined
        })
    },
    settled: async () => await fetching,
  }

  async function fetchGroups(session: DriverSession) {
    try {
      const groups = await session.listGroups()
      await inTenant(database, term, (tenant) => waGroups.saveGroups(tenant, term.session_id, term.fence, groups))
      const members = groups.reduce((sum, group) => sum + group.members.length, 0)
      const isLarge = isFirst && members > 1_000
      isFirst = false
      if (isLarge)
        await refreshStatistics(database, ['wa_groups', 'wa_group_members', 'contacts']).catch((error: unknown) =>
          log.error({ err: error, session_id: term.session_id }, 'analyze after saving groups failed'),
        )
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      await inTenant(database, term, (tenant) => waGroups.saveFailure(tenant, term.session_id, term.fence, error.code))
    }
  }
}
