import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings, compressionThreshold, PreparedReply } from './reply-bytes.ts'

/**
 * The common beginning of many replies that end differently. It is serialized and compressed only once: a
 * gzip body consists of blocks, so the compressed end of each reply is appended to it.
 */
export class SharedPrefix {
  readonly plain: Buffer
  readonly checksum: number
  #deflated: Promise<Buffer> | undefined

  constructor(text: string) {
    this.plain = Buffer.from(text)
    this.checksum = crc32(this.plain)
  }

  /** The approximate memory that it takes, in bytes. */
  get size(): number {
    return this.plain.length * 1.25 + 1_000
  }

  withSuffix(text: string): PreparedReply {
    return new PrefixedReply(this, Buffer.from(text))
  }

  deflated(): Promise<Buffer> {
    // The flush ends at a whole byte, without marking the last block.
    this.#deflated ??= deflate(this.plain, { finishFlush: constants.Z_SYNC_FLUSH }).catch(error => {
      // The next reply tries again.
      this.#deflated = undefined
      throw error
    })
    return this.#deflated
  }
}

class PrefixedReply extends PreparedReply {
  readonly #beginning: SharedPrefix
  readonly #end: Buffer

  constructor(beginning: SharedPrefix, end: Buffer) {
    super()
    this.#beginning = beginning
    this.#end = end
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' })
    const { plain } = this.#beginning
    const length = plain.length + this.#end.length
    if (length < compressionThreshold || !acceptedEncodings(request).has('gzip'))
      return reply.send(Buffer.concat([plain, this.#end], length))
    const blocks = [await this.#beginning.deflated(), deflateRawSync(this.#end)]
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(this.#end, this.#beginning.checksum), 0)
    trailer.writeUInt32LE(length, 4)
    return reply.header('content-encoding', 'gzip').send(Buffer.concat([gzipHeader, ...blocks, trailer]))
  }
}

const deflate = promisify(deflateRaw)
// Method deflate, no name, no time, unknown operating system.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
