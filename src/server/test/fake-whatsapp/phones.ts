// The phones as tests operate them: link a client, read what arrived, reply, cut the connection.
import { changeGroup, type GroupChange, makeGroup, type NewGroup } from './groups.ts'
import { say } from './incoming.ts'
import { limit } from './limits.ts'
import { endStream, unlink } from './login.ts'
import type { Group, Limits, LinkedDevice, Network, Person, Received, Saying } from './network.ts'
import { digits, type Receipt } from './numbers.ts'
import { enterCode, scanQr } from './pairing.ts'
import { announceCompanion, jidOf, personOf } from './people.ts'
import { askAgain, sendReceipt } from './receipts.ts'

export interface Phones {
  /** The account's phone scans the QR's text. Resolves when the client is linked and was told to reconnect. */
  scanQr(account: string, qr: string): Promise<LinkedDevice>
  /** The account's phone types the code the client shows. Rejects a wrong one. */
  enterCode(account: string, code: string): Promise<LinkedDevice>
  /** Everything that any device read, in order; and what one person's devices read. */
  readonly received: readonly Received[]
  receivedBy(number: string): Received[]
  /** A person writes to the account, whether its client is connected or not. Resolves with the message's id. */
  say(saying: Saying): Promise<string>
  receipt(receipt: ReceiptFrom): void
  /** A device loses its sessions: it cannot read the next message and requests it again. */
  forget(number: string, device?: number): void
  /** Requests a message again, as a device that could not read it. */
  askAgain(again: AskAgain): void
  person(number: string): Person
  /** Another WhatsApp Web client of this person; linked clients are notified. Returns its device number. */
  addCompanion(number: string): number
  group(fresh: NewGroup): Group
  changeGroup(group: Group, change: GroupChange): void
  /** WhatsApp's limits: the reach-out lock and the cap on new chats. */
  limit(account: string, limits: Limits): void
  /** The clients linked to an account. */
  linked(account: string): LinkedDevice[]
  online(account: string): boolean
  /** Cuts the connection without a close. Without an account: all connections. */
  drop(account?: string): void
  endStream(account: string, why: 'restart' | 'replaced' | 'unavailable' | 'end'): void
  /** Removed on the phone: the client is notified if connected, and refused from now on. */
  unlink(account: string): void
}

export interface ReceiptFrom {
  /** The account whose message it concerns. */
  readonly to: string
  readonly from: string
  readonly ids: readonly string[]
  readonly type: Receipt
  readonly as?: 'pn' | 'lid'
  readonly device?: number
  readonly group?: string
}

export interface AskAgain {
  readonly to: string
  readonly from: string
  readonly device?: number
  readonly id: string
  readonly as?: 'pn' | 'lid'
  readonly group?: string
}

export function phonesOn(network: Network): Phones {
  const linkedTo = (account: string) => [...(network.people.get(digits(account))?.linked.values() ?? [])]
  return {
    scanQr: (account, qr) => scanQr(network, account, qr),
    enterCode: (account, code) => enterCode(network, account, code),
    received: network.received,
    receivedBy: (number) => network.received.filter((received) => received.number === digits(number)),
    say: (saying) => say(network, saying),
    receipt: ({ to, from, as = 'pn', device = 0, ...rest }) =>
      sendReceipt(network, personOf(network, to), { ...rest, as, device, from: personOf(network, from) }),
    forget: (number, device = 0) => personOf(network, number).devices.get(device)?.forget(),
    askAgain: ({ to, from, device = 0, id, as = 'pn', group }) => {
      const person = personOf(network, from)
      const chat = group ?? jidOf(person, as)
      for (const linked of linkedTo(to)) {
        askAgain(network, linked, person, person.devices.get(device)!, { id, chat, as })
      }
    },
    person: (number) => personOf(network, number),
    addCompanion: (number) => announceCompanion(network, personOf(network, number)).id,
    group: (fresh) => makeGroup(network, fresh),
    changeGroup: (group, change) => changeGroup(network, group, change),
    limit: (account, limits) => limit(network, personOf(network, account), limits),
    linked: linkedTo,
    online: (account) => linkedTo(account).some(({ connection }) => connection !== undefined),
    drop: (account) => {
      if (account === undefined) for (const connection of network.connections) connection.drop()
      else for (const { connection } of linkedTo(account)) connection?.drop()
    },
    endStream: (account, why) => {
      for (const linked of linkedTo(account)) endStream(linked, why)
    },
    unlink: (account) => {
      for (const linked of linkedTo(account)) unlink(linked)
    },
  }
}
