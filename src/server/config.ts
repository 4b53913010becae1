// The only reader of the environment: every setting, its default and its check.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { config as readDotenv } from 'dotenv'
import * as z from 'zod/mini'
import type { Analytics } from '../contract/analytics.ts'
import { makeDataDir } from './platform/db/embedded/data-dir.ts'
import { createExclusively } from './platform/db/embedded/exclusive-file.ts'
import type { QuotaLimits } from './platform/db/quotas.ts'

export interface Settings {
  port: number
  host: string
  /** If unset, there are no metrics. */
  metricsPort: number | undefined
  databaseUrl: string | undefined
  /** A connection pooler in transaction mode, for requests. */
  poolerUrl: string | undefined
  /** A streaming replica, for lists and other reads. */
  replicaUrl: string | undefined
  dataDir: string
  /** If unset, generated and stored in the data folder. */
  appSecret: string | undefined
  backups: {
    folder: string
    /** If unset, backups are neither encrypted nor contain the secret. */
    passphrase: string | undefined
    /** Time of the nightly backup, by the clock of this machine; undefined turns it off. */
    time: { hour: number; minute: number } | undefined
    keep: { days: number; weeks: number; months: number }
    beforeMigration: boolean
    /** Address that is told of failed backups; if unset, the owners of the first organization are. */
    operator: string | undefined
    /** S3-compatible storage that nightly backups are copied to. `url`: server, bucket and folder. */
    objectStorage: { url: string; keyId: string; secret: string; region: string | undefined } | undefined
  }
  publicUrl: string
  /** If unset, emails are written to the outbox folder. */
  smtpUrl: string | undefined
  mailFrom: string
  /** If unset, page views are not reported. */
  analytics: Analytics | undefined
  /** The source of automatic exchange rates; undefined for none. */
  rateFeed: { name: 'ecb'; url: string } | undefined
  /** Whether webhooks may be sent to private addresses, and over http://. */
  webhookPrivateAddresses: boolean
  /** If unset, WhatsApp itself. */
  whatsappWebSocketUrl: string | undefined
  /** Shortened timeouts, for tests that kill processes. */
  timings: { leaseSeconds?: number; evidenceMs?: number; acknowledgementMs?: number; readMs?: number }
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  registration: 'open' | 'invite' | 'closed'
  /** If unset, there is no login with a provider. */
  loginProvider: LoginProviderSettings | undefined
  rateLimits: boolean
  /** Per organization, unless the operator sets others for it. */
  quotas: QuotaLimits
  role: 'all' | 'web' | 'worker'
  /** How long a stopping process still answers while it reports that it is not ready, so that a proxy chooses another. */
  stopDelayMs: number
  trustProxy: string[] | false
  /** The folder of package.json: migrations and the built web app are below it. */
  root: string
  /** The version in package.json. */
  release: string
}

/** An identity provider for login, by OpenID Connect. */
export interface LoginProviderSettings {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** The provider does not mark addresses as verified, but nobody can choose somebody else's address there. */
  trustsEmail: boolean
}

export interface Config extends Settings {
  /** Root of the signing and encryption keys; see `keys.ts`. */
  secret: Buffer
  /** Names this installation's worker: unchanged by a restart, because a data folder is locked by one process at a time. */
  instanceId: string
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const text = (error: string) => z.string().check(z.trim(), z.minLength(1, { error }))
const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

const wholeNumber = z.string().check(z.regex(/^\d{1,12}$/, { error: 'must be a whole number' }))

const postgresUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' }))

const Environment = z.object({
  PORT: z._default(
    z.string().check(
      z.regex(/^\d{1,5}$/),
      z.refine((port) => Number(port) < 65536),
    ),
    '3000',
  ),
  HOST: z._default(text('must be an address to listen on, such as 127.0.0.1'), '127.0.0.1'),
  METRICS_PORT: z.optional(
    z.string().check(
      z.regex(/^\d{1,5}$/, { error: 'must be a port' }),
      z.refine<string>((port) => Number(port) < 65536, { error: 'must be a port' }),
    ),
  ),
  DATABASE_URL: z.optional(postgresUrl),
  DATABASE_POOLER_URL: z.optional(postgresUrl),
  DATABASE_REPLICA_URL: z.optional(postgresUrl),
  DATA_DIR: z._default(text('must be a folder'), './data'),
  APP_SECRET: z.optional(
    z.string().check(
      z.refine<string>((text) => text.length >= 32 && isHardToGuess(text), {
        error: 'must be at least 32 random characters; if it is empty, Kabar generates one',
      }),
    ),
  ),
  BACKUP_DIR: z.optional(text('must be a folder')),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(12, { error: 'must have at least 12 characters' }))),
  BACKUP_TIME: z._default(
    z.string().check(z.regex(/^(off|([01]?\d|2[0-3]):[0-5]\d)$/, { error: 'must be a time such as 02:30, or off' })),
    '02:30',
  ),
  BACKUP_KEEP_DAYS: z._default(wholeNumber, '7'),
  BACKUP_KEEP_WEEKS: z._default(wholeNumber, '4'),
  BACKUP_KEEP_MONTHS: z._default(wholeNumber, '6'),
  BACKUP_BEFORE_MIGRATION: z._default(oneOf('on', 'off'), 'on'),
  BACKUP_S3: z.optional(
    z.string().check(
      z.regex(/^https?:\/\/[^\s/?#]+\/[^\s/?#]+[^\s?#]*$/, {
        error: 'must be server, bucket and folder, such as https://s3.example.com/my-bucket/kabar',
      }),
    ),
  ),
  BACKUP_S3_KEY_ID: z.optional(text('must be the id of an access key')),
  BACKUP_S3_SECRET: z.optional(text('must be the secret of the access key')),
  BACKUP_S3_REGION: z.optional(text('must be a region, such as ap-southeast-3')),
  OPERATOR_EMAIL: z.optional(
    z.string().check(z.regex(/^[^\s@<>]+@[^\s@<>]+$/, { error: 'must be an email address, such as it@example.com' })),
  ),
  PUBLIC_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'must be the address that users open, such as https://kabar.example' }),
  ),
  SMTP_URL: z.optional(
    z.url({ protocol: /^smtps?$/, error: 'must be the mail server, such as smtps://name:password@mail.example' }),
  ),
  MAIL_FROM: z.optional(
    z.string().check(
      z.regex(/^[^<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/, {
        error: 'must be the sender address of emails, such as Kabar <kabar@example.com>',
      }),
    ),
  ),
  ANALYTICS_KIND: z.optional(oneOf('ga4', 'plausible', 'umami', 'post')),
  ANALYTICS_URL: z.optional(
    z.url({
      protocol: /^https?$/,
      error: 'must be the address of the analytics service, such as https://plausible.io',
    }),
  ),
  ANALYTICS_SITE: z.optional(text('must be the ID of this installation at the analytics service')),
  FX_FEED: z.optional(oneOf('ecb')),
  FX_FEED_URL: z._default(
    z.url({
      protocol: /^https?$/,
      error:
        'must be the address of the folder with the rate files, such as https://www.ecb.europa.eu/stats/eurofxref/',
    }),
    'https://www.ecb.europa.eu/stats/eurofxref/',
  ),
  WEBHOOK_PRIVATE_ADDRESSES: z._default(oneOf('on', 'off'), 'off'),
  WHATSAPP_WEB_SOCKET_URL: z.optional(
    z.url({
      protocol: /^wss?$/,
      error: 'must be the address of a fake WhatsApp, such as ws://127.0.0.1:4000/ws/chat',
    }),
  ),
  TEST_TIMINGS: z.optional(
    z.string().check(
      z.regex(/^(?:(lease|evidence|acknowledgement|read)=\d{1,3}(,|$))+$/, {
        error: 'must be numbers of seconds, such as lease=4,evidence=2,acknowledgement=5',
      }),
    ),
  ),
  LOG_LEVEL: z._default(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  REGISTRATION: z._default(oneOf('open', 'invite', 'closed'), 'open'),
  OIDC_ISSUER: z.optional(
    z.url({
      protocol: /^https?$/,
      error: 'must be the issuer of the login provider, such as https://accounts.google.com',
    }),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string().check(z.maxLength(40, { error: 'must have at most 40 characters' }))),
  OIDC_TRUST_EMAIL: z._default(oneOf('on', 'off'), 'off'),
  RATE_LIMITS: z._default(oneOf('on', 'off'), 'on'),
  QUOTA_RECORDS: z._default(wholeNumber, '2000000'),
  QUOTA_STORAGE_MB: z._default(wholeNumber, '4096'),
  QUOTA_UPLOADS: z._default(wholeNumber, '240'),
  QUOTA_EXPORTS: z._default(wholeNumber, '240'),
  ROLE: z._default(oneOf('all', 'web', 'worker'), 'all'),
  STOP_DELAY: z._default(
    z.string().check(z.regex(/^\d{1,2}$/, { error: 'must be a number of seconds below 100' })),
    '0',
  ),
  TRUST_PROXY: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.split(',').map((part) => part.trim())),
      ),
      z.array(
        z
          .string()
          .check(
            z.refine(isNetwork, { error: 'must be addresses or networks of proxies, such as 127.0.0.1,10.0.0.0/8' }),
          ),
      ),
    ),
  ),
})

/**
 * Rejects secrets that are easy to guess: few different characters, a repeated piece, a row of the keyboard or alphabet, or a
 * placeholder from documentation. Requires 64 bits of entropy by its character counts; 32 random decimal digits have about 100.
 */
function isHardToGuess(secret: string): boolean {
  if (/^(.{1,16}?)\1+.{0,15}$/su.test(secret.trim())) return false
  if (/change.?(me|this|it)|replace.?(me|this|with)|your.{0,10}(secret|key)|placeholder|example/i.test(secret))
    return false
  const letters = [...secret.trim()]
  const steps = letters.slice(1).map((letter, index) => letter.codePointAt(0)! - letters[index]!.codePointAt(0)!)
  const inRow = steps.filter((step, index) => step === steps[index - 1]).length
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const bits = letters.reduce((sum, letter) => sum + Math.log2(letters.length / counts.get(letter)!), 0)
  return bits >= 64 && inRow < letters.length / 2
}

/** As `proxy-addr` accepts them; it would fail the start with its own message, long after the database has started. */
function isNetwork(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', range, ...more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!
  if (more.length > 0 || most === 0) return false
  return range === undefined || (/^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= most)
}

/** The settings, and the secrets of the data folder, which the first start creates. */
export function readConfig(environment?: Record<string, string | undefined>): Config {
  return withStoredSecret(readSettings(environment))
}

/** The installation's secret, if there is one. Unlike a start, this does not create one. Throws if this user may not look. */
export function existingSecret({ appSecret, dataDir }: Settings): Buffer | undefined {
  if (appSecret !== undefined) return Buffer.from(appSecret)
  const found = statSync(join(dataDir, 'secret'), { throwIfNoEntry: false })
  return found && Buffer.from(kept(dataDir, 'secret', () => ''))
}

export function withStoredSecret(settings: Settings): Config {
  const { appSecret, dataDir } = settings
  return {
    ...settings,
    secret: Buffer.from(appSecret ?? kept(dataDir, 'secret', () => randomBytes(32).toString('hex'))),
    instanceId: kept(dataDir, 'instance', randomUUID),
  }
}

/**
 * Reads `.env` and the environment, and writes nothing. Throws ConfigError with one line that names the variable and its
 * valid values.
 */
export function readSettings(environment: Record<string, string | undefined> = fromProcess()): Settings {
  // An empty line in a .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const fallback = issue.path[0] === 'PORT' ? 'must be a port number, 0 to 65535' : 'is not valid'
    throw new ConfigError(`${String(issue.path[0])} ${issue.message.startsWith('must') ? issue.message : fallback}`)
  }
  const env = parsed.data
  const root = packageRoot()
  // Mail servers reject, or mark as spam, emails from an invented sender address.
  if (env.SMTP_URL && !env.MAIL_FROM) {
    throw new ConfigError('MAIL_FROM must be the sender address of emails if SMTP_URL is set')
  }
  if (env.DATABASE_POOLER_URL && !env.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL must be set if DATABASE_POOLER_URL is: migrations and workers do without the pooler',
    )
  }
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) {
    throw new ConfigError('DATABASE_URL must be set if DATABASE_REPLICA_URL is: it names the primary')
  }
  return {
    port: Number(env.PORT),
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    poolerUrl: env.DATABASE_POOLER_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    dataDir: resolve(env.DATA_DIR),
    appSecret: env.APP_SECRET,
    backups: {
      folder: resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
      passphrase: env.BACKUP_PASSPHRASE,
      time: timeOfDay(env.BACKUP_TIME),
      keep: {
        days: Number(env.BACKUP_KEEP_DAYS),
        weeks: Number(env.BACKUP_KEEP_WEEKS),
        months: Number(env.BACKUP_KEEP_MONTHS),
      },
      beforeMigration: env.BACKUP_BEFORE_MIGRATION === 'on',
      operator: env.OPERATOR_EMAIL,
      objectStorage: objectStorageOf(env),
    },
    publicUrl:
      env.PUBLIC_URL?.replace(/\/+$/, '') ??
      `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`,
    metricsPort: env.METRICS_PORT === undefined ? undefined : Number(env.METRICS_PORT),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Kabar <kabar@localhost>',
    analytics: analyticsOf(env),
    rateFeed: env.FX_FEED && { name: env.FX_FEED, url: env.FX_FEED_URL.replace(/\/*$/, '/') },
    webhookPrivateAddresses: env.WEBHOOK_PRIVATE_ADDRESSES === 'on',
    whatsappWebSocketUrl: env.WHATSAPP_WEB_SOCKET_URL,
    timings: timingsOf(env.TEST_TIMINGS ?? ''),
    logLevel: env.LOG_LEVEL,
    registration: env.REGISTRATION,
    loginProvider: loginProviderOf(env),
    rateLimits: env.RATE_LIMITS === 'on',
    quotas: {
      records: Number(env.QUOTA_RECORDS),
      storage: Number(env.QUOTA_STORAGE_MB) * 1024 ** 2,
      uploads: Number(env.QUOTA_UPLOADS),
      exports: Number(env.QUOTA_EXPORTS),
    },
    role: env.ROLE,
    stopDelayMs: Number(env.STOP_DELAY) * 1_000,
    trustProxy: env.TRUST_PROXY ?? false,
    root,
    release: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  }
}

function timeOfDay(text: string) {
  const [hour, minute] = text.split(':').map(Number)
  return text === 'off' ? undefined : { hour: hour!, minute: minute! }
}

function timingsOf(text: string): Settings['timings'] {
  const seconds = (name: string) => {
    const told = new RegExp(`${name}=(\\d+)`).exec(text)
    return told ? Number(told[1]) : undefined
  }
  const [lease, evidence] = [seconds('lease'), seconds('evidence')]
  const [acknowledgement, read] = [seconds('acknowledgement'), seconds('read')]
  return {
    ...(lease !== undefined && { leaseSeconds: lease }),
    ...(evidence !== undefined && { evidenceMs: evidence * 1_000 }),
    ...(acknowledgement !== undefined && { acknowledgementMs: acknowledgement * 1_000 }),
    ...(read !== undefined && { readMs: read * 1_000 }),
  }
}

function analyticsOf(env: z.output<typeof Environment>): Analytics | undefined {
  const { ANALYTICS_KIND: kind, ANALYTICS_SITE: site } = env
  if (!kind) return undefined
  const usual = { ga4: 'https://www.googletagmanager.com', plausible: 'https://plausible.io', umami: '', post: '' }
  const url = env.ANALYTICS_URL ?? usual[kind]
  if (!url)
    throw new ConfigError(`ANALYTICS_URL must be the address that receives page views if ANALYTICS_KIND is ${kind}`)
  if (!site && kind !== 'post') {
    const means = {
      ga4: 'the measurement ID (G-…)',
      plausible: 'the domain as Plausible lists it',
      umami: 'the website ID',
    }
    throw new ConfigError(`ANALYTICS_SITE must be ${means[kind]} if ANALYTICS_KIND is ${kind}`)
  }
  return { kind, url: kind === 'post' ? url : url.replace(/\/+$/, ''), site: site ?? '' }
}

function loginProviderOf(env: z.output<typeof Environment>): LoginProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (!issuer) return undefined
  if (!clientId || !clientSecret)
    throw new ConfigError('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set with OIDC_ISSUER: the provider shows them')
  const { protocol, hostname } = new URL(issuer)
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new ConfigError('OIDC_ISSUER must begin with https://')
  const trustsEmail = env.OIDC_TRUST_EMAIL === 'on'
  return { name: env.OIDC_NAME ?? hostname, issuer, clientId, clientSecret, trustsEmail }
}

function fromProcess() {
  readDotenv({ quiet: true })
  return process.env
}

/** Created on the first start and stored. */
function kept(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  let text: string
  try {
    makeDataDir(dataDir)
    // Of two first starts at the same time, the one that writes first decides for both.
    if (!existsSync(file)) createExclusively(file, make())
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a writable folder: ${(error as Error).message}`)
  }
  if (text.length < 32) throw new ConfigError(`DATA_DIR must be an intact data folder: ${file} is damaged`)
  return text
}

/** Works from `src/server/config.ts` and from `dist/server/main.js`. */
function packageRoot() {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

function objectStorageOf(env: z.infer<typeof Environment>): Settings['backups']['objectStorage'] {
  const { BACKUP_S3: url, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret, BACKUP_S3_REGION: region } = env
  if (!url) return undefined
  if (!keyId || !secret) throw new ConfigError('BACKUP_S3_KEY_ID and BACKUP_S3_SECRET must be set if BACKUP_S3 is')
  // A bucket is easily opened to others by mistake.
  if (!env.BACKUP_PASSPHRASE)
    throw new ConfigError('BACKUP_PASSPHRASE must be set if BACKUP_S3 is: backups there must be encrypted')
  return { url, keyId, secret, region }
}
