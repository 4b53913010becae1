// Assembles the HTTP server: plugins, then one line per feature.
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import { fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { issueText } from '../contract/issue-text.ts'
import { exportEverything } from './account/everything.ts'
import { accountRoutes } from './account/routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { emailChanges } from './auth/email-changes.ts'
import { authRoutes } from './auth/routes.ts'
import { authenticator, type PasswordWork } from './auth/service.ts'
import { broadcastGroupRoutes } from './broadcast-groups/routes.ts'
import { exportRecipients } from './broadcasts/export.ts'
import { broadcastRoutes } from './broadcasts/routes.ts'
import type { Config } from './config.ts'
import { exportContacts } from './contacts/export.ts'
import { contactRoutes } from './contacts/routes.ts'
import { currencyRoutes } from './currencies/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { keptAnswers } from './db/answers.ts'
import { type Database, isReachable } from './db/index.ts'
import { openQuotas } from './db/quotas.ts'
import { downloadRoutes } from './downloads/routes.ts'
import { AppError } from './errors.ts'
import { homeRoutes } from './home/routes.ts'
import { defaultConcurrencyLimits, installAdmissionControl, isAdmissionControlled } from './http/admission-control.ts'
import { analyticsSources } from './http/analytics.ts'
import { apiRateLimiter } from './http/api-rate-limit.ts'
import type { ConcurrencyLimits } from './http/concurrency-limiter.ts'
import { installErrorHandler, sendProblem } from './http/errors.ts'
import { answerMethodNotAllowed } from './http/method-not-allowed.ts'
import { packing } from './http/packing.ts'
import { rejectAmbiguousTargets } from './http/request-target.ts'
import type { Binding } from './http/route.ts'
import { serveWebApp } from './http/static.ts'
import { boundUnread, type UnreadBounds, usualUnread } from './http/unread.ts'
import { defaultUploadLimits, limitUploads, type UploadLimits } from './http/upload-limits.ts'
import { exportImportErrors } from './imports/export.ts'
import { importRoutes } from './imports/routes.ts'
import { exportInvestments } from './investments/export.ts'
import { investmentRoutes } from './investments/routes.ts'
import { moveStage, moveStatus } from './investments/service.ts'
import { exportInvestors } from './investors/export.ts'
import { investorRoutes } from './investors/routes.ts'
import { movePreferredStage, moveType } from './investors/service.ts'
import { deriveKeys } from './keys.ts'
import { mailRoutes } from './mail/routes.ts'
import { masterDataRoutes } from './master-data/routes.ts'
import type { Movers } from './master-data/service.ts'
import { mediaRoutes } from './media/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { offeringRoutes } from './offerings/routes.ts'
import { organizationRoutes } from './organization/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { replyRoutes } from './replies/routes.ts'
import { sampleDataRoutes } from './sample-data/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { invitations } from './team/service.ts'
import { templateRoutes } from './templates/routes.ts'
import { exportTransactions } from './transactions/export.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { userRoutes } from './users/routes.ts'
import { waGroupRoutes } from './wa-groups/routes.ts'
import { waSessionRoutes } from './wa-sessions/routes.ts'

// The schema's own message takes precedence.
z.config({ localeError: issueText })

const denied = [
  ...['accelerometer', 'bluetooth', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The features whose records can be moved from one row of master data to another. */
const movers: Movers = {
  investor_types: moveType,
  investment_statuses: moveStatus,
  investment_stages: async (tenant, from, to) => {
    await movePreferredStage(tenant, from, to)
    await moveStage(tenant, from, to)
  },
}

export interface AppOptions {
  config: Config
  database: Database
  now?: () => Date
  /** The folder of the built web app. */
  webFolder: string
  /** Cheaper password hashing, for tests. */
  passwordWork?: PasswordWork
  /** How many requests run concurrently, and how many wait. */
  concurrencyLimits?: ConcurrencyLimits
  /** How many uploads run concurrently, and how many bytes they may have on disk. */
  uploads?: UploadLimits
  /** How much is buffered for responses that clients do not read. */
  unread?: UnreadBounds
  /** Beyond this heap size no request is admitted. */
  maxHeapBytes?: number
}

export async function buildApp({
  config,
  database,
  webFolder,
  now = () => new Date(),
  passwordWork,
  concurrencyLimits = defaultConcurrencyLimits,
  uploads = defaultUploadLimits,
  unread = usualUnread,
  // At the heap limit the process crashes.
  maxHeapBytes = getHeapStatistics().heap_size_limit * 0.85,
}: AppOptions) {
  const app = fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 60_000,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 100 },
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, redact: ['req.headers.authorization'] },
    // Fastify would log only successes: errors log themselves, with their cause.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_error, request, reply) => void sendProblem(reply, request, new AppError('malformed_request')),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // JSON only.
  app.removeContentTypeParser('text/plain')
  // An action has no body, but some clients send a content type anyway.
  const readJson = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      // A lenient decoder would store an invalid byte as a character that no user typed.
      return done(new AppError('malformed_request', 'The body is not UTF-8.'))
    }
    readJson(request, text, done)
  })
  // Closed by default: an API route that does not declare its access fails the start.
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.startsWith('/api') && !config?.access) throw new Error(`${method} ${url} does not say who may call it`)
  })
  boundUnread(app, unread)
  // A page of a list has 15 to 25 KB, a fifth of it compressed: it saves a tenth of a second on a mobile connection. Requests are
  // never decompressed: their size could not be bounded in advance.
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['gzip'],
    threshold: 1_024,
    syncThreshold: 65_536,
    zlib: packing,
  })
  const answerOtherMethods = answerMethodNotAllowed(app)
  referenceRoutes(app)
  installErrorHandler(app)
  // By the route, as all guards are: the same path can be spelled in several ways.
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.config.access) reply.header('cache-control', 'no-store')
  })
  const analytics = analyticsSources(config.analytics)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...analytics.scripts],
        // Mantine and React set element styles, and Mantine a <style> element for its theme variables.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...analytics.images],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...analytics.calls],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  // Helmet lacks this header. It denies an injected script every browser feature that Kabar does not use.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', denied)
    done()
  })
  // After the headers above, and before everything else.
  rejectAmbiguousTargets(app)
  await app.register(underPressure, {
    maxHeapUsedBytes: maxHeapBytes,
    exposeStatusRoute: false,
    pressureHandler: (request) => {
      if (isAdmissionControlled(request)) throw new AppError('unavailable', '', { retryAfterSeconds: 2 })
    },
  })
  installAdmissionControl(app, concurrencyLimits)

  app.get('/api/health/live', { config: { access: 'open' } }, () => ({ status: 'live' }))
  app.get('/api/health/ready', { config: { access: 'open' } }, async () => {
    await isReachable(database)
    return { status: 'ready' }
  })

  const binding: Binding = {
    app,
    database,
    now,
    keys: deriveKeys(config.secret),
    authenticate: authenticator(database, deriveKeys(config.secret), now),
    answers: keptAnswers(database),
    quotas: openQuotas(config.quotas, { now, limited: config.rateLimits }),
    rateLimiter: config.rateLimits ? apiRateLimiter(() => performance.now()) : undefined,
    uploads: limitUploads(join(config.dataDir, 'uploads'), uploads),
  }
  authRoutes(binding, config, invitations(binding), passwordWork)
  const { rateLimits: limited, publicUrl } = config
  userRoutes(binding, emailChanges({ ...binding, limited, publicUrl }).check)
  accountRoutes(binding, config)
  activityRoutes(binding)
  mailRoutes(binding, config)
  teamRoutes(binding, config)
  organizationRoutes(binding)
  currencyRoutes(binding, config)
  contactRoutes(binding)
  masterDataRoutes(binding, movers)
  tagRoutes(binding)
  noteRoutes(binding)
  importRoutes(binding)
  mediaRoutes(binding)
  investorRoutes(binding)
  investmentRoutes(binding)
  transactionRoutes(binding)
  offeringRoutes(binding)
  dashboardRoutes(binding)
  homeRoutes(binding)
  searchRoutes(binding)
  statementRoutes(binding)
  sampleDataRoutes(binding)
  templateRoutes(binding)
  waSessionRoutes(binding)
  waGroupRoutes(binding)
  replyRoutes(binding)
  broadcastGroupRoutes(binding)
  broadcastRoutes(binding)
  downloadRoutes(binding, config, {
    everything: exportEverything(now),
    contacts: exportContacts,
    investors: exportInvestors,
    investments: exportInvestments,
    transactions: exportTransactions,
    recipients: exportRecipients,
    import_errors: exportImportErrors,
  })
  // In a scope of its own, loaded after those in which some features register their routes.
  app.register(async (scope) => answerOtherMethods(scope))
  await serveWebApp(app, webFolder, config.analytics)
  return app
}
