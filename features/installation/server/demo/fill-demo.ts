import type { Insertable } from 'kysely'
import { hashPassword } from '#features/accounts/server/password/passwords.ts'
import { defaultTeamNames } from '#features/settings/team-names.ts'
import type { Role } from '#kit/rules/roles.ts'
import { change, find, insert, insertAll, list } from '#kit/server/database/rows.ts'
import type { Database, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campuses, departments } from '../first-data.ts'
import { insertPastLunches } from './demo-lunches.ts'
import { insertDemoRecords } from './demo-records.ts'
import { demoRestaurants } from './demo-restaurants.ts'
import { createSeededRandom, type SeededRandom } from './random.ts'

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
    await insertAll(tx, 'restaurants', demoRestaurants(chance, now().toISOString()))
    const restaurants = await list(tx, 'restaurants', {}, { order: ['id'] })
    // Only a demo may invent these; a real installation leaves unknown values empty.
    const rated = restaurants.flatMap(({ id: restaurantId }) =>
      chance.happens(0.4)
        ? defaultTeamNames.map(name => ({ restaurantId, name, value: chance.below(6) }))
        : [],
    )
    await insertAll(tx, 'teamRatings', rated)
    for (const place of [restaurants[4], restaurants.at(-5)])
      if (place) await change(tx, 'restaurants', { id: place.id }, { disabled: true })
    const ratings = demoRatings(people, restaurants, chance, now())
    await insertAll(tx, 'ratings', ratings)
    // Some of the restaurants that people liked are their favorites.
    const favorites = ratings.filter(rating => rating.value >= 4 && chance.happens(0.3))
    const hearts = favorites.map(({ userId, restaurantId, createdAt }) => ({
      userId,
      restaurantId,
      createdAt,
    }))
    await insertAll(tx, 'favorites', hearts)
    await insertDemoRecords(tx, people, now())
    // Some want to hear of every lunch; all others keep what is on from the start.
    for (const { id } of people.filter((_, index) => index % 4 === 0))
      await insert(tx, 'pushChoices', { userId: id, kinds: 'leaving,changed,closing,started,after' })
    const campusCodes = campuses.slice(0, 3).map(({ code }) => code)
    await insertPastLunches(tx, { campusCodes, restaurants, chance, now: now(), timeZone: config.timeZone })
  })
  return true
}

export const demoPassword = 'lunch-is-served'

/** The sign-ins that the demo prints, one for each role. */
export const demoSignIns = [
  { role: 'user', email: 'basil.applecart@example.org' },
  { role: 'admin', email: 'clementine.breadboard@example.org' },
  { role: 'super-user', email: 'juniper.teakettle@example.org' },
] as const satisfies { role: Role; email: string }[]

/** Sixty obviously fictional people, spread over all campuses and departments. */
function demoPeople(passwordHash: string, createdAt: string): Insertable<Database['users']>[] {
  return firstNames.map((firstName, index) => {
    const lastName = lastNames[index % lastNames.length] ?? ''
    const username = `${firstName}.${lastName}`.toLowerCase()
    const email = `${username}@example.org`
    return {
      firstName,
      lastName,
      username,
      email,
      passwordHash,
      ...placeOf(index),
      role: demoSignIns.find(signIn => signIn.email === email)?.role ?? 'user',
      isVerified: true,
      canLogin: true,
      isPrimaryAdmin: false,
      createdAt,
    }
  })
}

// Three people at each campus; all others are in Arden and four departments, so that one list has many averages.
function placeOf(index: number): { campusCode: string; department: string } {
  const isSpread = index < 3 * campuses.length
  const campus = campuses[isSpread ? index % campuses.length : 0]
  const department = departments.at((index % (isSpread ? departments.length : 4)) - 1)
  return { campusCode: campus?.code ?? campuses[0].code, department: department ?? departments[0] }
}

const firstNames = words(`
  Basil Clementine Juniper Rosemary Saffron Olive Sorrel Tansy Fennel Marjoram Thyme Clover
  Hazel Maple Rowan Linden Aspen Willow Laurel Bryony Poppy Marigold Primrose Dahlia
  Heather Iris Lavender Lilac Yarrow Bergamot Caraway Cardamom Chicory Cicely Coriander Dill
  Ginger Lovage Mustard Nutmeg Paprika Parsley Pepper Sesame Tarragon Vanilla Quince Plum
  Apricot Cherry Damson Fig Huckleberry Mulberry Peach Pear Pippin Russet Sloe Tangerine`)

// Nineteen has no common divisor with the number of campuses, so people of one campus have different last names.
const lastNames = words(`
  Applecart Breadboard Teakettle Picnicker Spoonwell Ladlesworth Saucerman Butterdish Napkinson
  Crumbleton Biscuitfield Gravyboat Pepperpot Saltcellar Soupbowl Toastrack Trivetson Whiskerby Rollingpin`)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

type NewRating = Insertable<Database['ratings']>
type Place = Pick<Row<'restaurants'>, 'id' | 'campusCode'>

/** Ratings by all people: some restaurants are better than others, and people mostly eat nearby. */
function demoRatings(
  people: { id: number; campusCode: string }[],
  restaurants: Place[],
  chance: SeededRandom,
  now: Date,
): NewRating[] {
  const appeal = new Map(restaurants.map(({ id }) => [id, 1.5 + 3.5 * Math.sqrt(chance.next())]))
  return people.flatMap(person => {
    const nearby = restaurants.filter(restaurant => restaurant.campusCode === person.campusCode)
    const farther = restaurants.filter(restaurant => restaurant.campusCode !== person.campusCode)
    const visited = [
      ...chance.shuffle(nearby).slice(0, 15 + chance.below(10)),
      ...chance.shuffle(farther).slice(0, 4 + chance.below(4)),
    ]
    return visited.map(({ id }) => {
      const value = starsFor(appeal.get(id) ?? 3, chance)
      const time = minutesBefore(now, chance.below(150 * 24 * 60))
      const comment = chance.happens(0.3) ? chance.pick(comments[value] ?? []) : null
      return { userId: person.id, restaurantId: id, value, comment, createdAt: time, updatedAt: time }
    })
  })
}

function starsFor(appeal: number, chance: SeededRandom): number {
  const mood = chance.next() + chance.next() + chance.next() - 1.5
  return Math.min(5, Math.max(1, Math.round(appeal + mood)))
}

function minutesBefore(now: Date, minutes: number): string {
  return new Date(now.getTime() - minutes * 60_000).toISOString()
}

/** By the number of stars. */
const comments: Record<number, readonly string[]> = {
  1: [
    'Forty minutes for a sandwich. We ate it in the car.',
    'Cold, twice. I will not make it three times.',
    'The table was still wearing the last lunch.',
  ],
  2: [
    'Friendly people, tired food.',
    'Fine if you are in a hurry and not very hungry.',
    'Too loud to talk, and we came to talk.',
    'My soup arrived after everyone had paid.',
  ],
  3: [
    'Decent. Nobody complained, nobody asked to come back.',
    'The lunch special is worth it, the rest is so-so.',
    'Good coffee, average plates.',
    'Parking is a puzzle at noon. Come at eleven.',
    'Solid choice when the group cannot agree.',
  ],
  4: [
    'Quick, warm and enough for two days.',
    'Great for a team of eight, they push the tables together without asking.',
    'The vegetables taste like somebody meant it.',
    'Sit outside if you can.',
    'In and out in thirty-five minutes, with dessert.',
    'They remember your order the second time.',
  ],
  5: [
    'Best lunch within ten minutes. Go before the line does.',
    'I brought three new colleagues here in their first week. All three came back on their own.',
    'Everything is made right there, and you can watch.',
    'Ask what the cook would have. Then have that.',
    'Gluten-free done properly, finally.',
    'Worth the drive, worth the wait, worth the nap.',
  ],
}
