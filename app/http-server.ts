import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { resolveViewer } from '#features/accounts/server/sessions/resolve-viewer.ts'
import { backupFolder } from '#features/backups/server/backup-files.ts'
import { yelpPictures } from '#features/imports/server/yelp/yelp.ts'
import { addSlowRequests } from '#features/overview/server/health.ts'
import type { Config } from '#kit/server/config/config.ts'
import type { Deps } from '#kit/server/deps.ts'
import { limitBodyTime, maxUploadTime } from '#kit/server/http/bodies/body-time.ts'
import { readJsonBodies } from '#kit/server/http/bodies/json-body.ts'
import { replySerializer } from '#kit/server/http/bodies/reply-serializer.ts'
import { acceptUploads } from '#kit/server/http/bodies/uploads.ts'
import { HttpError, handleErrors, sendError } from '#kit/server/http/errors.ts'
import { manageStreams } from '#kit/server/http/events/streams.ts'
import { limitRequests } from '#kit/server/http/limits/limit-requests.ts'
import { shedLoad } from '#kit/server/http/limits/shed-load.ts'
import { countSlowRequests } from '#kit/server/http/limits/slow-requests.ts'
import { keepClientAddresses } from '#kit/server/http/network/client-network.ts'
import { watchForwardedAddresses } from '#kit/server/http/network/forwarded-addresses.ts'
import { rejectForeignOrigins } from '#kit/server/http/network/origin.ts'
import { logRequests, requestId, trackRequests } from '#kit/server/http/requests.ts'
import { enforceAccess } from '#kit/server/http/serve.ts'
import { sendStandardHeaders, standardHeaders } from '#kit/server/http/site/headers.ts'
import { watchTimeZones } from '#kit/server/http/time-zones.ts'
import { requestValidator, setValidationMessages } from '#kit/server/http/validation.ts'
import { measureRequests } from './metrics/serve-metrics.ts'

/** A server that knows no call yet: what holds for every request. */
export async function createHttpServer(deps: Deps): Promise<FastifyInstance> {
  const { config, log } = deps
  const headers = standardHeaders(config.appUrl, pictureHosts(config))
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
    frameworkErrors: (_error, request, reply) => rejectAddress(request, reply, headers),
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(requestValidator)
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
  sendStandardHeaders(app, headers)
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
function rejectAddress(request: FastifyRequest, reply: FastifyReply, headers: Record<string, string>): void {
  request.server.followRequest(request, reply)
  reply.headers({ ...headers, 'cache-control': 'no-store' })
  sendError(reply, new HttpError(400, 'The address is not valid'))
}

/** Where pages may show pictures from, besides this server. */
const pictureHosts = ({ yelp, mapTiles }: Config) => [
  ...yelpPictures(yelp),
  ...(mapTiles.url === null ? [] : [new URL(mapTiles.url).origin]),
]

// Fastify trusts no proxy if `trustProxy` is a plain number, so a number becomes a function of the hop.
const trusted = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
