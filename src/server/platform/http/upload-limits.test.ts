// Limits of concurrent uploads: number and size, per organization and in total.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { limitUploads, type Uploads } from './upload-limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'kabar-uploads-'))
afterAll(() => rmSync(folder, { recursive: true }))
const bounds = { total: { maxConcurrent: 3, bytes: 100 }, organization: { maxConcurrent: 2, bytes: 60 } }
const busy = { code: 'unavailable', retryAfterSeconds: 5 }

function later() {
  let resolve = () => {}
  const promise = new Promise<void>((told) => {
    resolve = told
  })
  return { promise, resolve: () => resolve() }
}

/** An upload that stays open until the test ends it. */
async function open(uploads: Uploads, organization: string, bytes = 0) {
  const begun = later()
  const ending = later()
  const done = uploads.hold(organization, async (file) => {
    await file.write(Buffer.alloc(bytes, 7))
    begun.resolve()
    await ending.promise
    expect(await file.part(0, bytes)).toEqual(Buffer.alloc(bytes, 7))
  })
  await Promise.race([begun.promise, done])
  return async () => {
    ending.resolve()
    await done
  }
}

test('uploads are limited per organization and in total, and a finished one frees its place', async () => {
  const uploads = limitUploads(folder, bounds)
  const [end, ...ends] = [await open(uploads, 'a'), await open(uploads, 'a')]
  await expect(open(uploads, 'a')).rejects.toMatchObject(busy)
  ends.push(await open(uploads, 'b'))
  await expect(open(uploads, 'c')).rejects.toMatchObject(busy)
  // The files are unlinked, so nothing is left when the process is killed.
  expect(readdirSync(folder)).toEqual([])
  await end!()
  ends.push(await open(uploads, 'c'))
  for (const each of ends) await each()
})

test('bytes count while they are on disk, and no longer once the upload has ended or failed', async () => {
  const uploads = limitUploads(folder, bounds)
  const write = async (organization: string, bytes: number) => await (await open(uploads, organization, bytes))()
  const end = await open(uploads, 'a', 50)
  await expect(write('a', 11)).rejects.toMatchObject(busy)
  await write('a', 10)
  await expect(write('b', 51)).rejects.toMatchObject(busy)
  await write('b', 50)
  await end()
  await write('b', 60)
  await expect(write('b', 61)).rejects.toMatchObject(busy)
})
