// Admin CLI for the operator: `npm run kabar -- …`.

import { ConfigError, existingSecret, readSettings } from '../config.ts'
import { exportEverything } from '../identity/account/everything.ts'
import * as auth from '../identity/auth/service.ts'
import { releaseAll, setPremium, setQuota } from '../identity/organization/service.ts'
import * as users from '../identity/users/service.ts'
import { deriveKeys } from '../keys.ts'
import { BackupError, targetAt } from '../platform/backups/service.ts'
import { writeAuditEvent } from '../platform/db/audit-events.ts'
import {
  type Embedded,
  EmbeddedError,
  findEmbedded,
  InUseError,
  isMade,
  startEmbedded,
} from '../platform/db/embedded/embedded.ts'
import { lockDataDir } from '../platform/db/embedded/lock.ts'
import { type Database, inReadOnlyTenant, inTenant, openDatabase, type Tenant } from '../platform/db/index.ts'
import { openQuotas } from '../platform/db/quotas.ts'
import { backup, restore } from './backups.ts'
import { type Command, isOperation, type Operation, parseCommand, usage } from './command.ts'
import { examine, type Finding, report } from './doctor.ts'
import { writeExport } from './export-org.ts'
import { systemFault } from './faults.ts'
import { Refusal } from './refusal.ts'
import { rotateSecret } from './secret.ts'

const stopFirst = 'Kabar is running. Stop Kabar first, on every machine.'
// Before the command runs, which is before the lines below it.
let embedded: Embedded | undefined

const command = parseCommand(process.argv.slice(2))
if (typeof command === 'string') {
  console.error(`${command}\n\n${usage}`)
  process.exitCode = 2
} else if (command.name === 'help') console.log(usage)
else await perform(command)

async function perform(command: Command) {
  try {
    if (isOperation(command)) console.log(await operate(command))
    else await withDatabase(async (database) => console.log(await answer(command, database)))
  } catch (error) {
    const reason = faultOf(error)
    if (!reason) throw error
    console.error(reason)
    process.exitCode = 1
  }
}

async function operate(command: Operation): Promise<string> {
  const settings = readSettings()
  const present = existingSecret(settings)
  switch (command.name) {
    case 'backup': {
      const { connectionString, leave } = await reach()
      return await backup(command.to, settings, { connectionString, secret: present }).finally(leave)
    }
    case 'restore':
      return await restore(command, settings, present, startAlone)
    case 'rotate-secret': {
      const { connectionString, leave } = await startAlone().catch((error: unknown) => {
        // Not with the advice to set another DATA_DIR, which would have another secret.
        throw error instanceof InUseError ? new Refusal(stopFirst) : error
      })
      try {
        if ((await targetAt(connectionString)).is_open) throw new Refusal(stopFirst)
        const database = openDatabase({ connectionString, role: undefined }, { poolSize: 2 })
        return await rotateSecret(settings, present, database, new Date()).finally(() => database.close())
      } finally {
        await leave()
      }
    }
    case 'export-org': {
      let path = ''
      await withDatabase(async (database) => {
        path = await exportOrganization(database, command)
      })
      return `${path}\nAll records of the organization of ${command.email}, as under Account → Data → Export everything.`
    }
    case 'doctor': {
      const around = { settings, secret: present }
      const findings: Finding[] = []
      const look = async (database: Database | Error) => {
        findings.push(...(await examine({ ...around, database, now: new Date() })))
      }
      await withDatabase(look).catch((error: unknown) => look(new Error(faultOf(error) ?? String(error))))
      if (findings.some(({ status }) => status === 'fault')) process.exitCode = 1
      return command.is_json ? JSON.stringify(findings, undefined, 2) : report(findings)
    }
    case 'release': {
      let released = 0
      await withDatabase(async (database) => {
        released = await releaseAll(database, new Date())
      })
      return released === 0
        ? 'There is nothing to release: this is not a restored copy, or it was released already.'
        : 'Released: this copy sends and connects its phones from now on. The original must not run any more.'
    }
  }
}

async function exportOrganization(database: Database, { email, to }: { email: string; to: string | null }) {
  const { organization_id } = await userWith(database, email)
  const path = await inReadOnlyTenant(database, { organization_id }, async (tenant) =>
    writeExport(await exportEverything(() => new Date())(tenant), to),
  )
  const event = { action: 'exported', detail: { by: 'operator', what: ['everything'] }, at: new Date() } as const
  await inTenant(database, { organization_id }, (tenant) => writeAuditEvent(tenant, event))
  return path
}

async function userWith(database: Database, email: string) {
  const user = await users.findByEmail(database, users.emailKey(email))
  if (!user) throw new Refusal(`There is no account with the address ${email}.`)
  return user
}

/** Ends this command if another Kabar takes the folder while it is suspended. */
function lockFolder(dataDir: string) {
  return lockDataDir(dataDir, () => {
    embedded?.abandon()
    console.error(`Another Kabar has taken the data folder ${dataDir} while this command was suspended.`)
    process.exit(1)
  })
}

/** Starts the database for this command alone: locks the data folder, and creates a database if there is none. `beforeStart`: see `Reach`. */
async function startAlone(beforeStart?: () => void): Promise<{ connectionString: string; leave: () => Promise<void> }> {
  const { databaseUrl, dataDir } = readSettings()
  const lock = await lockFolder(dataDir)
  if (databaseUrl) return { connectionString: databaseUrl, leave: () => lock.release() }
  return await startLocked(dataDir, lock, beforeStart)
}

async function answer(command: Exclude<Command, Operation>, database: Database): Promise<string> {
  if (command.name === 'user list') return table(await users.listUsers(database))
  if (command.name === 'help') return usage
  const user = await userWith(database, command.email)
  return await inTenant(database, { organization_id: user.organization_id }, (tenant) => act(command, tenant, user))
}

async function act(
  command: Exclude<Command, Operation | { name: 'help' | 'user list' }>,
  tenant: Tenant,
  user: { id: string; name: string; email: string; locale: string; disabled_at: string | null },
): Promise<string> {
  const { email } = command
  const now = new Date()
  switch (command.name) {
    case 'user disable':
      await auth.disable(tenant, user.id, now)
      return `${email} is logged out and cannot log in.`
    case 'user enable':
      await auth.enable(tenant, user.id, now)
      return `${email} can log in.`
    case 'user reset-link': {
      if (user.disabled_at) throw new Refusal(`${email} is disabled. Enable it first: user enable ${email}`)
      const url = await auth.makeResetLink(tenant, user.id, readSettings().publicUrl, now)
      return `${url}\nSets a new password for ${email}, once, within 30 minutes. Share it with that user only.`
    }
    case 'user reset-second-factor': {
      const secret = existingSecret(readSettings())
      if (!secret) throw new Refusal('There is no secret to write the email to the user with. Set APP_SECRET.')
      const isReset = await auth.resetSecondFactor(tenant, deriveKeys(secret), user, now)
      return isReset ? `${email} logs in with the password alone.` : `${email} has no two-step login.`
    }
    case 'domain allow': {
      const { domain, role } = command
      if (!(await auth.allowDomain(tenant, domain, role)))
        throw new Refusal(`Another organization has ${domain}. Run "domain forbid" with an address of it first.`)
      const detail = { by: 'operator', domain, role }
      await writeAuditEvent(tenant, { action: 'domain_allowed', target_id: user.id, detail, at: now })
      return `Whoever logs in with an address at ${domain} may join the organization of ${email} as ${role}.`
    }
    case 'domain forbid': {
      const { domain } = command
      if (!(await auth.forbidDomain(tenant, domain)))
        throw new Refusal(`The organization of ${email} does not have ${domain}.`)
      const detail = { by: 'operator', domain }
      await writeAuditEvent(tenant, { action: 'domain_forbidden', target_id: user.id, detail, at: now })
      return `Nobody joins the organization of ${email} by an address at ${domain} any more.`
    }
    case 'quota show':
      return await quotasOf(tenant)
    case 'quota set': {
      const { kind, limit } = command
      await setQuota(tenant, kind, limit)
      await writeAuditEvent(tenant, {
        action: 'quota_set',
        target_id: user.id,
        detail: { by: 'operator', kind, limit },
        at: now,
      })
      return await quotasOf(tenant)
    }
    case 'premium set': {
      const { until } = command
      await setPremium(tenant, until)
      await writeAuditEvent(tenant, {
        action: 'premium_set',
        target_id: user.id,
        detail: { by: 'operator', until },
        at: now,
      })
      const whose = `The organization of ${email}`
      return until ? `${whose} is premium until ${until}.` : `${whose} is not premium.`
    }
  }
}

async function quotasOf(tenant: Tenant): Promise<string> {
  const { quotas: defaults } = readSettings()
  const all = await openQuotas(defaults, { now: () => new Date(), limited: true }).usage(tenant)
  return all
    .map(({ kind, used, limit }) => {
      const shown = (value: number) => (kind === 'storage' ? `${Math.ceil(value / 1024 ** 2)} MB` : String(value))
      return `${kind.padEnd(8)} ${shown(used)} of ${shown(limit)}`
    })
    .join('\n')
}

function table(rows: users.ListedUser[]): string {
  const cells = [
    ['EMAIL', 'NAME', 'ORGANIZATION', 'PREMIUM UNTIL', 'SINCE', ''],
    ...rows.map((user) => [
      user.email,
      user.name,
      user.organization || '-',
      user.premium_until ?? '-',
      user.created_at.slice(0, 10),
      user.disabled_at ? 'disabled' : '',
    ]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

async function withDatabase(work: (database: Database) => Promise<void>) {
  const { connectionString, leave } = await reach()
  try {
    // As the role in the connection string, without migrations: the running Kabar may be another release.
    const database = openDatabase({ connectionString, role: undefined }, { poolSize: 2 })
    try {
      await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await leave()
  }
}

/** The running Kabar's database; otherwise starts the embedded one for this command, with the data folder locked. */
async function reach(): Promise<{ connectionString: string; leave: () => Promise<void> }> {
  const { databaseUrl, dataDir } = readSettings()
  if (databaseUrl) return { connectionString: databaseUrl, leave: async () => {} }
  if (!isMade(dataDir)) {
    throw new Refusal(`There is no database in ${dataDir}. Start Kabar once, or set DATA_DIR or DATABASE_URL.`)
  }
  const lock = await lockFolder(dataDir).catch(async (held: unknown) => {
    const running = await findEmbedded(dataDir)
    if (!running) throw held
    return running
  })
  if (typeof lock === 'string') return { connectionString: lock, leave: async () => {} }
  return await startLocked(dataDir, lock)
}

async function startLocked(dataDir: string, lock: { release(): Promise<void> }, beforeStart = () => {}) {
  try {
    beforeStart()
    const server = await startEmbedded({ dataDir })
    embedded = server
    const leave = () => server.stop().finally(() => lock.release())
    return { connectionString: server.connectionString, leave }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function faultOf(error: unknown): string | undefined {
  if (
    error instanceof Refusal ||
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedError
  )
    return error.message
  const { code = '', message, syscall } = error as NodeJS.ErrnoException
  if (['42P01', '42703'].includes(code))
    return 'This database belongs to another release of Kabar. Start Kabar once, then try again.'
  if (syscall === 'connect' || /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28|3D000|08|57P0)/.test(code))
    return `The database cannot be reached: ${message}`
  return systemFault(error)
}
