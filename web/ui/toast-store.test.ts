import { expect, test, vi } from 'vitest'
import { currentToast, dismissToast, subscribeToToasts, toast } from './toast-store.ts'

test('a new toast replaces the shown one, and closing the old one leaves it alone', () => {
  toast({ title: 'First' })
  const first = currentToast()
  toast({ title: 'Second' })
  dismissToast(first?.id ?? -1)
  expect(currentToast()).toMatchObject({ title: 'Second', open: true })
})

test('dismissing closes the shown toast and tells the listeners', () => {
  const listener = vi.fn()
  const stop = subscribeToToasts(listener)
  toast({ title: 'Third' })
  dismissToast(currentToast()?.id ?? -1)
  expect(currentToast()?.open).toBe(false)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  toast({ title: 'Fourth' })
  expect(listener).toHaveBeenCalledTimes(2)
})
