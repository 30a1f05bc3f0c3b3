import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { detailSchemas } from './detail-fields.tsx'

test('seats that a lunch has already may stay, others are checked', () => {
  const saved = { meetingPoint: '', note: '', seats: '60' }
  const form = z.object(detailSchemas(saved))
  expect(form.parse({ ...saved, note: ' Bring a coat ' })).toEqual({
    meetingPoint: null,
    note: 'Bring a coat',
    seats: 60,
  })
  expect(form.safeParse({ ...saved, seats: '61' }).success).toBe(false)
  expect(z.object(detailSchemas()).safeParse(saved).success).toBe(false)
})
