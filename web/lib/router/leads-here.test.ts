import { expect, test } from 'vitest'
import { leadsHere } from './leads-here.ts'

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://here')
  return { pathname, search }
}

test('a link marks itself on its page, and on those below it', () => {
  expect(leadsHere('/profile', at('/profile?tab=visits'))).toBe(true)
  expect(leadsHere('/profile', at('/profile/edit'))).toBe(true)
  expect(leadsHere('/profile', at('/profiles'))).toBe(false)
})

test('Home is above no other page', () => {
  expect(leadsHere('/', at('/?campus=arden'))).toBe(true)
  expect(leadsHere('/', at('/admin'))).toBe(false)
})

test('what the link says after its question mark must be in sight, too', () => {
  expect(leadsHere('/admin?section=users', at('/admin?section=users&q=ann'))).toBe(true)
  expect(leadsHere('/admin?section=users', at('/admin?section=alerts'))).toBe(false)
})
