import { expect, test } from 'vitest'
import type { Lunch } from './contract.ts'
import { type NextStep, nextStep, type TicketState, ticketSentence } from './next-step.ts'

const leaves = Date.parse('2026-11-20T17:00:00Z')
const [me, ben, ana] = ['Mia', 'Ben', 'Ana'].map((firstName, index) => ({
  ...{ id: index + 1, firstName, lastName: 'Sample', profileImageUrl: null },
})) as [Lunch['people'][0], Lunch['people'][0], Lunch['people'][0]]
const decision: Lunch['decision'] = { restaurantId: 7, name: 'Diner', how: 'votes', tied: [] }
const option = (voters: Lunch['people']) =>
  ({ restaurantId: 7, name: 'Diner', voters }) as Lunch['options'][0]
const lunch = (fields: Partial<Lunch> = {}) =>
  ({
    ...{ leavesAt: new Date(leaves).toISOString(), state: 'decided', decision, options: [option([])] },
    ...{ people: [me, ben], host: me, ...fields },
  }) as Lunch
const step = (fields: Partial<Lunch>, minutes: number, canNotify = true) =>
  nextStep(lunch(fields), me.id, { now: new Date(leaves + minutes * 60_000), canNotify })
const voting = { state: 'voting', decision: null } as const

test('the next step goes from the vote to “How was it?” by itself', () => {
  const voted = { ...voting, options: [option([me])] }
  const alone = { people: [me] }
  const way: [NextStep | null, Partial<Lunch>, number][] = [
    ['vote', voting, -90],
    ['share', { ...voted, ...alone }, -80],
    ['notify', voted, -70],
    ['notify', {}, -16],
    ['directions', {}, -15],
    ['directions', {}, 44],
    ['rate', {}, 45],
  ]
  for (const [next, fields, minutes] of way) expect([step(fields, minutes), minutes]).toEqual([next, minutes])
})

test('a step that can’t be taken is left out', () => {
  expect(step({}, -60, false), 'notifications are on, or can’t be').toBe('directions')
  const undecided = { ...voting, options: [option([me])] }
  expect(step(undecided, -60, false), 'no place to go to yet').toBe('share')
  expect(step({ people: [me] }, -10), 'the others before the way').toBe('share')
  expect(step({ decision: null }, 10), 'no place was left').toBeNull()
  expect(step({ state: 'cancelled' }, -60)).toBeNull()
})

test('each change by others or the clock is one sentence', () => {
  const state = (fields: Partial<TicketState> = {}): TicketState => ({
    ...{ people: [me], host: me, state: 'decided', decision, step: 'share', hasLeft: false },
    ...fields,
  })
  const said = (before: Partial<TicketState>, after: Partial<TicketState>) =>
    ticketSentence(state(before), state(after), me.id)
  expect(said({}, { people: [me, ben], step: 'notify' })).toBe('Ben Sample is in')
  expect(said({}, { people: [me, ben, ana] })).toBe('2 people are in')
  expect(said({ people: [me, ben] }, {})).toBe('Ben Sample is out')
  expect(said({}, { hasLeft: true, step: 'directions' })).toBe('Your lunch has left')
  expect(said({ hasLeft: true }, { hasLeft: true, step: 'rate' })).toBe('How was it at Diner?')
  expect(said({ step: 'vote' }, {}), 'the user’s own vote').toBeUndefined()
  expect(said({ people: [ben] }, { people: [ben, me] }), 'the user’s own joining').toBeUndefined()
  expect(said({ state: 'voting', people: [me, ben] }, {}), 'everybody is told').toBeUndefined()
  expect(said({ host: ben, people: [me, ben] }, {}), 'the new host is told').toBeUndefined()
})
