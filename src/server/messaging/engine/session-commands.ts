// Runs the commands of users for a session: link, restart, log out, list groups, control the simulated phone.
import { setTimeout as delay } from 'node:timers/promises'
import { inTenant } from '../../platform/db/index.ts'
import * as waSessions from '../wa-sessions/service.ts'
import type { ConnectionEvents, SessionParts } from './connection-events.ts'
import { lockLease } from './leases/queries.ts'

/** How long the phone may take to confirm that it is unlinked. */
const logOutMs = 10_000

export async function runCommands(parts: SessionParts, events: ConnectionEvents): Promise<void> {
  const { database, term } = parts
  // Only the current owner may take them.
  const commands = await inTenant(database, term, async (tenant) =>
    (await lockLease(tenant, term)) ? await waSessions.takeCommands(tenant, term.session_id) : [],
  )
  for (const command of commands) await run(command, parts, events)
}

async function run(request: waSessions.TakenCommand, parts: SessionParts, events: ConnectionEvents) {
  const { driver, term, slot, backoff, pairing, groups, log } = parts
  const { command, request_id } = request
  const about = { session_id: term.session_id, command, ...(request_id && { request_id }) }
  log.info(about, 'session command taken')
  switch (request.command) {
    case 'simulate':
      await driver
        .simulate?.(term.session_id, request.payload)
        .catch((error) => log.warn({ err: error, ...about }, 'simulated phone command failed'))
      return
    case 'list_groups':
      return groups.want()
    case 'logout':
      return await logOut(parts, events, about)
    case 'pair':
      await slot.close()
      await pairing.set(request.payload.phone)
      return backoff.reset()
    case 'restart':
      await slot.close()
      await pairing.set(null)
  }
}

async function logOut({ slot, log }: SessionParts, events: ConnectionEvents, about: object) {
  const connection = slot.current()
  await connection?.endSending()
  // The phone may be unreachable; the credentials are deleted anyway.
  if (connection)
    await Promise.race([connection.session.logout(), delay(logOutMs)]).catch((error) =>
      log.warn({ err: error, ...about }, 'unlinking the device failed, deleting its credentials anyway'),
    )
  await slot.close()
  // Otherwise the failure of a connection that ended on its own would overwrite the log-out.
  await slot.ended().catch(() => {})
  await events.unlinked({ status: 'stopped', phone_number: null, push_name: null })
}
