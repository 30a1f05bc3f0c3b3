import { expect, test, vi } from 'vitest'
import { isCurrentLink, onPlainClick } from './link.tsx'

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

const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }

function click(how: Partial<typeof plain>) {
  const open = vi.fn()
  const preventDefault = vi.fn()
  onPlainClick(open)({ ...plain, ...how, preventDefault })
  return { opens: open.mock.calls.length, isPrevented: preventDefault.mock.calls.length > 0 }
}

test('a plain click on a link opens it in this page', () => {
  expect(click({})).toEqual({ opens: 1, isPrevented: true })
})

test.each([
  { button: 1 },
  { button: 2 },
  { metaKey: true },
  { ctrlKey: true },
  { shiftKey: true },
  { altKey: true },
])('the browser handles a click with %o', how => {
  expect(click(how)).toEqual({ opens: 0, isPrevented: false })
})
