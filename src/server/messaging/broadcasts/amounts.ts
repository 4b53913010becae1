// What a user who sees no amounts may not do with a broadcast: fill in its text with them, send them, or choose people by them.
import { comparesAmounts, type Segment } from '../../../contract/segments.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { audienceGroupsOf } from '../engine/service.ts'
import * as media from '../media/service.ts'
import { requireAmountsFor } from '../templates/service.ts'

interface Sendable {
  body: string | null
  media_id?: string | null
  /** Its broadcast groups, or its id. */
  groups: string | readonly { segment: Segment | null }[]
}

export async function requireAmountsOf(tenant: Tenant, { body, media_id, groups }: Sendable): Promise<void> {
  if (tenant.sees_amounts) return
  if (body !== null) await requireAmountsFor(tenant, body)
  await media.requireAmountsFor(tenant, media_id)
  const chosen = typeof groups === 'string' ? await audienceGroupsOf(tenant, groups) : groups
  if (chosen.some(({ segment }) => comparesAmounts(segment))) requireAmounts(tenant)
}
