import type { FastifyInstance } from 'fastify'
import type { HandlerResult } from '#contract/endpoint.ts'
import { getCardImage, getImage } from '#contract/images.ts'
import { removeProfileImage, uploadProfileImage } from '#contract/own-profile-image.ts'
import { removeRestaurantImage, uploadRestaurantImage } from '#contract/restaurant-images.ts'
import { findImageBytes } from '#server/data/images-store.ts'
import type { Deps } from '#server/deps.ts'
import { presentUser } from '#server/features/accounts/users/present-user.ts'
import { presentRestaurant } from '#server/features/restaurants/present-restaurant.ts'
import { requireRestaurant } from '#server/features/restaurants/require-restaurant.ts'
import { notFound } from '#server/http/errors.ts'
import { matchesEtag } from '#server/http/matches-etag.ts'
import { type Call, serve } from '#server/http/serve.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { encodeImage } from '#server/images/encode-image.ts'
import { changeProfileImage, changeRestaurantImage } from './change-image.ts'

export function imagesApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, uploadProfileImage, async ({ params, viewer, file }) => {
    requireSelf(viewer, params.id)
    return presentUser(await changeProfileImage(deps, viewer.id, await encodeImage(file)))
  })

  serve(app, removeProfileImage, async ({ params, viewer }) => {
    requireSelf(viewer, params.id)
    await changeProfileImage(deps, viewer.id, null)
  })

  serve(app, uploadRestaurantImage, async call => {
    const { id } = await requireRestaurant(db, call.params.id)
    const row = await changeRestaurantImage(deps, id, await encodeImage(call.file), call)
    return presentRestaurant(db, row)
  })

  serve(app, removeRestaurantImage, async call => {
    await changeRestaurantImage(deps, call.params.id, null, call)
  })

  serve(app, getImage, async call => sendImage(call, hash => findImageBytes(db, hash, 'bytes')))

  serve(app, getCardImage, async call => sendImage(call, hash => findImageBytes(db, hash, 'cardBytes')))
}

// The URL contains a hash of the content, so browsers may cache the image forever.
async function sendImage(
  { params: { hash }, request, reply }: Call<typeof getImage | typeof getCardImage>,
  find: (hash: string) => Promise<Uint8Array | undefined>,
): Promise<HandlerResult<typeof getImage>> {
  const etag = `"${hash}"`
  const isKnown = matchesEtag(request.headers, etag)
  const bytes = !isKnown && isHash(hash) ? await find(hash) : undefined
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
