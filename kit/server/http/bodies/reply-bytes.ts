import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '#kit/server/http/matches-etag.ts'

/** In bytes. Smaller bodies fit into a packet uncompressed. */
const compressionThreshold = 1_000

/**
 * A reply as it goes over the wire: made once, sent many times. It is compressed when first needed, off the event loop. A
 * handler returns it instead of a body; the code that makes it must follow the endpoint's schema itself.
 */
export class ReplyBytes {
  readonly #headers: Record<string, string>
  readonly #etag: string
  readonly #plain: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer> | Buffer>()
  readonly #isLasting: boolean

  /**
   * With 'no-cache' a browser may keep the reply, but must ask each time whether it is still valid. One that lasts as
   * long as the process is worth more work to compress.
   */
  constructor(
    text: string,
    cacheControl: 'no-cache' | 'private, no-cache' | 'no-store',
    { contentType = 'application/json; charset=utf-8', isLasting = false }: Form = {},
  ) {
    this.#isLasting = isLasting
    this.#plain = unpooled(Buffer.from(text))
    // From the content, not from a version, so that it stays valid across processes, restarts and releases.
    const digest = createHash('sha256').update(this.#plain).digest('base64url')
    this.#etag = `W/"${digest.slice(0, 22)}"`
    this.#headers = { 'content-type': contentType, 'cache-control': cacheControl }
  }

  /** The approximate memory that it takes, in bytes. */
  get size(): number {
    return this.#plain.length * 1.25 + 1_000
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const vary = reply.getHeader('vary')
    reply.headers(this.#headers).header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
    // A reply to a POST can't be asked for again with If-None-Match.
    if (request.method !== 'POST') {
      reply.header('etag', this.#etag)
      if (matchesEtag(request.headers, this.#etag)) return reply.code(304).send()
    }
    const accepted = acceptedEncodings(request)
    const encoding = accepted.has('br') ? 'br' : 'gzip'
    if (this.#plain.length < compressionThreshold || !accepted.has(encoding)) return reply.send(this.#plain)
    const bytes = this.#compressed.get(encoding) ?? this.#compress(encoding)
    reply.header('content-encoding', encoding)
    return reply.send(bytes instanceof Promise ? await bytes : bytes)
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    const bytes = encoding === 'br' ? compressBrotli(this.#plain, this.#isLasting) : compressGzip(this.#plain)
    this.#compressed.set(encoding, bytes)
    void bytes.then(
      made => this.#compressed.set(encoding, unpooled(made)),
      () => this.#compressed.delete(encoding),
    )
    return bytes
  }
}

type Encoding = 'br' | 'gzip'

type Form = { contentType?: string; isLasting?: boolean }

/**
 * Copies a buffer into memory of its own: a small buffer is
 * part of a 64 kB block, all of which stays allocated with it.
 */
function unpooled(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

const compressGzip = promisify(gzip)
const brotli = promisify(brotliCompress)

/**
 * With a window of 64 kB brotli takes several megabytes less memory and half the time, and the result is no
 * larger. Much longer texts need a larger window, because their repetitions are further apart.
 */
function compressBrotli(plain: Buffer, isLasting: boolean): Promise<Buffer> {
  const [quality, windowBits] = isLasting ? [11, 18] : plain.length < 256_000 ? [9, 16] : [7, 20]
  return brotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits },
  })
}

// A cache, because browsers send only a handful of different headers.
const encodingsCache = new Map<string, Set<string>>()

function acceptedEncodings(request: FastifyRequest): Set<string> {
  const header = String(request.headers['accept-encoding'] ?? '')
  const before = encodingsCache.get(header)
  if (before) return before
  const parts = header.toLowerCase().split(',')
  const accepted = parts.filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
  const names = new Set(accepted.map(part => part.split(';')[0]?.trim() ?? ''))
  if (encodingsCache.size < 100) encodingsCache.set(header, names)
  return names
}
