// On both engines: transactions, locks.
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteUser, updateUser } from '#features/accounts/users-contract.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { places, eater } = lunchesOf(app)
const { regular, regularOf, madeBy } = standingLunchesOf(app)
const admin = regularOf(await app.admin())
const root = app.as(await app.superUser())

// A Friday; the next Tuesday is the 24th.
const friday = '2026-11-20T15:00:00Z'
const tuesday = '2026-11-24'
const none = { id: 0 }
const local = (date: string, time: string) => new Date(`${date}T${time}:00-05:00`).toISOString()
const firstOf = async (standing: { id: number }) => (await madeBy(standing))[0] ?? { id: 0 }

beforeEach(async () => {
  app.clock.set(friday)
  for (const table of ['standingLunches', 'lunches', 'restaurants', 'auditLogs'] as const)
    await app.db.deleteFrom(table).execute()
})

describe('starting', () => {
  test('it is returned and listed as it was given, with its host as the first regular', async () => {
    const [one, two] = await places(2)
    const ana = await regular()
    const given = {
      weekdays: [1, 3],
      time: '11:45',
      decidesMinutesBefore: 0,
      restaurantIds: [two.id, one.id],
      meetingPoint: 'the lobby',
      note: 'Bring cash',
      seats: 8,
      department: ana.department,
      endsOn: '2026-12-31',
    }
    const { status, body } = await ana.tryRepeat({ ...given, weekdays: [3, 1, 3] })
    expect(status).toBe(201)
    const { profileImageUrl, ...person } = { ...ana, profileImageUrl: null }
    const face = { id: person.id, firstName: person.firstName, lastName: person.lastName, profileImageUrl }
    expect(body).toEqual({
      ...given,
      id: body.id,
      campusCode: 'arden',
      host: face,
      regulars: [face],
      skipped: [],
      version: body.version,
    })
    expect(await ana.seeStanding(body)).toEqual(body)
  })

  test.each([
    [{ endsOn: '2026-11-19' }, 'Choose a last day from today on'],
    [{ department: 'Finance' }, 'A lunch can be for your own department only'],
  ])('%j is rejected', async (fields, message) => {
    const reply = await (await regular()).tryRepeat(fields)
    expect([reply.status, reply.message]).toEqual([400, message])
  })

  test('a request that is repeated after a lost response makes no second one', async () => {
    const [one, two] = await places(2)
    const [ana, ben] = [await regular(), await regular()]
    const requested = { weekdays: [1, 3], restaurantIds: [two.id, one.id], note: 'Bring cash' }
    const first = await ana.repeat(requested)
    expect((await ana.repeat(requested)).id).toBe(first.id)
    expect(await madeBy(first)).toHaveLength(2)
    const message = 'You already host a lunch that repeats at that time. Change that one instead.'
    expect(await ana.tryRepeat({ ...requested, weekdays: [3], note: 'No cash' })).toMatchObject({
      status: 409,
      message,
    })
    for (const other of [{ weekdays: [2] }, { time: '12:15' }]) await ana.repeat({ ...requested, ...other })
    expect((await ben.repeat(requested)).host?.id, 'another host').toBe(ben.id)
  })

  test('one person hosts at most five', async () => {
    const ana = await regular()
    for (let i = 0; i < 5; i += 1) await ana.repeat({ weekdays: [i] })
    const { status, message } = await ana.tryRepeat({ weekdays: [5] })
    expect([status, message]).toEqual([
      409,
      'You already host five lunches that repeat. End one of them first.',
    ])
  })

  test('a department’s is only for it, for admins, and for a regular who has moved', async () => {
    const [ana, ben] = [await regular(), await regular()]
    const stranger = await regular({ department: 'Finance' })
    const standing = await ana.repeat({ department: 'Worship' })
    await ben.come(standing)
    await app.db.updateTable('users').set({ department: 'Finance' }).where('id', '=', ben.id).execute()
    for (const who of [ana, ben, admin]) expect(await who.seeStanding(standing)).toBeDefined()
    expect(await stranger.seeStanding(standing)).toBeUndefined()
    expect((await stranger.come(standing)).status).toBe(404)
    expect((await stranger.edit(standing, { note: 'x' })).status).toBe(404)
  })
})

describe('regulars', () => {
  test('one becomes a regular once, and stops; the next one is host, and without any it ends', async () => {
    const [ana, ben] = [await regular(), await regular()]
    const standing = await ana.repeat()
    await ben.come(standing)
    const { body } = await ben.come(standing)
    expect(body.regulars.map(({ id }) => id)).toEqual([ana.id, ben.id])
    expect((await ana.stop(standing)).body).toMatchObject({
      host: { id: ben.id },
      regulars: [{ id: ben.id }],
    })
    expect((await ana.stop(standing)).status, 'a second click').toBe(200)
    const lunch = await firstOf(standing)
    expect((await ben.stop(standing)).body).toMatchObject({ host: null, regulars: [] })
    expect(await ben.seeStanding(standing)).toBeUndefined()
    // Whoever is in a lunch that was made stays in it.
    expect((await ana.see(lunch)).body).toMatchObject({
      state: 'voting',
      people: [{ id: ana.id }],
      standing: null,
    })
  })

  test.each(['deleted', 'disabled'] as const)('an account that is %s is none any more', async how => {
    const [ana, ben] = [await regular(), await regular()]
    const [shared, alone] = [await ana.repeat({ weekdays: [1] }), await ana.repeat({ weekdays: [2] })]
    await ben.come(shared)
    const params = { id: ana.id }
    if (how === 'deleted') expect((await root.call(deleteUser, { params })).status).toBe(204)
    else expect((await root.call(updateUser, { params, body: { canLogin: false } })).status).toBe(200)
    expect(await ben.seeStanding(shared)).toMatchObject({ host: { id: ben.id }, regulars: [{ id: ben.id }] })
    expect(await ben.seeStanding(alone)).toBeUndefined()
  })
})

describe('changing', () => {
  test('lunches that are made follow, except in what was changed by hand', async () => {
    const [one, two, three] = await places(3)
    const [ana, ben] = [await regular(), await eater()]
    const standing = await ana.repeat({
      weekdays: [1, 2],
      restaurantIds: [one.id],
      meetingPoint: 'door',
    })
    const [first = none, second = none] = await madeBy(standing)
    await ana.change(second, { leavesAt: local('2026-11-25', '13:00') })
    await ben.join(first)
    const change = { time: '12:30', meetingPoint: 'gate', note: 'New', seats: 4 }
    expect((await ana.edit(standing, change)).body).toMatchObject(change)
    expect((await ana.see(first)).body).toMatchObject({
      leavesAt: local(tuesday, '12:30'),
      meetingPoint: 'gate',
      note: 'New',
      seats: 4,
      people: [{ id: ana.id }, { id: ben.id }],
    })
    expect((await ana.see(second)).body).toMatchObject({
      leavesAt: local('2026-11-25', '13:00'),
      meetingPoint: 'gate',
    })
    // A lunch that was changed by hand to what the standing lunch becomes later stays so, too.
    await ana.change(first, { note: 'By hand' })
    await ana.edit(standing, { note: 'By hand' })
    await ana.edit(standing, { note: 'Newer' })
    expect((await ana.see(first)).body.note).toBe('By hand')

    await ana.edit(standing, { restaurantIds: [two.id, three.id], decidesMinutesBefore: 60 })
    const { body: voting } = await ana.see(first)
    expect(voting).toMatchObject({ state: 'voting', decidesAt: local(tuesday, '11:30'), decision: null })
    await ana.add(first, one)
    await ana.edit(standing, { restaurantIds: [three.id] })
    const options = (await ana.see(first)).body.options.map(({ restaurantId }) => restaurantId)
    expect(options, 'what a person added stays').toEqual([three.id, one.id])
    await ana.closeVote(first, one.id)
    await ana.edit(standing, { restaurantIds: [two.id] })
    expect((await ana.see(first)).body.decision, 'somebody chose').toMatchObject({ restaurantId: one.id })
    expect((await ana.see(second)).body.decision).toMatchObject({ restaurantId: two.id, how: 'only' })

    const note = 'n'.repeat(300)
    await app.db.updateTable('standingLunches').set({ note }).execute()
    expect((await ana.edit(standing, { note, seats: 5 })).status, 'as it was stored once').toBe(200)
  })

  test('a day that is taken off ends its lunch as by deletion; one that is added is made', async () => {
    const [ana, guest] = [await regular(), await eater()]
    const standing = await ana.repeat({ weekdays: [0, 1] })
    const [monday = none, tuesday = none] = await madeBy(standing)
    await guest.join(tuesday)
    await ana.edit(standing, { weekdays: [2] })
    expect((await ana.see(monday)).body).toMatchObject({ state: 'cancelled', standing: null })
    expect((await ana.see(tuesday)).body).toMatchObject({ state: 'voting', standing: null })
    expect((await madeBy(standing)).map(({ date }) => date)).toEqual(['2026-11-25'])
    await ana.edit(standing, { weekdays: [0, 2] })
    expect((await madeBy(standing)).map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-25'])
  })

  test('deleting cancels the lunches that only regulars are in', async () => {
    const [ana, ben, guest] = [await regular(), await regular(), await eater()]
    const standing = await ana.repeat({ weekdays: [1, 2] })
    await ben.come(standing)
    const [alone = none, shared = none] = await madeBy(standing)
    await ben.join(alone)
    await guest.join(shared)
    expect((await ana.end(standing)).status).toBe(204)
    expect((await ana.see(alone)).body).toMatchObject({ state: 'cancelled', standing: null })
    expect((await ana.see(shared)).body).toMatchObject({ state: 'voting', standing: null })
    expect((await ana.end(standing)).status).toBe(404)
  })

  test('what administrators do with it is in the audit log', async () => {
    const ana = await regular()
    const standing = await ana.repeat()
    await ana.edit(standing, { note: 'Mine' })
    await admin.edit(standing, { note: 'Ours' })
    await admin.skip(standing, tuesday)
    await admin.unskip(standing, tuesday)
    await admin.end(standing)
    const { id } = standing
    expect(await app.audited()).toEqual([
      [
        'STANDING_LUNCH_UPDATED',
        admin.id,
        { id, hostId: ana.id, before: { note: 'Mine' }, after: { note: 'Ours' } },
      ],
      ['STANDING_LUNCH_UPDATED', admin.id, { id, hostId: ana.id, skipped: tuesday }],
      ['STANDING_LUNCH_UPDATED', admin.id, { id, hostId: ana.id, notSkipped: tuesday }],
      ['STANDING_LUNCH_DELETED', admin.id, { id, hostId: ana.id, weekdays: [1], leaves: '12:00' }],
    ])
  })
})
