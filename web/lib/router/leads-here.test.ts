import { expect, test } from 'vitest'
import { leadsHere } from './leads-here.ts'

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://here')
  return { pathname, search }
}

test('a link is marked as current on its page and on pages below it', () => {
  expect(leadsHere('/profile', at('/profile?tab=visits'))).toBe(true)
  expect(leadsHere('/profile', at('/profile/edit'))).toBe(true)
  expect(leadsHere('/profile', at('/profiles'))).toBe(false)
})

test('the link to Home is current only on Home', () => {
  expect(leadsHere('/', at('/?campus=arden'))).toBe(true)
  expect(leadsHere('/', at('/admin'))).toBe(false)
})

test('all query parameters of the link must be in the current address, too', () => {
  expect(leadsHere('/admin?section=users', at('/admin?section=users&q=ann'))).toBe(true)
  expect(leadsHere('/admin?section=users', at('/admin?section=alerts'))).toBe(false)
})
