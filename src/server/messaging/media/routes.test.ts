// Files over HTTP: stored byte for byte, validated by content, deduplicated, within the quota, for one organization.
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../contract/errors.ts'
import { type Media, media } from '../../../contract/media.ts'
import { setQuota } from '../../identity/organization/service.ts'
import { inTenant } from '../../platform/db/index.ts'
import { openQuotas } from '../../platform/db/quotas.ts'
import { defaultUploadLimits, limitUploads } from '../../platform/http/upload-limits.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { mp4File as mp4, pdfFile as pdf, pictureFile, pictureInScans } from '../../test/media-files.ts'
import { until } from '../../test/until.ts'
import { pictureCleaner } from './picture.ts'
import { bytesOf, upload } from './service.ts'

const { app, config, database, signUp } = await testApp()
const uploads = limitUploads(tmpdir(), defaultUploadLimits)

const [png, jpeg] = [await pictureFile('png', 20, 20), await pictureFile('jpeg', 400, 400)]

/** The header of a PNG of 50,000 × 50,000 pixels with its checksum, and the start of its data. */
const hugePng = (() => {
  const head = Buffer.from('IHDR\0\0\0\0\0\0\0\0\x08\x02\0\0\0', 'latin1')
  head.writeUInt32BE(50_000, 4)
  head.writeUInt32BE(50_000, 8)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(head))
  return Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), head, sum, png.subarray(33)])
})()

/** Uploads a file as a browser does. */
async function send(caller: Caller, content: Buffer, name: string, field = 'file') {
  const edge = 'edge-of-the-parts'
  const head = `--${edge}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/gif\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/media',
    headers: {
      authorization: `Bearer ${caller.access_token}`,
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json() as Media, problem: answer.json() as Problem }
}

const file = (caller: Caller, id: string) =>
  app.inject({
    url: `/api/v1/media/${id}/file`,
    headers: { authorization: `Bearer ${caller.access_token}` },
  })

describe('a file', async () => {
  const person = await signUp()

  it.each<[string, Buffer, string, Partial<Media>]>([
    ['of exactly one part', pdf(256 * 1024), 'a.pdf', { kind: 'document', type: 'application/pdf', name: 'a.pdf' }],
    ['of many parts', pdf(3_000_001), '../Laporan 2026.pdf', { kind: 'document', name: 'Laporan 2026.pdf' }],
    ['a film', mp4(70_000), 'villa', { kind: 'video', type: 'video/mp4', name: 'villa.mp4' }],
    ['with another file extension', pdf(100), 'virus.exe', { kind: 'document', name: 'virus.pdf' }],
  ])('%s comes back byte for byte', async (_, content, name, expected) => {
    const sent = await send(person, content, name)
    expect(sent.status).toBe(201)
    expect(sent.body).toMatchObject({ ...expected, size: content.length })
    const answer = await file(person, sent.body.id)
    expect(answer.rawPayload.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': sent.body.type,
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(sent.body.kind === 'image' ? /^inline/ : /^attachment/),
    })
    expect((await person.call(media.get, { params: { id: sent.body.id } })).body).toEqual(sent.body)
  })

  it.each<[string, Buffer, string, Partial<Media>]>([
    ['JPEG', jpeg, 'IMG_1.JPG', { kind: 'image', type: 'image/jpeg', name: 'IMG_1.jpg' }],
    ['PNG', png, 'chart.png', { kind: 'image', type: 'image/png', name: 'chart.png' }],
  ])('a %s comes back as a picture', async (_, content, name, expected) => {
    const sent = await send(person, content, name)
    expect([sent.status, sent.body]).toMatchObject([201, expected])
    const answer = await file(person, sent.body.id)
    expect(answer.rawPayload.length).toBe(sent.body.size)
    expect(answer.headers).toMatchObject({
      'content-type': sent.body.type,
      'content-disposition': expect.stringMatching(/^inline/),
    })
    const [before, after] = await Promise.all([content, answer.rawPayload].map((bytes) => sharp(bytes).metadata()))
    expect(after).toMatchObject({ format: before!.format, width: before!.width, height: before!.height })
  })

  it('the metadata of a picture is removed, and its orientation applied', async () => {
    const taken = await sharp(jpeg)
      .resize(300, 200, { fit: 'fill' })
      .withExif({ IFD0: { Copyright: 'CANARY' }, IFD3: { GPSLatitude: '6/1 12/1 0/1', GPSLatitudeRef: 'S' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY</x:xmpmeta>')
      .toBuffer()
    expect(taken.includes('CANARY')).toBe(true)
    const { body } = await send(person, Buffer.concat([taken, Buffer.from('<html>CANARY</html>')]), 'IMG_2.jpg')
    const kept = (await file(person, body.id)).rawPayload
    expect(kept.includes('CANARY')).toBe(false)
    const { exif, xmp, orientation, width, height } = await sharp(kept).metadata()
    expect({ exif, xmp, orientation, width, height }).toEqual({ width: 200, height: 300 })
  })

  it('a picture with a hundred scans is accepted', async () => {
    expect((await send(person, await pictureInScans(99), 'a.jpg')).status).toBe(201)
  })

  it('a transparent picture stays transparent', async () => {
    const background = { r: 255, g: 0, b: 0, alpha: 0.5 }
    const content = await sharp({ create: { width: 10, height: 10, channels: 4, background } })
      .png()
      .toBuffer()
    const { body } = await send(person, content, 'logo.png')
    const kept = (await file(person, body.id)).rawPayload
    expect((await sharp(kept).metadata()).hasAlpha).toBe(true)
    expect(await sharp(kept).raw().toBuffer()).toEqual(await sharp(content).raw().toBuffer())
  })

  it('uploaded again is stored once, unless it has another name', async () => {
    const content = png
    const first = await send(person, content, 'a.png')
    const [second, third] = await Promise.all([send(person, content, 'a.png'), send(person, content, 'a.png')])
    expect([second.body.id, third.body.id]).toEqual([first.body.id, first.body.id])
    expect((await send(person, content, 'b.png')).body.id).not.toBe(first.body.id)
  })

  it.each<[string, Buffer, RegExp]>([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), /JPEG and PNG/],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /JPEG and PNG/],
    ['a picture of a phone', Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypheic0000')]), /JPEG/],
    ['a program', Buffer.from('MZ\x90\0program that runs'), /JPEG and PNG/],
    ['nothing', Buffer.alloc(0), /empty/],
    ['three bytes', Buffer.from('%PD'), /JPEG and PNG/],
    [
      'a page behind the first bytes of a JPEG',
      Buffer.from('\xff\xd8\xff<html><p>no picture</p>', 'latin1'),
      /cannot be read/,
    ],
    ['the first bytes of a PNG', png.subarray(0, 9), /cannot be read|JPEG and PNG/],
    ['half a picture', jpeg.subarray(0, jpeg.length / 2), /cannot be read/],
    ['a picture of 2,500 million pixels', hugePng, /more than 50 million pixels/],
    ['a picture in 200 scans', await pictureInScans(200), /cannot be read/],
    ['half a PDF', pdf(10_000).subarray(0, 5_000), /incomplete/],
    ['half a film', mp4(10_000).subarray(0, 5_000), /incomplete/],
    ['an empty film', mp4(10_000).subarray(0, 32), /incomplete/],
  ])('that is %s is rejected on its field', async (_, content, message) => {
    const { status, problem } = await send(person, content, 'a.png')
    expect(status).toBe(400)
    expect(problem.errors).toMatchObject([{ path: 'file', message: expect.stringMatching(message) }])
  })

  it('that is too large is rejected, with a higher limit for documents', async () => {
    const large = Buffer.concat([png, Buffer.alloc(16 * 1024 * 1024)])
    expect(await send(person, large, 'a.png')).toMatchObject({ status: 413 })
    expect(await send(person, pdf(16 * 1024 * 1024 + 1), 'a.pdf')).toMatchObject({ status: 201 })
  })

  it('in another part of the form, or not as a form, is rejected', async () => {
    expect((await send(person, png, 'a.png', 'other')).status).toBe(400)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/media',
      headers: { authorization: `Bearer ${person.access_token}` },
      payload: { file: 'x' },
    })
    expect(answer.statusCode).toBe(415)
  })
})

it('concurrent uploads do not exceed the quota', async () => {
  const person = await signUp({ organization: 'Small' })
  const { organization_id } = await database.system
    .selectFrom('organizations')
    .select('organization_id')
    .where('name', '=', 'Small')
    .executeTakeFirstOrThrow()
  const small = openQuotas({ ...config.quotas, storage: 1_000 }, { now: () => new Date(), limited: true })
  const put = () =>
    uploads.hold(organization_id, (spool) =>
      upload(database, { organization_id }, { name: 'a.pdf', content: Readable.from([pdf(400)]), spool }, small),
    )
  const results = await Promise.allSettled([put(), put(), put(), put()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const { rows } = await inTenant(database, { organization_id }, ({ db }) =>
    sql<{ parts: number; files: number }>`
      select (select count(*) from media_parts) as parts, (select count(*) from media) as files`.execute(db),
  )
  expect(rows).toEqual([{ parts: 2, files: 2 }])
  await inTenant(database, { organization_id }, (tenant) => setQuota(tenant, 'storage', 1_000))
  const refused = await send(person, png, 'b.png')
  expect(refused).toMatchObject({
    status: 403,
    problem: { code: 'quota_exceeded', current: { kind: 'storage', used: 800, limit: 1_000 } },
  })
  expect(refused.problem.detail).toMatch(/^Your organization uses 1 of 1 MB for files and imports/)
  await inTenant(database, { organization_id }, (tenant) => setQuota(tenant, 'storage', null))
  expect((await send(person, png, 'b.png')).status).toBe(201)
})

describe('concurrent uploads', async () => {
  const one = { maxConcurrent: 1, bytes: 1_000_000 }
  const small = await testApp({}, undefined, { uploads: { total: { ...one, maxConcurrent: 2 }, organization: one } })
  await small.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = small.app.server.address() as AddressInfo
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
  /** An unfinished upload. */
  const begin = (caller: Caller, path: string, content: Buffer) => {
    const upload = request({
      port,
      path: `/api/v1/${path}`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${caller.access_token}`,
        'content-type': 'multipart/form-data; boundary=edge',
        'transfer-encoding': 'chunked',
      },
    })
    const status = new Promise<unknown>((resolve) => {
      upload.once('response', (response) => resolve([response.statusCode, response.headers['retry-after']]))
      upload.once('error', resolve)
    })
    upload.write(Buffer.concat([Buffer.from(head), content]))
    return { upload, status, end: () => upload.end('\r\n--edge--\r\n') }
  }

  it.each(['media', 'imports'])('are limited, and an aborted one frees its place: %s', async (path) => {
    const [ayu, budi] = [await small.signUp(), await small.signUp()]
    let held = begin(ayu, path, pdf(1_000))
    const probe = async (caller: Caller) => {
      const short = begin(caller, 'media', pdf(1_000))
      short.end()
      return String(await short.status)
    }
    const probeBeside = async () => {
      const status = await probe(ayu)
      // The probe arrived first, so the upload was rejected instead.
      if (await Promise.race([held.status, undefined])) held = begin(ayu, path, pdf(1_000))
      return status
    }
    await until('the occupied place', probeBeside, (status) => status === '503,5')
    expect(await probe(budi)).toMatch(/^201/)
    held.upload.destroy()
    await until(
      'a free place',
      () => probe(ayu),
      (status) => status.startsWith('201'),
    )
  })

  it('are rejected as soon as they exceed the limit of bytes on disk', async () => {
    const upload = begin(await small.signUp(), 'media', pdf(1_200_000))
    expect(await upload.status).toEqual([503, '5'])
    upload.upload.destroy()
  })
})

it('an aborted upload leaves nothing', async () => {
  await signUp({ organization: 'Broken' })
  const { organization_id } = await database.system
    .selectFrom('organizations')
    .select('organization_id')
    .where('name', '=', 'Broken')
    .executeTakeFirstOrThrow()
  const content = Readable.from(
    (async function* () {
      yield pdf(1_000)
      throw new Error('the line is gone')
    })(),
  )
  const broken = uploads.hold(organization_id, (spool) =>
    upload(database, { organization_id }, { name: 'a.pdf', content, spool }),
  )
  await expect(broken).rejects.toThrow('the line is gone')
  const { rows } = await inTenant(database, { organization_id }, ({ db }) =>
    sql<{ files: number }>`select count(*) as files from media`.execute(db),
  )
  expect(rows).toEqual([{ files: 0 }])
})

it('a file is read part by part, by its own organization only', async () => {
  const [owner, stranger] = [await signUp({ organization: 'Owner' }), await signUp({ organization: 'Stranger' })]
  const content = pdf(600_000)
  const { body } = await send(owner, content, 'a.pdf')
  const organizations = await database.system
    .selectFrom('organizations')
    .select(['organization_id', 'name'])
    .where('name', 'in', ['Owner', 'Stranger'])
    .orderBy('name')
    .execute()
  const read = async (index: number) => {
    const pieces: Buffer[] = []
    const caller = { organization_id: organizations[index]!.organization_id }
    for await (const piece of bytesOf(database, caller, body.id)) pieces.push(piece)
    return pieces
  }
  expect((await read(0)).map(({ length }) => length)).toEqual([262_144, 262_144, 75_712])
  expect(
    createHash('sha256')
      .update(Buffer.concat(await read(0)))
      .digest('hex'),
  ).toBe(createHash('sha256').update(content).digest('hex'))
  expect(await read(1)).toEqual([])
  expect((await file(stranger, body.id)).statusCode).toBe(404)
})

it('if the image decoder cannot be loaded, each picture is rejected with the reason', async () => {
  const clean = pictureCleaner(() => Promise.reject(new Error('no binary for this processor')))
  for (const _ of [1, 2])
    await expect(clean(png, 'image/png')).rejects.toMatchObject({ code: 'image_processing_unavailable' })
})
