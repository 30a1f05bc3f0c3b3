import * as z from 'zod/mini'
import { type Diet, diets } from '#kit/rules/diets.ts'

/* Checks that columns of several tables share. A list is stored as text that both engines store and compare alike. */

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
/** The days of the week, from Monday (0). */
export const readDaysColumn = (text: string): number[] => [...text].map(Number)
export const Latitude = z.number().check(z.minimum(-90), z.maximum(90))
export const Longitude = z.number().check(z.minimum(-180), z.maximum(180))
export const Stars = z.int().check(z.minimum(1), z.maximum(5))
export const Position = z.int().check(z.minimum(0), z.maximum(1_000_000))
export const Count = z.int().check(z.minimum(0))
export const ImageHash = z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')))

export const DietsColumn = z._default(text(200), '')
export const readDietsColumn = (text: string): Diet[] => {
  const names = text.split(',')
  return diets.filter(diet => names.includes(diet))
}
