// Conformance suite for drivers: what the engine relies on, whatever network is behind the port.
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Driver,
  DriverError,
  type DriverEvent,
  type DriverSession,
  type ReceiptStatus,
  type Vault,
} from './driver.ts'

/** A driver and the other side of it. Receipts must take some 100 ms of the driver's time. */
export interface Rig {
  readonly driver: Driver
  readonly numbers: {
    readonly normal: string
    readonly notOnWhatsApp: string
    /** The connection is lost while sending to this number; whether the message arrived is open. */
    readonly unknown: string
    /** The network asks to retry; only if the driver can produce it. */
    readonly later?: string
  }
  /** The phone scans the current QR. */
  pair(sessionId: string): Promise<void>
  /** The phone removes the device. */
  unlink(sessionId: string): Promise<void>
  /** What reached phones, reported by the other side. `media`: SHA-256 of the file; `count`: frames under this id. */
  witness(sessionId: string): Promise<{ id: string; to: string; text: string; media?: string; count: number }[]>
  now(): number
  /** Advances the driver's time and lets pending work continue. */
  pass(ms: number): Promise<void>
  /** Timers and sockets of the driver that are still open. */
  leftovers(): string[]
  dispose(): Promise<void>
}

export function testDriver(name: string, make: () => Promise<Rig>): void {
  describe(`${name}: driver`, () => {
    const sessionId = '0f9d5c8e-5a0b-4a53-9d0e-3f6f1f0a7c11'
    let rig: Rig
    let sessions: DriverSession[]

    beforeEach(async () => {
      rig = await make()
      sessions = []
    })
    afterEach(async () => {
      for (const session of sessions) await session.close()
      expect(rig.leftovers()).toEqual([])
      await rig.dispose()
    })

    async function open(vault = memoryVault()) {
      const events: DriverEvent[] = []
      const session = await rig.driver.open({
        sessionId,
        vault,
        on: async (event) => void events.push(event),
        sentText: async () => undefined,
      })
      sessions.push(session)
      const seen = <T extends DriverEvent['type']>(type: T) =>
        events.filter((event): event is Extract<DriverEvent, { type: T }> => event.type === type)
      const receipts = (id: string) => seen('receipt').flatMap((event) => (event.id === id ? [event.status] : []))
      return { session, vault, events, seen, receipts }
    }

    async function connect(vault?: MemoryVault) {
      const line = await open(vault)
      await until(() => line.seen('qr').length > 0 || line.seen('connected').length > 0)
      if (line.seen('connected').length === 0) await rig.pair(sessionId)
      await until(() => line.seen('connected').length > 0)
      return line
    }

    /** Advances the driver's time in many small steps, a hundred seconds at most. */
    async function until(holds: () => boolean) {
      for (let step = 0; step < 10_000 && !holds(); step += 1) await rig.pass(10)
      expect(holds()).toBe(true)
    }

    /** Advances time while waiting: sends need it. */
    async function settle<T>(under: Promise<T>): Promise<PromiseSettledResult<T>> {
      let result: PromiseSettledResult<T> | undefined
      void Promise.allSettled([under]).then(([settled]) => {
        result = settled
      })
      await until(() => result !== undefined)
      return result!
    }

    async function send(session: DriverSession, id: string, to: string, text = 'Kabar baik', repeat = false) {
      const result = await settle(session.send({ id, to, text, repeat }))
      if (result.status === 'rejected') throw result.reason
      return result.value
    }

    async function failure(under: Promise<unknown>): Promise<DriverError> {
      const result = await settle(under)
      const reason = result.status === 'rejected' ? result.reason : undefined
      expect(reason).toBeInstanceOf(DriverError)
      return reason as DriverError
    }

    test('its abilities are data', () => {
      const { abilities } = rig.driver
      expect(JSON.parse(JSON.stringify(abilities))).toEqual(abilities)
      expect(abilities.inFlight).toBeGreaterThan(0)
      expect(abilities.evidenceMs).toBeGreaterThan(0)
      expect(abilities.acknowledgementMs).toBeGreaterThan(0)
    })

    test('without credentials it shows a QR, and connects once that is scanned', async () => {
      const { events, seen } = await connect()
      expect(events[0]).toMatchObject({ type: 'qr', qr: expect.stringMatching(/./), expiresAt: expect.any(Date) })
      expect(seen('qr')[0]!.expiresAt.getTime()).toBeGreaterThan(rig.now() - 1_000)
      expect(seen('connected')).toEqual([
        { type: 'connected', phoneNumber: expect.stringMatching(/^\+[1-9]\d{6,14}$/), pushName: expect.any(String) },
      ])
    })

    test('with credentials it connects without a QR, as the same number', async () => {
      const first = await connect()
      await first.session.close()
      const second = await open(first.vault)
      await until(() => second.seen('connected').length > 0)
      expect(second.seen('qr')).toEqual([])
      expect(second.seen('connected')).toEqual(first.seen('connected'))
    })

    test('it sends once, with the id and the text of the caller', async () => {
      const { session } = await connect()
      const text = 'Selamat pagi 👋\n*Villa Canggu*: 82 % "terdanai" \\ \u{1F3DD} é'
      await send(session, 'OWNID1', rig.numbers.normal, text)
      expect(await rig.witness(sessionId)).toEqual([{ id: 'OWNID1', to: rig.numbers.normal, text, count: 1 }])
    })

    test('a file arrives byte for byte, its text as the caption', async () => {
      if (!rig.driver.abilities.media) return
      const { session } = await connect()
      const { normal } = rig.numbers
      for (const kind of ['image', 'video', 'document'] as const) {
        const bytes = randomBytes(70_000)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const type = { image: 'image/jpeg', video: 'video/mp4', document: 'application/pdf' }[kind]
        const media = { kind, type, name: 'laporan', sha256, read: async () => bytes }
        const sent = await settle(session.send({ id: `F-${kind}`, to: normal, text: `Laporan ${kind}`, media }))
        expect(sent.status).toBe('fulfilled')
        expect((await rig.witness(sessionId)).at(-1)).toEqual({
          id: `F-${kind}`,
          to: normal,
          text: `Laporan ${kind}`,
          media: sha256,
          count: 1,
        })
      }
    })

    test('a file that cannot be read is retried later: nothing was sent', async () => {
      if (!rig.driver.abilities.media) return
      const { session } = await connect()
      const read = () => Promise.reject(new Error('no such file'))
      const media = { kind: 'image', type: 'image/png', name: 'x.png', sha256: 'ab', read } as const
      const to = rig.numbers.normal
      expect((await failure(session.send({ id: 'GONE', to, text: 'x', media }))).kind).toBe('later')
      expect(await rig.witness(sessionId)).toEqual([])
      await send(session, 'GONE', to)
      expect(await rig.witness(sessionId)).toMatchObject([{ id: 'GONE', count: 1 }])
    })

    test('receipts carry the id of the caller and arrive in ascending order', async () => {
      const { session, receipts, seen } = await connect()
      const begun = rig.now()
      await send(session, 'R1', rig.numbers.normal)
      await until(() => receipts('R1').includes('read'))
      const ladder: ReceiptStatus[] = ['sent', 'delivered', 'read', 'played']
      const steps = receipts('R1').map((status) => ladder.indexOf(status))
      expect(steps).toEqual([...steps].sort())
      expect(steps).not.toContain(-1)
      for (const { at } of seen('receipt')) {
        // The network may report whole seconds.
        expect(at.getTime()).toBeGreaterThan(begun - 1_000)
        expect(at.getTime()).toBeLessThan(rig.now() + 1_000)
      }
    })

    test('many sends at once each arrive once', async () => {
      const { session } = await connect()
      const ids = Array.from({ length: Math.min(rig.driver.abilities.inFlight, 50) }, (_, index) => `M${index}`)
      const results = await settle(Promise.all(ids.map((id) => session.send({ id, to: rig.numbers.normal, text: id }))))
      expect(results.status).toBe('fulfilled')
      const witnessed = await rig.witness(sessionId)
      expect(witnessed.map(({ id, count }) => `${id} ${count}`).sort()).toEqual(ids.map((id) => `${id} 1`).sort())
    })

    test('the same id twice is one message at the recipient, also after reconnecting', async () => {
      const first = await connect()
      await send(first.session, 'TWICE', rig.numbers.normal)
      await send(first.session, 'TWICE', rig.numbers.normal)
      await first.session.close()
      const second = await connect(first.vault)
      await send(second.session, 'TWICE', rig.numbers.normal)
      await until(() => second.receipts('TWICE').includes('delivered'))
      expect(await rig.witness(sessionId)).toMatchObject([{ id: 'TWICE', count: 3 }])
    })

    test('"impossible": the recipient is not on WhatsApp', async () => {
      const { session } = await connect()
      const error = await failure(session.send({ id: 'NOT', to: rig.numbers.notOnWhatsApp, text: 'x' }))
      expect(error).toMatchObject({ kind: 'impossible', code: 'not_on_whatsapp' })
      expect(await rig.witness(sessionId)).toEqual([])
    })

    test('"later": not sent, and may be tried again', async (context) => {
      const { later } = rig.numbers
      if (!later) return context.skip()
      const { session } = await connect()
      const error = await failure(session.send({ id: 'LATER', to: later, text: 'x' }))
      expect(error).toMatchObject({ kind: 'later', code: expect.stringMatching(/^[a-z0-9_]+$/) })
      expect(await rig.witness(sessionId)).toEqual([])
    })

    test('"session": nothing is sent while not connected', async () => {
      const unpaired = await open()
      await until(() => unpaired.seen('qr').length > 0)
      expect(await failure(unpaired.session.send({ id: 'S1', to: rig.numbers.normal, text: 'x' }))).toMatchObject({
        kind: 'session',
      })
      await unpaired.session.close()
      const { session } = await connect()
      await session.close()
      expect(await failure(session.send({ id: 'S2', to: rig.numbers.normal, text: 'x' }))).toMatchObject({
        kind: 'session',
      })
      expect(await failure(session.listGroups())).toMatchObject({ kind: 'session' })
      expect(await failure(session.checkNumbers([rig.numbers.normal]))).toMatchObject({ kind: 'session' })
      expect(await rig.witness(sessionId)).toEqual([])
    })

    test('"unknown": a connection lost while sending is never reported as a failure, and a resend with the same id is one message', async () => {
      const first = await connect()
      const error = await failure(first.session.send({ id: 'LOST', to: rig.numbers.unknown, text: 'Kabar baik' }))
      expect(error.kind).toBe('unknown')
      await until(() => first.seen('closed').length > 0)
      expect(first.seen('closed')).toMatchObject([{ reason: 'retry' }])
      const second = await connect(first.vault)
      await send(second.session, 'LOST', rig.numbers.unknown, 'Kabar baik', true)
      await until(() => second.receipts('LOST').length > 0)
      expect(await rig.witness(sessionId)).toMatchObject([{ id: 'LOST', to: rig.numbers.unknown, text: 'Kabar baik' }])
    })

    test('receipts that became due while closed arrive soon after connecting again', async () => {
      const first = await connect()
      await send(first.session, 'AWAY', rig.numbers.normal)
      expect(first.receipts('AWAY')).not.toContain('delivered')
      await first.session.close()
      await rig.pass(60_000)
      const second = await open(first.vault)
      await until(() => second.seen('connected').length > 0)
      const connectedAt = rig.now()
      await until(() => second.receipts('AWAY').includes('delivered'))
      expect(rig.now() - connectedAt).toBeLessThanOrEqual(rig.driver.abilities.evidenceMs)
    })

    test('after close() no event follows and nothing is left; closing again is harmless', async () => {
      const { session, events } = await connect()
      await send(session, 'CLOSE', rig.numbers.normal)
      await session.close()
      const count = events.length
      expect(rig.leftovers()).toEqual([])
      await rig.pass(60_000)
      expect(events).toHaveLength(count)
      await session.close()
    })

    test('close() while a QR is shown, and right after open(), leaves nothing open', async () => {
      const shown = await open()
      await until(() => shown.seen('qr').length > 0)
      await shown.session.close()
      expect(rig.leftovers()).toEqual([])
      const early = await open()
      await early.session.close()
      expect(rig.leftovers()).toEqual([])
      await rig.pass(60_000)
      expect(early.events).toEqual([])
    })

    test('close() while sending settles every send: sent, unknown, or provably not sent', async () => {
      const { session } = await connect()
      const sends = Array.from({ length: 5 }, (_, index) =>
        session.send({ id: `C${index}`, to: rig.numbers.normal, text: 'x' }),
      )
      const settled = Promise.allSettled(sends)
      await rig.pass(0)
      await session.close()
      await settle(settled)
      const arrived = new Set((await rig.witness(sessionId)).map(({ id }) => id))
      for (const [index, result] of (await settled).entries()) {
        if (result.status === 'fulfilled') continue
        expect(result.reason).toMatchObject({
          kind: arrived.has(`C${index}`) ? 'unknown' : expect.stringMatching(/^(unknown|session)$/),
        })
      }
    })

    test('logging out makes the credentials worthless, and no event follows', async () => {
      const { session, vault, events } = await connect()
      const copy = vault.copy()
      expect(copy.size()).toBeGreaterThan(0)
      const count = events.length
      expect(await settle(session.logout())).toMatchObject({ status: 'fulfilled' })
      expect(vault.size()).toBe(0)
      await rig.pass(60_000)
      expect(events).toHaveLength(count)
      const again = await open(copy)
      await until(() => again.seen('closed').length > 0 || again.seen('qr').length > 0)
      expect(again.seen('connected')).toEqual([])
    })

    test('unlinked by the phone, it reports that each time it is opened, until the credentials are removed', async () => {
      const first = await connect()
      await rig.unlink(sessionId)
      await until(() => first.seen('closed').length > 0)
      expect(first.seen('closed')).toMatchObject([
        { reason: 'logged_out', message: { code: expect.stringMatching(/^connection\./) } },
      ])
      // The process may have died before anything was written.
      expect(first.vault.size()).toBeGreaterThan(0)
      for (const _ of ['next', 'and next']) {
        const again = await open(first.vault)
        await until(() => again.seen('closed').length > 0)
        expect(again.seen('closed')).toMatchObject([{ reason: 'logged_out' }])
        expect(again.seen('qr')).toEqual([])
        expect(again.seen('connected')).toEqual([])
      }
      await first.vault.clear()
      const anew = await open(first.vault)
      await until(() => anew.seen('qr').length > 0)
    })

    test('it lists the groups of the account', async (context) => {
      if (!rig.driver.abilities.groups) return context.skip()
      const { session, seen } = await connect()
      const listed = await settle(session.listGroups())
      const groups = listed.status === 'fulfilled' ? listed.value : []
      expect(groups.length).toBeGreaterThan(0)
      for (const group of groups) {
        expect(group).toEqual({
          wa_id: expect.stringMatching(/@g\.us$/),
          name: expect.any(String),
          participants_count: expect.any(Number),
          can_post: expect.any(Boolean),
          members: expect.any(Array),
        })
        expect(new Set(group.members).size).toBe(group.members.length)
        expect(group.members.length).toBeLessThan(group.participants_count)
        expect(group.members).not.toContain(seen('connected')[0]!.phoneNumber)
        for (const member of group.members) expect(member).toMatch(/^(\+[1-9]\d{6,14}|[^@\s]+@[a-z.]+)$/)
      }
      expect(groups.some(({ members }) => members.some((member) => member.startsWith('+')))).toBe(true)
      const open = groups.find((group) => group.can_post)!
      await send(session, 'GROUP', open.wa_id)
      expect(await rig.witness(sessionId)).toMatchObject([{ id: 'GROUP', to: open.wa_id, count: 1 }])
      const receipts = () => seen('receipt').filter(({ id }) => id === 'GROUP')
      const readers = () => receipts().flatMap(({ status, participant }) => (status === 'read' ? [participant] : []))
      await until(() => readers().length > 1)
      for (const { status, participant } of receipts()) {
        if (status === 'sent') expect(participant).toBeUndefined()
        else expect(open.members).toContain(participant)
      }
      expect(new Set(readers()).size).toBe(readers().length)
      const shut = groups.find((group) => !group.can_post)
      if (shut)
        expect(await failure(session.send({ id: 'SHUT', to: shut.wa_id, text: 'x' }))).toMatchObject({
          kind: 'impossible',
        })
    })

    test('returns which numbers are on WhatsApp', async () => {
      const { session } = await connect()
      const { normal, notOnWhatsApp } = rig.numbers
      const checked = await settle(session.checkNumbers([normal, notOnWhatsApp]))
      const found = checked.status === 'fulfilled' ? checked.value : new Map<string, string | null>()
      expect([...found.keys()]).toEqual([normal, notOnWhatsApp])
      expect(found.get(normal)).toEqual(expect.any(String))
      expect(found.get(notOnWhatsApp)).toBeNull()
      expect(await session.checkNumbers([])).toEqual(new Map())
    })
  })
}

export interface MemoryVault extends Vault {
  copy(): MemoryVault
  size(): number
}

/** A vault in memory. */
export function memoryVault(content = new Map<string, Uint8Array>()): MemoryVault {
  return {
    read: async (keys) => new Map(keys.flatMap((key) => (content.has(key) ? [[key, content.get(key)!] as const] : []))),
    write: async (changes) => {
      for (const [key, value] of changes) {
        if (value === null) content.delete(key)
        else content.set(key, value)
      }
    },
    clear: async () => content.clear(),
    copy: () => memoryVault(new Map(content)),
    size: () => content.size,
  }
}
