// Notes over HTTP.
import { notes } from '../../../contract/notes.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import type { Binding } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function noteRoutes(binding: Binding) {
  recordRoutes(binding, notes, service)
}
