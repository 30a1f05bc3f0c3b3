import * as z from 'zod/mini'
import { Id, line, paragraph } from '#kit/contract/fields.ts'
import { seatsRange, seatsTexts } from './lunch-seats.ts'

/* What forms of lunches share. */

/** Accepts a time in any zone and converts it to UTC. */
export const Moment = z.pipe(
  z.iso.datetime({ offset: true, error: 'Must be a date and time' }),
  z.transform(text => new Date(text).toISOString()),
)

/** null or only blanks clear the field. */
export const optional = (text: z.ZodMiniType<string, string>) =>
  z.optional(
    z.pipe(
      z.nullable(text),
      z.transform(given => given || null),
    ),
  )
export const MeetingPoint = line(80)
export const Seats = z
  .int({ error: seatsTexts.whole })
  .check(z.minimum(seatsRange.min, seatsTexts.min), z.maximum(seatsRange.max, seatsTexts.max))

/** How many restaurants a vote may have. */
export const maxPlaces = 8
export const LunchNote = paragraph('A note has at most 200 characters', 200)
export const RestaurantIds = z
  .array(Id)
  .check(z.maxLength(maxPlaces, `At most ${maxPlaces} places are allowed`))
