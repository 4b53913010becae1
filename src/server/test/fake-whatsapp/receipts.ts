// Receipts a phone sends: delivered, read, played, and retry requests.
import { bigEndian } from './bundles.ts'
import type { Device } from './device.ts'
import { deliver } from './linked.ts'
import { count, type LinkedDevice, type Network, type Person } from './network.ts'
import type { Receipt } from './numbers.ts'
import { jidOf, personAt } from './people.ts'
import { type Stanza, stanza } from './stanzas.ts'

export interface PhoneReceipt {
  /** Several ids make one receipt with a list. */
  readonly ids: readonly string[]
  readonly from: Person
  readonly device: number
  readonly as: 'pn' | 'lid'
  readonly type: Receipt
  readonly group?: string | undefined
}

/** Sent to every linked client of the account; a disconnected one gets it on reconnecting. */
export function sendReceipt(network: Network, account: Person, receipt: PhoneReceipt): void {
  const { ids, group, type } = receipt
  const sender = jidOf(receipt.from, receipt.as, receipt.device)
  for (const linked of account.linked.values()) {
    deliver(
      linked,
      stanza(
        'receipt',
        {
          id: ids[0],
          from: group ?? sender,
          participant: group && sender,
          type: type === 'delivered' ? undefined : type,
          t: network.timers.seconds(),
        },
        ids.length > 1
          ? [
              stanza(
                'list',
                {},
                ids.slice(1).map((id) => stanza('item', { id })),
              ),
            ]
          : undefined,
      ),
    )
  }
}

/** A client's own receipt, for the clients of the message's sender. Most go to phones, which need none. */
export function passOnReceipt(network: Network, linked: LinkedDevice, receipt: Stanza): void {
  const { id, to = '', participant, type } = receipt.attrs
  const author = personAt(network, participant ?? to)
  if (!author || author === linked.person) return
  const sender = jidOf(linked.person, (participant ?? to).endsWith('@lid') ? 'lid' : 'pn', linked.id)
  const from = participant ? { from: to, participant: sender } : { from: sender }
  // "Inactive" is for WhatsApp, not for other people.
  const kind = type === 'inactive' ? undefined : type
  for (const other of author.linked.values()) {
    const attributes = { id, ...from, type: kind, t: network.timers.seconds() }
    deliver(other, stanza('receipt', attributes, receipt.content))
  }
}

export interface Again {
  readonly id: string
  /** Where the message was sent. */
  readonly chat: string
  readonly as: 'pn' | 'lid'
}

/** Requests that the client encrypt a message again, after either side lost its session. At most five times. */
export function askAgain(network: Network, linked: LinkedDevice, owner: Person, device: Device, again: Again): void {
  const times = count(network.frames, `again ${owner.number} ${device.id} ${again.id}`)
  if (times > 5) return
  const sender = jidOf(owner, again.as, device.id)
  const isGroup = again.chat.endsWith('@g.us')
  const t = network.timers.seconds()
  deliver(
    linked,
    stanza(
      'receipt',
      {
        id: again.id,
        from: isGroup ? again.chat : sender,
        participant: isGroup ? sender : undefined,
        // For the account's own phone the chat must be named.
        recipient: owner === linked.person && !isGroup ? again.chat : undefined,
        type: 'retry',
        t,
      },
      [
        stanza('retry', { v: 1, count: times, id: again.id, t }),
        stanza('registration', {}, bigEndian(device.registrationId, 4)),
      ],
    ),
  )
}
