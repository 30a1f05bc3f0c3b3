import { type FakeAnswer, type FakeRequest, startFakeService } from './fake-service.ts'
import { answerAsMapbox, type FakePlace, fakeMapboxToken } from './mapbox-answers.ts'

type Answer = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>

/** Mapbox in a server of this machine, which knows `places` by their address. */
export async function startFakeMapbox(places: Record<string, FakePlace> = {}) {
  const known = new Map(Object.entries(places))
  let instead: Answer | null = null
  const fake = await startFakeService(
    async request => (await instead?.(request)) ?? answerAsMapbox(known, request),
  )
  const asked = (part: string) => fake.requests.filter(({ path }) => path.startsWith(part)).length
  return {
    ...fake,
    places: known,
    environment: { MAPBOX_TOKEN: fakeMapboxToken, MAPBOX_API_URL: fake.url },
    /** How often it was asked for what. */
    asked: () => ({
      geocodes: asked('/search/geocode/'),
      directions: asked('/directions/'),
      matrices: asked('/directions-matrix/'),
    }),
    /** Answers in its place, where it answers anything. */
    answerInstead: (answer: Answer | null) => {
      instead = answer
    },
  }
}
