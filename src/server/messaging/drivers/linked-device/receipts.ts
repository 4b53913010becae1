// Parses delivery receipts from the wire: Baileys merges receipts, delays them and confuses their senders.
import { type BinaryNode, getBinaryNodeChildren } from 'baileys'
import type { ReceiptStatus } from '../driver.ts'
import { timeOf } from './acknowledgements.ts'
import { isGroup, isSelf, type Self } from './addresses.ts'

export interface ParsedReceipt {
  readonly ids: readonly string[]
  readonly status: ReceiptStatus
  readonly at: Date
  /** WhatsApp's id of the group member whose receipt it is. */
  readonly participant?: string
}

/** `inactive`: it arrived at a phone that is not in use. Other types do not concern delivery. */
const statuses: Record<string, ReceiptStatus> = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'played',
}

/** Undefined unless it reports that a message of ours reached another person. */
export function receiptOf(node: BinaryNode, self: Self, now: number): ParsedReceipt | undefined {
  const { id, from, participant, type = '', t } = node.attrs
  const status = Object.hasOwn(statuses, type) ? statuses[type] : undefined
  if (!id || !from || !status || isSelf(participant ?? from, self)) return undefined
  const list = Array.isArray(node.content) ? node.content[0] : undefined
  const more = getBinaryNodeChildren(list, 'item').flatMap(({ attrs }) => (attrs.id ? [attrs.id] : []))
  return {
    ids: [...new Set([id, ...more])],
    status,
    at: timeOf(t, now),
    ...(isGroup(from) && participant ? { participant } : {}),
  }
}
