import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { registerPublic } from './serve.ts'

/** Describes every call that is registered after this; `app.swagger()` returns the document. */
export async function describeCalls(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Common Table', description: 'Every call of the lunch table.', version },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
          basic: { type: 'http', scheme: 'basic' },
        },
      },
    },
    // If the web application is built, its files are routes too; only the API is described.
    transform: route =>
      route.url.startsWith('/api/') ? withErrors(toJsonSchema(route)) : { ...route, schema: { hide: true } },
  })
}

/** The media type of an endpoint applies only to its reply: errors are JSON, even if the reply is a file. */
function withErrors({ url, schema }: { url: string; schema: FastifySchema }) {
  const { response } = schema as { response?: Record<string, unknown> }
  if (!schema.produces || !response) return { url, schema }
  const error = { content: { 'application/json': { schema: response['4xx'] } } }
  return { url, schema: { ...schema, response: { ...response, '4xx': error } } }
}

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

/** The document as it is stored in docs/openapi.json. */
export async function documentText(app: FastifyInstance): Promise<string> {
  await app.ready()
  return `${JSON.stringify(app.swagger(), null, 2)}\n`
}

/** Serves the document at /api/openapi.json, and a page to read it at /api/docs with its assets from this server. */
export async function serveDescription(app: FastifyInstance): Promise<void> {
  app.get('/api/openapi.json', { schema: { hide: true }, config: { access: 'everyone' } }, async () =>
    app.swagger(),
  )
  await registerPublic(app, swaggerUi, { routePrefix: '/api/docs' })
}
