// When a broadcast needs approval by a second person.
import type { ApprovalRule } from '../../../../contract/organization.ts'
import { orNotFound } from '../../../errors.ts'
import { approvalRule } from '../../../identity/organization/service.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { countRecipients } from '../../engine/service.ts'
import { namesAmount } from '../../templates/service.ts'
import { toJudge } from './queries.ts'

/** `recipients`: their number if it is known; otherwise they are counted. */
export async function needsApproval(tenant: Tenant, id: string, recipients?: number): Promise<boolean> {
  const rule = await approvalRule(tenant)
  if (rule.approval_always) return true
  if (!rule.approval_amounts && rule.approval_above === null) return false
  const broadcast = orNotFound(await toJudge(tenant, id))
  if (await isCovered(tenant, rule, { body: broadcast.body, recipients: 0 })) return true
  return (
    rule.approval_above !== null && (recipients ?? (await countRecipients(tenant, broadcast))) > rule.approval_above
  )
}

/** Whether the rule applies to this text and number of recipients, including those who will be skipped. */
export async function isCovered(
  tenant: Tenant,
  rule: ApprovalRule,
  { body, recipients }: { body: string | null; recipients: number },
): Promise<boolean> {
  if (rule.approval_always || (rule.approval_above !== null && recipients > rule.approval_above)) return true
  return rule.approval_amounts && body !== null && (await namesAmount(tenant, body))
}
