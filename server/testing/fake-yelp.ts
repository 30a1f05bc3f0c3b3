import { type FakeReply, startFakeService } from './fake-service.ts'
import { picture } from './pictures.ts'
import { type FakeBusiness, fakeYelpKey, replyAsYelp } from './yelp-replies.ts'

/** A local fake of Yelp. Tests may add to `businesses` and to `photos` (by path, below /photos/). */
export async function startFakeYelp(businesses: FakeBusiness[]) {
  const photo = await picture({ width: 800, height: 500 }).jpeg().toBuffer()
  const photos = new Map<string, FakeReply>([['/photos/plain.jpg', { bytes: photo, type: 'image/jpeg' }]])
  const fake = await startFakeService(replyAsYelp(businesses, photos))
  return { ...fake, businesses, photos, apiKey: fakeYelpKey }
}
