/** `node bench/taste-fit.ts`: what learning from a million made-up ratings costs, in time and memory. */
import { findCompany } from '#domain/taste/company.ts'
import { fitTaste } from '#domain/taste/model.ts'
import { makeRatings } from './made-ratings.ts'

const rows = [...makeRatings({ people: 1_000, places: 10_000, ratings: 1_075_000 })]
const ratings = {
  people: Int32Array.from(rows, ([person]) => person),
  places: Int32Array.from(rows, ([, place]) => place),
  values: Float64Array.from(rows, ([, , stars]) => stars),
}
rows.length = 0
const time = (name: string, work: () => unknown) => {
  const begin = performance.now()
  work()
  console.log(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
}
console.log(`${ratings.values.length.toLocaleString('en-US')} ratings`)
time('model', () => fitTaste(ratings))
time('reasons', () => findCompany(ratings))
console.log(`most memory: ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`)
