import type * as z from 'zod/mini'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { errorCodes } from '#kit/contract/errors.ts'
import { isLoopback } from '#kit/rules/addresses/secure-address.ts'
import type { Config } from '#kit/server/config/config.ts'
import { bodyOf } from '#kit/server/http/serve.ts'
import { describeErrors, describeResponses, headers } from './responses.ts'
import { type ApiModule, createSchemas, type Json, type Schemas } from './schemas.ts'

/** A served call of the contract, and whether it can be answered with 304. */
type ServedCall = { endpoint: Endpoint; hasEtag: boolean }

/** The modules of the contract, and the name of the cookie that signs in. */
export type Described = { modules: readonly ApiModule[]; sessionCookie: string }

/** The description of the API: made from the contract, in which each call and each schema has its name. */
export function describeApi(
  config: Config,
  { modules, sessionCookie }: Described,
  calls: readonly ServedCall[],
) {
  const schemas = createSchemas(modules)
  const names = namesIn(modules)
  const responses = describeErrors(schemas)
  const described = calls.map(
    call => [call.endpoint, describeResponses(call.endpoint, call.hasEtag, schemas)] as const,
  )
  // What is sent comes first: a form of the same name that differs from it gets another name.
  const paths: Record<string, Record<string, Json>> = {}
  for (const [endpoint, replies] of described) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeCall(endpoint, names.get(endpoint), replies, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: config.appName,
      summary: 'Where to have lunch.',
      description: introduction,
      version: config.version,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: config.orgName, email: config.primaryAdmin.email },
    },
    servers: [
      {
        url: isLoopback(new URL(config.appUrl).hostname) ? '/' : config.appUrl,
        description: 'This installation',
      },
    ],
    tags: modules.flatMap(({ name, description }) => (name ? [{ name, description }] : [])),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'The cookie that signing in sets.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token of the user.' },
        basic: { type: 'http', scheme: 'basic', description: 'Email address and password.' },
      },
      headers,
      responses: Object.fromEntries(Object.entries(responses).filter(([name]) => isUsed(paths, name))),
      schemas: Object.fromEntries([...schemas.components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}
export type ApiDocument = ReturnType<typeof describeApi>

/** The names of the contract's exports, and the modules that they are in. */
const namesIn = (modules: readonly ApiModule[]) =>
  new Map(
    modules.flatMap(({ name: tag, exports }) =>
      Object.entries(exports).map(([operationId, value]) => [value, { operationId, tag }] as const),
    ),
  )

const accessTexts = {
  public: 'Open to everyone.',
  user: 'For users who are signed in.',
  admin: 'For admins and super-users.',
  'super-user': 'For super-users.',
}

function describeCall(
  endpoint: Endpoint,
  name: { operationId: string; tag: string | null } | undefined,
  responses: Json,
  schemas: Schemas,
): Json {
  if (!name?.tag) throw new Error(`${endpoint.path} isn’t in app/contract.ts`)
  const { access, sessionOnly = false, isRead = false } = endpoint
  const parameters = describeParameters(endpoint, schemas)
  const body = bodyOf(endpoint)
  return {
    operationId: name.operationId,
    tags: [name.tag],
    summary: endpoint.summary,
    description: [
      accessTexts[access],
      ...(sessionOnly ? ['Not with an access token.'] : []),
      ...(isRead ? ['Changes nothing: also with a read-only access token.'] : []),
    ].join(' '),
    security:
      access === 'public' ? [] : [{ session: [] }, ...(sessionOnly ? [] : [{ bearer: [] }]), { basic: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: body._zod.optin !== 'optional',
        content: {
          [endpoint.upload ? 'multipart/form-data' : 'application/json']: {
            schema: schemas.describe(body, 'input'),
          },
        },
      },
    }),
    responses,
  }
}

/** The parameters of a call. They are described as what the server reads from the address: numbers, lists … */
const describeParameters = ({ params, query }: Endpoint, schemas: Schemas): Json[] => [
  ...parametersIn('path', params, schemas),
  ...parametersIn('query', query, schemas),
]

function parametersIn(place: 'path' | 'query', schema: Endpoint['params'], schemas: Schemas): Json[] {
  if (!schema) return []
  const fields = (schema as z.ZodMiniObject).shape as Record<string, z.ZodMiniType>
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...described } = schemas.describe(field, 'output')
    const required = place === 'path' || field._zod.optin !== 'optional'
    return { name, in: place, description, required, schema: described }
  })
}

const isUsed = (paths: object, response: string) =>
  JSON.stringify(paths).includes(`"#/components/responses/${response}"`)

const introduction = [
  'Sign in with `POST /api/login` and keep its cookie, or create an access token (Profile → Access tokens) and send it as `Authorization: Bearer`.',
  'Lists in queries may be repeated (`exclude=1&exclude=2`) or separated by commas. Times are in UTC.',
  'Every error has a `message` for people and a `code` for programs:',
  Object.entries(errorCodes)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n'),
].join('\n\n')
