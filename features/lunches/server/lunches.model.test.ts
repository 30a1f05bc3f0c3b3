// On both engines: races.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { minutes, seconds } from '#kit/rules/units.ts'
import { type Deed, LunchModel, type PlainLunch, Rejected } from '#tests/support/people/lunch-model.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import type { Lunch } from '../contract.ts'

/*
 * Lunches by the rules that people know (tests/support/people/lunch-model.ts), whatever they do, in turn or at once: seats, one
 * lunch at a time, votes, draws, hosts and ends.
 */

const app = await startApp({ RATE_LIMITS: 'off' })
const { db } = app
// On SQLite another server can't run in this process: a request that waits for the lock would block both.
const { databaseUrl } = app.deps.config
const twin = databaseUrl === null ? app : await startApp({ DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' })
const { places } = lunchesOf(app)
const root = app.as(await app.superUser())

const step = fc.record({
  kind: fc.constantFrom(
    ...(['vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'join', 'join'] as const),
    ...(['join', 'leave', 'start', 'close', 'choose', 'reopen', 'reopen', 'add', 'change'] as const),
    ...(['change', 'cancel', 'toggle', 'wait', 'wait'] as const),
  ),
  who: fc.nat(3),
  /** What only hosts may do, mostly they do. */
  asHost: fc.constantFrom(true, true, false),
  which: fc.nat(2),
  isOver: fc.constantFrom(false, false, false, false, true),
  place: fc.nat(3),
  places: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
  /** The votes that a page knows: all, none, those it wants, or it doesn't say. */
  before: fc.constantFrom('all', 'none', 'wanted', undefined),
  move: fc.boolean(),
  hostAgain: fc.boolean(),
  ifAlone: fc.boolean(),
  seats: fc.constantFrom(null, 2, 3),
  // Multiples of 40 seconds; what ends does so at least ten seconds before or after.
  passed: fc.constantFrom(40 * seconds, 40 * seconds, 2 * minutes, 12 * minutes, 40 * minutes),
  ahead: fc.constantFrom(18 * minutes, 60 * minutes, 100 * minutes, 200 * minutes),
})
const begin = step.map(one => ({ ...one, kind: 'start' as const, places: [0, 1, 2], ahead: 200 * minutes }))
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function newWorld() {
  const all = await places(4)
  const users = [await app.user(), await app.user(), await app.user(), await app.user()]
  const people = users.map((user, i) => lunchesOf(i % 2 ? twin : app).eaterOf(user))
  const reader = lunchesOf(app).eaterOf(await app.user())
  const model = new LunchModel(all)
  model.now = Date.parse('2026-11-20T15:00:00Z')
  const versions = new Map<number, { version: number; text: string }>()
  const idsOf = (indexes: number[]) => indexes.map(i => all[i]?.id ?? 0)

  /** What a step sends, and what the model says of it; undefined if there is nothing to do it with. */
  function planned({ kind, who, which, asHost, isOver, ...fields }: Step) {
    const ahead = model.lunches.filter(one => model.isAhead(one) !== isOver)
    const lunch = ahead[which % ahead.length]
    const host = people.find(({ id }) => id === lunch?.host)
    const isForHosts = ['close', 'choose', 'reopen', 'change', 'cancel'].includes(kind)
    const person = (isForHosts && asHost && host) || people[who] || reader
    const [place = 0] = kind === 'toggle' && model.disabled.size > 1 ? model.disabled : idsOf([fields.place])
    const deed: Deed = {
      ...fields,
      who: person.id,
      place,
      places: idsOf(fields.places),
      before:
        fields.before &&
        { all: lunch?.votes[person.id] ?? [], none: [], wanted: idsOf(fields.places) }[fields.before],
      leavesAt: model.now + fields.ahead + 20 * seconds,
    }
    const { move, hostAgain, ifAlone, seats, before } = deed
    const chosen = deed.places.map(id => ({ id }))
    const leavesAt = new Date(deed.leavesAt).toISOString()
    if (kind === 'toggle') {
      const disabled = model.isOpen(place)
      const sent = () => root.call(updateRestaurant, { params: { id: place }, body: { disabled } })
      const follow = () => {
        if (disabled) model.disabled.add(place)
        else model.disabled.delete(place)
        model.catchUp()
      }
      return { sent, follow }
    }
    if (kind === 'start') {
      if (ahead.length > 2) return undefined
      const sent = () => person.tryStart(chosen as never, { leavesAt, seats, move })
      return { sent, follow: () => model.start(deed) }
    }
    if (!lunch || kind === 'wait') return undefined
    const sends = {
      join: () => person.join(lunch, { move, hostAgain }),
      leave: () => person.leave(lunch),
      vote: () => person.vote(lunch, chosen, { move, ...(before && { before }) }),
      add: () => person.add(lunch, { id: place }),
      close: () => person.closeVote(lunch),
      choose: () => person.closeVote(lunch, place),
      reopen: () => person.reopen(lunch),
      change: () => person.change(lunch, { leavesAt, seats }),
      cancel: () => person.cancel(lunch, ifAlone ? { ifAlone: '1' } : {}),
    }
    const follow = () => {
      model.requireAhead(lunch)
      model[kind](lunch, deed)
    }
    return { sent: sends[kind], follow }
  }

  async function take(one: Step) {
    if (one.kind === 'wait') {
      model.now += one.passed
      return
    }
    for (const { clock } of [app, twin]) clock.set(new Date(model.now).toISOString())
    // An administrator reads no lunches: a vote that is due closes afterwards, without the place.
    if (one.kind !== 'toggle') model.catchUp()
    const plan = planned(one)
    if (!plan) return void (await expectTold(one.kind))
    const known = model.lunches.length
    const expected = outcomeOf(plan.follow)
    const { status, message, body } = await plan.sent()
    const made = model.lunches[known]
    if (made) made.id = (body as { id: number }).id
    expect([one.kind, status < 300 || status, message?.replace(/ at \d+:\d+( PM)?$/, '')]).toEqual([
      one.kind,
      ...expected,
    ])
    const list = await expectTold(one.kind)
    if (body && 'people' in body) expect(list.find(({ id }) => id === body.id)).toEqual(body)
  }

  /** Every lunch in the list is as the model tells it, and has another version if it isn't as it was before. Returns the list. */
  async function expectTold(kind: Step['kind']) {
    const list = await reader.list()
    const lunches = model.lunches.toSorted((a, b) => a.leavesAt - b.leavesAt || a.id - b.id)
    for (const [i, { decision, ...lunch }] of lunches.entries()) {
      const seen = list[i]
      if (decision?.place === 0 && seen?.decision) decision.place = seen.decision.restaurantId
      if (decision?.how === 'draw') expect(decision.tied).toContain(decision.place)
      const late = Date.parse(seen?.decidesAt ?? '') - (lunch.decidesAt ?? Number.NaN)
      expect(Math.abs(late)).not.toBeGreaterThan(5 * seconds)
    }
    expect(list.map(shown)).toEqual(lunches.map(lunch => told(lunch, model)))
    for (const [i, { version, decidesAt, ...lunch }] of list.entries()) {
      if (decidesAt) Object.assign(lunches[i] as PlainLunch, { decidesAt: Date.parse(decidesAt) })
      const before = versions.get(lunch.id)
      const text = JSON.stringify([decidesAt, lunch])
      // A place that closes touches the lunches ahead, whatever they show of it.
      if (before && kind !== 'toggle')
        expect([kind, version > before.version]).toEqual([kind, text !== before.text])
      versions.set(lunch.id, { version, text })
    }
    return list
  }

  return { take, planned }
}

function outcomeOf(follow: () => unknown): [status: number | true, message: string | undefined] {
  try {
    follow()
    return [true, undefined]
  } catch (error) {
    if (error instanceof Rejected) return [error.status, error.message]
    throw error
  }
}

const shown = ({ host, people, options, gone = [], decision, ...lunch }: Lunch) => ({
  ...{ id: lunch.id, leavesAt: Date.parse(lunch.leavesAt), seats: lunch.seats, state: lunch.state },
  ...{ hasVote: lunch.decidesAt !== null, host: host?.id ?? null, people: people.map(({ id }) => id) },
  options: [...options].map(({ restaurantId, voters }) => [restaurantId, voters.map(({ id }) => id)]),
  gone: gone.map(({ restaurantId, voters }) => [restaurantId, voters.map(({ id }) => id)]),
  decision: decision && {
    ...{ place: decision.restaurantId, how: decision.how, tied: decision.tied },
    ...{ isGone: decision.gone === true, mayBeTakenBack: decision.takeBackUntil !== undefined },
  },
})

const told = (lunch: PlainLunch, model: LunchModel) => {
  const { id, leavesAt, seats, state, host, people, options, votes, decision } = lunch
  const withVoters = options.map(place => [place, people.filter(who => votes[who]?.includes(place))] as const)
  const isShown = ([place]: readonly [number, unknown]) => state !== 'voting' || model.isOpen(place)
  return {
    ...{ id, leavesAt, seats, state, host, people, hasVote: lunch.decidesAt !== null },
    options: withVoters.filter(isShown),
    gone: withVoters.filter(option => !isShown(option) && option[1].length > 0),
    decision: decision && {
      ...decision,
      isGone: !model.isOpen(decision.place),
      mayBeTakenBack: lunch.takeBackUntil > 0,
    },
  }
}

test('lunches go by their rules after any steps in turn, and hold together after any at once [T-111]', async () => {
  const steps = fc.array(step, { minLength: 20, maxLength: 50, size: 'max' })
  await fc.assert(
    fc.asyncProperty(begin, begin, steps, steps, async (first, second, inTurn, atOnce) => {
      for (const table of ['lunches', 'restaurants'] as const) await db.deleteFrom(table).execute()
      const { take, planned } = await newWorld()
      for (const one of [first, second, ...inTurn]) await take(one)
      // Only the host of one moves others into two lunches.
      const twice = await expectConsistent()
      const sent = atOnce.flatMap(one => (one.kind === 'change' ? [] : (planned(one) ?? [])))
      const replies = await Promise.all(sent.map(one => one.sent()))
      for (const { status } of replies) expect([200, 201, 204, 400, 403, 409]).toContain(status)
      expect((await expectConsistent()).filter(id => !twice.includes(id))).toEqual([])
    }),
    {
      ...(process.env.EVERYTHING === 'true' ? { numRuns: 60 } : { numRuns: 12, seed: 56 }),
      interruptAfterTimeLimit: 40_000,
    },
  )
})

/** Whoever is in, the seats and the host fit together. Returns who is in two lunches at about the same time. */
async function expectConsistent(): Promise<number[]> {
  const rows = await db.selectFrom('lunches').selectAll().execute()
  const people = await db.selectFrom('lunchPeople').selectAll().execute()
  for (const row of rows) {
    const isIn = people.filter(({ lunchId }) => lunchId === row.id).map(({ userId }) => userId)
    expect(row.peopleCount).toBe(isIn.length)
    expect(isIn.length).toBeLessThanOrEqual(row.seats ?? Infinity)
    if (isIn.length === 0) expect(row.state).toBe('cancelled')
    else expect(isIn).toContain(row.hostId)
    expect(row.decidedHow !== null && row.state === 'voting').toBe(false)
  }
  const now = app.clock.now().toISOString()
  const ahead = rows.filter(({ state, leavesAt }) => state !== 'cancelled' && leavesAt > now)
  const isTwice = (userId: number) => {
    const isIn = new Set(people.filter(one => one.userId === userId).map(({ lunchId }) => lunchId))
    const times = ahead.filter(({ id }) => isIn.has(id)).map(({ leavesAt }) => Date.parse(leavesAt))
    return times.sort().some((time, i) => time - (times[i - 1] ?? 0) <= 90 * minutes)
  }
  return people.map(({ userId }) => userId).filter(isTwice)
}
