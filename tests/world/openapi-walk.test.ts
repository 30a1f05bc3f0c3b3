import { expect, test, vi } from 'vitest'
import { corner, startFakeOverpass } from '#server/testing/fake-overpass.ts'
import { startProcess } from '#server/testing/start-process.ts'
import { installTools } from './openapi-tools.ts'
import { startPrism } from './prism.ts'
import { walkAccounts, walkBackups, walkInstallation } from './walk/administration.ts'
import { walkLunches, walkOwn } from './walk/people.ts'
import { walkPlaces, walkRatings } from './walk/places.ts'
import { walkAsVisitor } from './walk/visitor.ts'
import { beginWalk, email } from './walk/walk.ts'

vi.setConfig({ testTimeout: 1_200_000 })

/** What can't succeed on this walk is refused with an error that the description declares, too. */
const refusals = {
  // The proxy would wait for the end of the stream, so its campus is an unknown one.
  lunchEvents: 404,
  // The proxy reads files as text, which no picture survives.
  uploadRestaurantImage: 415,
  uploadImageOf: 415,
  uploadProfileImage: 415,
  // The secrets of mails, which nobody has here.
  verifyEmail: 400,
  confirmPasswordReset: 400,
  unsubscribe: 404,
  // There is no single sign-on, authenticator, chat, map, Yelp, device for notifications, or waiting mail.
  startSignOn: 404,
  finishSignOn: 404,
  getSignOnAccount: 410,
  createSignOnAccount: 410,
  signInByPasskey: 401,
  addPasskey: 400,
  renamePasskey: 404,
  removePasskey: 404,
  testWebhook: 409,
  getMapFile: 404,
  searchYelp: 503,
  importFromYelp: 503,
  testPush: 409,
  retryMail: 404,
  removeMail: 404,
}

test.each([
  ['by a session', false],
  ['by an access token, where one may be used', true],
])(
  'a proxy that judges requests and replies by the description finds nothing on a walk of all calls %s',
  async (_way, hasTokens) => {
    await installTools()
    const overpass = await startFakeOverpass()
    const { website: _, ...tags } = corner.tags
    overpass.known.elements = [
      { ...corner, tags },
      { ...corner, id: 124, lat: 35.47, tags: { ...tags, name: 'Other Corner', 'addr:housenumber': '14' } },
    ]
    const services = { OVERPASS_URL: overpass.url, GEOCODER: 'off', RATE_LIMITS: 'off' }
    const server = await startProcess({ PRIMARY_ADMIN_EMAIL: email, ...services })
    const { call, found, refused, notCalled, notByToken } = await startPrism(server.origin)
    const walk = await beginWalk(server, call, hasTokens)
    await walkAsVisitor(walk)
    await walkInstallation(walk)
    await walkRatings(walk)
    await walkOwn(walk)
    await walkLunches(walk)
    await walkPlaces(walk, refused)
    await walkAccounts(walk)
    await walkBackups(walk)

    expect(found).toEqual([])
    expect(notCalled()).toEqual([])
    if (hasTokens) expect(notByToken()).toEqual([])
    expect(refused).toEqual(refusals)
  },
)
