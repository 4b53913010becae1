// What a receipt says, read from the wire: Baileys merges receipts, holds them back and mixes up who sent them.
import { type BinaryNode, getBinaryNodeChildren } from 'baileys'
import type { ReceiptStatus } from '../driver.ts'
import { timeOf } from './acknowledgements.ts'
import { isGroup, isSelf, type Self } from './addresses.ts'

export interface ParsedReceipt {
  readonly ids: readonly string[]
  readonly status: ReceiptStatus
  readonly at: Date
  /** WhatsApp's id of the group's member whose receipt it is. */
  readonly participant?: string
}

/** `inactive`: it arrived at a phone whose owner is not looking. Others are not about reaching people. */
const statuses: Record<string, ReceiptStatus> = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'played',
}

/** Undefined for what says nothing about a message of ours reaching somebody else. */
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
