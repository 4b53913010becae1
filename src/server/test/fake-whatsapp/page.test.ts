// The page's buttons, called over HTTP as a browser does.
import { toBuffer } from 'qrcode'
import { expect, test } from 'vitest'
import { until } from '../until.ts'
import { connect, freshState } from './bare-client.ts'
import { answerPage } from './page.ts'
import { startFakeWhatsApp } from './server.ts'

test('the page links a client by an image of the QR, shows its messages, replies and unlinks it', async () => {
  const fake = await startFakeWhatsApp({ requests: (request, response) => void answerPage(fake, request, response) })
  const origin = `http://127.0.0.1:${fake.port}`
  const press = async (action: string, asked: object, from = origin) => {
    const headers = { origin: from }
    const answer = await fetch(`${origin}/${action}`, { method: 'POST', headers, body: JSON.stringify(asked) })
    return { status: answer.status, state: await answer.json() }
  }
  const account = '+6281200000100'
  expect(await (await fetch(origin)).text()).toContain('You control every phone')

  const state = freshState()
  const first = connect(fake, state)
  const picture = await toBuffer(await first.qr(), { type: 'png', margin: 2, width: 512 })
  const qr = `data:image/png;base64,${picture.toString('base64')}`
  expect(await press('scan', { account, qr }, 'http://elsewhere.example')).toMatchObject({ status: 404 })
  expect(await press('scan', { account, qr: 'nonsense' })).toMatchObject({ status: 400 })
  expect(await press('scan', { account, qr })).toMatchObject({ state: { linked: [{ account: '6281200000100' }] } })
  await first.closed()
  const client = connect(fake, state)
  await client.opened()

  await client.socket.sendMessage('6281234567890@s.whatsapp.net', { text: 'Kabar' })
  await until('the message', () => fake.receivedBy('6281234567890').length)
  const { state: seen } = await press('say', { from: '+6281234567890', to: account, text: 'STOP' })
  expect(seen).toMatchObject({ received: [{ number: '6281234567890', text: 'Kabar' }, { own: true }], failures: [] })
  await until('the reply', () => client.messages.find(({ message }) => message.message?.conversation === 'STOP'))

  await press('unlink', { account })
  expect(await client.closed()).toBe(401)
  await fake.close()
})
