import type { Insertable } from 'kysely'
import { readOpeningTimes } from '#features/restaurants/opening/read-opening-times.ts'
import type { Price } from '#features/restaurants/price.ts'
import { placedAt } from '#features/restaurants/server/position/position-of.ts'
import { joinDiets } from '#kit/rules/diets.ts'
import type { Database } from '#kit/server/database/schema.ts'
import { campuses } from '../first-data.ts'
import type { SeededRandom } from './random.ts'

/**
 * Obviously fictional restaurants around the campuses. They are fictional because the demo rates them, and no real
 * business should get invented ratings.
 */
export function demoRestaurants(
  chance: SeededRandom,
  createdAt: string,
): Insertable<Database['restaurants']>[] {
  const names = chance.shuffle(adjectives.flatMap(first => nouns.map(noun => ({ first, ...noun }))))
  let used = 0
  return campuses.flatMap((campus, index) =>
    Array.from({ length: index === 0 ? firstCampusCount : otherCampusCount }, (_, number) => {
      const { first, noun, cuisine } = names[used % names.length] as (typeof names)[number]
      used += 1
      const point = pointNear(campus, chance)
      const hoursText = chance.happens(0.9) ? chance.pick(hours) : null
      const times = hoursText === null ? null : readOpeningTimes(hoursText)
      return {
        name: `The ${first} ${noun}`,
        address: `${10 + number * 7} ${chance.pick(streets)}, ${campus.name} (demo)`,
        campusCode: campus.code,
        price: chance.happens(0.9) ? chance.pick(prices) : null,
        hours: hoursText,
        openingTimes: times === null ? null : JSON.stringify(times),
        diets: chance.happens(0.4)
          ? joinDiets(chance.pick([['vegetarian'], ['vegetarian', 'vegan'], ['gluten-free']] as const))
          : '',
        cuisine,
        ...placedAt(campus, point),
        createdAt,
        updatedAt: createdAt,
      }
    }),
  )
}

const firstCampusCount = 40
const otherCampusCount = 18

/** Mostly within a few miles, in any direction. */
function pointNear({ latitude, longitude }: { latitude: number; longitude: number }, chance: SeededRandom) {
  const miles = 0.3 + 7 * chance.next() * chance.next()
  const angle = 2 * Math.PI * chance.next()
  const north = (miles * Math.cos(angle)) / 69
  const east = (miles * Math.sin(angle)) / (69 * Math.cos((latitude * Math.PI) / 180))
  return { latitude: rounded(latitude + north), longitude: rounded(longitude + east) }
}

const rounded = (degrees: number) => Math.round(degrees * 100_000) / 100_000

const adjectives = listed(`
  Purple, Whistling, Upside-Down, Sleepy, Dancing, Invisible, Left-Handed, Polka-Dot, Midnight,
  Borrowed, Slightly Crooked, Second-Best, Humming, Paper, Velvet, Accidental, Floating, Forgetful`)

const nouns = listed(`
  Teapot: Cafe, Dumpling: Chinese, Pretzel: German, Noodle: Thai, Ladle: Soup, Pizza Wheel: Pizza,
  Taco Boat: Mexican, Smokehouse: Barbecue, Bagel: Bakery, Salad Bowl: Salad, Burger Barn: Burgers,
  Sushi Mat: Japanese, Curry Pot: Indian, Sandwich Board: Sandwiches, Pancake: Breakfast,
  Olive Jar: Mediterranean, Fish Kettle: Seafood`).map(entry => {
  const [noun, cuisine] = entry.split(': ')
  return { noun, cuisine }
})

const streets = listed(`
  Ladle Lane, Whisk Way, Saucer Street, Teaspoon Terrace, Crumb Court, Napkin Avenue`)

function listed(text: string): string[] {
  return text.trim().split(/,\s+/)
}

// Repeated entries are picked more often.
const prices: Price[] = ['$', '$', '$', '$', '$$', '$$', '$$', '$$', '$$$', '$$$$']
const hours = [
  'Mon-Sat 11 AM - 9 PM',
  'Daily 11 AM - 10 PM',
  'Mon-Fri 7 AM - 3 PM',
  'Tue-Sun 11:30 AM - 9:30 PM',
  'Mon-Fri 10:30 AM - 2:30 PM',
  'Daily 6 AM - 2 PM',
]
