// A cancelled download leaves no pending work.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ended } from './download-file.ts'

test('a stream has ended when its source has, and can be ended twice', async () => {
  const seen: string[] = []
  async function* rows() {
    try {
      for (;;) yield 'row'
    } finally {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push('cursor closed')
    }
  }
  const stream = Readable.from(rows())
  await once(stream, 'readable')
  await ended(stream)
  expect(seen).toEqual(['cursor closed'])
  await ended(stream)
  await ended(undefined)
})
