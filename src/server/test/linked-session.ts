// A session of the app, linked to a phone of the fake WhatsApp by its QR code.
import { waSessions } from '../../contract/wa-sessions.ts'
import type { Caller, testApp } from './app.ts'
import { session } from './engine.ts'
import { textOfPicture } from './fake-whatsapp/qr-picture.ts'
import type { FakeWhatsApp } from './fake-whatsapp/server.ts'
import { until } from './until.ts'

/** Starts the session `id` and scans its QR with the phone that has the number `account`. */
export async function linkSession(
  app: Awaited<ReturnType<typeof testApp>>['app'],
  fake: FakeWhatsApp,
  { person, id, account }: { person: Caller; id: string; account: string },
): Promise<void> {
  await person.call(waSessions.start, { params: { id } })
  const seen = (wanted: string) =>
    until(
      wanted,
      () => session(person, id),
      ({ status }) => status === wanted,
    )
  await seen('scan_qr')
  const picture = await app.inject({
    url: `/api/v1/whatsapp/sessions/${id}/qr`,
    headers: { authorization: `Bearer ${person.access_token}` },
  })
  await fake.scanQr(account, textOfPicture(picture.rawPayload))
  await seen('working')
}
