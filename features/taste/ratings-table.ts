/** Ratings as columns: `people[i]` gave `places[i]` the stars `values[i]`. */
export type Ratings = { people: Int32Array; places: Int32Array; values: Float64Array }

/** Numbers the ids of the kept ratings from 0, in order of appearance; `ids` maps the numbers back to ids. */
export function columnOf(
  kept: Int32Array,
  ids: Int32Array,
): { member: Int32Array; size: number; ids: Int32Array } {
  const numbers = new Map<number, number>()
  const member = kept.map(i => {
    const id = ids[i] as number
    const known = numbers.get(id)
    if (known !== undefined) return known
    numbers.set(id, numbers.size)
    return numbers.size - 1
  })
  return { member, size: numbers.size, ids: Int32Array.from(numbers.keys()) }
}

/** The ratings of member m are `ratings[start[m]]` up to, but not including, `ratings[start[m + 1]]`. */
export function groupBy(member: Int32Array, size: number): { start: Int32Array; ratings: Int32Array } {
  const start = new Int32Array(size + 1)
  for (const m of member) start[m + 1] = (start[m + 1] as number) + 1
  for (let m = 0; m < size; m += 1) start[m + 1] = (start[m + 1] as number) + (start[m] as number)
  const next = start.slice()
  const ratings = new Int32Array(member.length)
  member.forEach((m, rating) => {
    const at = next[m] as number
    ratings[at] = rating
    next[m] = at + 1
  })
  return { start, ratings }
}

/** Fills an array with pseudo-random numbers around zero, always the same ones: traits must start somewhere. */
export function scatter(values: Float64Array, deviation: number, seed: number): void {
  let state = seed * 7919
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let m = 0; m < values.length; m += 1)
    values[m] = deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}
