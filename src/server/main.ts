// Starts Kabar: configuration → data folder → database → API and engine → listen → graceful stop.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { systemFault } from './cli/faults.ts'
import { adviceOnSecret } from './cli/secret-files.ts'
import { type Config, ConfigError, readSettings, withStoredSecret } from './config.ts'
import { startDeletions } from './identity/account/worker.ts'
import { startPush } from './identity/push/service.ts'
import { startWebhooks } from './identity/webhooks/service.ts'
import { deriveKeys } from './keys.ts'
import { logLine } from './log-line.ts'
import { broadcastsForEngine } from './messaging/broadcasts/engine-port.ts'
import { isBaileysFault, linkedDevice, simulator } from './messaging/drivers/index.ts'
import { startEngine } from './messaging/engine/engine.ts'
import { areCredentialsReadable } from './messaging/engine/service.ts'
import { startAuditRetention } from './overview/audit/service.ts'
import { startMetrics } from './overview/metrics/service.ts'
import { startNotices } from './overview/notices/service.ts'
import { startPurge } from './overview/trash/service.ts'
import { BackupError, backedUp, secretCheck, startNightlyBackups, upgradePostgres } from './platform/backups/service.ts'
import { restoringMark } from './platform/db/embedded/data-dir.ts'
import { type Embedded, EmbeddedError, startEmbedded } from './platform/db/embedded/embedded.ts'
import { lockDataDir } from './platform/db/embedded/lock.ts'
import { bypassesRowSecurity, isSameDatabase, openDatabase } from './platform/db/index.ts'
import { MigrationError, migrate, refuseUnfit, UnfitDatabaseError } from './platform/db/migrate.ts'
import { holdSecretLock } from './platform/db/same-secret.ts'
import { startMail } from './platform/mail/service.ts'
import { startBulkChanges } from './records/bulk-changes/service.ts'
import { startRateFeed } from './records/currencies/service.ts'
import { startImports } from './records/imports/service.ts'
import { startMorningMail } from './records/tasks/service.ts'

let hasGivenUp = false
/** From then on a signal stops Kabar in an orderly way. */
let isStarted = false

try {
  await start()
} catch (error) {
  const reason = startFault(error)
  if (!reason) throw error
  console.error(`Kabar cannot start: ${reason}`)
  process.exit(1)
}

async function start() {
  const settings = readSettings()
  if (Object.keys(settings.timings).length > 0) console.error('TEST_TIMINGS is set. For tests only.')
  if (!settings.rateLimits) console.error('RATE_LIMITS is off: passwords can be guessed without limit. For tests only.')
  let embedded: Embedded | undefined
  const lock = await lockDataDir(settings.dataDir, () => {
    embedded?.abandon()
    giveUp(`another Kabar has taken the data folder ${settings.dataDir} while this one was suspended`)
  })
  if (!settings.databaseUrl && existsSync(join(settings.dataDir, restoringMark)))
    throw new UnfitDatabaseError(
      `a restore into ${settings.dataDir} was interrupted. Run it again: npm run kabar -- restore <file>`,
    )
  const config = withStoredSecret(settings)
  const migrations = join(config.root, 'src/server/platform/db/migrations')
  if (!config.databaseUrl) await upgradePostgres(config, { migrations, log: logLine })
  embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({
        dataDir: config.dataDir,
        log: logLine,
        onExit: (reason) => giveUp(reason),
      })
  // On the embedded server this login is a superuser, so it is used only for migrations and backups.
  const adminUrl = config.databaseUrl ?? embedded!.connectionString
  // Before the backup and the migrations, which a process with a wrong secret must not make.
  const secretLock = await holdSecretLock(adminUrl, secretCheck(config.secret), logLine)
  if (!secretLock.isShared)
    throw new ConfigError(
      `${nameOfSecret(config)} differs from that of another Kabar ` +
        'that runs on this database. Set the same APP_SECRET for all of them (docs/scaling.md)',
    )
  await refuseWrongSecret(adminUrl, config)
  const connection = await migrate(adminUrl, migrations, {
    loginOf: embedded?.loginOf,
    around: backedUp(adminUrl, config, logLine),
  })
  const { poolerUrl, replicaUrl } = config
  const database = openDatabase({ ...connection, poolerUrl, replicaUrl }, { log: logLine })
  if (poolerUrl && (await bypassesRowSecurity(database)))
    throw new ConfigError(
      'DATABASE_POOLER_URL must have a login that may not bypass row-level security: docs/scaling.md says how to create one',
    )
  if (poolerUrl && !(await isSameDatabase(database)))
    throw new ConfigError('DATABASE_POOLER_URL must lead to the database of DATABASE_URL')
  const fault = await database.replica?.fault()
  if (fault) logLine(`reading from the primary instead of DATABASE_REPLICA_URL: ${fault}`)
  // A pool of its own, so that the engine never waits behind requests.
  const beside = openDatabase(connection, { log: logLine })
  const stopping = new AbortController()
  const webFolder = join(config.root, 'dist/web')
  const app = await buildApp({ config, database, webFolder, stopping: stopping.signal })
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await startMetrics({
          ...{ app, databases: { requests: database, work: beside }, release: config.release },
          ...{ host: config.host, port: config.metricsPort },
        })
  const { leaseSeconds, readMs, ...waits } = config.timings
  const workers =
    config.role === 'web'
      ? []
      : [
          startEngine({
            database: beside,
            broadcasts: broadcastsForEngine,
            keys: deriveKeys(config.secret),
            ownerId: config.instanceId,
            drivers: {
              linked_device: linkedDevice({
                ...(config.whatsappWebSocketUrl && { webSocketUrl: config.whatsappWebSocketUrl }),
                waits,
                log: app.log,
              }),
              simulator: simulator({
                folder: join(config.dataDir, 'simulator'),
                ...(readMs !== undefined && { latency: { readMs } }),
              }),
            },
            log: app.log,
            ...(leaseSeconds && { leaseSeconds }),
          }),
          startImports({ database: beside, log: app.log }),
          startBulkChanges({ database: beside, log: app.log }),
          startMail({ database: beside, config, log: app.log }),
          startMorningMail({
            ...{ database: beside, log: app.log },
            ...{ keys: deriveKeys(config.secret), publicUrl: config.publicUrl },
          }),
          startWebhooks({
            ...{ database: beside, log: app.log, keys: deriveKeys(config.secret) },
            ...{ publicUrl: config.publicUrl, allowPrivate: config.webhookPrivateAddresses },
          }),
          startPush({
            ...{ database: beside, log: app.log },
            ...{ keys: deriveKeys(config.secret), publicUrl: config.publicUrl },
          }),
          startPurge({ database: beside, log: app.log }),
          startAuditRetention({ database: beside, log: app.log }),
          startNotices({
            ...{ database: beside, log: app.log },
            ...{ keys: deriveKeys(config.secret), publicUrl: config.publicUrl },
          }),
          startDeletions({ database: beside, keys: deriveKeys(config.secret), log: app.log }),
          startNightlyBackups({
            ...{ database: beside, connectionString: adminUrl, config, log: app.log },
            keys: deriveKeys(config.secret),
          }),
          ...(config.rateFeed ? [startRateFeed({ database: beside, url: config.rateFeed.url, log: app.log })] : []),
        ]
  // Printed once the address accepts connections.
  if (config.role !== 'worker') {
    // Replaces Fastify's own line by one for people.
    const { level } = app.log
    app.log.level = 'warn'
    await app.listen({ port: config.port, host: config.host })
    app.log.level = level
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : config.port
    console.log(`Kabar is ready: ${config.publicUrl.replace(/:0$/, `:${port}`)}`)
  } else console.log('Kabar is ready: worker')

  process.on('unhandledRejection', (reason) => {
    // Thrown as an uncaught exception: it ends the process.
    if (!isBaileysFault(reason)) throw reason
    app.log.warn({ err: reason }, 'unhandled Baileys rejection')
  })
  isStarted = true
  const graceMs = 25_000 + config.stopDelayMs
  closeWithGrace({ delay: graceMs, logger: false, skip: ['unhandledRejection'] }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'uncaught exception, stopping')
    const stopDelayMs = err || hasGivenUp || config.role === 'worker' ? 0 : config.stopDelayMs
    // Sessions close immediately: slow requests must not use up the time of messages in flight.
    const cutOff = setTimeout(() => {
      app.server.closeAllConnections()
      database.cancelSlowQueries()
      beside.cancelSlowQueries()
    }, stopDelayMs + 10_000)
    const closeApp = async () => {
      stopping.abort()
      await delay(stopDelayMs)
      await app.close()
    }
    await Promise.all([closeApp(), metrics?.stop(), ...workers.map((worker) => worker.stop())])
    clearTimeout(cutOff)
    await Promise.all([database.close(), beside.close(), secretLock.release()])
    await embedded?.stop()
    await lock.release()
    // A supervisor takes exit code 0 for an intended stop, and does not restart.
    if (hasGivenUp) process.exit(1)
  })
}

/** With a wrong secret every phone would fail, and people would unlink phones whose keys are good. */
async function refuseWrongSecret(adminUrl: string, config: Config) {
  // An unfit database may have other tables than the check reads.
  await refuseUnfit(adminUrl)
  const database = openDatabase({ connectionString: adminUrl, role: undefined }, { poolSize: 2 })
  const areReadable = await areCredentialsReadable(database, deriveKeys(config.secret)).finally(() => database.close())
  if (areReadable === false)
    throw new ConfigError(
      `${nameOfSecret(config)} is not the secret that encrypted the keys of the phones. ${adviceOnSecret(config)}`,
    )
}

function nameOfSecret({ appSecret, dataDir }: Config) {
  return appSecret === undefined ? `The secret in ${join(dataDir, 'secret')}` : 'APP_SECRET'
}

/** A fault that the operator can fix, in one line that names the variable; anything else is a bug and is printed in full. */
function startFault(error: unknown): string | undefined {
  if (
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedError ||
    error instanceof MigrationError ||
    error instanceof UnfitDatabaseError
  )
    return error.message
  const { code = '', message, syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  const name = port !== undefined && port === readSettings().metricsPort ? 'METRICS_PORT' : 'PORT'
  if (code === 'EADDRINUSE') return `${name} is in use by another program. Stop it, or choose another ${name}.`
  const fault = systemFault(error)
  if (fault) return fault
  if ((code === 'EACCES' || code === 'EADDRNOTAVAIL') && syscall !== 'connect')
    return `HOST and ${name} must be an address that this machine can listen on: ${message}`
  const unreachable = /^(EACCES|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28|3D000|08|57P03)/.test(code)
  return unreachable ? `DATABASE_URL must name a PostgreSQL server that accepts the connection: ${message}` : undefined
}

function giveUp(reason: string) {
  console.error(`Kabar is stopping: ${reason}`)
  if (!isStarted) process.exit(1)
  hasGivenUp = true
  process.kill(process.pid, 'SIGTERM')
}
