import { expect, test } from 'vitest'
import { isCurrentLink } from './is-current-link.ts'

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://here')
  return { pathname, search }
}

test('a link is marked as current on its page and on pages below it', () => {
  expect(isCurrentLink('/profile', at('/profile?tab=visits'))).toBe(true)
  expect(isCurrentLink('/profile', at('/profile/edit'))).toBe(true)
  expect(isCurrentLink('/profile', at('/profiles'))).toBe(false)
})

test('the link to Home is current only on Home', () => {
  expect(isCurrentLink('/', at('/?campus=arden'))).toBe(true)
  expect(isCurrentLink('/', at('/admin'))).toBe(false)
})

test('all query parameters of the link must be in the current address, too', () => {
  expect(isCurrentLink('/admin?section=users', at('/admin?section=users&q=ann'))).toBe(true)
  expect(isCurrentLink('/admin?section=users', at('/admin?section=alerts'))).toBe(false)
})
