// Timelines over HTTP.

import { activity } from '../../../contract/activity.ts'
import { pagination } from '../../../contract/common.ts'
import { message } from '../../../contract/messages/message.ts'
import { fieldError } from '../../errors.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as queries from './queries.ts'

export function activityRoutes(binding: Binding) {
  route(binding, activity.list, async ({ tenant, query }) => {
    const about = queries.subjectOf(query)
    if (about.kind === 'investment') requireAmounts(tenant)
    if (!(await queries.isThere(tenant, about)))
      throw fieldError('not_found', `${about.kind}_id`, message('field.does_not_exist'))
    const { data, total } = await queries.list(tenant, about, query)
    return { data, pagination: pagination(query, total) }
  })
}
