import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError, notFound } from '#kit/server/http/errors.ts'

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
export function serveMetrics(app: FastifyInstance, { config, metrics }: MetricsDeps): void {
  const { port, token } = config.metrics
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
