// HTTP route of the status section.
import { status } from '../../../contract/status.ts'
import type { Config } from '../../config.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as queries from './queries.ts'

export function statusRoutes(binding: Binding, { release }: Pick<Config, 'release'>) {
  route(binding, status.get, async ({ tenant }) => ({ release, ...(await queries.get(tenant)) }))
}
