// Timelines over HTTP.
import { activity } from '../../contract/activity.ts'
import { pagination } from '../../contract/common.ts'
import { fieldError } from '../errors.ts'
import { type Binding, route } from '../http/route.ts'
import * as queries from './queries.ts'

export function activityRoutes(binding: Binding) {
  route(binding, activity.list, async ({ tenant, query }) => {
    const about = queries.subjectOf(query)
    if (!(await queries.isThere(tenant, about)))
      throw fieldError('not_found', `${about.kind}_id`, 'is not there (any more)')
    const { data, total } = await queries.list(tenant, about, query)
    return { data, pagination: pagination(query, total) }
  })
}
