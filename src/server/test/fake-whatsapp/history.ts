// The history that a phone sends to a newly linked client: empty, with the LIDs of its contacts.
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

/** Settings shared by the devices of an account: empty. A client without this response would request them forever. */
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
