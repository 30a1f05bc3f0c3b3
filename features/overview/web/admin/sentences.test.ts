import { expect, test } from 'vitest'
import { departmentsSentence, weeksSentence } from './sentences.ts'

const department = (name: string, raters: number, people: number) => ({ name, raters, people })

test('a department leads only if no other one has rated as much', () => {
  const [care, groups] = [department('Care', 3, 3), department('Groups', 1, 3)]
  const said = (...departments: ReturnType<typeof department>[]) => departmentsSentence(departments)
  expect(said(groups, care)).toBe('4 of 6 people rated in the last 90 days; Care leads with 100%.')
  expect(said(care, groups, department('Worship', 8, 8))).toBe(
    '12 of 14 people rated in the last 90 days; 2 departments lead with 100%.',
  )
  expect(said(department('Care', 0, 1))).toBe('0 of 1 person rated in the last 90 days.')
})

test('the week with the most ratings need not have most of them', () => {
  const week = (from: string, ratings: number, lunches = 0) => ({ from, ratings, lunches })
  expect(weeksSentence([week('2026-11-09', 5), week('2026-11-16', 4, 1), week('2026-11-23', 3)])).toBe(
    '12 ratings in 3 weeks, the most in the week of Nov 9 (5); 3 so far this week. 1 lunch in the same time.',
  )
})
