// `npm run kabar -- doctor`: checks everything that an installation depends on, and says what to do.
import { existsSync, statfsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, dirname, join } from 'node:path'
import type { Settings } from '../config.ts'
import { deriveKeys } from '../keys.ts'
import { areCredentialsReadable } from '../messaging/engine/service.ts'
import { openObjectStorage } from '../platform/backups/service.ts'
import { bypassesRowSecurity, type Database, openDatabase } from '../platform/db/index.ts'
import { areKnown, migrationsIn, restrictedRole } from '../platform/db/migrate.ts'
import { checkMailServer } from '../platform/mail/service.ts'
import { backupsOf, type DatabaseFacts, factsOf, type WorkFacts, workOf } from './queries.ts'
import { adviceOnSecret } from './secret-files.ts'

export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'fault'
  text: string
  /** What the operator should do. */
  advice?: string
}

type Result = Omit<Finding, 'check'>
const ok = (text: string): Result => ({ status: 'ok', text })
const warning = (text: string, advice: string): Result => ({ status: 'warning', text, advice })
const fault = (text: string, advice: string): Result => ({ status: 'fault', text, advice })

export interface Surroundings {
  settings: Settings
  secret: Buffer | undefined
  /** An error if the database could not be reached. */
  database: Database | Error
  now: Date
}

const gigabyte = 1024 ** 3
const hour = 3_600_000
/** How long PUBLIC_URL may take to answer. */
const answerMs = 5_000
/** Connections that one process and the admin command need together. */
const connections = 40
const whatsapp = 'wss://web.whatsapp.com/ws/chat'

type Check = [name: string, look: () => Result | Promise<Result>]

export async function examine(around: Surroundings): Promise<Finding[]> {
  const { database, settings } = around
  const checks: Check[] = [
    ['node', nodeVersion],
    ['secret', () => secretFile(around)],
    ['address', () => publicAddress(settings)],
    ...(isLocal(settings) ? [] : [['reachable', () => answer(settings)] satisfies Check]),
    ['mail', () => mailServer(around.settings)],
  ]
  if (database instanceof Error) {
    checks.push(['disk', () => disk(around.settings, 0)])
    checks.push([
      'database',
      () => fault(`cannot be reached: ${database.message}`, 'Start it, and check DATABASE_URL.'),
    ])
  } else {
    const facts = await factsOf(database)
    const work = await workOf(database)
    checks.push(
      ['disk', () => disk(around.settings, around.settings.databaseUrl ? 0 : facts.bytes)],
      ['database', () => server(facts)],
      ['migrations', () => migrations(around.settings, facts)],
      ['clock', () => clock(facts, around.now)],
      ['queue of emails', () => lateMails(work.late_mails)],
      ['whatsapp', () => phones(around.settings, work)],
      ['keys of phones', () => credentials(around, database)],
      ['backups', () => backups(around, database)],
      ['copy', () => copy(work)],
    )
    const { replicaUrl } = around.settings
    if (replicaUrl) checks.push(['replica', () => replica(database, replicaUrl)])
  }
  const findings: Finding[] = []
  for (const [check, look] of checks) findings.push({ check, ...(await attempt(look)) })
  return findings
}

/** A check that throws is reported as a fault, so that the other checks still run. */
async function attempt(look: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await look()
  } catch (error) {
    return fault(
      `could not be checked: ${(error as Error).message}`,
      'Look at the message; the other checks are complete.',
    )
  }
}

/** Readable text: one line for each check, followed by the advice. */
export function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, status, text, advice }) => [
    `${status.toUpperCase().padEnd(7)}  ${check.padEnd(width)}  ${text}`,
    ...(advice ? [`${' '.repeat(9)}${' '.repeat(width)}  → ${advice}`] : []),
  ])
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  return [...lines, '', `Faults: ${count('fault')}. Warnings: ${count('warning')}.`].join('\n')
}

function nodeVersion(): Result {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    return fault(`Node ${process.versions.node}`, 'Install Node 20.19 or newer; 24 is recommended.')
  return ok(`Node ${process.versions.node}`)
}

function secretFile({ settings, secret }: Surroundings): Result {
  const place = settings.appSecret === undefined ? join(settings.dataDir, 'secret') : 'APP_SECRET'
  if (!secret)
    return fault(
      `there is none in ${settings.dataDir}`,
      'Set DATA_DIR to the folder of this Kabar, or restore its secret.',
    )
  if (settings.appSecret === undefined && process.platform !== 'win32' && (statSync(place).mode & 0o077) !== 0)
    return fault(`${place} can be read by other users`, `chmod 600 ${place}`)
  return ok(place)
}

const isLocal = ({ publicUrl }: Settings) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname)

function publicAddress(settings: Settings): Result {
  const { publicUrl, trustProxy, host } = settings
  const { protocol } = new URL(publicUrl)
  if (isLocal(settings))
    return warning(
      `${publicUrl} is this machine only`,
      'Set PUBLIC_URL to the address that users open: emails link to it.',
    )
  if (protocol === 'http:')
    return fault(
      `${publicUrl} is not encrypted`,
      'Put a TLS proxy such as Caddy in front, and set PUBLIC_URL to https://….',
    )
  if (trustProxy === false)
    return warning(
      `${publicUrl}, but no proxy is trusted`,
      'Set TRUST_PROXY to the address of the proxy: without it all users seem to have one address, and share its limits.',
    )
  if (!['127.0.0.1', '::1', 'localhost'].includes(host))
    return warning(
      `${publicUrl}; HOST ${host} can also be reached past the proxy`,
      'Set HOST=127.0.0.1, or close the port.',
    )
  return ok(publicUrl)
}

async function answer({ publicUrl }: Settings): Promise<Result> {
  const failure = await fetch(`${publicUrl}/api/health/live`, {
    signal: AbortSignal.timeout(answerMs),
    redirect: 'manual',
  }).then(
    async (response) => {
      const { status } = (await response.json().catch(() => ({}))) as { status?: unknown }
      return status === 'live' ? undefined : `it answers ${response.status}, but not as Kabar does`
    },
    ({ message, cause }: Error) => (cause instanceof Error && cause.message) || message,
  )
  if (!failure) return ok(`${publicUrl} leads to Kabar`)
  return warning(
    `${publicUrl} does not lead to Kabar from here: ${failure}`,
    'Check that Kabar runs, its proxy, the DNS and the firewall. If users can open it, your router only does not lead this machine to itself (hairpin NAT).',
  )
}

async function mailServer({ smtpUrl, dataDir }: Settings): Promise<Result> {
  if (!smtpUrl)
    return warning(
      `no mail server: emails are files in ${join(dataDir, 'outbox')}`,
      'Set SMTP_URL and MAIL_FROM: without emails nobody can reset a password.',
    )
  const { hostname } = new URL(smtpUrl)
  const failure = await checkMailServer(smtpUrl)
  if (failure) return fault(`${hostname}: ${failure}`, 'Check SMTP_URL: name, port, password, and the firewall.')
  return ok(`${hostname} accepts the connection`)
}

function lateMails(count: number): Result {
  if (count > 0) return warning(`${count} wait for more than 15 minutes`, 'Look for "sending mail failed" in the log.')
  return ok('empty, or on time')
}

/** `needed`: free bytes below which the doctor warns; a backup of the embedded database takes no more. */
function disk({ dataDir, backups }: Settings, needed: number): Result {
  const places = [...new Set([dataDir, backups.folder])].map((path) => ({ path, ...space(path) }))
  const described = places.map(
    ({ path, free, total }) => `${gigabytes(free)} of ${gigabytes(total)} GB free in ${path}`,
  )
  const advice = 'Free space, or move DATA_DIR or BACKUP_DIR to a larger disk. A full disk stops the database.'
  if (places.some(({ free }) => free < gigabyte)) return fault(described.join(', '), advice)
  if (places.some(({ free, total }) => free < Math.max(total * 0.1, needed)))
    return warning(described.join(', '), advice)
  return ok(described.join(', '))
}

/** Bytes on the disk of the folder, or of its nearest existing parent. */
function space(path: string): { free: number; total: number } {
  if (!statSync(path, { throwIfNoEntry: false })) return space(dirname(path))
  const { bavail, bsize, blocks } = statfsSync(path)
  return { free: bavail * bsize, total: blocks * bsize }
}

const gigabytes = (bytes: number) => (bytes / gigabyte).toFixed(bytes < 10 * gigabyte ? 1 : 0)

function server({
  version,
  version_number,
  encoding,
  fsync,
  full_page_writes,
  max_connections,
  bytes,
}: DatabaseFacts): Result {
  const described = `PostgreSQL ${version}, ${gigabytes(bytes)} GB`
  if (version_number < 150_000) return fault(described, 'Upgrade to PostgreSQL 15 or newer.')
  if (encoding !== 'UTF8') return fault(`${described}, encoding ${encoding}`, 'Create a database with encoding UTF8.')
  if (fsync !== 'on' || full_page_writes !== 'on')
    return fault(
      `${described}, fsync or full_page_writes is off`,
      'Turn both on: a power cut would damage the database.',
    )
  if (max_connections < connections)
    return warning(`${described}, max_connections ${max_connections}`, `Set max_connections to ${connections} or more.`)
  return ok(described)
}

async function replica(database: Database, replicaUrl: string): Promise<Result> {
  const role = (await bypassesRowSecurity(database)) ? restrictedRole : undefined
  const asked = openDatabase({ ...database.connection, role, replicaUrl }, { poolSize: 1 })
  try {
    const found = await asked.replica!.fault()
    if (!found) return ok('has applied all that is committed')
    return warning(found, 'Check DATABASE_REPLICA_URL and the replica; meanwhile everything is read from the primary.')
  } finally {
    await asked.close()
  }
}

function migrations({ root, release }: Settings, facts: DatabaseFacts): Result {
  const known = migrationsIn(join(root, 'src/server/platform/db/migrations'))
  const applied = facts.migrations
  if (!areKnown(applied, known))
    return fault('the database is of a newer release', `Start that release: this is Kabar ${release}.`)
  if (applied.length < known.length)
    return warning(`${known.length - applied.length} are pending`, 'Start Kabar: it makes a backup and runs them.')
  return ok(`${applied.length}, as of Kabar ${release}`)
}

function clock({ now: theirs }: DatabaseFacts, now: Date): Result {
  const seconds = Math.abs(now.getTime() - Date.parse(theirs)) / 1_000
  const text = `${seconds.toFixed(1)} s between this machine and the database`
  const advice = 'Let both machines keep time by NTP (systemd-timesyncd, chrony).'
  if (seconds > 60) return fault(text, advice)
  return seconds > 5 ? warning(text, advice) : ok(text)
}

async function phones({ whatsappWebSocketUrl }: Settings, work: { wanted_phones: number; connected_phones: number }) {
  const { wanted_phones: wanted, connected_phones: connected } = work
  if (wanted === 0) return ok('no real phone is to be connected')
  const text = `${connected} of ${wanted} phones are connected`
  const failure = await unreachable(new URL(whatsappWebSocketUrl ?? whatsapp))
  if (failure)
    return fault(`${text}; WhatsApp cannot be reached: ${failure}`, 'Allow connections to web.whatsapp.com:443.')
  if (connected < wanted)
    return warning(`${text}; WhatsApp can be reached`, 'See Account → WhatsApp: a phone may have been unlinked.')
  return ok(text)
}

function unreachable({ hostname, port, protocol }: URL): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || (protocol === 'wss:' ? 443 : 80), timeout: 10_000 })
    const end = (failure?: string) => {
      socket.destroy()
      resolve(failure)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end('no answer within 10 s'))
    socket.once('error', (error) => end(error.message))
  })
}

async function credentials({ secret, settings }: Surroundings, database: Database): Promise<Result> {
  const areReadable = secret && (await areCredentialsReadable(database, deriveKeys(secret)))
  if (areReadable === undefined) return ok('no phone has been linked')
  if (areReadable) return ok('the secret decrypts them')
  return fault('the secret is not the one that encrypted them', adviceOnSecret(settings))
}

async function backups({ settings, now }: Surroundings, database: Database): Promise<Result> {
  const { time, folder, passphrase, objectStorage } = settings.backups
  const facts = await backupsOf(database)
  const make = 'Make one: npm run kabar -- backup'
  if (facts.failure)
    return fault(`the last one failed at ${facts.last_failure}: ${facts.failure}`, `Remove the cause. ${make}`)
  if (!facts.last_success || !facts.last_file)
    return warning('none has been made yet', time ? `The first is made tonight. ${make}` : make)
  const age = (now.getTime() - Date.parse(facts.last_success)) / hour
  // A record outlives its file, and the file may be on the machine of another process.
  const isHere = existsSync(facts.last_file)
  const old = age < 48 ? `${Math.round(age)} h` : `${Math.round(age / 24)} d`
  const text = `the last one is ${old} old: ${facts.last_file}${isHere ? '' : ', which is not on this machine'}`
  if (age > 72) return fault(text, `Is Kabar running at ${time ? 'BACKUP_TIME' : 'all, and BACKUP_TIME set'}? ${make}`)
  if (age > 26) return warning(text, make)
  if (!time) return warning(`${text}; none is made at night`, 'Set BACKUP_TIME.')
  if (objectStorage) {
    const names = await openObjectStorage(objectStorage).list()
    if (!names.includes(basename(facts.last_file)))
      return warning(`${text}, which is not in ${objectStorage.url}`, make)
    return ok(`${text}, and in ${objectStorage.url}`)
  }
  if (!isHere) return warning(text, `If another machine made it, look there. ${make}`)
  if (isSameDisk(settings.dataDir, folder))
    return warning(
      `${text}, on the disk of the data`,
      'Copy them to another machine, or set BACKUP_DIR to another disk.',
    )
  return ok(passphrase === undefined ? `${text}; keep a copy of the secret elsewhere` : text)
}

function isSameDisk(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false })?.dev)
  return a !== undefined && a === b
}

/** As long as one organization is not released, the original may still run, so Kabar leaves its backups alone. */
function copy({ restored_from, held_organizations: held, organizations: all }: WorkFacts): Result {
  if (restored_from === null) return ok('released, or never restored')
  const silent = held === all ? 'it sends nothing' : `${held} of ${all} organizations are not released and send nothing`
  return warning(
    `restored from the backup of ${restored_from}: ${silent}, no backup goes to object storage, and no old one is deleted`,
    'Release it once the original is stopped for good: npm run kabar -- release',
  )
}
