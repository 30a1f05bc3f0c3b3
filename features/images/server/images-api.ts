import type { FastifyInstance } from 'fastify'
import type { HandlerResult } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import { matchesEtag } from '#kit/server/http/matches-etag.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { getCardImage, getImage } from '../contract.ts'
import { findImageBytes } from './images-store.ts'

export function imagesApi(app: FastifyInstance, { db }: Deps): void {
  serve(app, getImage, async call => sendImage(db, call, 'bytes'))

  serve(app, getCardImage, async call => sendImage(db, call, 'cardBytes'))
}

// The URL contains a hash of the content, so browsers may cache the image forever.
async function sendImage(
  db: Db,
  { params: { hash }, request, reply }: Call<typeof getImage | typeof getCardImage>,
  column: 'bytes' | 'cardBytes',
): Promise<HandlerResult<typeof getImage>> {
  const etag = `"${hash}"`
  const isKnown = matchesEtag(request.headers, etag)
  const bytes = !isKnown && isHash(hash) ? await findImageBytes(db, hash, column) : undefined
  if (!isKnown && !bytes) throw notFound('Image not found')
  reply.headers({
    etag,
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
  })
  return bytes ? { status: 200, body: bytes } : { status: 304, body: undefined }
}

const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)
