/**
 * `node tests/bench/filters.ts`: how long it takes from pressing a filter to the start of rendering, with 1,000
 * places: sorting, all filters and a search combined, and counting the cuisines. One frame is 16.7 ms.
 */
import { openClock } from '#domain/open-state.ts'
import { readOpeningTimes } from '#domain/read-opening-times.ts'
import { countCuisines, filterOf } from '#domain/restaurant-filters.ts'
import { sortRestaurants } from '#domain/restaurant-sort.ts'
import { matchesSearch } from '#domain/search.ts'

const cuisines = ['pizza;italian', 'thai', 'mexican, tex-mex', 'barbeque', 'coffee', 'sushi', null]
const hours = ['Mon-Fri 11 AM - 9 PM', 'Daily 7 AM - 2 PM', 'Tue-Sun 5-11 PM', 'Fri-Sat 6 PM - 2 AM', '']
const prices = ['$', '$$', '$$$', null] as const

const places = Array.from({ length: 1_000 }, (_, id) => ({
  id,
  name: `Sample Kitchen ${(id * 7919) % 1_000}`,
  address: `${id} Sample Street, Arden, NC`,
  cuisine: cuisines[id % cuisines.length] ?? null,
  price: prices[id % prices.length] ?? null,
  travelTime: id % 40,
  distance: (id % 80) / 4,
  avgRating: (id % 50) / 10,
  ratingCount: id % 9,
  disabled: false,
  diets: id % 3 === 0 ? (['vegan', 'gluten-free'] as const) : [],
  openingTimes: readOpeningTimes(hours[id % hours.length] ?? ''),
}))

/** Does the same as `useMatchingRestaurants`, at one instant. */
function narrow(instant: Date): number {
  const stateOf = openClock(instant, 'America/New_York')
  const matches = filterOf(
    {
      open: true,
      cuisine: ['pizza', 'thai', 'barbeque'],
      price: ['$', '$$'],
      within: 30,
      diet: ['vegan'],
      mine: ['unrated', 'favorites'],
    },
    {
      isOpen: times => ['open', 'closing'].includes(stateOf(times).state),
      isFavorite: id => id % 5 === 0,
      isRated: id => id % 2 === 0,
    },
  )
  const sorted = sortRestaurants(places, { type: 'name', order: 'a-to-z' }, () => undefined)
  const visible = sorted.filter(place => matches(place) && matchesSearch(place, 'kitchen'))
  return visible.length + countCuisines(places).length
}

const noon = Date.parse('2026-11-20T17:00:00Z')
const rounds = 500
const spent: number[] = []
let found = 0
for (let round = 0; round < rounds; round += 1) {
  const before = performance.now()
  found = narrow(new Date(noon + round * 1_000))
  spent.push(performance.now() - before)
}
const first = spent[0] ?? 0
spent.sort((a, b) => a - b)
const at = (share: number) => (spent[Math.floor(share * (rounds - 1))] ?? 0).toFixed(2)
console.log(
  `${places.length} places, every filter, a search and the count of cuisines (${found} found and counted):`,
)
console.log(`first ${first.toFixed(2)} ms, median ${at(0.5)} ms, p99 ${at(0.99)} ms; a frame has 16.7 ms`)
