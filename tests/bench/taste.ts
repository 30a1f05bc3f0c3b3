/**
 * `node tests/bench/taste.ts FILE.csv`: how well the model predicts ratings, and what each of its parts adds. The
 * file has a header and the columns user, item, rating, with any names and scale. Each fifth of the ratings is predicted
 * from the other four, for three ways of splitting them. Without a file: 100,000 generated ratings, or as many as
 * `--people 100 --places 60 --ratings 1000` specifies.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { expectedStars, type FitOptions, fitTaste, indexOfPlaces, tasteOf } from '#features/taste/model.ts'
import type { Ratings } from '#features/taste/ratings-table.ts'
import { readCsv } from '#kit/server/csv/read-csv.ts'
import { generateRatings } from './generate-ratings.ts'
import { table } from './report.ts'

const folds = 5
const seeds = [1, 2, 3]
const variants: [string, FitOptions | 'mean'][] = [
  ['global mean', 'mean'],
  ['+ what the person usually gives', { traits: 0, without: 'place' }],
  ['+ what the place usually gets: biases alone', { traits: 0 }],
  ['+ traits: the model', {}],
  ['the model without shrinkage', { without: 'shrinkage' }],
]

const {
  positionals: [file],
  values: size,
} = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '943' },
    places: { type: 'string', default: '1682' },
    ratings: { type: 'string', default: '100000' },
  },
})
const ratings = file ? readRatings(await readFile(file, 'utf8')) : generated()
const scale = { lowest: least(ratings.values), highest: -least(ratings.values.map(value => -value)) }
const count = (value: number) => value.toLocaleString('en-US')
console.log(
  `${count(ratings.values.length)} ratings of ${count(new Set(ratings.people).size)} people and ${count(new Set(ratings.places).size)} places, from ${scale.lowest} to ${scale.highest}.\n`,
)
console.log(
  table(['', ...seeds.flatMap(seed => [`RMSE, seed ${seed}`, 'MAE']), 'mean RMSE', 'fit'], variants.map(row)),
)

function row([name, options]: (typeof variants)[number]): string[] {
  const results = seeds.map(seed => validate(options, seed))
  const mean = (pick: (result: (typeof results)[number]) => number) =>
    results.reduce((total, result) => total + pick(result), 0) / results.length
  return [
    name,
    ...results.flatMap(({ rmse, mae }) => [rmse.toFixed(4), mae.toFixed(4)]),
    mean(({ rmse }) => rmse).toFixed(4),
    `${mean(({ seconds }) => seconds).toFixed(2)} s`,
  ]
}

function validate(how: (typeof variants)[number][1], seed: number) {
  const foldOf = divide(ratings.values.length, seed)
  let squares = 0
  let distances = 0
  let seconds = 0
  for (let fold = 0; fold < folds; fold += 1) {
    const train = chosen(i => foldOf[i] !== fold)
    const test = chosen(i => foldOf[i] === fold)
    const begin = performance.now()
    const expected = fitted(how, train)
    seconds += (performance.now() - begin) / 1000 / folds
    test.values.forEach((value, i) => {
      const guess = expected(test.people[i] as number, test.places[i] as number)
      const off = value - Math.min(scale.highest, Math.max(scale.lowest, guess))
      squares += off * off
      distances += Math.abs(off)
    })
  }
  const all = ratings.values.length
  return { rmse: Math.sqrt(squares / all), mae: distances / all, seconds }
}

type Estimator = (person: number, place: number) => number

function fitted(how: FitOptions | 'mean', train: Ratings): Estimator {
  const model = fitTaste(train, how === 'mean' ? { traits: 0 } : how)
  return how === 'mean' ? () => model.mean : estimator(model, train)
}

/** Predicts as the server does: derives a person's taste from their own ratings and the finished model. */
function estimator(model: ReturnType<typeof fitTaste>, train: Ratings): Estimator {
  const index = indexOfPlaces(model)
  const own = Map.groupBy(train.values.keys(), i => train.people[i] as number)
  const tastes = new Map<number, Float64Array>()
  return (person: number, place: number) => {
    let taste = tastes.get(person)
    if (!taste) {
      const given = own.get(person) ?? []
      taste = tasteOf(
        model,
        index,
        given.map(i => ({ restaurantId: train.places[i] as number, value: train.values[i] as number })),
      )
      tastes.set(person, taste)
    }
    return expectedStars(model, taste, index.get(place))
  }
}

function chosen(isChosen: (i: number) => boolean): Ratings {
  const kept = Int32Array.from(ratings.values.keys()).filter(isChosen)
  const { people, places, values } = ratings
  return {
    people: kept.map(i => people[i] as number),
    places: kept.map(i => places[i] as number),
    values: Float64Array.from(kept, i => values[i] as number),
  }
}

function divide(length: number, seed: number): Uint8Array {
  const order = Uint32Array.from({ length }, (_, i) => i)
  let state = seed
  for (let i = length - 1; i > 0; i -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const j = Math.floor((state / 2 ** 32) * (i + 1))
    ;[order[i], order[j]] = [order[j] as number, order[i] as number]
  }
  const foldOf = new Uint8Array(length)
  order.forEach((i, position) => {
    foldOf[i] = position % folds
  })
  return foldOf
}

function readRatings(text: string): Ratings {
  const users: string[] = []
  const items: string[] = []
  const values: number[] = []
  for (const { line, cells } of readCsv(text)) {
    if (line === 1) continue
    const [user = '', item = '', rating = ''] = cells
    if (rating.trim() === '' || Number.isNaN(Number(rating))) throw new Error(`Line ${line}: no rating`)
    users.push(user)
    items.push(item)
    values.push(Number(rating))
  }
  return { people: numbered(users), places: numbered(items), values: Float64Array.from(values) }
}

function generated(): Ratings {
  const [people, places, ratings] = [Number(size.people), Number(size.places), Number(size.ratings)]
  const rows = [...generateRatings({ people, places, ratings })]
  return {
    people: Int32Array.from(rows, ([person]) => person),
    places: Int32Array.from(rows, ([, place]) => place),
    values: Float64Array.from(rows, ([, , stars]) => stars),
  }
}

function numbered(names: string[]): Int32Array {
  const numbers = new Map([...new Set(names)].map((name, number) => [name, number]))
  return Int32Array.from(names, name => numbers.get(name) ?? 0)
}

function least(values: Float64Array): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
}
