// USync lookup, one request for many people: which numbers are on WhatsApp, their devices, and their hidden ids.
// Replaces Baileys' own, which loses the mapping of results to numbers (WhatsApp's id may differ: Brazil's ninth digit),
// looks up numbers and devices separately, and begins new Signal sessions for every result.
import {
  assertNodeErrorFree,
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
} from 'baileys'
import { isLid } from './addresses.ts'

export interface UsyncQuery {
  /** E.164: whether they are on WhatsApp, and under which id. */
  readonly numbers?: readonly string[]
  readonly jids?: readonly string[]
  /** Also fetch their devices. */
  readonly devices: boolean
}

export interface UsyncUser {
  readonly jid: string
  /** As requested. */
  readonly number?: string
  /** Undefined: WhatsApp did not say. */
  readonly devices?: readonly { id: number; keyIndex: number; isHosted: boolean }[]
  /** `…@lid`, if it is not the id itself. */
  readonly lid?: string
}

export function usyncQuery({ numbers = [], jids = [], devices }: UsyncQuery, tag: string): BinaryNode {
  const protocols = [
    ...(numbers.length > 0 ? [node('contact')] : []),
    ...(devices ? [node('devices', { version: '2' }), node('lid')] : []),
  ]
  const users = [
    ...numbers.map((number) => node('user', {}, [node('contact', {}, number)])),
    ...jids.map((jid) => node('user', { jid })),
  ]
  const context = numbers.length > 0 ? 'interactive' : 'message'
  return node('iq', { to: S_WHATSAPP_NET, type: 'get', xmlns: 'usync' }, [
    node('usync', { context, mode: 'query', sid: tag, last: 'true', index: '0' }, [
      node('query', {}, protocols),
      node('list', {}, users),
    ]),
  ])
}

/** The people found. Undefined: not a response to this lookup. */
export function usyncAnswer(answer: BinaryNode | undefined, { numbers = [] }: UsyncQuery): UsyncUser[] | undefined {
  const usync = getBinaryNodeChild(answer, 'usync')
  const list = getBinaryNodeChild(usync, 'list')
  if (!list || getBinaryNodeChild(getBinaryNodeChild(getBinaryNodeChild(usync, 'result'), 'contact'), 'error'))
    return undefined
  const requested = new Set(numbers)
  return getBinaryNodeChildren(list, 'user').flatMap((user) => {
    const { jid } = user.attrs
    if (!jid) return []
    const contact = getBinaryNodeChild(user, 'contact')
    if (numbers.length > 0 && contact?.attrs.type !== 'in') return []
    const number = contact && numberIn(contact, jid)
    const lid = getBinaryNodeChild(user, 'lid')?.attrs.val
    const devices = devicesIn(getBinaryNodeChild(user, 'devices'))
    return [
      {
        jid,
        ...(number && requested.has(number) ? { number } : {}),
        ...(devices ? { devices } : {}),
        ...(lid && isLid(lid) && !isLid(jid) ? { lid } : {}),
      },
    ]
  })
}

function numberIn({ content }: BinaryNode, jid: string): string {
  const text = content instanceof Uint8Array ? Buffer.from(content).toString() : content
  const number = typeof text === 'string' && text ? text : (jid.split('@')[0] ?? '')
  return `+${number.replace(/^\+/, '')}`
}

function devicesIn(devices: BinaryNode | undefined): UsyncUser['devices'] {
  const list = getBinaryNodeChild(devices, 'device-list')
  if (!devices || !list) return undefined
  assertNodeErrorFree(devices)
  return getBinaryNodeChildren(list, 'device').map(({ attrs }) => ({
    id: Number(attrs.id),
    keyIndex: Number(attrs['key-index']),
    isHosted: attrs.is_hosted === 'true',
  }))
}

const node = (tag: string, attrs: BinaryNode['attrs'] = {}, content?: BinaryNode['content']): BinaryNode => ({
  tag,
  attrs,
  ...(content === undefined ? {} : { content }),
})
