import type { Insertable } from 'kysely'
import type { Database, Row } from '#kit/server/database/schema.ts'
import { demoComments } from './demo-comments.ts'
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
      const comment = chance.happens(0.3) ? chance.pick(demoComments[value] ?? []) : null
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
