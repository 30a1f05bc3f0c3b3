import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { notFound, sendError } from './errors.ts'
import { registerPublic } from './serve.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

type BeforePage = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Serves the built web application: its files at their paths, and its page at every other address that isn't
 * an API call. Without a build every such address is refused; the API is the same either way.
 */
export async function serveSinglePageApp(
  app: FastifyInstance,
  config: Pick<Config, 'offlineWorker' | 'push'>,
  beforePage: BeforePage,
): Promise<void> {
  const built = existsSync(dist)
  if (!built) app.log.warn('The web application is not built (npm run build): only the API is served')
  app.setNotFoundHandler(refuseUnknown)
  const serveBuilt = (web: FastifyInstance) => serveBuild(web, config, beforePage)
  await registerPublic(app, built ? serveBuilt : refuseAll, {})
}

async function serveBuild(
  app: FastifyInstance,
  { offlineWorker, push }: Pick<Config, 'offlineWorker' | 'push'>,
  beforePage: BeforePage,
): Promise<void> {
  const scripts = inlineScripts(await readFile(`${dist}index.html`, 'utf8'))
  const options = {
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
  } satisfies Partial<FastifyStaticOptions>
  await app.register(fastifyStatic, {
    ...options,
    root: dist,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.{br,gz}'],
  })
  // A wildcard route, because a separate route for each of these many files takes memory, and time at each start.
  await app.register(fastifyStatic, {
    ...options,
    root: `${dist}assets/`,
    prefix: '/assets/',
    decorateReply: false,
  })
  // When it is switched off, browsers must get a worker that only receives notifications, or that
  // removes itself: with a missing file, the old one would stay forever.
  const worker = offlineWorker ? 'offline' : push.isOn ? 'push' : 'retired'
  app.get('/offline-worker.js', async (_request, reply) => reply.sendFile(`workers/${worker}-worker.js`))
  app.get('/*', async (request, reply) => {
    if (/^\/(api|assets)(\/|$)/.test(request.url)) return refuseUnknown(request, reply)
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header('content-security-policy', policy.replace("script-src 'self'", `$& ${scripts}`))
    await beforePage(request, reply)
    return reply.sendFile('index.html')
  })
}

/** The hashes of the page's own inline scripts; no others may run. */
function inlineScripts(html: string): string {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')
}

async function refuseAll(app: FastifyInstance): Promise<void> {
  app.get('/*', refuseUnknown)
}

const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) =>
  sendError(reply, notFound(`There is no ${request.method} call at this address`, { code: 'unknown_call' }))

// Vite names the files in assets/ by their content, so they never change.
const cachingOf = (path: string) =>
  path.startsWith(`${dist}assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache'
