import { expect, test } from 'vitest'
import type { Alert } from '../contract.ts'
import { alertsFor, dismissalKey } from './alert-choice.ts'

const alert = (id: number, change: Partial<Alert> = {}): Alert => ({
  id,
  title: `Alert ${id}`,
  message: 'Please read',
  severity: 'info',
  isActive: true,
  showOnLogin: true,
  showCornerAlert: true,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})

test('the most severe alerts come first, and among equals the latest', () => {
  const alerts = [
    alert(1),
    alert(2, { severity: 'warning' }),
    alert(3, { severity: 'danger' }),
    alert(4, { severity: 'warning' }),
    alert(5),
  ]
  expect(alertsFor(alerts, 'corner').map(({ id }) => id)).toEqual([3, 4, 2, 5, 1])
})

test('each place shows only active alerts that are meant for it', () => {
  const alerts = [
    alert(1, { showOnLogin: false }),
    alert(2, { showCornerAlert: false }),
    alert(3, { isActive: false }),
    alert(4, { showOnLogin: false, showCornerAlert: false }),
  ]
  expect(alertsFor(alerts, 'corner').map(({ id }) => id)).toEqual([1])
  expect(alertsFor(alerts, 'inline').map(({ id }) => id)).toEqual([2])
})

test('a dismissal ends when the text or severity changes, not when the alert moves to another place', () => {
  const read = dismissalKey(alert(1))
  expect(dismissalKey(alert(1, { showOnLogin: false, updatedAt: '2026-11-21T00:00:00.000Z' }))).toBe(read)
  expect(dismissalKey(alert(1, { message: 'Now closed' }))).not.toBe(read)
  expect(dismissalKey(alert(1, { severity: 'danger' }))).not.toBe(read)
})
