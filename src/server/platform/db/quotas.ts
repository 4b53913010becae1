// Quotas: what an organization uses, and the refusal beyond its limit.

import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Quota, QuotaKind } from '../../../contract/quotas.ts'
import { AppError } from '../../errors.ts'
import type { Tenant } from './index.ts'

export type QuotaLimits = Readonly<Record<QuotaKind, number>>

export interface Quotas {
  usage(tenant: Tenant): Promise<Quota[]>
  /** Throws `quota_exceeded` if `more` would exceed the limit. */
  assert(tenant: Tenant, kind: Exclude<QuotaKind, 'records'>, more: number): Promise<void>
  /** Runs work that adds this many records, unless they exceed the quota. Existing records are counted at most once a minute. */
  adding<T>(tenant: Tenant, more: number, work: () => Promise<T>): Promise<T>
  /** Returns the quota of records if `more` would exceed it, counted now. */
  recordsOver(tenant: Tenant, more: number): Promise<Quota | null>
}

/** Counting 500,000 records takes some 50 ms: between counts only this process's own additions are counted. */
const countedForMs = 60_000

export function openQuotas(
  /** For organizations without limits set by the operator. */
  defaults: QuotaLimits,
  /** `limited` is false in load tests: hourly quotas are not enforced. */
  { now, limited }: { now: () => Date; limited: boolean },
): Quotas {
  const counted = new Map<string, { quota: Promise<Quota>; until: number }>()

  async function limitOf(tenant: Tenant, kind: QuotaKind): Promise<number> {
    const { rows } = await sql<{ limit: number | null }>`
      select ${sql.ref(`quota_${kind}`)} as limit from organizations
      where organization_id = ${tenant.organization_id}`.execute(tenant.db)
    // An organization that is being deleted right now has no row.
    return rows[0]?.limit ?? defaults[kind]
  }

  async function look(tenant: Tenant, kind: QuotaKind): Promise<Quota> {
    const { rows } = await sql<{ used: number }>`select (${usedOf[kind](tenant, now())})::bigint as used`.execute(
      tenant.db,
    )
    return { kind, used: rows[0]!.used, limit: await limitOf(tenant, kind) }
  }

  /** Single-flight: concurrent callers wait for one count, so that all of them add to it. */
  async function records(tenant: Tenant): Promise<Quota> {
    const { organization_id } = tenant
    const cached = counted.get(organization_id)
    if (cached && cached.until > now().getTime()) return await cached.quota
    const quota = look(tenant, 'records')
    counted.delete(organization_id)
    counted.set(organization_id, { quota, until: now().getTime() + countedForMs })
    quota.catch(() => counted.delete(organization_id))
    for (const [organization, { until }] of counted) {
      if (until > now().getTime()) break
      counted.delete(organization)
    }
    return await quota
  }

  return {
    usage: async (tenant) => {
      const all: Quota[] = []
      for (const kind of ['records', 'storage', 'uploads', 'exports'] as const) all.push(await look(tenant, kind))
      return all
    },
    assert: async (tenant, kind, more) => {
      if (!limited && kind !== 'storage') return
      const quota = await look(tenant, kind)
      if (quota.used + more > quota.limit) throw exceeded(quota)
    },
    adding: async (tenant, more, work) => {
      if (more === 0) return await work()
      const quota = await records(tenant)
      if (quota.used + more > quota.limit) {
        // The operator may have just raised it. The usage is not recounted: concurrent calls may be adding to it.
        quota.limit = await limitOf(tenant, 'records')
        if (quota.used + more > quota.limit) throw exceeded(quota)
      }
      quota.used += more
      try {
        return await work()
      } catch (error) {
        quota.used -= more
        throw error
      }
    },
    recordsOver: async (tenant, more) => {
      const quota = await look(tenant, 'records')
      return quota.used + more > quota.limit ? quota : null
    },
  }
}

/** Serializes what adds uploads or storage until the transaction ends, in all processes: what `assert` then finds stays true. */
export async function holdUploads({ db, organization_id }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads ' || ${organization_id}, 0))`.execute(db)
}

export function exceeded(quota: Quota): AppError {
  const { used, limit } = quota
  const detail = {
    records: message('quota.records', { used: used, limit: limit }),
    storage: message('quota.storage', { used: megabytes(used), limit: megabytes(limit) }),
    uploads: message('quota.uploads', { used: used, limit: limit }),
    exports: message('quota.exports', { used: used, limit: limit }),
  }[quota.kind]
  const isHourly = quota.kind === 'uploads' || quota.kind === 'exports'
  return new AppError('quota_exceeded', detail, { current: quota, ...(isHourly && { retryAfterSeconds: 600 }) })
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)

/** The tables whose rows count: those that endpoints add records to, by the last segment of their path. */
const counts = new Set(
  endpoints.flatMap(({ endpoint: { adds, path } }) => (adds ? path.split('/').at(-1)!.replaceAll('-', '_') : [])),
)

const usedOf = {
  records: ({ organization_id }: Tenant) =>
    sql.join(
      [...counts].map(
        (table) => sql`(select count(*) from ${sql.table(table)} where organization_id = ${organization_id})`,
      ),
      sql` + `,
    ),
  storage: ({ organization_id }: Tenant) => sql`
    (select coalesce(sum(size), 0) from media where organization_id = ${organization_id})
    + (select coalesce(sum(bytes), 0) from imports where organization_id = ${organization_id})`,
  uploads: ({ organization_id }: Tenant, now: Date) => sql`
    (select count(*) from media where organization_id = ${organization_id} and created_at > ${hourBefore(now)})
    + (select count(*) from imports where organization_id = ${organization_id} and created_at > ${hourBefore(now)})
    + (select count(*) from archive_uploads where organization_id = ${organization_id} and created_at > ${hourBefore(now)})`,
  exports: ({ organization_id }: Tenant, now: Date) => sql`
    select count(*) from downloads where organization_id = ${organization_id} and created_at > ${hourBefore(now)}`,
}

const hourBefore = (now: Date) => new Date(now.getTime() - 3_600_000)
