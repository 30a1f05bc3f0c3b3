import * as z from 'zod/mini'
import { readOpeningTimes } from '#domain/read-opening-times.ts'

/* Checks that columns of several tables share. */

const withoutNul = (value: string) => !value.includes('\0')
export const text = (max: number) =>
  z.string().check(z.maxLength(max), z.refine(withoutNul, 'must not contain NUL'))
export const nullableText = (max: number) => z.nullable(text(max))
export const name = (max: number) => text(max).check(z.minLength(1))
export const Time = z.iso.datetime()
export const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day'))
/** Local time. */
export const ClockTime = text(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time'))
/** Digits from 0 (Monday) to 6 (Sunday). */
export const WeekdayDigits = text(7).check(z.regex(/^[0-6]*$/, 'must be days of the week'))
export const Latitude = z.number().check(z.minimum(-90), z.maximum(90))
export const Longitude = z.number().check(z.minimum(-180), z.maximum(180))
export const Stars = z.int().check(z.minimum(1), z.maximum(5))
export const Position = z.int().check(z.minimum(0), z.maximum(1_000_000))
export const Count = z.int().check(z.minimum(0))
export const ImageHash = z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')))

// A sign-in computes with the parameters of the hash, so only
// ours are accepted: others could cost minutes and gigabytes.
export const PasswordHash = z
  .string()
  .check(
    z.regex(
      /^\$argon2id\$v=19\$m=(\d{1,5}),t=([1-9]),p=[1-4]\$[\w+/]{16,88}\$[\w+/]{16,88}$/,
      'is not one of ours',
    ),
  )

export const DietsColumn = z._default(text(200), '')

export const TiedColumn = z.nullable(
  text(200).check(z.regex(/^\[(\d{1,10}(,\d{1,10})*)?\]$/, 'must be a list of ids')),
)

// Older rows have only the text of the hours. The opening times are read from it, as in the migration.
export const withOpeningTimes = (row: Record<string, unknown>) => {
  if ('openingTimes' in row || typeof row.hours !== 'string') return row
  const times = readOpeningTimes(row.hours)
  return { ...row, openingTimes: times && JSON.stringify(times) }
}
