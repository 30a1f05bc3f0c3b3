import type * as z from 'zod/mini'
import type { Access } from '#kit/rules/roles.ts'
import { IdParams, NoContent } from './fields.ts'

type Schema = z.ZodMiniType

/** One call of the HTTP API as data: everything that server, browser and documentation must agree on. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters as `:name`; `params` describes them. */
  path: `/api/${string}`
  /** The minimum access level of the caller. */
  access: Access
  /** What its reply is made of: a page that shows it asks again after a write that touches one of these. */
  topics?: readonly string[]
  summary: string
  /** Rejected with an access token: only for users who are here themselves. */
  sessionOnly?: true
  /** Changes nothing although its method could: open to read-only access tokens. */
  isRead?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** A multipart upload of one file in this form field instead of a JSON body. */
  upload?: {
    field: string
    maxBytes: number
    tooLarge: string
    /** The error message if there is no file; default: 'No file selected'. */
    missing?: string
    /**
     * For files that are too large for memory, alone or several at a time: the handler receives a file on
     * disk, which is deleted after the request.
     */
    toDisk?: true
  }
  /** The media type of a response that isn't JSON; the schema of such a response is `Bytes`. */
  produces?: string
  /**
   * The server-sent events of a stream by name, with the schema of their data; the response's schema is
   * `EventStream`.
   */
  events?: Record<string, Schema>
  /** The schemas of successful responses, by status. */
  replies: Partial<Record<200 | 201 | 202 | 204 | 206 | 302 | 304, Schema>>
  /** The schemas of errors that have fields of their own, or that other calls don't have, by status. */
  errors?: Partial<Record<400 | 401 | 403 | 404 | 409 | 410 | 416 | 429 | 502 | 503 | 504, Schema>>
}

type Definition = Omit<Endpoint, 'method' | 'path' | 'access' | 'replies'> & {
  /** The schema of the only successful response, whose status is 200. Without it and `replies`, it is an empty 204. */
  reply?: Schema
  replies?: Endpoint['replies']
}

type Defined<M extends Endpoint['method'], P extends Endpoint['path'], D extends Definition> = {
  method: M
  path: P
  access: Access
  replies: D extends { replies: infer R }
    ? R
    : D extends { reply: infer R }
      ? { 200: R }
      : { 204: typeof NoContent }
} & Omit<D, 'reply' | 'replies'> &
  (D extends { params: Schema }
    ? unknown
    : `${P}/` extends `${string}/:id/${string}`
      ? { params: typeof IdParams }
      : unknown)

/** A call by its method and path. An `:id` in the path is `IdParams` unless `params` says otherwise. */
export function endpoint<
  const M extends Endpoint['method'],
  const P extends Endpoint['path'],
  const D extends Definition,
>(address: `${M} ${P}`, access: Access, { reply, ...definition }: D): Defined<M, P, D> {
  const [method, path] = address.split(' ')
  return {
    method,
    path,
    access,
    ...(/:id(?:\/|$)/.test(address) && { params: IdParams }),
    replies: reply ? { 200: reply } : { 204: NoContent },
    ...definition,
  } as unknown as Defined<M, P, D>
}

type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined
type Part<E, K extends string> = E extends Record<K, infer S> ? S : undefined

/** What a handler receives, after validation. */
export type Params<E extends Endpoint> = Output<Part<E, 'params'>>
export type Query<E extends Endpoint> = Output<Part<E, 'query'>>
export type Body<E extends Endpoint> = Output<Part<E, 'body'>>

/** What a caller sends. A part that the endpoint doesn't have can't be given. */
export type CallInput<E extends Endpoint> = Given<'params', Addressed<Input<Part<E, 'params'>>>> &
  Given<'query', Addressed<Input<Part<E, 'query'>>>> &
  Given<'body', Input<Part<E, 'body'>>> &
  (E extends { upload: object } ? { file: unknown } : unknown)

/** In an address, a parameter that may be any text may also be given as a number. */
type Addressed<I> = I extends undefined ? I : { [P in keyof I]: string extends I[P] ? I[P] | number : I[P] }

type Given<K extends string, I> = [I] extends [undefined]
  ? unknown
  : Partial<I> extends I
    ? { [P in K]?: I }
    : { [P in K]: I }

/** The body of a successful response. */
export type Reply<E extends Endpoint> = Output<E['replies'][keyof E['replies']]>

/** What a handler returns: the body, or status and body if the endpoint has several successful responses. */
export type HandlerResult<E extends Endpoint> =
  IsUnion<keyof E['replies']> extends true
    ? { [S in keyof E['replies']]: { status: S; body: Output<E['replies'][S]> } }[keyof E['replies']]
    : Reply<E>

/** An event of a stream: its name and data. */
export type EventOf<E extends { events: Record<string, Schema> }> = {
  [Name in keyof E['events'] & string]: { event: Name; data: Output<E['events'][Name]> }
}[keyof E['events'] & string]

/** The address of a call with its parameters filled in; undefined query parameters are left out. */
export function addressOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new Map(Object.entries((input.query ?? {}) as Record<string, unknown>))
  const pairs = [...query].filter(([, value]) => value !== undefined && value !== '')
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return text === '' ? path : `${path}?${text}`
}

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never
