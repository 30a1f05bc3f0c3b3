import { hashPassword } from '#features/accounts/server/password/passwords.ts'
import { insertRestaurants } from '#features/restaurants/server/restaurants-store.ts'
import { defaultTeamNames } from '#features/settings/team-names.ts'
import { change, find, insert, list } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campuses } from '../first-data.ts'
import { insertPastLunches } from './demo-lunches.ts'
import { demoPassword, demoPeople, demoSignIns } from './demo-people.ts'
import { demoRatings } from './demo-ratings.ts'
import { insertDemoRecords } from './demo-records.ts'
import { demoRestaurants } from './demo-restaurants.ts'
import { createSeededRandom } from './random.ts'

/** Fills a prepared installation with fictional data, unless it has it already. Returns whether it did. */
export async function fillDemo({ db, now, config }: Deps): Promise<boolean> {
  if (await find(db, 'users', { email: demoSignIns[0].email })) return false
  const passwordHash = await hashPassword(demoPassword)
  const chance = createSeededRandom(20_260_401)
  await db.transaction().execute(async tx => {
    const people = await tx
      .insertInto('users')
      .values(demoPeople(passwordHash, now().toISOString()))
      .returning(['id', 'campusCode'])
      .execute()
    await insertRestaurants(tx, demoRestaurants(chance, now().toISOString()))
    const restaurants = await list(tx, 'restaurants', {}, { order: ['id'] })
    // Only a demo may invent these; a real installation leaves unknown values empty.
    const rated = restaurants.flatMap(({ id: restaurantId }) =>
      chance.happens(0.4)
        ? defaultTeamNames.map(name => ({ restaurantId, name, value: chance.below(6) }))
        : [],
    )
    await tx.insertInto('teamRatings').values(rated).execute()
    for (const place of [restaurants[4], restaurants.at(-5)])
      if (place) await change(tx, 'restaurants', { id: place.id }, { disabled: true })
    const ratings = demoRatings(people, restaurants, chance, now())
    await tx.insertInto('ratings').values(ratings).execute()
    // Some of the restaurants that people liked are their favorites.
    const favorites = ratings.filter(rating => rating.value >= 4 && chance.happens(0.3))
    await tx
      .insertInto('favorites')
      .values(favorites.map(({ userId, restaurantId, createdAt }) => ({ userId, restaurantId, createdAt })))
      .execute()
    await insertDemoRecords(tx, people, now())
    // Some want to hear of every lunch; all others keep what is on from the start.
    for (const { id } of people.filter((_, index) => index % 4 === 0))
      await insert(tx, 'pushChoices', { userId: id, kinds: 'leaving,changed,closing,started,after' })
    const campusCodes = campuses.slice(0, 3).map(({ code }) => code)
    await insertPastLunches(tx, { campusCodes, restaurants, chance, now: now(), timeZone: config.timeZone })
  })
  return true
}
