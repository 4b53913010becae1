// The endpoints of offerings.
import { offerings } from '../../../contract/offerings.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import type { Binding } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function offeringRoutes(binding: Binding) {
  recordRoutes(binding, offerings, service)
}
