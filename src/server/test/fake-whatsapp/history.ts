// What a phone sends a client it has just linked: its history, here an empty one with the LIDs of those it knows.
import { deflateSync } from 'node:zlib'
import { proto } from 'baileys'
import { tell } from './incoming.ts'
import type { LinkedDevice, Network } from './network.ts'
import { jidOf } from './people.ts'
import { child, children, type Stanza, stanza } from './stanzas.ts'

export async function sendHistory(network: Network, linked: LinkedDevice): Promise<void> {
  const { syncType, payload } = emptyHistory(
    [...network.people.values()].map((person) => ({
      pnJid: jidOf(person, 'pn'),
      lidJid: jidOf(person, 'lid'),
    })),
  )
  await tell(network, linked, {
    id: `HISTORY${linked.person.number}${linked.id}`,
    from: linked.person.number,
    to: linked.person.number,
    peer: true,
    message: {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: { syncType, initialHistBootstrapInlinePayload: payload, progress: 100 },
      },
    },
  })
}

/** Settings the devices of an account share: there are none, and a client that is not told so asks for ever. */
export function answerAppState(query: Stanza): Stanza[] {
  const collections = children(child(query, 'sync')).map(({ attrs }) =>
    stanza('collection', { name: attrs.name, version: attrs.version }),
  )
  return [stanza('sync', {}, collections)]
}

function emptyHistory(phoneNumberToLidMappings: proto.IPhoneNumberToLIDMapping[]) {
  const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP
  const history = proto.HistorySync.encode({ syncType, phoneNumberToLidMappings, progress: 100 }).finish()
  return { syncType, payload: deflateSync(history) }
}
