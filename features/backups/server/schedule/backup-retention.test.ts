import { expect, test } from 'vitest'
import type { Backup } from '../../contract.ts'
import { expiredBackups } from './backup-retention.ts'

const now = new Date('2026-11-20T12:00:00Z')
const made = (kind: Backup['kind'], daysAgo: number): Backup => {
  const timestamp = new Date(now.getTime() - daysAgo * 24 * 3_600_000).toISOString()
  return { filename: `${kind} ${daysAgo}`, kind, timestamp, size: 1, hasImages: true, isReadable: true }
}
const days = (count: number) => Array.from({ length: count }, (_, day) => day)
const left = (files: Backup[], keep: number) => {
  const gone = new Set(expiredBackups(files, keep, now))
  return files.filter(file => !gone.has(file)).map(({ filename }) => filename)
}

test('of a year of daily backups, the last fourteen stay, and the last of each week for two months', () => {
  const kept = left(
    days(365).map(day => made('scheduled', day)),
    14,
  )
  expect(kept.slice(0, 14)).toEqual(days(14).map(day => `scheduled ${day}`))
  // 2026-11-20 was a Friday, so the Sundays lie 5, 12, 19 … days back.
  expect(kept.slice(14)).toEqual([19, 26, 33, 40, 47, 54].map(day => `scheduled ${day}`))
})

test('ten safety backups stay, and manual and uploaded backups are never removed', () => {
  const files = [
    ...days(15).map(day => made('safety', day)),
    ...days(400).map(day => made('backup', day)),
    ...days(400).map(day => made('uploaded', day)),
  ]
  expect(expiredBackups(files, 1, now).map(({ filename }) => filename)).toEqual(
    [10, 11, 12, 13, 14].map(day => `safety ${day}`),
  )
})

test('the order of the files does not affect which backups stay', () => {
  const files = days(100).map(day => made('scheduled', day))
  expect(left(files.toReversed(), 3).toSorted()).toEqual(left(files, 3).toSorted())
})

test('backups dated in the future by a wrong clock do not displace those made after its correction', () => {
  const ahead = days(12).map(day => made('safety', day - 400))
  const since = [made('safety', 0), made('safety', 1)]
  expect(left([...ahead, ...since], 14)).toEqual([
    ...ahead.slice(0, 8).map(({ filename }) => filename),
    'safety 0',
    'safety 1',
  ])
  const scheduled = [made('scheduled', -400), made('scheduled', 0)]
  expect(left(scheduled, 1)).toContain('scheduled 0')
})
