// WhatsApp's limits of an account: the reach-out lock and the cap on new chats.
import { deliver } from './linked.ts'
import type { Limits, Network, Person } from './network.ts'
import { child, content, fromServer, type Stanza, stanza } from './stanzas.ts'

export function answerLimits({ limits }: Person, query: Stanza): Stanza[] {
  const request = child(query, 'query')
  const id = request?.attrs.query_id
  if (id === lockQuery) return [result({ xwa2_fetch_account_reachout_timelock: lockOf(limits) })]
  const wantsCap = content(request).includes('INDIVIDUAL_NEW_CHAT_MSG')
  return wantsCap ? [result({ xwa2_message_capping_info: limits.cap ?? { capping_status: 'NONE' } })] : []
}

/** Sets the limits and notifies the linked clients. */
export function limit(network: Network, person: Person, limits: Limits): void {
  Object.assign(person.limits, limits)
  const tell = (operation: string, data: object) => {
    const id = `limit-${operation}-${network.timers.now()}`
    for (const linked of person.linked.values()) {
      deliver(
        linked,
        stanza('notification', { from: fromServer, type: 'mex', id, t: network.timers.seconds() }, [
          stanza('update', { op_name: operation }, JSON.stringify({ data })),
        ]),
      )
    }
  }
  if ('lockedUntil' in limits) {
    tell('NotificationUserReachoutTimelockUpdate', { xwa2_notify_account_reachout_timelock: lockOf(person.limits) })
  }
  if (limits.cap) {
    tell('MessageCappingInfoNotification', { xwa2_notify_new_chat_messages_capping_info_update: limits.cap })
  }
}

const lockQuery = '23983697327930364'

function lockOf({ lockedUntil }: Limits) {
  if (!lockedUntil) return { is_active: false }
  return {
    is_active: true,
    time_enforcement_ends: String(Math.floor(lockedUntil.getTime() / 1000)),
    enforcement_type: 'DEFAULT',
  }
}

function result(data: object): Stanza {
  return stanza('result', {}, JSON.stringify({ data }))
}
