// Latency from a receipt at the driver until the broadcast's response includes it.
import { sql } from 'kysely'
import * as shown from '../src/server/messaging/broadcasts/rows/queries.ts'
import type { Driver, DriverEvent } from '../src/server/messaging/drivers/driver.ts'
import { type Database, inReadOnlyTenant, inTenant } from '../src/server/platform/db/index.ts'

/** Wraps a driver, to inject events of its network. */
export function overheard<Kind extends Driver>(driver: Kind): Kind & { tell(event: DriverEvent): Promise<void> } {
  let tell: (event: DriverEvent) => Promise<void> = async () => {}
  return {
    ...driver,
    open: (options) => {
      tell = options.on
      return driver.open(options)
    },
    tell: (event) => tell(event),
  }
}

interface Watched {
  database: Database
  scope: { organization_id: string; session_id: string }
  /** Its messages are read; they become played one by one. */
  broadcast: string
  tell(event: DriverEvent): Promise<void>
}

/** Median and maximum in milliseconds. */
export async function receiptMs({ database, scope, broadcast, tell }: Watched, times = 40) {
  const { rows } = await inTenant(database, scope, ({ db }) =>
    sql<{ id: string }>`select wa_message_id as id from recipients where organization_id = ${scope.organization_id}
      and broadcast_id = ${broadcast} and status = 'read' limit ${times}`.execute(db),
  )
  const played = async () =>
    (await inReadOnlyTenant(database, scope, (tenant) => shown.get(tenant, broadcast)))!.counts.played
  const took: number[] = []
  for (const { id } of rows) {
    const before = await played()
    const at = performance.now()
    void tell({ type: 'receipt', id, status: 'played', at: new Date() })
    while ((await played()) === before) await new Promise((resolve) => setTimeout(resolve, 2))
    took.push(performance.now() - at)
  }
  took.sort((a, b) => a - b)
  return { middle: Math.round(took[took.length >> 1]!), most: Math.round(took.at(-1)!) }
}
