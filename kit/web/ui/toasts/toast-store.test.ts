import { expect, test, vi } from 'vitest'
import { dismissToast, shownToast, toast } from './toast-store.ts'

test('a new toast replaces the current one, and dismissing the old one does not close it', () => {
  toast({ title: 'First' })
  const first = shownToast.get()
  toast({ title: 'Second' })
  dismissToast(first?.id ?? -1)
  expect(shownToast.get()).toMatchObject({ title: 'Second', open: true })
})

test('dismissing closes the current toast and notifies the listeners', () => {
  const listener = vi.fn()
  const stop = shownToast.subscribe(listener)
  toast({ title: 'Third' })
  dismissToast(shownToast.get()?.id ?? -1)
  expect(shownToast.get()?.open).toBe(false)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  toast({ title: 'Fourth' })
  expect(listener).toHaveBeenCalledTimes(2)
})
