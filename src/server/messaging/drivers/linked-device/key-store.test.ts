// The key store over a vault, and the write barrier that waits for it.
import { randomBytes } from 'node:crypto'
import { initAuthCreds, proto, type SignalDataSet } from 'baileys'
import { describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { memoryVault } from '../conformance.ts'
import type { Vault } from '../driver.ts'
import { openKeyStore } from './key-store.ts'
import { KeysNotSaved, newSendProgress, openWriteBarrier, type SendProgress, type Writer } from './write-barrier.ts'

/** Counts transactions; a write waits until it is released. */
function watchedVault() {
  const inner = memoryVault()
  const log: string[] = []
  let fails: Error | undefined
  const vault: Vault = {
    read: async (keys) => {
      log.push(`read ${keys.length}`)
      if (fails) throw fails
      return await inner.read(keys)
    },
    write: async (changes) => {
      log.push(`write ${changes.size}`)
      await new Promise((resolve) => setImmediate(resolve))
      if (fails) throw fails
      await inner.write(changes)
    },
    clear: () => inner.clear(),
  }
  return { vault, inner, log, fail: (error?: Error) => (fails = error) }
}

const linkedCreds = () => ({
  ...initAuthCreds(),
  me: { id: '6281200000100:1@s.whatsapp.net', lid: '99900@lid' },
  account: { details: randomBytes(8), accountSignature: randomBytes(64) },
  routingInfo: randomBytes(6),
})

describe('the store', () => {
  test('every kind of key comes back as it was, from another process', async () => {
    const { vault } = watchedVault()
    const data: SignalDataSet = {
      'pre-key': { 1: { public: randomBytes(32), private: randomBytes(32) } },
      session: { '1.0': { version: 'v1', _sessions: { a: { chain: { messageKeys: { 0: 'x' } } } } } as never },
      'sender-key': { 'g::1::0': Buffer.from('[{"a":1}]') },
      'sender-key-memory': { '1@g.us': { '62812:0@s.whatsapp.net': true } },
      'app-state-sync-version': { critical: { version: 3, hash: randomBytes(128), indexValueMap: {} } },
      'lid-mapping': { 62812: '99921826' },
      'device-list': { 62812: ['0', '3'] },
      tctoken: { '1@lid': { token: randomBytes(16), senderTimestamp: 5 } },
      'identity-key': { '1.0': randomBytes(33) },
    }
    const first = openKeyStore(vault, () => {})
    await first.set(data)
    await first.flush()
    const store = openKeyStore(vault, () => {})
    for (const [type, entries] of Object.entries(data)) {
      const found = await store.get(type as never, Object.keys(entries))
      expect(JSON.stringify(found)).toBe(JSON.stringify(entries))
    }
    const key = proto.Message.AppStateSyncKeyData.fromObject({ keyData: randomBytes(32), timestamp: 7 })
    await store.set({ 'app-state-sync-key': { a: key } })
    await store.flush()
    const revived = (await openKeyStore(vault, () => {}).get('app-state-sync-key', ['a'])).a!
    expect(revived).toBeInstanceOf(proto.Message.AppStateSyncKeyData)
    expect(Buffer.from(revived.keyData!)).toEqual(key.keyData)
  })

  test('credentials too; a damaged value is an error, never an empty result', async () => {
    const { vault, inner } = watchedVault()
    const creds = linkedCreds()
    const store = openKeyStore(vault, () => {})
    expect(await store.credentials()).toBeUndefined()
    store.stageCredentials(creds)
    await store.flush()
    expect(await openKeyStore(vault, () => {}).credentials()).toEqual(JSON.parse(JSON.stringify(creds), revive))
    await inner.write(new Map([['creds', Buffer.from('{"me":1}')]]))
    await expect(openKeyStore(vault, () => {}).credentials()).rejects.toThrow('incomplete')
  })

  test('one set is one write, a batch of ids one read, and cached keys are not read again', async () => {
    const { vault, log } = watchedVault()
    const store = openKeyStore(vault, () => {})
    const ids = Array.from({ length: 812 }, (_, id) => String(id))
    await store.set({
      'lid-mapping': Object.fromEntries(ids.map((id) => [id, id])),
      'device-list': { 1: ['0'] },
    })
    await store.flush()
    await store.get('lid-mapping', ids)
    await store.get('session', ['1.0', '2.0', '3.0'])
    await store.get('session', ['2.0', '1.0'])
    expect(log).toEqual(['write 813', 'read 3'])
  })

  test('staged keys are read from memory, and removed keys are gone immediately', async () => {
    const { vault, inner } = watchedVault()
    const store = openKeyStore(vault, () => {})
    store.stage({ 'lid-mapping': { a: '1', b: '2' } })
    store.stage({ 'lid-mapping': { b: null } })
    expect(await store.get('lid-mapping', ['a', 'b'])).toEqual({ a: '1' })
    expect(inner.size()).toBe(0)
    await store.flush()
    expect(inner.size()).toBe(1)
    expect(store.hasStaged()).toBe(false)
  })

  test('a set does not block; without a frame it is written soon, batched with later changes', async () => {
    const { vault, log } = watchedVault()
    const store = openKeyStore(vault, () => {})
    for (const id of ['a', 'b', 'c']) await store.set({ 'lid-mapping': { [id]: '1' } })
    expect(log).toEqual([])
    await until('the write', () => !store.hasStaged())
    expect(log).toEqual(['write 3'])
    store.close()
    await expect(store.set({ 'lid-mapping': { d: '1' } })).rejects.toThrow('closed')
  })

  test('a session staged before the send is not written again after it', async () => {
    const { vault, log } = watchedVault()
    const store = openKeyStore(vault, () => {})
    const session = { version: 'v1' } as never
    store.stage({ session: { '1.0': session } })
    await store.flush()
    await store.set({ session: { '1.0': session } })
    await store.flush()
    expect(log).toEqual(['write 1'])
  })

  test('a failed write is retried; a later value wins', async () => {
    const { vault, inner, fail } = watchedVault()
    const broken: unknown[] = []
    const store = openKeyStore(vault, (error) => broken.push(error))
    fail(new Error('away'))
    store.stage({ 'lid-mapping': { a: '1', b: '1' } })
    const first = store.flush()
    await Promise.resolve()
    store.stage({ 'lid-mapping': { a: '2' } })
    await expect(first).rejects.toThrow('away')
    fail()
    await store.flush()
    expect(inner.size()).toBe(2)
    expect(await openKeyStore(vault, () => {}).get('lid-mapping', ['a', 'b'])).toEqual({ a: '2', b: '1' })
    expect(broken).toHaveLength(1)
  })

  test('another account: old keys are deleted with the first write; after remove() nothing is written', async () => {
    const { vault, inner } = watchedVault()
    await inner.write(new Map([['session/1.0', Buffer.from('"old"')]]))
    const store = openKeyStore(vault, () => {})
    store.beginAccount()
    store.stageCredentials(linkedCreds())
    expect(inner.size()).toBe(1)
    await store.flush()
    expect([...(await inner.read(['creds', 'session/1.0'])).keys()]).toEqual(['creds'])
    await store.remove()
    await expect(store.set({ 'lid-mapping': { a: '1' } })).rejects.toThrow('closed')
    expect(inner.size()).toBe(0)
  })
})

describe('the write barrier', () => {
  function gated(keep: () => Promise<void> | undefined, leaving?: () => SendProgress | undefined) {
    const out: string[] = []
    const writer: Writer = {
      send: (frame, done) => {
        out.push(String(frame))
        done?.()
      },
    }
    const broken: Error[] = []
    const gate = openWriteBarrier(writer, keep, (error) => broken.push(error), leaving)
    const send = (frame: string) =>
      new Promise<string>((resolve) => writer.send(frame, (error) => resolve(error?.name ?? 'left')))
    return { out, broken, gate, send }
  }

  test('with nothing to store a frame is sent immediately; otherwise all wait for the write, in order', async () => {
    let staged = false
    let release = () => {}
    const { out, send } = gated(() => {
      if (!staged) return undefined
      staged = false
      return new Promise((resolve) => (release = resolve))
    })
    void send('1')
    expect(out).toEqual(['1'])
    staged = true
    const waiting = [send('2'), send('3'), send('4')]
    expect(out).toEqual(['1'])
    release()
    expect(await Promise.all(waiting)).toEqual(['left', 'left', 'left'])
    expect(out).toEqual(['1', '2', '3', '4'])
  })

  test('frames that arrive during a write share the next, and none is sent before its own', async () => {
    const { vault, log, inner } = watchedVault()
    const store = openKeyStore(vault, () => {})
    const { out, send } = gated(() => (store.hasStaged() ? store.flush() : undefined))
    const early: number[] = []
    const waiting: Promise<unknown>[] = []
    for (let number = 1; number <= 20; number += 1) {
      store.stage({ 'lid-mapping': { [number]: 'x' } })
      waiting.push(send(String(number)).then(() => inner.size() < number && early.push(number)))
      // The first is being written when the others arrive.
      await Promise.resolve()
    }
    await Promise.all(waiting)
    expect(log).toHaveLength(2)
    expect(out).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)))
    expect(early).toEqual([])
  })

  test('the send callback runs immediately; the actual progress is tracked separately', async () => {
    let keep: Promise<void> | undefined
    let release = () => {}
    let message: SendProgress | undefined
    const { out, gate, send } = gated(
      () => keep,
      () => message,
    )
    message = newSendProgress(false)
    expect(await send('1')).toBe('left')
    await message.through
    expect([message.hasLeft, out]).toEqual([true, ['1']])
    keep = new Promise((resolve) => (release = resolve))
    message = newSendProgress(false)
    const waiting = message
    expect(await send('2')).toBe('left')
    expect([waiting.hasLeft, out]).toEqual([false, ['1']])
    // Frames at the barrier when the connection ends were certainly not sent.
    gate.close()
    release()
    await expect(waiting.through).rejects.toThrow('the line is closed')
    expect([waiting.hasLeft, out]).toEqual([false, ['1']])
  })

  test('for a group the callback waits until the frame is written', async () => {
    let release = () => {}
    const kept = new Promise<void>((resolve) => (release = resolve))
    const { send } = gated(
      () => kept,
      () => newSendProgress(true),
    )
    const told: string[] = []
    const sent = send('1').then((how) => told.push(how))
    await new Promise((resolve) => setImmediate(resolve))
    expect(told).toEqual([])
    release()
    await sent
    expect(told).toEqual(['left'])
  })

  test('after a failed write no frame is sent', async () => {
    let fails = true
    const { out, broken, send } = gated(() => (fails ? Promise.reject(new Error('away')) : undefined))
    const waiting = [send('1'), send('2')]
    expect(await Promise.all(waiting)).toEqual(['KeysNotSaved', 'KeysNotSaved'])
    fails = false
    expect(await send('3')).toBe('KeysNotSaved')
    expect(out).toEqual([])
    expect(broken).toEqual([expect.any(KeysNotSaved)])
  })

  test('after close() no frame is sent', async () => {
    const { out, gate, send } = gated(() => undefined)
    gate.close()
    expect(await send('1')).toBe('Error')
    expect(out).toEqual([])
  })
})

function revive(_: string, value: unknown): unknown {
  const given = value as { type?: string; data?: number[] } | null
  return given?.type === 'Buffer' && Array.isArray(given.data) ? Buffer.from(given.data) : value
}
