import { expect, test } from 'vitest'
import { dismissToast, shownToast, toast } from './toast-store.ts'

test('a new toast replaces the current one, and dismissing the old one does not close it', () => {
  const first = toast({ title: 'First' })
  const second = toast({ title: 'Second' })
  dismissToast(first)
  expect(shownToast.get()).toMatchObject({ title: 'Second', open: true })
  dismissToast(second)
  expect(shownToast.get()).toMatchObject({ title: 'Second', open: false })
})
