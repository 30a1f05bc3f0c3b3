import { expect, test, vi } from 'vitest'
import { onPlainClick } from './plain-click.ts'

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
