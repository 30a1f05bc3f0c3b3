/**
 * `node tests/bench/taste.ts FILE.csv`: how well the model predicts ratings, and what each of its parts adds. The
 * file has a header and the columns user, item, rating, with any names and scale. Each fifth of the ratings is predicted
 * from the other four, for three ways of splitting them. Without a file: 100,000 generated ratings, or as many as
 * `--people 100 --places 60 --ratings 1000` specifies.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { expectedStars, type FitOptions, fitTaste, indexOfPlaces, tasteOf } from '#features/taste/model.ts'
import { readCsv } from '#kit/server/csv/read-csv.ts'
import { generateRatings, numbers, type Rated } from './generate-ratings.ts'
import { count, table } from './report.ts'

const folds = 5
const seeds = [1, 2, 3]
const variants: [string, FitOptions | 'mean'][] = [
  ['global mean', 'mean'],
  ['+ what the person usually gives', { traits: 0, without: 'place' }],
  ['+ what the place usually gets: biases alone', { traits: 0 }],
  ['+ traits: the model', {}],
  ['the model without shrinkage', { without: 'shrinkage' }],
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '943' },
    places: { type: 'string', default: '1682' },
    ratings: { type: 'string', default: '100000' },
  },
})
const [people = 0, places = 0, wanted = 0] = [values.people, values.places, values.ratings].map(Number)
const ratings = positionals[0]
  ? readRatings(await readFile(positionals[0], 'utf8'))
  : [...generateRatings({ people, places, ratings: wanted })]
const scale = Float64Array.from(ratings, ([, , stars]) => stars).sort()
const [lowest, highest] = [scale.at(0) ?? 0, scale.at(-1) ?? 0]
const countOf = (column: 0 | 1) => count(new Set(ratings.map(rated => rated[column])).size)
console.log(
  `${count(ratings.length)} ratings of ${countOf(0)} people and ${countOf(1)} places, from ${lowest} to ${highest}.\n`,
)
console.log(
  table(['', ...seeds.flatMap(seed => [`RMSE, seed ${seed}`, 'MAE']), 'mean RMSE', 'fit'], variants.map(row)),
)

function row([name, options]: (typeof variants)[number]): string[] {
  const results = seeds.map(seed => validate(options, seed))
  const meanOf = (what: 'rmse' | 'seconds') => mean(results.map(result => result[what]))
  const errors = results.flatMap(({ rmse, mae }) => [rmse.toFixed(4), mae.toFixed(4)])
  return [name, ...errors, meanOf('rmse').toFixed(4), `${meanOf('seconds').toFixed(2)} s`]
}

function validate(how: FitOptions | 'mean', seed: number) {
  const foldOf = divide(ratings.length, seed)
  const errors: number[] = []
  let seconds = 0
  for (let fold = 0; fold < folds; fold += 1) {
    const train = ratings.filter((_, i) => foldOf[i] !== fold)
    const begin = performance.now()
    const expectedBy = fitted(how, train)
    seconds += (performance.now() - begin) / 1000 / folds
    const left = ratings.filter((_, i) => foldOf[i] === fold)
    for (const [person, own] of Map.groupBy(left, ([person]) => person)) {
      const expected = expectedBy(person)
      for (const [, place, stars] of own)
        errors.push(stars - Math.min(highest, Math.max(lowest, expected(place))))
    }
  }
  return { rmse: Math.sqrt(mean(errors.map(off => off * off))), mae: mean(errors.map(Math.abs)), seconds }
}

function mean(values: number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

/** Predicts as the server does: derives a person's taste from their own ratings and the finished model. */
function fitted(how: FitOptions | 'mean', train: Rated[]): (person: number) => (place: number) => number {
  const columns = {
    people: Int32Array.from(train, ([person]) => person),
    places: Int32Array.from(train, ([, place]) => place),
    values: Float64Array.from(train, ([, , stars]) => stars),
  }
  const model = fitTaste(columns, how === 'mean' ? { traits: 0 } : how)
  if (how === 'mean') return () => () => model.mean
  const index = indexOfPlaces(model)
  const own = Map.groupBy(train, ([person]) => person)
  return person => {
    const given = own.get(person) ?? []
    const rated = given.map(([, restaurantId, value]) => ({ restaurantId, value }))
    const taste = tasteOf(model, index, rated)
    return place => expectedStars(model, taste, index.get(place))
  }
}

/** The fold of each rating. */
function divide(length: number, seed: number): Uint8Array {
  const order = Uint32Array.from({ length }, (_, i) => i)
  const random = numbers(seed)
  for (let i = length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j] as number, order[i] as number]
  }
  const foldOf = new Uint8Array(length)
  for (const [position, i] of order.entries()) foldOf[i] = position % folds
  return foldOf
}

function readRatings(text: string): Rated[] {
  const [users, items] = [new Map<string, number>(), new Map<string, number>()]
  const numberIn = (known: Map<string, number>, name = '') =>
    known.get(name) ?? known.set(name, known.size).size - 1
  return [...readCsv(text)].slice(1).map(({ line, cells: [user, item, rating = ''] }) => {
    if (rating.trim() === '' || Number.isNaN(Number(rating))) throw new Error(`Line ${line}: no rating`)
    return [numberIn(users, user), numberIn(items, item), Number(rating)]
  })
}
