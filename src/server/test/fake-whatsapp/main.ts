// `npm run fake-whatsapp`: the standalone fake, with a page that operates all the phones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepsakeOf, restore } from './keepsake.ts'
import { answerPage } from './page.ts'
import { startFakeWhatsApp } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '7357' },
    account: { type: 'string', default: '+6281200000100' },
    // Stores the linked clients while the fake is not running.
    state: { type: 'string' },
  },
})

const fake = await startFakeWhatsApp({
  port: Number(values.port),
  requests: (request, response) => void answerPage(fake, request, response),
  // About as fast as people who are looking at their phones.
  faults: { deliveredAfterMs: 800, readAfterMs: 3_000 },
})

if (values.state && existsSync(values.state)) restore(fake.network, readFileSync(values.state, 'utf8'))

const members = (count: number) => Array.from({ length: count }, (_, i) => `+62812345${String(6_100 + i)}`)
fake.group({ subject: 'Investor Villa Canggu', members: [values.account, ...members(23)] })
fake.group({ subject: 'Kabar Proyek Ubud', members: [values.account, ...members(56)], mode: 'pn' })
fake.group({
  subject: 'Pengumuman RUPS (hanya admin)',
  members: [values.account, ...members(40)],
  admins: members(1),
  announce: true,
})

const certificate = join(tmpdir(), `fake-whatsapp-${fake.port}.pem`)
writeFileSync(certificate, fake.certificate)

process.stdout.write(`Page of the phones:  http://127.0.0.1:${fake.port}/
Setting for Kabar:   WHATSAPP_WEB_SOCKET_URL=${fake.url}
For media:           NODE_EXTRA_CA_CERTS=${certificate}
Member of the groups: ${values.account}; for another account: npm run fake-whatsapp -- --account +62…
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (values.state) writeFileSync(values.state, keepsakeOf(fake.network))
    void fake.close().then(() => process.exit(0))
  })
}
