// Parsing of stanzas and messages, case by case; and what is filtered from the console.
import { type BinaryNode, proto, writeRandomPadMax16 } from 'baileys'
import { describe, expect, test } from 'vitest'
import { isSelf, numberOf } from './addresses.ts'
import { batchLoader } from './batch-loader.ts'
import { cappingOf } from './capping.ts'
import { filterLibsignalConsole } from './console-filter.ts'
import { envelopeOf, messageIn, quotedOf } from './incoming.ts'
import { baileysLogger } from './logger.ts'
import { lruMap } from './lru-map.ts'
import { messageText } from './message-text.ts'
import { receiptOf } from './receipts.ts'
import { usyncAnswer, usyncQuery } from './usync.ts'

const self = { id: '6281200000100:3@s.whatsapp.net', lid: '999001:3@lid' }
const pn = '6281234567890@s.whatsapp.net'
const node = (tag: string, attrs: Record<string, string>, content?: BinaryNode['content']): BinaryNode => ({
  tag,
  attrs,
  content,
})

test.each([
  [pn, '+6281234567890'],
  ['6281234567890:12@s.whatsapp.net', '+6281234567890'],
  ['99921826@lid', null],
  ['120363000000000001@g.us', null],
  ['0@s.whatsapp.net', null],
  ['status@broadcast', null],
])('the number of %s', (jid, number) => {
  expect(numberOf(jid)).toBe(number)
})

test('ourselves, on any device and under either id', () => {
  expect(['6281200000100@s.whatsapp.net', '6281200000100:0@s.whatsapp.net', '999001@lid'].map(is)).toEqual(
    Array(3).fill(true),
  )
  expect([pn, '999002@lid'].map(is)).toEqual([false, false])
  function is(jid: string) {
    return isSelf(jid, self)
  }
})

describe('receipts', () => {
  test.each<[string, Record<string, string>, string | undefined]>([
    ['delivered', { from: pn }, 'delivered'],
    ['of a companion', { from: '6281234567890:7@s.whatsapp.net' }, 'delivered'],
    ['of a LID', { from: '99921826@lid' }, 'delivered'],
    ['to a phone nobody looks at', { from: pn, type: 'inactive' }, 'delivered'],
    ['read', { from: pn, type: 'read' }, 'read'],
    ['played', { from: pn, type: 'played' }, 'played'],
    ['a retry request', { from: pn, type: 'retry' }, undefined],
    ['of our own phone', { from: '6281200000100@s.whatsapp.net', recipient: pn, type: 'sender' }, undefined],
    ['of our own phone, in a group', { from: '1@g.us', participant: '999001:0@lid' }, undefined],
    ['a type named like a property of every object', { from: pn, type: 'constructor' }, undefined],
  ])('%s', (_, attrs, status) => {
    expect(receiptOf(node('receipt', { id: 'A', t: '1760000000', ...attrs }), self, 0)?.status).toBe(status)
  })

  test('of many messages, of a member, and without a time', () => {
    const items = node('list', {}, [node('item', { id: 'B' }), node('item', { id: 'C' })])
    const receipt = receiptOf(node('receipt', { id: 'A', from: '1@g.us', participant: pn }, [items]), self, 5_000)
    expect(receipt).toEqual({ ids: ['A', 'B', 'C'], status: 'delivered', at: new Date(5_000), participant: pn })
  })
})

describe('messages', () => {
  test.each<[string, proto.IMessage | undefined, string | null]>([
    ['plain', { conversation: 'STOP' }, 'STOP'],
    ['extended', { extendedTextMessage: { text: 'Halo' } }, 'Halo'],
    ['a picture with words', { imageMessage: { caption: 'Ini' } }, 'Ini'],
    [
      'a document with words',
      { documentWithCaptionMessage: { message: { documentMessage: { caption: 'PDF' } } } },
      'PDF',
    ],
    ['one that disappears', { ephemeralMessage: { message: { conversation: 'STOP' } } }, 'STOP'],
    ['a voice message', { audioMessage: { ptt: true } }, '🎤 Voice message'],
    ['a picture without words', { imageMessage: {} }, '📷 Photo'],
    ['a view-once picture', { viewOnceMessageV2: { message: { imageMessage: {} } } }, '📷 Photo'],
    ['a document', { documentMessage: { fileName: 'signed.pdf' } }, '📄 signed.pdf'],
    ['a document without a name', { documentMessage: {} }, '📄 Document'],
    ['a reaction', { reactionMessage: { text: '👍' } }, '👍'],
    ['a removed reaction', { reactionMessage: { text: '' } }, null],
    ['an edited message', { protocolMessage: { type: 14, editedMessage: { conversation: 'Setuju' } } }, 'Setuju'],
    [
      'an edited message in its envelope',
      { editedMessage: { message: { protocolMessage: { editedMessage: { extendedTextMessage: { text: 'STOP' } } } } } },
      'STOP',
    ],
    ['a deleted message', { protocolMessage: { type: 0, key: { id: 'A' } } }, null],
    [
      'a native flow',
      {
        interactiveMessage: {
          header: { title: 'Tagihan' },
          body: { text: 'Bayar sekarang?' },
          footer: { text: 'Bank' },
          nativeFlowMessage: {
            buttons: [
              { name: 'quick_reply', buttonParamsJson: '{"display_text":"Ya","id":"y"}' },
              { name: 'cta_url', buttonParamsJson: 'not json' },
            ],
          },
        },
      },
      'Tagihan\nBayar sekarang?\nBank\n▫️ Ya',
    ],
    ['a native flow without words', { interactiveMessage: { nativeFlowMessage: {} } }, '💬 Other message'],
    [
      'a choice in a native flow',
      { interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: '{"id":"y","display_text":"Ya"}' } } },
      'Ya',
    ],
    [
      'a native flow seen once',
      { viewOnceMessage: { message: { interactiveMessage: { body: { text: 'Halo' } } } } },
      'Halo',
    ],
    [
      'buttons',
      { buttonsMessage: { contentText: 'Hadir?', buttons: [{ buttonText: { displayText: 'Ya' } }] } },
      'Hadir?\n▫️ Ya',
    ],
    ['a pressed button', { buttonsResponseMessage: { selectedDisplayText: 'Ya' } }, 'Ya'],
    [
      'a list',
      { listMessage: { title: 'Menu', description: 'Pilih', sections: [{ title: 'A', rows: [{ title: 'Satu' }] }] } },
      'Menu\nPilih\nA\n▫️ Satu',
    ],
    ['a selected list item', { listResponseMessage: { title: 'Satu' } }, 'Satu'],
    [
      'a template',
      {
        templateMessage: {
          hydratedTemplate: {
            hydratedTitleText: 'Promo',
            hydratedContentText: 'Isi',
            hydratedButtons: [{ urlButton: { displayText: 'Buka' } }],
          },
        },
      },
      'Promo\nIsi\n▫️ Buka',
    ],
    [
      'a poll',
      { pollCreationMessageV3: { name: 'Kapan?', options: [{ optionName: 'Senin' }, { optionName: 'Rabu' }] } },
      '📊 Kapan?\n▫️ Senin\n▫️ Rabu',
    ],
    ['a vote', { pollUpdateMessage: { vote: {} } }, null],
    [
      'a contact card',
      { contactMessage: { displayName: 'Ayu', vcard: 'BEGIN:VCARD\nFN:Ayu\nTEL;waid=628:+62 812\nEND:VCARD' } },
      '👤 Ayu +62 812',
    ],
    [
      'contact cards',
      { contactsArrayMessage: { contacts: [{ displayName: 'Ayu' }, { displayName: 'Budi' }] } },
      '👤 Ayu\n👤 Budi',
    ],
    [
      'a location',
      { locationMessage: { degreesLatitude: -6.2, degreesLongitude: 106.8, name: 'Kantor' } },
      '📍 Kantor\nhttps://www.google.com/maps?q=-6.2,106.8',
    ],
    ['a location without coordinates', { liveLocationMessage: {} }, '📍 Location'],
    ['an event', { eventMessage: { name: 'RUPS', description: 'Tahunan' } }, '📅 RUPS\nTahunan'],
    ['an invitation to a group', { groupInviteMessage: { groupName: 'Villa' } }, 'Villa'],
    ['an order', { orderMessage: {} }, '💬 Other message'],
    ['a video message', { ptvMessage: {} }, '🎥 Video'],
    ['a key', { senderKeyDistributionMessage: { groupId: '1@g.us' } }, null],
    ['nothing', undefined, null],
  ])('%s', (_, message, text) => {
    expect(messageText(message)).toBe(text)
  })

  test('with what they quote, whatever they are', () => {
    const contextInfo = { stanzaId: '3EB0A1', participant: '6281200000100@s.whatsapp.net' }
    expect(quotedOf({ extendedTextMessage: { text: 'Ya', contextInfo } })).toBe('3EB0A1')
    expect(quotedOf({ ephemeralMessage: { message: { audioMessage: { contextInfo } } } })).toBe('3EB0A1')
    expect(quotedOf({ conversation: 'Ya' })).toBeUndefined()
    expect(quotedOf(undefined)).toBeUndefined()
  })

  test('decrypted; unreadable content has no text', () => {
    const plain = proto.Message.encode({ conversation: 'STOP' }).finish()
    expect(messageText(messageIn(writeRandomPadMax16(plain)))).toBe('STOP')
    expect(messageText(messageIn(new Uint8Array()))).toBeNull()
    expect(messageText(messageIn(Buffer.from([1, 2, 200])))).toBeNull()
  })

  test.each<[string, Record<string, string>, object | undefined]>([
    ['a person', { from: pn, sender_lid: '9@lid' }, { from: pn, alternative: '9@lid' }],
    ['a LID', { from: '9@lid', sender_pn: pn }, { from: '9@lid', alternative: pn }],
    ['a group', { from: '1@g.us', participant: pn }, undefined],
    ['a status', { from: 'status@broadcast', participant: pn }, undefined],
    ['a channel', { from: '1@newsletter' }, undefined],
    ['our own phone, to a contact', { from: '6281200000100@s.whatsapp.net', recipient: pn }, undefined],
    ['ourselves', { from: '999001@lid' }, undefined],
  ])('from %s', (_, attrs, envelope) => {
    const found = envelopeOf(node('message', { id: 'A', t: '7', ...attrs }), self)
    if (envelope) expect(found).toMatchObject(envelope)
    else expect(found).toBeUndefined()
  })
})

test.each(
  [
    [{ capping_status: 'CAPPED', cycle_end_timestamp: '1760003600' }, true, new Date(1_760_003_600_000)],
    [{ capping_status: 'SECOND_WARNING', cycle_end_timestamp: '1760003600' }, true, new Date(1_760_003_600_000)],
    [{ capping_status: 'FIRST_WARNING' }, false, null],
    [{ capping_status: 'NONE' }, false, null],
    [{ capping_status: 'CAPPED' }, true, null],
    ['an ended cycle', { capping_status: 'CAPPED', cycle_end_timestamp: '1759990000' }, false, null],
    ['an end in another unit', { capping_status: 'CAPPED', cycle_end_timestamp: '1760003600000' }, true, null],
    ['an unknown status', { capping_status: 'THIRD_WARNING', cycle_end_timestamp: '1760003600' }, false, null],
    ['nothing', {}, false, null],
  ].map((row) => (row.length === 3 ? ['as it is told', ...row] : row)) as [string, object, boolean, Date | null][],
)('the cap on new chats, %s: %j', (_, told, active, until) => {
  expect(cappingOf(told, 1_760_000_000_000)).toEqual({ type: 'limit', code: 'new_chats_capped', active, until })
})

describe('USync results', () => {
  const user = (jid: string, type: string, asked?: string, more: BinaryNode[] = []) =>
    node('user', { jid }, [node('contact', { type }, asked && Buffer.from(asked)), ...more])
  const answer = (users: BinaryNode[], result: BinaryNode[] = []) =>
    node('iq', {}, [node('usync', {}, [node('result', {}, result), node('list', {}, users)])])
  const devices = node('devices', {}, [
    node('device-list', {}, [node('device', { id: '0' }), node('device', { id: '3', 'key-index': '3' })]),
  ])

  test('each number gets its own result, even if the id is another number', () => {
    const numbers = ['+5511987654321', '+6281234567890', '+620', '+621']
    const users = [
      user('551187654321@s.whatsapp.net', 'in', '+5511987654321'),
      user(pn, 'in'),
      user('620@s.whatsapp.net', 'out', '+620'),
    ]
    const question = { numbers, devices: false }
    expect(usyncAnswer(answer(users), question)).toEqual([
      { jid: '551187654321@s.whatsapp.net', number: '+5511987654321' },
      { jid: pn, number: '+6281234567890' },
    ])
    const asked = JSON.stringify(usyncQuery(question, 'x'))
    expect(asked).toContain('+620')
    expect(asked).not.toContain('devices')
  })

  test('a number has devices and a hidden id, or neither', () => {
    const question = { numbers: ['+6281234567890', '+621'], devices: true }
    const lid = node('lid', { val: '999@lid' })
    const refused = node('devices', {}, [node('error', { code: '500' })])
    const users = [
      user(pn, 'in', '+6281234567890', [devices, lid]),
      user('621@s.whatsapp.net', 'in', '+621', [refused]),
    ]
    expect(usyncAnswer(answer(users), question)).toEqual([
      {
        jid: pn,
        number: '+6281234567890',
        lid: '999@lid',
        devices: [
          { id: 0, keyIndex: Number.NaN, isHosted: false },
          { id: 3, keyIndex: 3, isHosted: false },
        ],
      },
      { jid: '621@s.whatsapp.net', number: '+621' },
    ])
  })

  test('for ids only the devices are requested', () => {
    const question = { jids: [pn, '999@lid'], devices: true }
    const users = [node('user', { jid: pn }, [devices]), node('user', { jid: '999@lid' }, [devices])]
    expect(usyncAnswer(answer(users), question)).toMatchObject([{ jid: pn }, { jid: '999@lid' }])
    expect(JSON.stringify(usyncQuery(question, 'x'))).not.toContain('contact')
  })

  test('an invalid response is undefined', () => {
    const question = { numbers: ['+620'], devices: true }
    expect(usyncAnswer(undefined, question)).toBeUndefined()
    expect(usyncAnswer(node('iq', {}, []), question)).toBeUndefined()
    const refused = node('contact', {}, [node('error', { code: '429' })])
    expect(usyncAnswer(answer([], [refused]), question)).toBeUndefined()
  })
})

describe('filtered from console and log', () => {
  test('libsignal’s sessions and their private keys; everything else is printed', () => {
    const printed: unknown[][] = []
    const printer = { info: (...given: unknown[]) => void printed.push(given), warn: () => {} }
    filterLibsignalConsole(printer)
    filterLibsignalConsole(printer)
    const session = { currentRatchet: { ephemeralKeyPair: { privKey: 'secret' } }, indexInfo: {} }
    printer.info('Closing session:', session)
    printer.info('Opening session:', session)
    printer.info('Removing old closed session:', session)
    printer.info('anything', session)
    printer.info('kept', { id: 1 })
    expect(printed).toEqual([['kept', { id: 1 }]])
  })

  test('Baileys’ warnings are logged without their data', () => {
    const told: unknown[] = []
    let over = false
    const logger = baileysLogger({ warn: (detail, text) => void told.push([detail, text]) }, 's1', () => over)
    logger.error({ err: new Error('Bad MAC'), node: '<message>secret</message>' }, 'failed to decrypt message')
    logger.child({}).warn('⚠️ DANGER: DISABLING ALL SYNC BY shouldSyncHistoryMsg …')
    logger.info({ qr: 'secret' }, 'not told')
    over = true
    logger.error({}, 'too late')
    expect(told).toEqual([[{ session_id: 's1', reason: 'Bad MAC' }, 'Baileys: failed to decrypt message']])
  })
})

describe('batched lookups', () => {
  test('requests of one tick share a lookup; later ones share the next; at most so many per lookup', async () => {
    const asked: number[][] = []
    const ask = batchLoader<number, number>(3, async (keys) => {
      asked.push([...keys])
      await new Promise((resolve) => setImmediate(resolve))
      if (keys.includes(13)) throw new Error('no')
      return new Map(keys.map((key) => [key, key * 2]))
    })
    const first = Promise.all([ask(1), ask(2), ask(1)])
    await new Promise((resolve) => setImmediate(resolve))
    const second = Promise.all([ask(3), ask(4), ask(5), ask(6)])
    expect(await first).toEqual([2, 4, 2])
    expect(await second).toEqual([6, 8, 10, 12])
    await expect(ask(13)).rejects.toThrow('no')
    expect(await ask(7)).toBe(14)
    expect(asked).toEqual([[1, 2], [3, 4, 5], [6], [13], [7]])
  })

  test('the LRU map evicts the least recently used', () => {
    const map = lruMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.get('a')
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })
})
