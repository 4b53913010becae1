// The driver conformance suite for the linked device, against the fake WhatsApp and its own protocol.
import { createHash } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import { Agent } from 'node:https'
import type { Socket } from 'node:net'
import { lidOf } from '../../../test/fake-whatsapp/numbers.ts'
import { startFakeWhatsApp } from '../../../test/fake-whatsapp/server.ts'
import { testDriver } from '../conformance.ts'
import { manualClock } from '../simulator/clock.ts'
import { linkedDevice } from './linked-device.ts'

testDriver('linked device', async () => {
  const account = '+6281200000100'
  const clock = manualClock(Date.now())
  const keyless = '+6281234567812'
  const fake = await startFakeWhatsApp({
    clock,
    faults: {
      deliveredAfterMs: 5_000,
      readAfterMs: 5_000,
      bundle: (jid) => (jid.startsWith(lidOf(keyless.slice(1))) ? 404 : undefined),
    },
  })
  const sockets: Socket[] = []
  const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  diagnostics.subscribe('net.client.socket', note)
  const members = ['+6281234567890', '+6281234567809']
  fake.group({ subject: 'Investor Villa Canggu', members: [account, ...members] })
  fake.group({ subject: 'Pengumuman', members: [account], admins: members, announce: true })
  const mediaAgent = new Agent({ ca: fake.certificate })
  const driver = linkedDevice({ webSocketUrl: fake.url, log: { warn: () => {} }, now: clock.now, mediaAgent })
  let qr = ''
  return {
    driver: {
      ...driver,
      open: (options) =>
        driver.open({
          ...options,
          on: async (event) => {
            if (event.type === 'qr') qr = event.qr
            await options.on(event)
          },
        }),
    },
    numbers: { normal: '+6281234567890', notOnWhatsApp: '+6281200000001', unknown: '+6281200000011', later: keyless },
    pair: async () => void (await fake.scanQr(account, qr)),
    unlink: async () => fake.unlink(account),
    witness: async () => {
      const messages = new Map<string, { id: string; to: string; text: string; media?: string; count: number }>()
      for (const { id, chat, number, device, own, text, media } of fake.received) {
        // In a group one member represents all.
        if (own || device !== 0 || (chat.endsWith('@g.us') && `+${number}` !== members[0])) continue
        const to = chat.endsWith('@g.us') ? chat : `+${number}`
        const file = media ? { media: createHash('sha256').update(media).digest('hex') } : {}
        messages.set(id, { id, to, text, count: (messages.get(id)?.count ?? 0) + 1, ...file })
      }
      return [...messages.values()]
    },
    now: clock.now,
    pass: async (ms) => {
      await clock.pass(ms)
      // Lets pending socket traffic arrive.
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
    leftovers: () => sockets.filter(({ destroyed }) => !destroyed).map(() => 'socket'),
    dispose: async () => {
      diagnostics.unsubscribe('net.client.socket', note)
      mediaAgent.destroy()
      await fake.close()
    },
  }
})
