import { defaultDecidesAt, movedDecidesAt } from '#features/lunches/lunch-times.ts'
import { minutes } from '#kit/rules/units.ts'

/** A lunch as people understand it; times are in milliseconds. */
export type PlainLunch = {
  id: number
  host: number | null
  leavesAt: number
  decidesAt: number | null
  seats: number | null
  state: 'voting' | 'decided' | 'cancelled'
  people: number[]
  options: number[]
  /** The places that each person votes for. */
  votes: Record<number, number[]>
  /** Of a draw among tied places, 0 until it is known which one it is. */
  decision: { place: number; how: 'only' | 'votes' | 'draw' | 'host'; tied: number[] } | null
  takeBackUntil: number
  hostLeft?: { who: number; at: number } | undefined
}

export type Deed = {
  who: number
  place: number
  places: number[]
  before?: number[] | undefined
  move: boolean
  hostAgain: boolean
  ifAlone: boolean
  seats: number | null
  leavesAt: number
}

export class Rejected extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
const reject = (status: number, message: string): never => {
  throw new Rejected(status, message)
}

/** What people may do with lunches, and what comes of it. Whatever is rejected changes nothing. */
export class LunchModel {
  now = 0
  lunches: PlainLunch[] = []
  /** The places that can't be chosen at the moment, and the names of all. */
  readonly disabled = new Set<number>()
  readonly #names: Map<number, string>

  constructor(places: { id: number; name: string }[]) {
    this.#names = new Map(places.map(({ id, name }) => [id, name]))
  }

  /** Closes the votes that are due, as any reader does. */
  catchUp(): void {
    for (const lunch of this.lunches)
      if (lunch.state === 'voting' && (lunch.decidesAt ?? 0) <= this.now) this.#decide(lunch)
  }

  start({ who, places, seats, leavesAt, move }: Deed): PlainLunch {
    if (places.length === 0) reject(400, 'Choose at least one place')
    this.#requireAvailable(places)
    const hosted = this.lunches.filter(one => one.host === who && this.isAhead(one))
    if (hosted.length >= 3) reject(409, 'You already host three lunches. Cancel one of them first.')
    const lunch: PlainLunch = {
      ...{ id: 0, host: who, leavesAt, decidesAt: null, seats, people: [], options: places, votes: {} },
      ...{ state: 'voting', decision: null, takeBackUntil: 0 },
    }
    this.#enter(lunch, who, move)
    if (places.length > 1) lunch.decidesAt = this.#defaultEnd(leavesAt)
    else this.#settle(lunch, { place: places[0] ?? 0, how: 'only', tied: [] })
    this.lunches.push(lunch)
    return lunch
  }

  join(lunch: PlainLunch, { who, move, hostAgain }: Deed): void {
    if (!lunch.people.includes(who)) this.#enter(lunch, who, move)
    const { hostLeft } = lunch
    if (!hostAgain || hostLeft?.who !== who || this.now >= hostLeft.at + 1 * minutes) return
    lunch.host = who
    lunch.hostLeft = undefined
  }

  leave(lunch: PlainLunch, { who }: Deed): void {
    if (lunch.people.includes(who)) this.#exit(lunch, who, { who, at: this.now })
  }

  vote(lunch: PlainLunch, { who, places, before, move }: Deed): void {
    this.#requireOpen(lunch)
    this.#requireAvailable(places)
    this.#requireAmong(lunch, places)
    if (!lunch.people.includes(who)) this.#enter(lunch, who, move)
    const had = lunch.votes[who] ?? []
    // Only what the page changes, which may have missed votes of another device.
    lunch.votes[who] = before
      ? [...had.filter(id => places.includes(id) || !before.includes(id))].concat(
          places.filter(id => !before.includes(id) && !had.includes(id)),
        )
      : places
  }

  add(lunch: PlainLunch, { who, place }: Deed): void {
    this.#requireOpen(lunch)
    if (!lunch.people.includes(who)) reject(403, 'Join this lunch to add a place')
    this.#requireAvailable([place])
    if (!lunch.options.includes(place)) lunch.options.push(place)
  }

  close(lunch: PlainLunch, { who }: Deed): void {
    if (lunch.host !== who) reject(403, 'Only the host can settle the vote')
    this.#requireOpen(lunch)
    this.#decide(lunch)
    lunch.takeBackUntil = this.now + 1 * minutes
  }

  choose(lunch: PlainLunch, { who, place }: Deed): void {
    if (lunch.host !== who) reject(403, 'Only the host can settle the vote')
    const isUndecided = lunch.state === 'decided' && lunch.decision === null
    if (!isUndecided) this.#requireOpen(lunch)
    this.#requireAvailable([place])
    if (!isUndecided) this.#requireAmong(lunch, [place])
    this.#settle(lunch, { place, how: 'host', tied: [] })
    if (!isUndecided) lunch.takeBackUntil = this.now + 1 * minutes
  }

  reopen(lunch: PlainLunch, { who }: Deed): void {
    if (lunch.host !== who) reject(403, 'Only the host can open the vote again')
    if (lunch.state === 'voting') return
    const isTakenBack = this.now <= lunch.takeBackUntil
    if (!isTakenBack && !this.disabled.has(lunch.decision?.place ?? 0))
      reject(409, 'The vote can be opened again only if its place is no longer available')
    const end = isTakenBack ? (lunch.decidesAt ?? 0) : 0
    lunch.decidesAt = this.now < end && end <= lunch.leavesAt ? end : this.#defaultEnd(lunch.leavesAt)
    Object.assign(lunch, { state: 'voting', decision: null, takeBackUntil: 0 })
  }

  change(lunch: PlainLunch, { who, seats, leavesAt }: Deed): void {
    if (lunch.host !== who) reject(403, 'Only the host can change this lunch')
    this.#requireApart(this.#overlapping(who, { ...lunch, leavesAt }), false)
    const count = lunch.people.length
    if (seats !== null && seats < count) reject(409, `${count} people are already in`)
    const { decidesAt } = lunch
    if (lunch.state === 'voting' && decidesAt !== null && leavesAt !== lunch.leavesAt) {
      const before = { leavesAt: new Date(lunch.leavesAt), decidesAt: new Date(decidesAt) }
      lunch.decidesAt = movedDecidesAt(before, new Date(leavesAt), new Date(this.now)).getTime()
    }
    Object.assign(lunch, { seats, leavesAt })
  }

  cancel(lunch: PlainLunch, { who, ifAlone }: Deed): void {
    if (lunch.host !== who) reject(403, 'Only the host can change this lunch')
    if (ifAlone && lunch.people.length > 1) reject(409, 'Others are in too, so it isn’t cancelled')
    if (ifAlone) Object.assign(lunch, { people: [], votes: {}, host: null })
    lunch.state = 'cancelled'
  }

  requireAhead({ state, leavesAt }: PlainLunch): void {
    if (state === 'cancelled') reject(409, 'This lunch was cancelled')
    if (leavesAt <= this.now) reject(409, 'This lunch has left')
  }

  readonly isOpen = (place: number): boolean => !this.disabled.has(place)

  isAhead({ state, leavesAt }: PlainLunch): boolean {
    return state !== 'cancelled' && leavesAt > this.now
  }

  #overlapping(who: number, lunch: PlainLunch): PlainLunch[] {
    const isNear = (one: PlainLunch) => Math.abs(one.leavesAt - lunch.leavesAt) <= 90 * minutes
    return this.lunches.filter(
      one => one.id !== lunch.id && one.people.includes(who) && this.isAhead(one) && isNear(one),
    )
  }

  #requireApart(others: PlainLunch[], move: boolean): void {
    if (others.length > 0 && !move) reject(409, 'You are already in Robin’s lunch')
  }

  #enter(lunch: PlainLunch, who: number, move: boolean): void {
    if (lunch.seats !== null && lunch.people.length >= lunch.seats) reject(409, 'This lunch is full')
    const others = this.#overlapping(who, lunch)
    this.#requireApart(others, move)
    for (const other of others) this.#exit(other, who)
    lunch.people.push(who)
  }

  #exit(lunch: PlainLunch, who: number, hostLeft?: PlainLunch['hostLeft']): void {
    lunch.people = lunch.people.filter(id => id !== who)
    delete lunch.votes[who]
    lunch.takeBackUntil = 0
    const [next] = lunch.people
    if (next === undefined) lunch.state = 'cancelled'
    else if (lunch.host === who) Object.assign(lunch, { host: next, hostLeft })
  }

  #decide(lunch: PlainLunch): void {
    const open = lunch.options.filter(this.isOpen)
    const votesOf = (id: number) => Object.values(lunch.votes).filter(places => places.includes(id)).length
    const most = Math.max(...open.map(votesOf))
    const best = open.filter(id => votesOf(id) === most)
    const [first = 0] = best
    if (open.length === 0) this.#settle(lunch, null)
    else if (open.length === 1 && most === 0) this.#settle(lunch, { place: first, how: 'only', tied: [] })
    else if (best.length === 1) this.#settle(lunch, { place: first, how: 'votes', tied: [] })
    else this.#settle(lunch, { place: 0, how: 'draw', tied: best })
  }

  #settle(lunch: PlainLunch, decision: PlainLunch['decision']): void {
    Object.assign(lunch, { state: 'decided', decision, takeBackUntil: 0 })
  }

  #requireOpen({ state }: PlainLunch): void {
    if (state !== 'voting') reject(409, 'The vote is closed')
  }

  #requireAvailable(places: number[]): void {
    const gone = places.find(id => this.disabled.has(id))
    if (gone !== undefined) reject(409, `${this.#names.get(gone)} is not available right now`)
  }

  #requireAmong({ options }: PlainLunch, places: number[]): void {
    const other = places.find(id => !options.includes(id))
    if (other !== undefined) reject(409, `${this.#names.get(other)} is not among the places of this lunch`)
  }

  #defaultEnd = (leavesAt: number) => defaultDecidesAt(new Date(leavesAt), new Date(this.now)).getTime()
}
