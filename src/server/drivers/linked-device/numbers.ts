// Which numbers are on WhatsApp. Asked for by ourselves: Baileys' own question loses which answer belongs to which number,
// and WhatsApp's id of a number may be another one (Brazil's ninth digit).
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, S_WHATSAPP_NET } from 'baileys'

export function numbersQuery(numbers: readonly string[], tag: string): BinaryNode {
  return {
    tag: 'iq',
    attrs: { to: S_WHATSAPP_NET, type: 'get', xmlns: 'usync' },
    content: [
      {
        tag: 'usync',
        attrs: { context: 'interactive', mode: 'query', sid: tag, last: 'true', index: '0' },
        content: [
          { tag: 'query', attrs: {}, content: [{ tag: 'contact', attrs: {} }] },
          {
            tag: 'list',
            attrs: {},
            content: numbers.map((number) => ({
              tag: 'user',
              attrs: {},
              content: [{ tag: 'contact', attrs: {}, content: number }],
            })),
          },
        ],
      },
    ],
  }
}

/** WhatsApp's id of each number, null for those it does not know. Undefined: this is no answer. */
export function numbersAnswer(
  answer: BinaryNode | undefined,
  numbers: readonly string[],
): Map<string, string | null> | undefined {
  const usync = getBinaryNodeChild(answer, 'usync')
  const list = getBinaryNodeChild(usync, 'list')
  if (!list || getBinaryNodeChild(getBinaryNodeChild(getBinaryNodeChild(usync, 'result'), 'contact'), 'error'))
    return undefined
  const found = new Map<string, string | null>(numbers.map((number) => [number, null]))
  for (const user of getBinaryNodeChildren(list, 'user')) {
    const contact = getBinaryNodeChild(user, 'contact')
    const { jid } = user.attrs
    if (!jid || contact?.attrs.type !== 'in') continue
    const asked = contact.content instanceof Uint8Array ? Buffer.from(contact.content).toString() : contact.content
    const number = typeof asked === 'string' && asked ? asked : (jid.split('@')[0] ?? '')
    const e164 = `+${number.replace(/^\+/, '')}`
    if (found.has(e164)) found.set(e164, jid)
  }
  return found
}
