// Chaos through WhatsApp's own protocol: the fake server and its phones, which really decrypt, are the witness.
import type { ImportedGroup, SessionGroup } from '../src/contract/wa-groups.ts'
import type { WaSession } from '../src/contract/wa-sessions.ts'
import { textOfPicture } from '../src/server/test/fake-whatsapp/qr-picture.ts'
import { type FakeWhatsApp, startFakeWhatsApp } from '../src/server/test/fake-whatsapp/server.ts'
import type { KabarProcess } from '../src/server/test/kabar.ts'
import { until } from '../src/server/test/until.ts'
import { addContacts, type House, openHouse, recipientsOf, statusOf } from './house.ts'
import { type Line, troubleLines, verdictLines } from './report.ts'
import { makeTrouble, type Trouble } from './troubles.ts'
import { judge } from './verdict.ts'

const account = '+6281200000100'

export interface LinkedRun {
  readonly recipients: number
  readonly groups: number
  readonly troubles: readonly Trouble[]
  readonly random: () => number
  /** For TEST_TIMINGS; empty: as in production. */
  readonly timings: string
}

export async function linkedRun(run: LinkedRun): Promise<Line[]> {
  const fake = await startFakeWhatsApp({ faults: { latencyMs: 5 } })
  const house = await openHouse({ WHATSAPP_WEB_SOCKET_URL: fake.url, TEST_TIMINGS: run.timings })
  try {
    const members = Array.from({ length: run.groups }, (_, group) =>
      Array.from({ length: 8 }, (_, place) => `+62813${String(100 + group)}${String(2_000 + place)}`),
    )
    for (const [group, numbers] of members.entries())
      fake.group({ subject: `Group ${group + 1}`, members: [account, ...numbers] })
    const [kabar] = house.processes
    const sessionId = await link(kabar!, fake, account)
    const wa_group_ids = await importGroups(kabar!, sessionId)
    await addContacts(house, run.recipients, ['5550'])
    const { id } = await kabar!.post<{ id: string }>('/v1/broadcasts', {
      ...{ name: 'News', session_id: sessionId, body: 'Halo {{ contact.phone | default: "semua" }}' },
      audience: { all_contacts: true, wa_group_ids },
    })
    await kabar!.post(`/v1/broadcasts/${id}/send`)
    const begun = performance.now()

    const chats = new Set<string>()
    let checked = 0
    const progress = () => {
      for (; checked < fake.received.length; checked++) {
        const { chat, number, own, error } = fake.received[checked]!
        if (!own && !error) chats.add(chat.endsWith('@g.us') ? chat : number)
      }
      return chats.size
    }
    const isOver = async () => (await statusOf(house, id)) === 'completed'
    const whole = run.recipients + run.groups
    const logins = () => fake.network.logins.length
    const happened = await makeTrouble({
      ...{ house, sessionId, broadcastId: id, troubles: run.troubles, random: run.random },
      ...{ progress, whole, logins, isOver },
    })
    await until('the end', isOver, Boolean, { withinMs: 10 * 60_000 })
    await until('the last receipts', () => allRead(house, id), Boolean, { withinMs: 60_000 }).catch(() => {})
    const seconds = (performance.now() - begun) / 1_000
    await kabar!.signIn()
    const session = await kabar!.get<WaSession>(`/v1/whatsapp/sessions/${sessionId}`)
    return [
      ...(await witnessed(house, fake, id, members)),
      ...accountLines(fake, session),
      ...troubleLines(happened, run.troubles.length),
      { what: 'duration', value: `${seconds.toFixed(0)} s, ${whole} recipients` },
    ]
  } finally {
    await house.close()
    await fake.close()
  }
}

/** Adds a session of the signed-in user; returns its id. */
export async function link(kabar: KabarProcess, fake: FakeWhatsApp, phone: string): Promise<string> {
  const { id } = await kabar.post<WaSession>('/v1/whatsapp/sessions', { name: 'Phone', driver: 'linked_device' })
  const path = `/v1/whatsapp/sessions/${id}`
  await kabar.patch(path, { pacing: { mode: 'off' } })
  await kabar.post(`${path}/start`)
  const session = () => kabar.get<WaSession>(path)
  await until('a QR code', session, ({ has_qr }) => has_qr)
  await fake.scanQr(phone, textOfPicture(await kabar.bytes(`${path}/qr`)))
  await until('the connection', session, ({ status }) => status === 'working')
  return id
}

async function importGroups(kabar: KabarProcess, id: string): Promise<string[]> {
  const list = () =>
    kabar.get<{ groups: SessionGroup[]; refreshed_at: string | null }>(
      `/v1/whatsapp/sessions/${id}/groups?per_page=200`,
    )
  const { groups } = await until('the groups', list, ({ refreshed_at }) => refreshed_at !== null)
  if (groups.length === 0) return []
  const wanted = groups.map(({ wa_id }) => ({ session_id: id, wa_id }))
  const imported = await kabar.post<{ groups: ImportedGroup[] }>('/v1/whatsapp/import-groups', { groups: wanted })
  return imported.groups.map((group) => group.id)
}

async function allRead(house: House, id: string): Promise<boolean> {
  return (await recipientsOf(house, id)).every(
    ({ status, participants, read_count }) => status === 'read' && read_count === participants,
  )
}

async function witnessed(
  house: House,
  fake: FakeWhatsApp,
  id: string,
  members: readonly (readonly string[])[],
): Promise<Line[]> {
  const rows = await recipientsOf(house, id)
  const read = fake.received.filter(({ own, error }) => !own && !error)
  const groupOf = new Map([...fake.network.groups.values()].map((group) => [group.id, group]))
  // A group has received it when each of its members has: one entry per member and id.
  const seen = read.map(({ chat, number, id: message }) => ({
    to: chat.endsWith('@g.us') ? `${chat} +${number}` : `+${number}`,
    id: message,
  }))
  const expectedRows = rows.flatMap((row) => {
    const group = groupOf.get(row.address)
    if (!group) return [row]
    const others = [...group.members].filter((number) => `+${number}` !== account)
    return others.map((number) => ({ ...row, address: `${row.address} +${number}` }))
  })
  const verdict = judge(expectedRows, seen, () => 'read')
  const uncounted = rows.filter(({ participants, delivered_count, read_count }) =>
    participants === null ? false : delivered_count !== participants || read_count !== participants,
  )
  const wrongText = read.filter(
    ({ chat, number, text }) => text !== (chat.endsWith('@g.us') ? 'Halo semua' : `Halo +${number}`),
  )
  const unread = fake.received.filter(({ error, own }) => error && !own)
  const healed = unread.filter(({ number, id: message }) =>
    read.some((one) => one.number === number && one.id === message),
  )
  const frames = fake.network.counts.get('message') ?? 0
  return [
    {
      what: 'recipients',
      value: `${rows.length - members.length} people, ${members.length} groups of ${members[0]?.length ?? 0}`,
      ok: rows.length > 0,
    },
    ...verdictLines(verdict),
    { what: 'groups with incomplete member counts', value: uncounted.length, must: 0 },
    { what: 'texts of another recipient', value: wrongText.length, must: 0 },
    {
      what: 'not decrypted at first',
      value: `${unread.length}, ${healed.length} of them decrypted after a retry request`,
      must: `${unread.length}, ${unread.length} of them decrypted after a retry request`,
    },
    { what: 'frames', value: `${frames}, ${frames - rows.length} of them resent under the same id` },
    {
      what: 'errors inside the fake',
      value: fake.network.failures.length,
      must: 0,
      detail: fake.network.failures.map(String),
    },
  ]
}

function accountLines(fake: FakeWhatsApp, session: WaSession): Line[] {
  const logins = fake.network.logins
  const busiest = Math.max(
    ...logins.map(({ at }) => logins.filter((other) => other.at >= at && other.at < at + 60_000).length),
  )
  const late = [...fake.network.counts].filter(([kind]) => kind.startsWith('late ')).reduce((sum, [, n]) => sum + n, 0)
  return [
    { what: 're-pairings', value: fake.person(account).links - 1, must: 0 },
    { what: 'session at the end', value: session.status, must: 'working' },
    {
      what: 'accepted logins',
      value: `${logins.length}, ${logins.filter(({ replaced }) => replaced).length} of them replaced an open socket`,
    },
    { what: 'stanzas of replaced sockets', value: late },
    { what: 'maximum logins per minute', value: busiest },
  ]
}
