// Admin CLI for the operator: `npm run kabar -- …`.

import { ConfigError, readSettings } from '../config.ts'
import * as auth from '../identity/auth/service.ts'
import { setPremium, setQuota } from '../identity/organization/service.ts'
import * as users from '../identity/users/service.ts'
import { writeAuditEvent } from '../platform/db/audit-events.ts'
import { EmbeddedError, findEmbedded, isMade, startEmbedded } from '../platform/db/embedded/embedded.ts'
import { lockDataDir } from '../platform/db/embedded/lock.ts'
import { type Database, inTenant, openDatabase, type Tenant } from '../platform/db/index.ts'
import { openQuotas } from '../platform/db/quotas.ts'
import { type Command, parseCommand, usage } from './command.ts'

/** An error that the user can correct; any other is a bug and is printed in full. */
class Refusal extends Error {}

const command = parseCommand(process.argv.slice(2))
if (typeof command === 'string') {
  console.error(`${command}\n\n${usage}`)
  process.exitCode = 2
} else if (command.name === 'help') console.log(usage)
else await perform(command)

async function perform(command: Command) {
  try {
    await withDatabase(async (database) => console.log(await answer(command, database)))
  } catch (error) {
    const reason = faultOf(error)
    if (!reason) throw error
    console.error(reason)
    process.exitCode = 1
  }
}

async function answer(command: Command, database: Database): Promise<string> {
  if (command.name === 'user list') return table(await users.listUsers(database))
  if (command.name === 'help') return usage
  const user = await users.findByEmail(database, users.emailKey(command.email))
  if (!user) throw new Refusal(`There is no account with the address ${command.email}.`)
  return await inTenant(database, { organization_id: user.organization_id }, (tenant) => act(command, tenant, user))
}

async function act(
  command: Exclude<Command, { name: 'help' | 'user list' }>,
  tenant: Tenant,
  user: { id: string; disabled_at: string | null },
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
  const lock = await lockDataDir(dataDir).catch(async (held: unknown) => {
    const running = await findEmbedded(dataDir)
    if (!running) throw held
    return running
  })
  if (typeof lock === 'string') return { connectionString: lock, leave: async () => {} }
  try {
    const embedded = await startEmbedded({ dataDir })
    const leave = () => embedded.stop().finally(() => lock.release())
    return { connectionString: embedded.connectionString, leave }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof ConfigError || error instanceof EmbeddedError) return error.message
  const { code = '', message } = error as NodeJS.ErrnoException
  if (['42P01', '42703'].includes(code))
    return 'This database belongs to another release of Kabar. Start Kabar once, then try again.'
  if (/^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28|3D000|08|57P0)/.test(code))
    return `The database cannot be reached: ${message}`
  return undefined
}
