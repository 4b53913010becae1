// Numbers whose WhatsApp id is another number (Brazil's ninth digit): addressed correctly, and recognized when they reply.
import type { BinaryNode, WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { memoryVault } from '../conformance.ts'
import { resolveAddress } from './identities.ts'
import { openKeyStore } from './key-store.ts'
import { openRecipients } from './recipients.ts'
import { openSessionCache } from './session-cache.ts'

const asked = '+5511987654321'
const id = '551187654321@s.whatsapp.net'

/** A server that has only this person; counts lookups by number. */
function brazil() {
  let questions = 0
  const node = (tag: string, attrs: Record<string, string>, content: BinaryNode['content']) => ({ tag, attrs, content })
  const phone = node('devices', {}, [node('device-list', {}, [node('device', { id: '0' }, [])])])
  const contact = node('contact', { type: 'in' }, Buffer.from(asked))
  const sock = {
    user: { id: '6281200000100:1@s.whatsapp.net' },
    generateMessageTag: () => '1',
    query: async (question: BinaryNode) => {
      const isOfNumbers = JSON.stringify(question).includes('contact')
      if (isOfNumbers) questions += 1
      // This server omits devices in lookups by number.
      const users = isOfNumbers ? [node('user', { jid: id }, [contact])] : [node('user', { jid: id }, [phone])]
      return node('iq', {}, [node('usync', {}, [node('list', {}, users)])])
    },
    assertSessions: async () => true,
    signalRepository: {
      jidToSignalProtocolAddress: (jid: string) => jid,
      lidMapping: {
        storeLIDPNMappings: async () => {},
        getPNForLID: async () => '551187654321:0@s.whatsapp.net',
      },
    },
  } as unknown as WASocket
  return { sock, questions: () => questions }
}

test('looked up once, also across processes; a reply is from the number that was written to', async () => {
  const vault = memoryVault()
  for (const _ of ['a process', 'the next one']) {
    const memory = openSessionCache(Date.now)
    const keys = openKeyStore(vault, () => {})
    const { sock, questions } = brazil()
    const recipients = openRecipients({ sock, keys, memory, onHidden: () => {} })
    expect(await recipients.prepare(asked, false)).toBe(id)
    expect(await recipients.prepare(asked, false)).toBe(id)
    expect(questions()).toBe(_ === 'a process' ? 1 : 0)
    expect(await resolveAddress(sock, keys, id)).toBe(asked)
    expect(await resolveAddress(sock, keys, '999001@lid')).toBe(asked)
    expect(await resolveAddress(sock, keys, '999001@lid', id)).toBe(asked)
    await keys.flush()
  }
})

test('without a known number the hidden id remains', async () => {
  const { sock } = brazil()
  sock.signalRepository.lidMapping.getPNForLID = async () => null
  expect(
    await resolveAddress(
      sock,
      openKeyStore(memoryVault(), () => {}),
      '999001:4@lid',
    ),
  ).toBe('999001@lid')
})
