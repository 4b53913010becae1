// Numbers whose WhatsApp id is another number (Brazil's ninth digit): written to, and recognised when they answer.
import type { BinaryNode, WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { memoryVault } from '../conformance.ts'
import { openKeyStore } from './key-store.ts'
import { openMemory } from './memory.ts'
import { personOf } from './people.ts'
import { openRecipients } from './recipients.ts'

const asked = '+5511987654321'
const id = '551187654321@s.whatsapp.net'

/** A server that knows this one person; tells how often it was asked for numbers. */
function brazil(memory: ReturnType<typeof openMemory>) {
  let questions = 0
  const node = (tag: string, attrs: Record<string, string>, content: BinaryNode['content']) => ({ tag, attrs, content })
  const contact = node('contact', { type: 'in' }, Buffer.from(asked))
  const sock = {
    user: { id: '6281200000100:1@s.whatsapp.net' },
    generateMessageTag: () => '1',
    query: async () => {
      questions += 1
      return node('iq', {}, [node('usync', {}, [node('list', {}, [node('user', { jid: id }, [contact])])])])
    },
    getUSyncDevices: async (jids: string[]) => {
      if (jids.includes(id)) memory.devices.set('551187654321', [{ user: '551187654321', device: 0 }])
      return []
    },
    assertSessions: async () => true,
    signalRepository: { lidMapping: { getPNForLID: async () => '551187654321:0@s.whatsapp.net' } },
  } as unknown as WASocket
  return { sock, questions: () => questions }
}

test('asked for once, also by the next process; and an answer is from the number that was written to', async () => {
  const vault = memoryVault()
  for (const _ of ['a process', 'the next one']) {
    const memory = openMemory(Date.now)
    const keys = openKeyStore(vault, () => {})
    const { sock, questions } = brazil(memory)
    const recipients = openRecipients({ sock, keys, memory })
    expect(await recipients.prepare(asked, false)).toBe(id)
    expect(await recipients.prepare(asked, false)).toBe(id)
    expect(questions()).toBe(_ === 'a process' ? 1 : 0)
    expect(await personOf(sock, keys, id)).toBe(asked)
    expect(await personOf(sock, keys, '999001@lid')).toBe(asked)
    expect(await personOf(sock, keys, '999001@lid', id)).toBe(asked)
    await keys.flush()
  }
})

test('who is not known under any number keeps the hidden id', async () => {
  const { sock } = brazil(openMemory(Date.now))
  sock.signalRepository.lidMapping.getPNForLID = async () => null
  expect(
    await personOf(
      sock,
      openKeyStore(memoryVault(), () => {}),
      '999001:4@lid',
    ),
  ).toBe('999001@lid')
})
