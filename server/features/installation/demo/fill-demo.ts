import type { Price } from '#domain/price.ts'
import { defaultTeamNames } from '#domain/team-ratings.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { changeRestaurant, listRestaurantRows } from '#server/data/restaurants-store.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import { saveTeamRatings } from '#server/data/team-ratings-store.ts'
import { findUserByEmail } from '#server/data/users-store.ts'
import type { Db, RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { demoPassword, demoPeople, demoSignIns } from './demo-people.ts'
import { demoRatings } from './demo-ratings.ts'
import { type Chance, chanceOf } from './random.ts'

/** Fills a prepared installation with fictional people, their ratings and favourites; once. Says whether it did. */
export async function fillDemo({ db, now }: Deps): Promise<boolean> {
  if (await findUserByEmail(db, demoSignIns[0].email)) return false
  const passwordHash = await hashPassword(demoPassword)
  const chance = chanceOf(20_260_401)
  await db.transaction().execute(async tx => {
    const people = await tx
      .insertInto('users')
      .values(demoPeople(passwordHash, now().toISOString()))
      .returning(['id', 'campusCode'])
      .execute()
    const restaurants = await listRestaurantRows(tx)
    for (const restaurant of restaurants) await furnish(tx, restaurant, chance)
    await disableSome(tx, restaurants)
    const ratings = demoRatings(people, restaurants, chance, now())
    await tx.insertInto('ratings').values(ratings).execute()
    await recountTallies(tx)
    // People keep some of what they liked.
    const favorites = ratings.filter(rating => rating.value >= 4 && chance.happens(0.3))
    await tx
      .insertInto('favorites')
      .values(favorites.map(({ userId, restaurantId, createdAt }) => ({ userId, restaurantId, createdAt })))
      .execute()
  })
  return true
}

// Invented, as only a demo may: an installation of one's own leaves empty what nobody knows.
async function furnish(tx: Db, { id }: RestaurantRow, chance: Chance): Promise<void> {
  if (chance.happens(0.85))
    await changeRestaurant(tx, id, { price: chance.pick(prices), hours: chance.pick(hours) })
  if (chance.happens(0.4))
    await saveTeamRatings(
      tx,
      id,
      defaultTeamNames.map(name => ({ name, value: chance.below(6) })),
    )
}

async function disableSome(tx: Db, restaurants: RestaurantRow[]): Promise<void> {
  const some = [restaurants[4], restaurants.at(-5)]
  for (const restaurant of some) if (restaurant) await changeRestaurant(tx, restaurant.id, { disabled: true })
}

// As often as they stand here.
const prices: Price[] = ['$', '$', '$', '$', '$$', '$$', '$$', '$$', '$$$', '$$$$']
const hours = [
  'Mon-Sat 11 AM - 9 PM',
  'Daily 11 AM - 10 PM',
  'Mon-Fri 7 AM - 3 PM',
  'Tue-Sun 11:30 AM - 9:30 PM',
  'Mon-Fri 10:30 AM \u2013 2:30 PM',
  'Daily 6 AM - 2 PM',
]
