import { expect, test, vi } from 'vitest'
import { currentToast, dismissToast, subscribeToToasts, toast } from './toast-store.ts'

test('a new toast replaces the current one, and dismissing the old one does not close it', () => {
  toast({ title: 'First' })
  const first = currentToast()
  toast({ title: 'Second' })
  dismissToast(first?.id ?? -1)
  expect(currentToast()).toMatchObject({ title: 'Second', open: true })
})

test('dismissing closes the current toast and notifies the listeners', () => {
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
