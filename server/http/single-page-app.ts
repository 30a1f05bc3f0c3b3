import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, sendError } from './errors.ts'
import { registerOpen } from './serve.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/**
 * Serves the built web application: its files where they are, its page for every other address that isn't a call.
 * Without a build every such address is refused; the API is the same either way.
 */
export async function serveSinglePageApp(app: FastifyInstance): Promise<void> {
  const built = existsSync(dist)
  if (!built) app.log.warn('The web application is not built (npm run build): only the API is served')
  app.setNotFoundHandler(refuseUnknown)
  await registerOpen(app, built ? serveBuild : refuseAll, {})
}

async function serveBuild(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
  })
  app.get('/*', async (request, reply) =>
    /^\/(api|assets)(\/|$)/.test(request.url) ? refuseUnknown(request, reply) : reply.sendFile('index.html'),
  )
}

async function refuseAll(app: FastifyInstance): Promise<void> {
  app.get('/*', refuseUnknown)
}

const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) =>
  sendError(reply, notFound(`There is no ${request.method} call at this address`))

// Vite names what it puts into assets/ by content, so such a file never changes.
const cachingOf = (path: string) =>
  path.startsWith(`${dist}assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache'
