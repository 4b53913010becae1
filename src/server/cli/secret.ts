// `npm run kabar -- rotate-secret`: replaces the secret, and encrypts again everything that it protects.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../config.ts'
import { deriveKeys } from '../keys.ts'
import type { Database } from '../platform/db/index.ts'
import { resealAll } from './queries.ts'
import { Refusal } from './refusal.ts'
import { replaceSecret } from './secret-files.ts'

/**
 * The new secret is written to disk before the transaction and replaces the old one after it, so running the command again
 * completes an interrupted run. Kabar must not be running.
 */
export async function rotateSecret(
  { appSecret, dataDir }: Pick<Settings, 'appSecret' | 'dataDir'>,
  present: Buffer | undefined,
  database: Database,
  now: Date,
): Promise<string> {
  if (!present)
    throw new Refusal(`There is no secret in ${dataDir}. Set DATA_DIR to the folder of this Kabar, or APP_SECRET.`)
  const draft = join(dataDir, 'secret.next')
  const next = Buffer.from(draftedIn(draft))
  if (next.equals(present)) throw new Refusal(`APP_SECRET is the new secret already. Delete ${draft}.`)
  const { values, sessions, tokens } = await resealAll(database, deriveKeys(present), deriveKeys(next), now)
  const done = `${values} encrypted values have a new key, and ${sessions} logins and ${tokens} API tokens have ended: everybody logs in again.`
  if (appSecret !== undefined)
    return [
      done,
      `Set APP_SECRET on every machine to the content of ${draft}, then delete that file. Kabar cannot read its data before.`,
      'Earlier backups without a passphrase need the former APP_SECRET: make a new backup, and keep it as long as you keep them.',
    ].join('\n')
  const former = replaceSecret(dataDir, draft, now)
  return [
    done,
    `The new secret is in ${join(dataDir, 'secret')}, and the former one in ${former}.`,
    'Earlier backups without a passphrase need the former one: make a new backup, and delete that file once you have none of them any more.',
  ].join('\n')
}

/** The new secret that an interrupted run has stored, or else a fresh one. */
function draftedIn(path: string): string {
  if (!existsSync(path)) {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, randomBytes(32).toString('hex'))
    fsyncSync(file)
    closeSync(file)
  }
  const text = readFileSync(path, 'utf8')
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Refusal(`${path} is damaged. Delete it and run the command again.`)
  return text
}
