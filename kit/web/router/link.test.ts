import { expect, test, vi } from 'vitest'
import { isCurrentLink, onPlainClick } from './link.tsx'

test.each([
  ['/profile', '/profile?tab=visits', true],
  ['/profile', '/profile/edit', true],
  ['/profile', '/profiles', false],
  ['/', '/?campus=arden', true],
  ['/', '/admin', false],
  ['/admin?section=users', '/admin?section=users&q=ann', true],
  ['/admin?section=users', '/admin?section=alerts', false],
])('the link to %s is marked as current at %s: %s', (link, address, isCurrent) => {
  expect(isCurrentLink(link, new URL(address, 'http://here'))).toBe(isCurrent)
})

const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }

test.each([
  [{}, 1],
  [{ button: 1 }, 0],
  [{ button: 2 }, 0],
  [{ metaKey: true }, 0],
  [{ ctrlKey: true }, 0],
  [{ shiftKey: true }, 0],
  [{ altKey: true }, 0],
])('a click with %o opens a link in this page (%i), or is left to the browser', (how, times) => {
  const [open, preventDefault] = [vi.fn(), vi.fn()]
  onPlainClick(open)({ ...plain, ...how, preventDefault })
  expect([open.mock.calls.length, preventDefault.mock.calls.length]).toEqual([times, times])
})
