import type { Insertable } from 'kysely'
import type { Database, Row } from '#kit/server/database/schema.ts'
import type { SeededRandom } from './random.ts'

type NewRating = Insertable<Database['ratings']>
type Place = Pick<Row<'restaurants'>, 'id' | 'campusCode'>

/** Ratings by all people: some restaurants are better than others, and people mostly eat nearby. */
export function demoRatings(
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
