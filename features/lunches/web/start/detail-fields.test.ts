import { expect, test } from 'vitest'
import { areDetailsRight } from './detail-fields.tsx'

test('seats that a lunch has already may stay, others are checked', () => {
  const opened = { meetingPoint: '', note: '', seats: '60' }
  expect(areDetailsRight({ ...opened, note: 'Bring a coat' }, opened)).toBe(true)
  expect(areDetailsRight({ ...opened, seats: '61' }, opened)).toBe(false)
  expect(areDetailsRight(opened)).toBe(false)
})
