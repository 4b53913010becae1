// Malformed input from WhatsApp: a message without content, incomplete stanzas. Baileys does not await its listeners; an error
// there must end neither the process (the test runner fails on it) nor the connection.
import { proto } from 'baileys'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fromServer, type Stanza, stanza } from '../../../test/fake-whatsapp/stanzas.ts'
import { account, friend, type OpenLine, type Phone, startPhone } from '../../../test/linked-device.ts'
import { until } from '../../../test/until.ts'

let phone: Phone
let line: OpenLine

beforeAll(async () => {
  phone = await startPhone()
  line = await phone.connect()
})
afterEach(() => {
  expect(phone.fake.network.failures).toEqual([])
})
afterAll(() => phone.close())

const friendJid = `${friend.slice(1)}@s.whatsapp.net`
const push = (odd: Stanza) => phone.fake.linked(account)[0]!.connection!.send(odd)

test('a message that WhatsApp no longer has is reported once the phone has resent it', async () => {
  push(
    stanza('message', { id: 'GONE', from: friendJid, type: 'text', t: Math.floor(Date.now() / 1_000) }, [
      stanza('unavailable'),
    ]),
  )
  // Requested from the account's own phone, two seconds later.
  const sentBefore = phone.fake.network.counts.get('message') ?? 0
  await until('the question to the phone', () => (phone.fake.network.counts.get('message') ?? 0) > sentBefore)
  expect(line.seen('message')).toEqual([])
  const webMessageInfoBytes = proto.WebMessageInfo.encode({
    key: { id: 'GONE', remoteJid: friendJid, fromMe: false },
    message: { conversation: 'STOP' },
    messageTimestamp: Math.floor(Date.now() / 1_000),
  }).finish()
  const found = { peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }] }
  const type = proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE
  const message = { protocolMessage: { type, peerDataOperationRequestResponseMessage: found } }
  await phone.fake.say({ from: account, to: account, chat: account, peer: true, message })
  expect(await line.wait('message')).toMatchObject({ id: 'GONE', from: friend, text: 'STOP' })
})

/** Of each kind that Baileys handles: incomplete, with unexpected content, with nonsense. */
const kinds = [
  ...['w:gp2', 'mediaretry', 'encrypt', 'devices', 'server_sync', 'picture', 'account_sync', 'privacy_token', 'mex'],
  ...['link_code_companion_reg', 'newsletter', 'business', 'unknown'],
].map((type): [string, (content?: Stanza[] | Uint8Array) => Stanza] => [
  `notification ${type}`,
  (content) => stanza('notification', { id: `odd-${type}`, from: friendJid, type, t: 1 }, content),
])
const others: [string, (content?: Stanza[] | Uint8Array) => Stanza][] = [
  ['call', (content) => stanza('call', { id: 'odd-call', from: friendJid, t: 1 }, content)],
  ['message', (content) => stanza('message', { id: 'odd-m', from: friendJid, type: 'text', t: 1 }, content)],
  ['message from nowhere', (content) => stanza('message', { id: 'odd-n', type: 'text' }, content)],
  ['receipt', (content) => stanza('receipt', { id: 'odd-r', from: friendJid, type: 'retry' }, content)],
  ['receipt without id', (content) => stanza('receipt', { from: friendJid }, content)],
  ['presence', (content) => stanza('presence', { from: friendJid }, content)],
  ['chatstate', (content) => stanza('chatstate', {}, content)],
  ['ib', (content) => stanza('ib', { from: fromServer }, content)],
  ['iq', (content) => stanza('iq', { id: 'odd-iq', from: fromServer, type: 'set', xmlns: 'md' }, content)],
]

test.each([...kinds, ...others])('%s: the connection survives, and the next message is reported', async (kind, odd) => {
  for (const content of [
    undefined,
    [],
    Buffer.from('nonsense'),
    [stanza('dirty', { type: 'groups' }), stanza('enc', { v: 2, type: 'pkmsg' }, Buffer.from('nonsense'))],
    [stanza('add', {}, [stanza('participant')]), stanza('device', { jid: 'half' }), stanza('count', { value: 'x' })],
    [stanza('update', { op_name: 'x' }, Buffer.from('{')), stanza('retry', { count: 'x' }), stanza('offer')],
  ])
    push(odd(content))
  const text = `after ${kind}`
  await phone.fake.say({ from: friend, to: account, text })
  await until('the next message', () => line.seen('message').some((event) => event.text === text))
  expect(line.seen('closed')).toEqual([])
  expect(await line.send(friend, `SEND ${kind}`)).toBe('sent')
})
