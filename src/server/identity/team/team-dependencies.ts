// What the functions of the team need.
import type { Keys } from '../../keys.ts'
import type { Database } from '../../platform/db/index.ts'

export interface TeamDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are limited. */
  limited: boolean
  /** Base of all links: never taken from a request. */
  publicUrl: string
  registration: 'open' | 'invite' | 'closed'
}
