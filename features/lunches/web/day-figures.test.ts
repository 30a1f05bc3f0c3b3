import { expect, test } from 'vitest'
import { dateLabel, figureLabel } from './day-figures.ts'

const zone = 'America/New_York'
const at = (iso: string) => new Date(iso)

test('a card shows the day of a lunch that isn’t today', () => {
  const label = (iso: string) => [figureLabel(iso, now, zone), dateLabel(iso, now, zone)]
  const now = at('2026-11-20T15:00:00Z')
  expect(label('2026-11-20T17:05:00Z')).toEqual(['12:05 PM', null])
  expect(label('2026-11-21T17:00:00Z')).toEqual(['Sat 12:00', 'Tomorrow'])
  expect(label('2026-11-23T23:30:00Z')).toEqual(['Mon 6:30', 'Nov 23'])
})
