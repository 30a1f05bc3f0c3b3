import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { FakeMode } from '#tests/support/services/fake-service.ts'

export const ranks = ['user', 'admin', 'super-user', 'primary'] as const
export type Rank = (typeof ranks)[number]

/** A request as data: it can be generated, shrunk, written to a file, and sent again. */
export type FuzzRequest = {
  /** A user with a session, a visitor, or someone with a session that never existed. */
  as: Rank | 'visitor' | 'stale'
  /** The endpoint of the contract, such as `POST /api/lunches`; undefined outside the contract. */
  call?: string
  method: string
  /** With query. In paths and bodies, `{token:0}` stands for the latest token, and so on: see `fillIn`. */
  path: string
  headers?: Record<string, string>
  body?: FuzzBody
  /** Written to a socket as it is, one byte per character. Of the other fields, only `as` still matters. */
  raw?: string
  /** How Yelp, OpenStreetMap and Mapbox behave during the request; they work if left out. */
  services?: FakeMode
}

export type FuzzBody =
  | { json: unknown }
  | { text: string; times?: number; type?: string }
  | { form: FormPart[] }

export type FormPart = { name: string; text?: string; file?: string }

/** A response. Status 0 means that the connection ended without one, null that nothing arrived in time. */
export type FuzzReply = { status: number | null; headers: IncomingHttpHeaders; text: string }

type Context = {
  cookie: string | undefined
  files: Record<string, Buffer>
  /** The value of `{kind:number}`; undefined leaves it as it is. */
  lookUp: (kind: string, number: number) => string | number | undefined
}

/** In milliseconds. Longer than any limit of the server, even on a busy machine. */
const patience = 60_000

/** Sends a request and waits for the whole response, or for the first event of a stream. */
export async function send(origin: string, request: FuzzRequest, context: Context): Promise<FuzzReply> {
  const { method, path, headers, body, raw } = request
  if (raw !== undefined) return sendRaw(origin, fillIn(raw, context))
  const content = body && (await encode(body, context))
  const allHeaders = {
    ...(context.cookie && { cookie: context.cookie }),
    ...(content && { 'content-type': content.type, 'content-length': content.bytes.length }),
    ...headers,
  }
  // Not fetch, which rejects some of these headers and paths.
  const url = new URL(origin)
  const options = { method, headers: allHeaders, path: fillIn(path, context), agent: false }
  const sent = httpRequest({ ...options, hostname: url.hostname, port: url.port }).end(content?.bytes)
  const timeout = setTimeout(() => sent.destroy(new Error('timeout')), patience)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { statusCode = 0, headers } = response
    const chunks: Buffer[] = []
    const isStream = headers['content-type']?.startsWith('text/event-stream')
    for await (const chunk of response) {
      chunks.push(chunk)
      if (isStream && String(Buffer.concat(chunks)).includes('\n\n')) break
    }
    const bytes = Buffer.concat(chunks)
    const isPacked = bytes.length > 0 && headers['content-encoding'] === 'gzip'
    return { status: statusCode, headers, text: String(isPacked ? gunzipSync(bytes) : bytes) }
  } catch (error) {
    const isLate = error instanceof Error && error.message === 'timeout'
    return { status: isLate ? null : 0, headers: {}, text: '' }
  } finally {
    clearTimeout(timeout)
    sent.destroy()
  }
}

async function sendRaw(origin: string, text: string): Promise<FuzzReply> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (/^content-type: text\/event-stream/im.test(String(chunk))) socket.destroy()
  })
  // End the request, or an incomplete one would wait for the server's timeout.
  socket.end(text, 'latin1')
  // Not `once` of events: it throws if the server resets the connection, which it may when it rejects a request early.
  const closed = new Promise(resolve => socket.once('close', resolve)).then(() => true)
  const isOver = await Promise.race([closed, pause(patience, false, { ref: false })])
  socket.destroy()
  const reply = Buffer.concat(chunks).toString('utf8')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0)
  return { status: isOver ? status : null, headers: {}, text: reply }
}

const fillIn = (text: string, { lookUp }: Context) =>
  text.replaceAll(/\{([a-z]+)(?::(-?\d+))?\}/g, (all, kind, at = 0) => `${lookUp(kind, Number(at)) ?? all}`)

async function encode(body: FuzzBody, context: Context): Promise<{ bytes: Buffer; type: string }> {
  if ('form' in body) {
    const form = new FormData()
    for (const { name, text = '', file } of body.form)
      form.append(name, file ? new Blob([new Uint8Array(context.files[file] ?? [])]) : fillIn(text, context))
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    return { bytes: Buffer.from(await encoded.arrayBuffer()), type }
  }
  if ('text' in body) {
    const { text, times = 1, type = 'application/json' } = body
    return { bytes: Buffer.from(text.repeat(times)), type }
  }
  const text = fillIn(JSON.stringify(body.json) ?? '', context)
  const numbers = text.replaceAll(/"#(-?[\d.]+(?:[eE][+-]?\d+)?)"/g, '$1')
  return { bytes: Buffer.from(numbers), type: 'application/json' }
}
