// On both engines: the statements that find what a group visited, hid and liked.
import { beforeEach, describe, expect, test } from 'vitest'
import { updateProfile } from '#features/accounts/contract.ts'
import { suggestPlaces } from '#features/lunches/lunch-suggestions-contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { addVisit, hideRestaurant } from '#features/visits/contract.ts'
import type { Diet } from '#kit/rules/diets.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { eater } = lunchesOf(app)

beforeEach(async () => {
  for (const table of ['lunches', 'restaurants', 'tasteModels'] as const)
    await app.db.deleteFrom(table).execute()
  // 10 AM on a Friday in New York.
  app.clock.set('2026-11-20T15:00:00Z')
})

type Eater = Awaited<ReturnType<typeof eater>>
const ask = (who: Eater, lunch: { id: number }) => who.call(suggestPlaces, idParams(lunch))
const suggested = async (who: Eater, lunch: { id: number }) => (await ask(who, lunch)).body
const ids = (list: { restaurantId: number }[]) => list.map(({ restaurantId }) => restaurantId)

/** A place whose ratings have this average. */
const rated = (average: number, count = 1, fields: Partial<Row<'restaurants'>> = {}) =>
  app.restaurant({ ratingCount: count, ratingSum: average * count, ...fields })

/** A lunch with two other places on its vote and these people, of whom the first is the host. */
async function lunchOf(people: Eater[]) {
  const [host, ...others] = people
  const lunch = await (host ?? expect.fail()).start([await rated(5), await rated(5)])
  for (const other of others) await other.join(lunch)
  return lunch
}

describe('suggestions', () => {
  test('of the best average come first, those without ratings last, and never more than three', async () => {
    const ana = await eater()
    const [good, best, unknown] = [await rated(4), await rated(4.5, 2), await app.restaurant()]
    const lunch = await lunchOf([ana])
    expect(await suggested(ana, lunch)).toEqual([
      { restaurantId: best.id, expected: 4.5, reasons: [{ kind: 'average', count: 2 }] },
      { restaurantId: good.id, expected: 4, reasons: [{ kind: 'average', count: 1 }] },
      { restaurantId: unknown.id, expected: null, reasons: [] },
    ])
    const more = await rated(4.8, 5)
    expect(ids(await suggested(ana, lunch))).toEqual([more.id, best.id, good.id])
    await ana.add(lunch, more)
    expect(ids(await suggested(ana, lunch))).toEqual([best.id, good.id, unknown.id])
  })

  test('leave out what is disabled, hidden by one of them, closed then, lately visited or elsewhere', async () => {
    const [ana, ben, other] = [await eater(), await eater(), await eater()]
    const evenings = JSON.stringify([{ day: 4, start: '18:00', end: '22:00' }])
    const [kept, hidden, visited] = [await rated(2), await rated(5), await rated(5)]
    await rated(5, 1, { disabled: true })
    await rated(5, 1, { campusCode: 'eastAsheville' })
    await rated(5, 1, { openingTimes: evenings })
    await ben.call(hideRestaurant, { params: { restaurantId: hidden.id } })
    await other.call(addVisit, { body: { restaurantId: visited.id } })
    const lunch = await lunchOf([ana, ben])
    const found = ids(await suggested(ana, lunch))
    expect(found).toContain(kept.id)
    expect(found).not.toContain(hidden.id)
    expect(found).not.toContain(visited.id)
    app.clock.advance({ days: 8 })
    const cal = await eater()
    const later = await lunchOf([cal])
    expect(ids(await suggested(cal, later))).toContain(visited.id)
  })

  test('are there while the vote is open', async () => {
    const ana = await eater()
    const lunch = await lunchOf([ana])
    await ana.closeVote(lunch)
    expect(await ask(ana, lunch)).toMatchObject({ status: 409, message: 'The vote is closed' })
    await ana.cancel(lunch)
    expect(await ask(ana, lunch)).toMatchObject({ status: 409, message: 'This lunch was cancelled' })
  })

  test('of three people are by average, too, while what was learned knows no place', async () => {
    const people = [await eater(), await eater(), await eater()]
    app.deps.jobs.tasteFitting.wake()
    await app.deps.jobs.tasteFitting.settled()
    const [unknown, good] = [await app.restaurant(), await rated(4)]
    const lunch = await lunchOf(people)
    expect(await suggested(people[0] ?? expect.fail(), lunch)).toEqual([
      { restaurantId: good.id, expected: 4, reasons: [{ kind: 'average', count: 1 }] },
      { restaurantId: unknown.id, expected: null, reasons: [] },
    ])
  })

  test('of three people are what they would like together; reasons count at least three and name nobody', async () => {
    const crew = await Promise.all(Array.from({ length: 10 }, () => eater()))
    const grills = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.restaurant()))
    const cafes = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.restaurant()))
    // The first half loves grills, the others cafes; the first three haven't rated the last of each.
    for (const [n, who] of crew.entries())
      for (const [m, { id }] of [...grills, ...cafes].entries())
        if (!(n < 3 && m % 6 === 5))
          await who.call(createRating, { body: { restaurantId: id, value: m < 6 === n < 5 ? 5 : 1 } })
    app.deps.jobs.tasteFitting.wake()
    await app.deps.jobs.tasteFitting.settled()
    const lunch = await lunchOf(crew.slice(0, 2))
    const few = await suggested(crew[0] ?? expect.fail(), lunch)
    expect(few.flatMap(({ reasons }) => reasons.map(({ kind }) => kind))).not.toContain('people')
    await crew[2]?.join(lunch)
    const found = await suggested(crew[0] ?? expect.fail(), lunch)
    expect(found).toHaveLength(3)
    for (const { restaurantId, expected, reasons } of found) {
      expect(grills.map(({ id }) => id)).toContain(restaurantId)
      expect(expected).toBeGreaterThan(3.5)
      for (const reason of reasons)
        if (reason.kind === 'people') expect(reason.count).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('diets', () => {
  const share = async (who: Row<'users'>, diets: Diet[], dietsAtLunches = true) => {
    const { firstName, lastName, email, campusCode, department } = who
    const body = { firstName, lastName, email, campusCode, department, diets, dietsAtLunches }
    const reply = await app.as(who).call(updateProfile, { params: { id: who.id }, body })
    expect(reply).toMatchObject({ status: 200, body: { dietsAtLunches } })
  }

  test('are considered only from three people on, and said of what fits alone', async () => {
    const [ana, ben, cal] = [await eater(), await eater(), await eater()]
    await share(ana, ['vegan'])
    await share(cal, ['halal'])
    await share(ben, ['kosher'], false)
    const [both, vegan, meat] = [
      await rated(2, 1, { diets: 'vegan,halal' }),
      await rated(3, 1, { diets: 'vegan' }),
      await rated(4),
    ]
    const lunch = await ana.start([both, vegan])
    await ben.join(lunch)
    const saying = async () => (await ana.see(lunch)).body.options.map(({ fitsDiets }) => fitsDiets)
    expect(await saying()).toEqual([undefined, undefined])
    expect(ids(await suggested(ana, lunch))).toEqual([meat.id])
    await cal.join(lunch)
    expect(await saying()).toEqual([true, undefined])
    const text = JSON.stringify((await ben.see(lunch)).body)
    for (const word of ['vegan', 'halal', 'kosher', 'dietsAtLunches', 'false'])
      expect(text).not.toContain(word)
    // Nothing else fits: as if no one shared.
    expect(await suggested(ana, lunch)).toEqual([
      { restaurantId: meat.id, expected: 4, reasons: [{ kind: 'average', count: 1 }] },
    ])
    const other = await rated(1, 1, { diets: 'vegan,halal,kosher' })
    expect(await suggested(ana, lunch)).toMatchObject([{ restaurantId: other.id, fitsDiets: true }])
    await cal.leave(lunch)
    expect(await saying()).toEqual([undefined, undefined])
  })

  test('are off from the start; a change in the profile is seen in the lunch at once', async () => {
    const people = [await eater(), await eater(), await eater()]
    const [ana] = people
    if (!ana) expect.fail()
    const place = await rated(3, 1, { diets: 'vegan' })
    const lunch = await ana.start([place, await rated(4)])
    for (const other of people.slice(1)) await other.join(lunch)
    const { version } = (await ana.see(lunch)).body
    await share(ana, ['vegan'], false)
    expect((await ana.see(lunch)).body).toMatchObject({ version, options: [{ restaurantId: place.id }, {}] })
    expect((await ana.see(lunch)).body.options[0]).not.toHaveProperty('fitsDiets')
    await share(ana, ['vegan'])
    const after = (await ana.see(lunch)).body
    expect([after.version, after.options[0]?.fitsDiets]).toEqual([version + 1, true])
  })
})
