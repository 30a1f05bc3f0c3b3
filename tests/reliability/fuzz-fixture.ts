import { createAlert, deleteAlert } from '#contract/alerts.ts'
import { createBackup } from '#contract/backups.ts'
import { addFavorite } from '#contract/favorites.ts'
import { startLunch } from '#contract/lunches.ts'
import { createRating } from '#contract/ratings.ts'
import { sendSuggestion } from '#contract/suggestions.ts'
import { addVisit } from '#contract/visits.ts'
import type { Engine } from '#server/database/dialect.ts'
import { peopleOf } from '#server/testing/people.ts'
import { call, signIn } from './client.ts'
import { fill } from './fill.ts'
import { webhookCanary } from './fuzz-services.ts'
import { install } from './harness.ts'
import { copyOf, type Installation, withDeps, withServer } from './installation.ts'

export type Fixture = { fresh: () => Promise<Installation> }

/** An installation with data of every kind. Each server starts with a copy, to make failures reproducible. */
export async function newFixture(engine: Engine, environment: Record<string, string>): Promise<Fixture> {
  const original = await install(engine, environment)
  await withDeps(original, deps => fill(deps, { users: 20, restaurants: 20, ratings: 100, images: 2 }))
  await addOneOfEach(original)
  return {
    fresh: async () => {
      const copy = await copyOf(original)
      const url = copy.environment.DATABASE_URL
      // A cluster that trusts local connections ignores the password, but it still must not leak.
      if (url) copy.environment.DATABASE_URL = Object.assign(new URL(url), { password: databaseCanary }).href
      return copy
    },
  }
}

export const databaseCanary = 'canary-of-the-database'

async function addOneOfEach(installation: Installation): Promise<void> {
  const people = await withDeps(installation, async deps => {
    const make = peopleOf(deps)
    await deps.db
      .insertInto('campusWebhooks')
      .values({
        campusCode: 'arden',
        kind: 'slack',
        url: webhookCanary,
        lastPostedAt: null,
        lastFailedAt: null,
        lastFailure: null,
      })
      .execute()
    const users = [
      await make.user({ email: 'fuzz.user@example.org', username: 'fuzz.user' }),
      await make.admin({ email: 'fuzz.admin@example.org', username: 'fuzz.admin' }),
      await make.superUser({ email: 'fuzz.super@example.org', username: 'fuzz.super' }),
    ]
    await deps.db
      .insertInto('passkeys')
      .values({
        userId: users[0]?.id ?? 0,
        credentialId: 'AAAA',
        publicKey: 'pQECAyYgASFYIA',
        userHandle: 'AAAA',
        counter: 0,
        name: 'Phone',
        createdAt: '2026-01-02T03:04:05.678Z',
        lastUsedAt: null,
      })
      .execute()
    const [user, , superUser] = users
    if (!user || !superUser) throw new Error('nobody')
    return { user: await signIn(deps, user), superUser: await signIn(deps, superUser) }
  })
  await withServer(installation, async ({ origin, kill, ended }) => {
    const { user, superUser } = people
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const lunch = { campusCode: 'arden', leavesAt: inAnHour, restaurantIds: [1, 2, 3] }
    await call(origin, user, startLunch, { body: lunch })
    await call(origin, user, addFavorite, { body: { restaurantId: 2 } })
    await call(origin, user, createRating, { body: { restaurantId: 2, value: 4 } })
    await call(origin, user, addVisit, { body: { restaurantId: 3 } })
    await call(origin, user, sendSuggestion, { body: { kind: 'problem', text: 'The door' } })
    const alert = { title: 'Soup day', message: 'Bring a bowl' }
    await call(origin, superUser, createAlert, { body: alert })
    const { body } = await call(origin, superUser, createAlert, { body: alert })
    await call(origin, superUser, deleteAlert, { params: { id: body.id } })
    await call(origin, superUser, createBackup, { body: { includeImages: false } })
    kill('SIGTERM')
    await ended
  })
}
