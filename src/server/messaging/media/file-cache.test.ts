// The cache of files being sent.
import { expect, test } from 'vitest'
import { fileCache } from './file-cache.ts'

function reader() {
  const read: string[] = []
  const get = (files: ReturnType<typeof fileCache>, key: string, bytes = 4) =>
    files.get(key, bytes, async () => {
      read.push(key)
      return new Uint8Array(bytes)
    })
  return { read, get }
}

test('a file is read once for concurrent requests, and the least recently used is evicted', async () => {
  const files = fileCache({ maxBytes: 10, idleMs: 60_000 })
  const { read, get } = reader()
  await Promise.all([get(files, 'a'), get(files, 'a'), get(files, 'b')])
  expect(read).toEqual(['a', 'b'])
  await get(files, 'a')
  await get(files, 'c')
  await get(files, 'a')
  expect(read).toEqual(['a', 'b', 'c'])
  await get(files, 'b')
  expect(read).toEqual(['a', 'b', 'c', 'b'])
  await get(files, 'large', 100)
  await get(files, 'large', 100)
  expect(read.filter((key) => key === 'large')).toHaveLength(2)
})

test('a failed read is retried', async () => {
  const files = fileCache({ maxBytes: 10, idleMs: 60_000 })
  await expect(files.get('a', 4, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await files.get('a', 4, async () => new Uint8Array(4))).toHaveLength(4)
})
