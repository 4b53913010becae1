// Copies of backups in S3-compatible object storage.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { basename } from 'node:path'
import { Client, InvalidXMLError, S3Error } from 'minio'
import type { Config } from '../../config.ts'
import { BackupError } from './backup-error.ts'

export type ObjectStorageSettings = NonNullable<Config['backups']['objectStorage']>

export interface ObjectStorage {
  /** Copies the file under its own name. */
  put(path: string): Promise<void>
  /** Names of the files there. */
  list(): Promise<string[]>
  /** Writes a copy of the file to `path`. */
  get(name: string, path: string): Promise<void>
  remove(names: readonly string[]): Promise<void>
}

/** How long the storage may be silent during a request. It may need minutes to put a large file together. */
const silenceMs = 5 * 60_000

/** Its functions throw BackupError, with a message for the operator. `signal` aborts them. */
export function openObjectStorage(
  { url, keyId, secret, region }: ObjectStorageSettings,
  { signal }: { signal?: AbortSignal } = {},
): ObjectStorage {
  const { protocol, host, hostname, port, pathname } = new URL(url)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const prefix = folders.map((folder) => `${folder}/`).join('')
  /** HTTP status of the latest answer. */
  let status: number | undefined
  const client = new Client({
    ...{ endPoint: hostname, useSSL: protocol === 'https:', accessKey: keyId, secretKey: secret },
    ...(port && { port: Number(port) }),
    ...(region && { region }),
    // Every store understands the bucket in the path; not every one has a host name for each bucket.
    pathStyle: true,
    // The client itself waits forever, and cannot be aborted.
    transport: {
      request: requestWithin(protocol === 'https:' ? https : http, signal, (response) => {
        status = response.statusCode
      }) as typeof http.request,
    },
  })
  const attempt = async <T>(what: string, work: () => Promise<T>, then = ''): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const reason = reasonOf(error, status)
      const rest = then && `${reason.endsWith('?') ? '' : '.'} ${then}`
      throw new BackupError(`${what} ${host}/${bucket} failed: ${reason}${rest}`)
    }
  }
  return {
    put: (path) => {
      const copy = async () => {
        const file = createReadStream(path)
        // The client does not listen for it, so it would end the process.
        const unreadable = new Promise<never>((_, reject) => file.once('error', reject))
        const put = async () =>
          await client.putObject(bucket, `${prefix}${basename(path)}`, file, (await stat(path)).size)
        const { etag } = await Promise.race([put(), unreadable]).finally(() => file.destroy())
        // Every S3 server names what it stored. A web server may answer 200 to anything.
        if (!etag) throw new S3Error('no ETag')
      }
      return attempt('Copying the backup to', copy, `The backup itself is complete, in ${path}`)
    },
    list: () =>
      attempt('Listing the backups in', async () => {
        const names: string[] = []
        for await (const { name } of client.listObjectsV2(bucket, prefix) as AsyncIterable<{ name?: string }>)
          if (name) names.push(name.slice(prefix.length))
        return names
      }),
    get: (name, path) => attempt('Fetching the backup from', () => client.fGetObject(bucket, `${prefix}${name}`, path)),
    remove: async (names) => {
      if (names.length === 0) return
      await attempt('Deleting old backups in', async () => {
        const results = await client.removeObjects(
          bucket,
          names.map((name) => `${prefix}${name}`),
        )
        const failed = results.find((result) => result && 'Error' in result)
        if (failed) throw new Error(JSON.stringify(failed))
      })
    },
  }
}

/** Codes that the client makes up for an answer without a body, which S3 gives to HEAD only. */
const madeUp = ['MovedPermanently', 'NotFound', 'MethodNotAllowed']

/** What failed, for the operator. If the answer does not come from an S3 server, the address is probably wrong. */
function reasonOf(error: unknown, status: number | undefined): string {
  const { message, code = '' } = error as Error & { code?: string }
  if (error instanceof InvalidXMLError || (error instanceof S3Error && (!code || madeUp.includes(code))))
    return `the answer (HTTP status ${status}) is not one of S3. Is BACKUP_S3 the address of an S3 server?`
  if (error instanceof S3Error) return `${message.replace(/\.$/, '') || code} (HTTP status ${status})`
  return message || String(error)
}

function requestWithin(
  { request }: Pick<typeof http, 'request'>,
  signal: AbortSignal | undefined,
  answeredWith: (response: http.IncomingMessage) => void,
) {
  return (options: http.RequestOptions, answered: (response: http.IncomingMessage) => void) => {
    const sent = request({ ...options, timeout: silenceMs, ...(signal && { signal }) }, answered)
    sent.once('response', answeredWith)
    return sent.on('timeout', () => sent.destroy(new Error(`no answer for ${silenceMs / 60_000} minutes`)))
  }
}
