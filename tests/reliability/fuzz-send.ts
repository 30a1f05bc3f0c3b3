import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FormPart, FuzzBody, FuzzRequest } from './fuzz-request.ts'

/** A response. Status 0 means that the connection ended without one, null that nothing arrived in time. */
export type FuzzReply = {
  status: number | null
  headers: IncomingHttpHeaders
  text: string
}

/** Resolves a reference such as `{lunches:0}`; undefined leaves it as it is. */
export type Resolve = (kind: string, back: number) => string | number | undefined

/** In milliseconds. Longer than any limit of the server, even on a busy machine. */
const patience = 60_000
const agent = new Agent({ keepAlive: true })

/** Sends a request and waits for the whole response, or for the first event of a stream. */
export async function send(
  origin: string,
  { method, path, headers = {}, body, raw }: FuzzRequest,
  {
    resolveReference,
    cookie,
    files,
  }: { resolveReference: Resolve; cookie: string | undefined; files: Record<string, Buffer> },
): Promise<FuzzReply> {
  if (raw !== undefined) return sendRaw(origin, String(resolveReferences(raw, resolveReference)))
  const content = body && encode(body, resolveReference, files)
  const allHeaders = {
    ...(cookie && { cookie }),
    ...(content?.type && { 'content-type': content.type }),
    ...(content && { 'content-length': content.bytes.length }),
    ...headers,
  }
  const options = { method, headers: allHeaders, path: String(resolveReferences(path, resolveReference)) }
  const reply = await exchange(origin, options, content?.bytes)
  // The server may have closed a reused connection just as the request was sent.
  return reply === 'stale' ? ((await exchange(origin, options, content?.bytes)) as FuzzReply) : reply
}

type Options = { method: string; path: string; headers: Record<string, string | number> }

function exchange(origin: string, options: Options, bytes: Buffer | undefined): Promise<FuzzReply | 'stale'> {
  const { hostname, port } = new URL(origin)
  return new Promise(resolve => {
    const none = { headers: {}, text: '' }
    const request = httpRequest({ ...options, hostname, port, agent }, response => {
      const { statusCode = 0, headers } = response
      const chunks: Buffer[] = []
      const done = () => {
        clearTimeout(timer)
        resolve({ status: statusCode, headers, text: unpacked(Buffer.concat(chunks), headers) })
      }
      const isStream = headers['content-type']?.startsWith('text/event-stream')
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (!isStream || !String(Buffer.concat(chunks)).includes('\n\n')) return
        done()
        request.destroy()
      })
      response.on('end', done)
      response.on('error', done)
    })
    const timer = setTimeout(() => {
      resolve({ status: null, ...none })
      request.destroy()
    }, patience)
    request.on('error', () => {
      clearTimeout(timer)
      resolve(request.reusedSocket ? 'stale' : { status: 0, ...none })
    })
    request.end(bytes)
  })
}

function unpacked(bytes: Buffer, headers: IncomingHttpHeaders): string {
  const encoding = bytes.length > 0 && headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(bytes).toString('utf8')
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8')
}

function sendRaw(origin: string, text: string): Promise<FuzzReply> {
  const { hostname, port } = new URL(origin)
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const done = (isInTime: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const reply = Buffer.concat(chunks).toString('utf8')
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0)
      resolve({ status: isInTime ? status : null, headers: {}, text: reply })
    }
    const timer = setTimeout(() => done(false), patience)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (/^content-type: text\/event-stream/im.test(String(chunk))) done(true)
    })
    socket.on('close', () => done(true))
    socket.on('error', () => undefined)
    // End the request, or an incomplete one would wait for the server's timeout.
    socket.end(text, 'latin1')
  })
}

/** Replaces all references. A text that is just one reference takes the type of its value. */
function resolveReferences(value: unknown, resolveReference: Resolve): unknown {
  if (typeof value === 'string') {
    const [, kind = '', back = ''] = /^\{([a-z-]+):(\d+)\}$/.exec(value) ?? []
    if (kind) return resolveReference(kind, Number(back)) ?? value
    return value.replaceAll(/\{([a-z-]+):(\d+)\}/g, (all, one, at) =>
      String(resolveReference(one, Number(at)) ?? all),
    )
  }
  if (Array.isArray(value)) return value.map(item => resolveReferences(item, resolveReference))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolveReferences(item, resolveReference)]),
  )
}

function encode(
  body: FuzzBody,
  resolveReference: Resolve,
  files: Record<string, Buffer>,
): { bytes: Buffer; type?: string } {
  if ('form' in body) return encodeForm(body, resolveReference, files)
  if ('text' in body) {
    const { text, times = 1, type = 'application/json' } = body
    return { bytes: Buffer.from(text.repeat(times)), type }
  }
  const text = JSON.stringify(resolveReferences(body.json, resolveReference)) ?? ''
  const numbers = text.replaceAll(/"#(-?[\d.]+(?:[eE][+-]?\d+)?)"/g, '$1')
  return { bytes: Buffer.from(numbers), type: 'application/json' }
}

function encodeForm(
  { form, flaw }: Extract<FuzzBody, { form: FormPart[] }>,
  resolveReference: Resolve,
  files: Record<string, Buffer>,
) {
  const boundary = 'fuzz-boundary'
  const parts = form.flatMap(({ name, text = '', times = 1, file }) => {
    const filename =
      file === undefined ? '' : `; filename="${file}"\r\ncontent-type: application/octet-stream`
    const content =
      file === undefined
        ? Buffer.from(String(resolveReferences(text, resolveReference)).repeat(times))
        : (files[file] ?? Buffer.alloc(0))
    const gap = flaw === 'no blank line' ? '\r\n' : '\r\n\r\n'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename}${gap}`
    return [Buffer.from(head), content, Buffer.from('\r\n')]
  })
  const end = flaw === 'no end' ? [] : [Buffer.from(`--${boundary}--\r\n`)]
  const named = flaw === 'other boundary' ? 'x' : boundary
  const type = flaw === 'no boundary' ? 'multipart/form-data' : `multipart/form-data; boundary=${named}`
  return { bytes: Buffer.concat([...parts, ...end]), type }
}
