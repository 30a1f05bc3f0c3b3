import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readBackupStatus } from '#features/backups/server/schedule/backup-status.ts'
import { chatChannel } from '#features/chat/server/chat-poster.ts'
import { mailChannel } from '#features/mail/server/queue-mail.ts'
import { pushChannel } from '#features/push/server/push-devices-store.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError, notFound } from '#kit/server/http/errors.ts'
import { countDeliveries } from '#kit/server/jobs/deliveries-store.ts'
import type { State } from './metrics.ts'

type MetricsDeps = Pick<Deps, 'config' | 'metrics'>

/** Measures the requests of a server. */
export function measureRequests(app: FastifyInstance, { metrics }: Pick<Deps, 'metrics'>): void {
  if (!metrics) return
  app.onRequestEnd(({ method, route, status, milliseconds, isStream }) => {
    if (!isStream) metrics.request({ method, route, status }, milliseconds)
  })
}

/**
 * Serves GET /metrics for requests with the token. 404 if no token is configured, or if metrics have their own port.
 */
export function serveMetrics(app: FastifyInstance, deps: Deps): void {
  const { config, metrics } = deps
  const { port, token } = config.metrics
  metrics?.watch({ countStreams: app.streams.count, readState: () => readState(deps) })
  const options = { config: { access: 'public' }, exposeHeadRoute: false } as const
  app.get('/metrics', options, async (request, reply) => {
    if (!metrics || port !== null || token === null)
      throw notFound('There is no GET call at this address', { code: 'unknown_call' })
    if (!hasToken(request.headers.authorization, token))
      throw new HttpError(401, 'The metrics token is required')
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
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

/** Serves GET /metrics on its own port; null if none is configured. A configured token is required here, too. */
export async function listenForMetrics({ config, metrics }: MetricsDeps): Promise<Server | null> {
  const { port, host, token } = config.metrics
  if (!metrics || port === null) return null
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    const reject = (status: number) => response.writeHead(status).end()
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') reject(404)
    else if (token !== null && !hasToken(request.headers.authorization, token)) reject(401)
    else
      metrics.text().then(
        text => response.writeHead(200, { ...headers, 'content-type': metrics.contentType }).end(text),
        () => reject(500),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

const headers = { 'cache-control': 'no-store' }

/** Whether an Authorization header has the token. Comparing digests takes constant time. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
