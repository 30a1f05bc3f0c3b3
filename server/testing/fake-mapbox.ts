import { type FakeReply, type FakeRequest, startFakeService } from './fake-service.ts'
import { type FakePlace, fakeMapboxToken, replyAsMapbox } from './mapbox-replies.ts'

type Respond = (request: FakeRequest) => FakeReply | Promise<FakeReply>

/** A local fake of Mapbox that finds `places` by their address. */
export async function startFakeMapbox(places: Record<string, FakePlace> = {}) {
  const known = new Map(Object.entries(places))
  let instead: Respond | null = null
  const fake = await startFakeService(
    async request => (await instead?.(request)) ?? replyAsMapbox(known, request),
  )
  const asked = (part: string) => fake.requests.filter(({ path }) => path.startsWith(part)).length
  return {
    ...fake,
    places: known,
    environment: { MAPBOX_TOKEN: fakeMapboxToken, MAPBOX_API_URL: fake.url },
    /** The number of requests of each kind. */
    asked: () => ({
      geocodes: asked('/search/geocode/'),
      directions: asked('/directions/'),
      matrices: asked('/directions-matrix/'),
    }),
    /** Overrides the response, unless the function returns undefined. */
    replyInstead: (reply: Respond | null) => {
      instead = reply
    },
  }
}
