import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { apiModules } from '#contract/modules.ts'
import { cookieName } from '#server/auth/cookies.ts'
import { resolveViewer } from '#server/auth/resolve-viewer.ts'
import { passkeysApi } from '#server/features/accounts/passkeys/passkeys-api.ts'
import { sessionsApi } from '#server/features/accounts/sessions/sessions-api.ts'
import { oidcApi } from '#server/features/accounts/single-sign-on/oidc-api.ts'
import { tokensApi } from '#server/features/accounts/tokens/tokens-api.ts'
import { usersApi } from '#server/features/accounts/users/users-api.ts'
import { osmApi } from '#server/features/imports/osm/osm-api.ts'
import { importRunsApi } from '#server/features/imports/runs/import-runs-api.ts'
import { yelpApi } from '#server/features/imports/yelp/yelp-api.ts'
import { completeSessionCookies } from './auth/complete-session-cookies.ts'
import type { Config } from './config.ts'
import { channel as changesChannel } from './data/changes-store.ts'
import { countDeliveries } from './data/deliveries-store.ts'
import { addSlowRequests } from './data/operations-store.ts'
import { pushChannel } from './data/push-devices-store.ts'
import { chatChannel } from './data/webhooks-store.ts'
import { engineOf } from './database/dialect.ts'
import { wakeWhenQueued } from './database/transactions.ts'
import type { Deps } from './deps.ts'
import { accountsApi } from './features/accounts/accounts-api.ts'
import { alertsApi, trashedAlerts } from './features/alerts/alerts-api.ts'
import { auditApi } from './features/audit/audit-api.ts'
import { backupFolder } from './features/backups/backup-files.ts'
import { backupsApi } from './features/backups/backups-api.ts'
import { readBackupStatus } from './features/backups/schedule/backup-status.ts'
import { campusesApi } from './features/campuses/campuses-api.ts'
import { configurationApi } from './features/configuration/configuration-api.ts'
import { departmentsApi } from './features/departments/departments-api.ts'
import { distancesApi } from './features/distances/distances-api.ts'
import { favoritesApi } from './features/favorites/favorites-api.ts'
import { imagesApi } from './features/images/images-api.ts'
import { profileImagesApi } from './features/images/profile-images-api.ts'
import { restaurantImagesApi } from './features/images/restaurant-images-api.ts'
import { importsApi } from './features/imports/csv/imports-api.ts'
import { calendarApi } from './features/lunches/calendar-api.ts'
import { lunchesApi } from './features/lunches/lunches-api.ts'
import { standingLunchesApi } from './features/lunches/standing/standing-lunches-api.ts'
import { mailsApi } from './features/mails/mails-api.ts'
import { mapApi } from './features/map/map-api.ts'
import { overviewApi } from './features/overview/overview-api.ts'
import { picksApi } from './features/picks/picks-api.ts'
import { pushApi } from './features/push/push-api.ts'
import { adminRatingsApi } from './features/ratings/admin-ratings-api.ts'
import { averagesApi } from './features/ratings/averages-api.ts'
import { ratingsApi } from './features/ratings/ratings-api.ts'
import { trashedRatings } from './features/ratings/trashed-ratings.ts'
import { remindersApi } from './features/reminders/reminders-api.ts'
import { restaurantsApi } from './features/restaurants/restaurants-api.ts'
import { trashedRestaurants } from './features/restaurants/trashed-restaurants.ts'
import { settingsApi } from './features/settings/settings-api.ts'
import { suggestionsApi } from './features/suggestions/suggestions-api.ts'
import { tasteApi } from './features/taste/taste-api.ts'
import { trashApi } from './features/trash/trash-api.ts'
import { visitsApi } from './features/visits/visits-api.ts'
import { limitBodyTime, maxUploadTime } from './http/body-time.ts'
import { keepClientAddresses } from './http/client-network.ts'
import { HttpError, handleErrors, sendError } from './http/errors.ts'
import { watchForwardedAddresses } from './http/forwarded-addresses.ts'
import { sendStandardHeaders, standardHeaders } from './http/headers.ts'
import { serveHealthChecks } from './http/health.ts'
import { readJsonBodies } from './http/json-body.ts'
import { limitRequests } from './http/limit-requests.ts'
import { serveDescription } from './http/openapi.ts'
import { rejectForeignOrigins } from './http/origin.ts'
import { replySerializer } from './http/reply-serializer.ts'
import { logRequests, requestId, trackRequests } from './http/requests.ts'
import { enforceAccess } from './http/serve.ts'
import { shedLoad } from './http/shed-load.ts'
import { serveSinglePageApp } from './http/single-page-app.ts'
import { countSlowRequests } from './http/slow-requests.ts'
import { manageStreams } from './http/streams.ts'
import { watchTimeZones } from './http/time-zones.ts'
import { acceptUploads } from './http/uploads.ts'
import { setValidationMessages } from './http/validation.ts'
import { serveWebManifest } from './http/web-manifest.ts'
import { mailChannel } from './mail/queue-mail.ts'
import type { State } from './metrics/metrics.ts'
import { measureRequests, serveMetrics } from './metrics/serve-metrics.ts'

/** Builds the whole server, not listening yet. With one line per feature, it doubles as a table of contents. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const app = await createHttpServer(deps)
  const { mailer, chatPoster, pushSender } = deps.jobs
  wakeWhenQueued(deps.db, {
    [mailChannel]: mailer,
    [chatChannel]: chatPoster,
    [pushChannel]: pushSender,
    [changesChannel]: deps.changes,
  })

  campusesApi(app, deps)
  departmentsApi(app, deps)
  restaurantsApi(app, deps)
  ratingsApi(app, deps)
  averagesApi(app, deps)
  adminRatingsApi(app, deps)
  favoritesApi(app, deps)
  lunchesApi(app, deps)
  standingLunchesApi(app, deps)
  calendarApi(app, deps)
  await remindersApi(app, deps)
  if (deps.config.push.isOn) pushApi(app, deps)
  visitsApi(app, deps)
  tasteApi(app, deps)
  picksApi(app, deps)
  suggestionsApi(app, deps)
  sessionsApi(app, deps)
  oidcApi(app, deps)
  passkeysApi(app, deps)
  tokensApi(app, deps)
  accountsApi(app, deps)
  usersApi(app, deps)
  settingsApi(app, deps)
  imagesApi(app, deps)
  profileImagesApi(app, deps)
  restaurantImagesApi(app, deps)
  mapApi(app, deps)
  importsApi(app, deps)
  importRunsApi(app, deps)
  distancesApi(app, deps)
  configurationApi(app, deps)
  yelpApi(app, deps)
  osmApi(app, deps)
  alertsApi(app, deps)
  mailsApi(app, deps)
  auditApi(app, deps)
  trashApi(app, deps, { restaurant: trashedRestaurants, rating: trashedRatings, alert: trashedAlerts })
  backupsApi(app, deps)
  overviewApi(app, deps, () => readBackupStatus(deps))

  serveMetrics(app, deps)
  deps.metrics?.watch({ countStreams: app.streams.count, readState: () => readState(deps) })
  serveHealthChecks(app, deps, async () => ({
    database: engineOf(deps.db),
    backups: await readBackupStatus(deps),
  }))
  serveDescription(app, deps.config, {
    modules: apiModules,
    sessionCookie: cookieName(deps.config, 'session'),
  })
  serveWebManifest(app, deps.config)
  await serveSinglePageApp(app, deps.config, (request, reply) => completeSessionCookies(deps, request, reply))
  return app
}

async function readState(deps: Deps): Promise<State> {
  const secondsSince = (iso: string) => (deps.now().getTime() - Date.parse(iso)) / 1000
  const [counted, { lastGood, isOverdue }] = await Promise.all([
    countDeliveries(deps.db),
    readBackupStatus(deps),
  ])
  return {
    queues: [mailChannel, chatChannel, pushChannel].map(channel => {
      const { waiting = 0, oldest } = counted.find(queue => queue.channel === channel) ?? {}
      return { channel, waiting, oldestSeconds: oldest ? secondsSince(oldest) : 0 }
    }),
    backups: { ageSeconds: lastGood && secondsSince(lastGood.timestamp), isOverdue },
  }
}

async function createHttpServer(deps: Deps): Promise<FastifyInstance> {
  const { config, log } = deps
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trusted(config.trustProxy),
    bodyLimit: 256 * 1024,
    requestTimeout: maxUploadTime,
    keepAliveTimeout: 72_000,
    // While it stops, it serves what still arrives on open connections, and closes each afterwards. A 503 of Fastify's
    // own would reach people, because proxies don't repeat it.
    return503OnClosing: false,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    genReqId: requestId,
    frameworkErrors: (_error, request, reply) => rejectAddress(request, reply, config),
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(replySerializer)
  // A text/plain body is what a form on another site could send, so only JSON and multipart are accepted.
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  setValidationMessages()
  trackRequests(app)
  logRequests(app)
  measureRequests(app, deps)
  handleErrors(app)
  keepClientAddresses(app)
  sendStandardHeaders(app, config)
  watchForwardedAddresses(app, config)
  shedLoad(app, deps)
  rejectForeignOrigins(app, config)
  await app.register(cookie)
  limitBodyTime(app)
  await acceptUploads(app, backupFolder(config))
  // Request bodies are not decompressed: no client compresses them, and a small body could expand into a huge one.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    globalDecompression: false,
  })
  if (config.rateLimits) await limitRequests(app)
  enforceAccess(app, request => resolveViewer(deps, request))
  watchTimeZones(app, config)
  manageStreams(app, deps.now)
  countSlowRequests(app, deps, slow => addSlowRequests(deps.db, slow))
  return app
}

// A request with a malformed URL reaches no route, and therefore none of the hooks that set headers.
function rejectAddress(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  request.server.followRequest(request, reply)
  reply.headers({ ...standardHeaders(config), 'cache-control': 'no-store' })
  sendError(reply, new HttpError(400, 'The address is not valid'))
}

// Fastify trusts no proxy if `trustProxy` is a plain number, so a number becomes a function of the hop.
const trusted = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
