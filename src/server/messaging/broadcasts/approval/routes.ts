// HTTP endpoints of approvals: requests, decisions, and messages that changed after the approval.
import { broadcasts } from '../../../../contract/broadcasts.ts'
import { pagination } from '../../../../contract/common.ts'
import { orNotFound } from '../../../errors.ts'
import { type Binding, route } from '../../../platform/http/route.ts'
import { numberText } from '../recipients/number-text.ts'
import * as shown from '../rows/queries.ts'
import * as approval from './approval.ts'
import { changed, history } from './queries.ts'

export function approvalRoutes(binding: Binding, publicUrl: string) {
  const mailing = { keys: binding.keys, publicUrl }
  route(binding, broadcasts.requestApproval, ({ tenant, params }) =>
    approval.request(tenant, params.id, binding.now(), mailing),
  )
  route(binding, broadcasts.withdraw, ({ tenant, params }) => approval.withdraw(tenant, params.id))
  route(binding, broadcasts.approve, ({ tenant, params, body }) =>
    approval.approve(tenant, params.id, { ...body, now: binding.now() }, mailing),
  )
  route(binding, broadcasts.reject, ({ tenant, params, body }) => approval.reject(tenant, params.id, body, mailing))
  route(binding, broadcasts.approvals, async ({ tenant, params }) => {
    orNotFound(await shown.get(tenant, params.id))
    return { data: await history(tenant, params.id) }
  })
  route(binding, broadcasts.changedMessages, async ({ tenant, params, query }) => {
    orNotFound(await shown.get(tenant, params.id))
    const { rows, total, digest } = await changed(tenant, params.id, query)
    const data = rows.map(({ approved_address, address, ...row }) => ({
      ...row,
      approved_address_text: numberText(approved_address),
      address_text: numberText(address),
    }))
    return { data, pagination: pagination(query, total), digest }
  })
  route(binding, broadcasts.approveChanges, ({ tenant, params, body }) =>
    approval.approveChanges(tenant, params.id, body.digest),
  )
}
