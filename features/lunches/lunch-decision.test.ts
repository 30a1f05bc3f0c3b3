import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from './lunch-decision.ts'

const vote = (...votes: number[]) => votes.map((count, index) => ({ restaurantId: index + 1, votes: count }))
const never = () => {
  throw new Error('nothing is to be drawn')
}

describe('a vote', () => {
  test('is won by the place with the most votes', () => {
    expect(decide(vote(1, 3, 2), never)).toEqual({ restaurantId: 2, how: 'votes', tied: [] })
  })
  test('is drawn between the places with the most votes', () => {
    expect(decide(vote(2, 1, 2), () => 1)).toEqual({ restaurantId: 3, how: 'draw', tied: [1, 3] })
  })
  test('is drawn between all places if no one has voted', () => {
    expect(decide(vote(0, 0, 0), () => 0)).toEqual({ restaurantId: 1, how: 'draw', tied: [1, 2, 3] })
  })
  test('needs no draw if there is only one place', () => {
    expect(decide(vote(0), never)).toEqual({ restaurantId: 1, how: 'only', tied: [] })
    expect(decide(vote(4), never)).toEqual({ restaurantId: 1, how: 'votes', tied: [] })
  })
  test('without any place has no result', () => {
    expect(decide([], never)).toBeNull()
  })
})

const votes = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 8 })

test('each tied place is equally likely: every random number chooses a different one', () => {
  fc.assert(
    fc.property(votes, counts => {
      const all = vote(...counts)
      const tied = counts.filter(count => count === Math.max(...counts)).length
      fc.pre(tied > 1)
      let asked = 0
      const winners = Array.from({ length: tied }, (_, drawn) =>
        decide(all, below => {
          asked = below
          return drawn
        }),
      )
      expect(asked).toBe(tied)
      expect(new Set(winners.map(winner => winner?.restaurantId)).size).toBe(tied)
    }),
  )
})
