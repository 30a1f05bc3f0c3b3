import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Body, Endpoint, HandlerResult, Params, Query } from '#kit/contract/endpoint.ts'
import { Bytes } from '#kit/contract/fields.ts'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { type Access, mayAccess } from '#kit/rules/roles.ts'
import { ReplyBytes } from './bodies/reply-bytes.ts'
import { receiveUpload, type UploadedFile } from './bodies/uploads.ts'
import { forbidden, invalidRequest, notSignedIn } from './errors.ts'
import { rejectTokens, type Viewer } from './viewer.ts'

/** What a handler receives: the validated parts of the call, and the caller. */
export type Call<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** The file of a call that takes an upload. */
  file: E extends { upload: { toDisk: true } }
    ? UploadedFile
    : E extends { upload: object }
      ? Buffer
      : undefined
  /** The signed-in user. In calls that are open to everyone, it is looked up only on demand: `findViewer()`. */
  viewer: E['access'] extends 'public' ? undefined : Viewer
  findViewer: () => Promise<Viewer | null>
  request: FastifyRequest
  reply: FastifyReply
}

/** Registers the handler of one endpoint of the contract: validation, access and encoding come from the endpoint. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<HandlerResult<E>>,
  { readStored, ...options }: { hasEtag?: boolean; readStored?: ReadStored<E> } = {},
): void {
  const statuses = Object.keys(endpoint.replies).map(Number) as (keyof Endpoint['replies'])[]
  const [onlyStatus] = statuses
  const { upload } = endpoint as Endpoint
  app.route({
    ...routeOf(endpoint, { ...options, isEdit: readStored !== undefined }),
    preValidation: async request => {
      if (upload) await receiveUpload(request, upload)
      if (!readStored && endpoint.method !== 'PATCH') leaveOutNulls(request.body, endpoint.body)
    },
    handler: async (request, reply) => {
      if (readStored) request.body = await readEdit(endpoint, request, readStored)
      const result = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        file: upload && (request.body as Record<string, unknown>)[upload.field],
        viewer: request.viewer ?? undefined,
        findViewer: () => app.resolveViewer(request),
        request,
        reply,
      } as Call<E>)
      const { status, body } =
        statuses.length > 1
          ? (result as { status: keyof Endpoint['replies']; body: unknown })
          : { status: onlyStatus ?? 200, body: result }
      if (body instanceof ReplyBytes) return body.send(request, reply)
      if (endpoint.produces && body && !reply.hasHeader('content-type')) reply.type(endpoint.produces)
      return reply.code(status).send(status === 204 ? undefined : body)
    },
  })
}

/** Reads what an edit is about as the API presents it. Its values are accepted unchanged, whatever the schema says. */
type ReadStored<E extends Endpoint> = (
  call: Pick<Call<E>, 'params' | 'viewer'>,
) => Promise<object | null | undefined>

/** Validates the body of an edit, except for values that stay as they are. */
async function readEdit<E extends Endpoint>(
  { body: schema }: Endpoint,
  { params, viewer, body }: FastifyRequest,
  readStored: ReadStored<E>,
): Promise<unknown> {
  const stored = await readStored({ params, viewer } as Call<E>)
  const { success, data, error } = acceptUnchanged(schema as z.ZodMiniObject, stored ?? {}).safeParse(body)
  if (success) return data
  throw invalidRequest(error)
}

/**
 * In the fields of what is created, done or replaced, at any depth, null is as left out, unless it has a meaning of its
 * own there.
 */
function leaveOutNulls(value: unknown, schema: z.core.$ZodType | undefined): void {
  if (typeof value !== 'object' || value === null) return
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    leaveOutNulls(value, schema.def.innerType)
  else if (schema instanceof z.core.$ZodUnion)
    for (const option of schema._zod.def.options) leaveOutNulls(value, option)
  else if (schema instanceof z.ZodMiniArray && Array.isArray(value))
    for (const item of value) leaveOutNulls(item, schema.def.element)
  else if (schema instanceof z.ZodMiniObject) {
    const fields = value as Record<string, unknown>
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodMiniType>))
      if (fields[name] !== null) leaveOutNulls(fields[name], field)
      else if (!field.safeParse(null).success && field.safeParse(undefined).success) delete fields[name]
  }
}

/**
 * Address, access and validation of an endpoint, for `app.route`. With `hasEtag`, the call may also be answered with
 * 304, which its description says. The body of an edit isn't validated yet: that takes what is stored.
 */
export function routeOf(endpoint: Endpoint, { hasEtag = false, isEdit = false } = {}) {
  const body = bodyOf(endpoint)
  return {
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access, isStream: endpoint.events !== undefined, endpoint, hasEtag },
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(body && !isEdit && { body }),
      response: endpoint.replies,
    },
  }
}

/** The schema of a body; a form with an upload has its file besides the fields. */
export function bodyOf({ body, upload }: Pick<Endpoint, 'body' | 'upload'>): z.ZodMiniType | undefined {
  if (!upload) return body
  return z.extend((body ?? z.object({})) as z.ZodMiniObject, { [upload.field]: Bytes })
}

/** Refuses to start with a route that declares no access, and checks every caller's access before the body is read. */
export function enforceAccess(app: FastifyInstance, resolveViewer: ViewerResolver): void {
  app.decorateRequest('viewer', null)
  app.decorate('resolveViewer', resolveViewer)
  const routes: RouteOptions[] = []
  app.decorate('routeTable', routes)
  app.addHook('onRoute', route => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const open = routes.filter(route => route.config?.access === undefined)
    if (open.length > 0)
      throw new Error(`No access declared: ${open.map(r => `${r.method} ${r.url}`).join(', ')}`)
  })
  app.addHook('onRequest', async request => {
    const access = request.routeOptions.config.access
    // An unknown address has no route, and its reply reveals nothing.
    if (access === undefined || access === 'public') return
    request.viewer = await resolveViewer(request)
    if (!request.viewer) throw notSignedIn()
    if (!mayAccess(request.viewer, access)) throw forbidden()
    requireTokenMay(request.viewer, request)
  })
}

/** Rejects a call that the request's access token, if it has one, may not make. */
function requireTokenMay(viewer: Viewer, { method, routeOptions }: FastifyRequest): void {
  const { isRead, sessionOnly } = routeOptions.config.endpoint ?? {}
  if (viewer.token?.readOnly && !isRead && method !== 'GET' && method !== 'HEAD')
    throw forbidden('This access token may only read', 'read_only_token')
  if (sessionOnly) rejectTokens(viewer)
}

type ViewerResolver = (request: FastifyRequest) => Promise<Viewer | null>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The endpoint of the contract that is served. */
    endpoint?: Endpoint
    hasEtag?: boolean
  }
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyInstance {
    resolveViewer: ViewerResolver
    /** Every registered route, with its access. */
    routeTable: RouteOptions[]
  }
}
