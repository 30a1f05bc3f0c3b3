import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#kit/server/config/config.ts'
import { docsPage } from './docs-page.ts'
import { docsStyles } from './docs-styles.ts'
import { type ApiDocument, type Described, describeApi } from './document.ts'

const logo = readFileSync(new URL('./logo.svg', import.meta.url))

/**
 * Serves the description of every call at /api/openapi.json, and as a page at /api/docs. It is made when it is first
 * needed.
 */
export function serveDescription(app: FastifyInstance, config: Config, described: Described): void {
  let document: ApiDocument | undefined
  const describe = () => {
    const calls = app.routeTable.flatMap(({ method, config: { endpoint, hasEtag = false } = {} }) =>
      endpoint && endpoint.method === method ? [{ endpoint, hasEtag }] : [],
    )
    return describeApi(config, described, calls)
  }
  app.decorate('apiDocument', () => (document ??= describe()))
  const options = { config: { access: 'public' } } as const
  app.get('/api/openapi.json', options, async () => app.apiDocument())

  let page: string | undefined
  const files: [path: string, type: string, content: () => string | Buffer][] = [
    ['', 'text/html', () => (page ??= docsPage(app.apiDocument()))],
    ['/', 'text/html', () => (page ??= docsPage(app.apiDocument()))],
    ['/styles.css', 'text/css', () => docsStyles],
    ['/logo.svg', 'image/svg+xml', () => logo],
  ]
  for (const [path, type, content] of files)
    app.get(`/api/docs${path}`, options, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(content()),
    )
}

/** The document as it is stored in docs/openapi.json. */
export async function documentText(app: FastifyInstance): Promise<string> {
  await app.ready()
  return `${JSON.stringify(app.apiDocument(), null, 2)}\n`
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The description of the API in OpenAPI 3.1. */
    apiDocument: () => ApiDocument
  }
}
