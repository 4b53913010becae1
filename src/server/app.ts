// Assembles the HTTP server: plugins, then one line per feature.

import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import { fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { issueText } from '../contract/messages/issue-text.ts'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'
import { exportEverything } from './identity/account/everything.ts'
import { accountRoutes } from './identity/account/routes.ts'
import { emailChanges } from './identity/auth/email-changes.ts'
import { authRoutes } from './identity/auth/routes.ts'
import { authenticator, isSignedIn, type PasswordWork } from './identity/auth/service.ts'
import { organizationRoutes } from './identity/organization/routes.ts'
import { pushRoutes } from './identity/push/routes.ts'
import { roleRoutes } from './identity/roles/routes.ts'
import { sampleDataRoutes } from './identity/sample-data/routes.ts'
import { teamRoutes } from './identity/team/routes.ts'
import { invitations } from './identity/team/service.ts'
import { userRoutes } from './identity/users/routes.ts'
import { webhookRoutes } from './identity/webhooks/routes.ts'
import { deriveKeys } from './keys.ts'
import { broadcastGroupRoutes } from './messaging/broadcast-groups/routes.ts'
import { approvalRoutes } from './messaging/broadcasts/approval/routes.ts'
import { exportRecipients } from './messaging/broadcasts/export.ts'
import { broadcastRoutes } from './messaging/broadcasts/routes.ts'
import { directMessageRoutes } from './messaging/direct-messages/routes.ts'
import { clearWaits, failInFlight } from './messaging/engine/service.ts'
import { mediaRoutes } from './messaging/media/routes.ts'
import { replyRoutes } from './messaging/replies/routes.ts'
import { templateRoutes } from './messaging/templates/routes.ts'
import { waGroupRoutes } from './messaging/wa-groups/routes.ts'
import { waSessionRoutes } from './messaging/wa-sessions/routes.ts'
import { auditRoutes } from './overview/audit/routes.ts'
import { exportAudit } from './overview/audit/service.ts'
import { dashboardRoutes } from './overview/dashboard/routes.ts'
import { homeRoutes } from './overview/home/routes.ts'
import { searchRoutes } from './overview/search/routes.ts'
import { statusRoutes } from './overview/status/routes.ts'
import { trashRoutes } from './overview/trash/routes.ts'
import { type Database, isReachable } from './platform/db/index.ts'
import { openQuotas } from './platform/db/quotas.ts'
import { downloadRoutes } from './platform/downloads/routes.ts'
import { downloadService } from './platform/downloads/service.ts'
import {
  defaultConcurrencyLimits,
  installAdmissionControl,
  isAdmissionControlled,
} from './platform/http/admission-control.ts'
import { apiRateLimiter } from './platform/http/api-rate-limit.ts'
import { compressResponses } from './platform/http/compression.ts'
import type { ConcurrencyLimits } from './platform/http/concurrency-limiter.ts'
import { installErrorHandler, sendProblem } from './platform/http/errors.ts'
import { readOnlyJson } from './platform/http/json-body.ts'
import { answerMethodNotAllowed } from './platform/http/method-not-allowed.ts'
import { rejectAmbiguousTargets } from './platform/http/request-target.ts'
import type { Binding } from './platform/http/route.ts'
import { requireEveryEndpoint } from './platform/http/routing.ts'
import { setSecurityHeaders } from './platform/http/security-headers.ts'
import { serveWebApp } from './platform/http/static.ts'
import { boundUnread, type UnreadBounds, usualUnread } from './platform/http/unread.ts'
import { defaultUploadLimits, limitUploads, type UploadLimits } from './platform/http/upload-limits.ts'
import { mailRoutes } from './platform/mail/routes.ts'
import { referenceRoutes } from './platform/reference/routes.ts'
import { activityRoutes } from './records/activity/routes.ts'
import { bulkChangeRoutes } from './records/bulk-changes/routes.ts'
import { exportContacts } from './records/contacts/export.ts'
import { contactRoutes } from './records/contacts/routes.ts'
import { currencyRoutes } from './records/currencies/routes.ts'
import { customFieldRoutes } from './records/custom-fields/routes.ts'
import { downloadCertificate } from './records/erasures/certificate.ts'
import { erasureRoutes } from './records/erasures/routes.ts'
import { exportImportErrors } from './records/imports/export.ts'
import { importRoutes } from './records/imports/routes.ts'
import { exportInvestments } from './records/investments/export.ts'
import { investmentRoutes } from './records/investments/routes.ts'
import { moveStage, moveStatus } from './records/investments/service.ts'
import { exportInvestors } from './records/investors/export.ts'
import { investorRoutes } from './records/investors/routes.ts'
import { movePreferredStage, moveType } from './records/investors/service.ts'
import { masterDataRoutes } from './records/master-data/routes.ts'
import type { Movers } from './records/master-data/service.ts'
import { mergeRoutes } from './records/merges/routes.ts'
import { noteRoutes } from './records/notes/routes.ts'
import { exportOfferings } from './records/offerings/export.ts'
import { offeringRoutes } from './records/offerings/routes.ts'
import { downloadStatement } from './records/statements/file.ts'
import { statementRoutes } from './records/statements/routes.ts'
import { tagRoutes } from './records/tags/routes.ts'
import { exportTasks } from './records/tasks/export.ts'
import { taskRoutes } from './records/tasks/routes.ts'
import { exportTransactions } from './records/transactions/export.ts'
import { transactionRoutes } from './records/transactions/routes.ts'
import { viewRoutes } from './records/views/routes.ts'

// The schema's own message takes precedence.
z.config({ localeError: issueText })

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
  /** Aborted when the process begins to stop: it still answers, but a proxy should choose another. */
  stopping?: AbortSignal
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
  stopping,
}: AppOptions) {
  const app = fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 60_000,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 100 },
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, redact: ['req.headers.authorization'] },
    // Fastify would log only successes: errors log themselves, with their cause.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_error, request, reply) => void sendProblem(reply, request, new AppError('malformed_request')),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  readOnlyJson(app)
  // Closed by default: an API route that does not declare its access fails the start.
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.startsWith('/api') && !config?.access) throw new Error(`${method} ${url} does not say who may call it`)
  })
  requireEveryEndpoint(app)
  boundUnread(app, unread)
  await compressResponses(app)
  const answerOtherMethods = answerMethodNotAllowed(app)
  referenceRoutes(app)
  installErrorHandler(app)
  // By the route, as all guards are: the same path can be spelled in several ways.
  app.addHook('onSend', async ({ id, routeOptions }, reply) => {
    // Not for the files of the pages, which would grow by it.
    if (routeOptions.config.access) reply.headers({ 'cache-control': 'no-store', 'x-request-id': id })
    // Otherwise a proxy could send the next request on a connection that is about to close.
    if (stopping?.aborted) reply.header('connection', 'close')
  })
  await setSecurityHeaders(app, config)
  // After the headers above, and before everything else.
  rejectAmbiguousTargets(app)
  await app.register(underPressure, {
    maxHeapUsedBytes: maxHeapBytes,
    exposeStatusRoute: false,
    pressureHandler: (request) => {
      if (isAdmissionControlled(request)) throw new AppError('unavailable', undefined, { retryAfterSeconds: 2 })
    },
  })
  installAdmissionControl(app, concurrencyLimits)

  app.get('/api/health/live', { config: { access: 'open' } }, () => ({ status: 'live' }))
  app.get('/api/health/ready', { config: { access: 'open' } }, async () => {
    if (stopping?.aborted) throw new AppError('unavailable')
    await isReachable(database)
    return { status: 'ready' }
  })

  const binding: Binding = {
    app,
    database,
    now,
    keys: deriveKeys(config.secret),
    authenticate: authenticator(database, deriveKeys(config.secret), now),
    quotas: openQuotas(config.quotas, { now, limited: config.rateLimits }),
    rateLimiter: config.rateLimits ? apiRateLimiter(() => performance.now()) : undefined,
    uploads: limitUploads(join(config.dataDir, 'uploads'), uploads),
  }
  const downloads = downloadService(
    {
      everything: exportEverything(now),
      contacts: exportContacts,
      investors: exportInvestors,
      investments: exportInvestments,
      transactions: exportTransactions,
      offerings: exportOfferings,
      tasks: exportTasks,
      audit: exportAudit,
      recipients: exportRecipients,
      import_errors: exportImportErrors,
      statement: downloadStatement,
      erasure_certificate: downloadCertificate,
    },
    { ...binding, isSignedIn, dataDir: config.dataDir },
  )
  authRoutes(binding, config, invitations(binding), passwordWork)
  const { rateLimits: limited, publicUrl } = config
  userRoutes(binding, emailChanges({ ...binding, limited, publicUrl }).check)
  accountRoutes(binding, publicUrl)
  activityRoutes(binding)
  mailRoutes(binding, config)
  teamRoutes(binding, config)
  roleRoutes(binding)
  webhookRoutes(binding, config)
  pushRoutes(binding)
  organizationRoutes(binding)
  statusRoutes(binding, config)
  currencyRoutes(binding, config)
  contactRoutes(binding)
  masterDataRoutes(binding, movers)
  customFieldRoutes(binding)
  tagRoutes(binding)
  viewRoutes(binding)
  noteRoutes(binding)
  taskRoutes(binding)
  importRoutes(binding)
  bulkChangeRoutes(binding)
  mediaRoutes(binding)
  investorRoutes(binding)
  investmentRoutes(binding)
  transactionRoutes(binding)
  offeringRoutes(binding)
  dashboardRoutes(binding)
  homeRoutes(binding)
  searchRoutes(binding)
  trashRoutes(binding)
  erasureRoutes(binding)
  mergeRoutes(binding)
  auditRoutes(binding)
  statementRoutes(binding)
  sampleDataRoutes(binding)
  templateRoutes(binding)
  waSessionRoutes(binding, { clearWaits, failInFlight })
  waGroupRoutes(binding)
  replyRoutes(binding)
  directMessageRoutes(binding)
  broadcastGroupRoutes(binding)
  broadcastRoutes(binding, downloads)
  approvalRoutes(binding, publicUrl)
  downloadRoutes(binding, downloads)
  // In a scope of its own, loaded after those in which some features register their routes.
  app.register(async (scope) => answerOtherMethods(scope))
  await serveWebApp(app, webFolder, config.analytics)
  return app
}
