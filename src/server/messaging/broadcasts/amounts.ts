// Users who do not see amounts may neither send a broadcast with amounts nor choose its audience by them.
import { comparesAmounts, type Segment } from '../../../contract/segments.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { audienceGroupsOf } from '../engine/service.ts'
import * as media from '../media/service.ts'
import { requireAmountsFor } from '../templates/service.ts'

interface Sendable {
  body: string | null
  media_id?: string | null
  /** The broadcast groups of its audience, or the broadcast's id to look them up. */
  groups: string | readonly { segment: Segment | null }[]
}

export async function requireAmountsOf(tenant: Tenant, { body, media_id, groups }: Sendable): Promise<void> {
  if (tenant.sees_amounts) return
  if (body !== null) await requireAmountsFor(tenant, body)
  await media.requireAmountsFor(tenant, media_id)
  const chosen = typeof groups === 'string' ? await audienceGroupsOf(tenant, groups) : groups
  if (chosen.some(({ segment }) => comparesAmounts(segment))) requireAmounts(tenant)
}
