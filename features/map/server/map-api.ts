import type { FastifyInstance } from 'fastify'
import type { HandlerResult } from '#kit/contract/endpoint.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError, notFound } from '#kit/server/http/errors.ts'
import { matchesEtag } from '#kit/server/http/matches-etag.ts'
import { serve } from '#kit/server/http/serve.ts'
import { getMapFile } from '../contract.ts'
import { openMapFile } from './map-file.ts'

/** Serves the streets for the maps in byte ranges, so that browsers need no outside server. */
export function mapApi(app: FastifyInstance, { mapFile }: Deps): void {
  serve(
    app,
    getMapFile,
    async ({ params, request: { headers }, reply }): Promise<HandlerResult<typeof getMapFile>> => {
      if (!mapFile || 'problem' in mapFile || params.version !== mapFile.version) throw unknown()
      const { bytes, version } = mapFile
      const etag = `"${version}"`
      reply.headers({
        etag,
        'accept-ranges': 'bytes',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      if (matchesEtag(headers, etag)) return { status: 304, body: undefined }
      const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
      const range = isSame ? readRange(headers.range, bytes) : null
      if (range === 'beyond') {
        reply.headers({ 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' })
        throw new HttpError(416, 'The map file has no such bytes')
      }
      const file = await openMapFile(mapFile)
      if (!file) throw unknown()
      const { first, last } = range ?? { first: 0, last: bytes - 1 }
      reply.header('content-length', last - first + 1)
      if (range) reply.header('content-range', `bytes ${first}-${last}/${bytes}`)
      // Sent while it is being read; the stream closes the file.
      const body = file.createReadStream({ start: first, end: last }) as unknown as Uint8Array
      return { status: range ? 206 : 200, body }
    },
  )
}

const unknown = () => notFound('There is no such map')

/**
 * The one range of bytes that a `Range` header asks for, both ends included. Null stands for the whole file, which is
 * sent without a header, and also if the header is invalid or asks for several ranges.
 */
function readRange(
  header: string | undefined,
  bytes: number,
): { first: number; last: number } | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return to === '0' ? 'beyond' : { first: Math.max(0, bytes - Number(to)), last: bytes - 1 }
  const first = Number(from)
  if (first >= bytes) return 'beyond'
  if (to === '') return { first, last: bytes - 1 }
  return Number(to) < first ? null : { first, last: Math.min(Number(to), bytes - 1) }
}
