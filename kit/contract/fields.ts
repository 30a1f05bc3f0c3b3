import * as z from 'zod/mini'
import { tidyEmail } from '#kit/rules/addresses/email-domains.ts'
import { hasHostName, withScheme } from '#kit/rules/addresses/web-address.ts'
import { diets } from '#kit/rules/diets.ts'
import { parseRole, roles } from '#kit/rules/roles.ts'
import { tidyName } from '#kit/rules/texts/names.ts'
import { inOneLine, trimText, withoutControls, withoutInvisible } from '#kit/rules/texts/text.ts'
import { described, documented } from './documented.ts'

// The largest value of an integer column on every engine.
const largestId = 2_147_483_647

/** A positive integer. */
export const Id = z.int().check(z.positive(), z.maximum(largestId))

/**
 * The id of something chosen in a form; `required` is shown if nothing is. An id that is too large for any
 * column becomes one that doesn't exist.
 */
export const chosenId = (required: string) =>
  z.pipe(
    z.int({ error: required }).check(z.positive(required)),
    z.transform((id: number) => (id > largestId ? unknownId : id)),
  )
const unknownId = 0

/** A whole number in the address: digits as text. */
export const NumberText = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,10}$/, 'Must be a whole number')), z.transform(Number)),
  z.int().check(z.minimum(0)),
)

const IdText = z.pipe(
  NumberText,
  z.int().check(z.positive('Must be a positive number'), z.maximum(largestId)),
)

/**
 * A list in the address: repeated (`id=1&id=2`), separated by commas, or both. `problem` is the message if the value is
 * no text, or one that `pattern` doesn't match; without it, empty parts are left out.
 */
export const listInAddress = <Item>(
  items: z.ZodMiniType<Item, string>,
  {
    maxLength = 500,
    pattern = /(?:)/,
    problem,
  }: { maxLength?: number; pattern?: RegExp; problem?: string } = {},
) =>
  z.pipe(
    z.pipe(
      z.pipe(
        z.union([z.string(), z.array(z.string())], { ...(problem && { error: problem }) }),
        z.transform(given => [given].flat().join(',')),
      ),
      z.pipe(
        z.string().check(z.maxLength(maxLength), z.regex(pattern, problem)),
        z.transform(text => text.split(',').filter(Boolean)),
      ),
    ),
    z.array(items),
  )

/** Yes or no in the address. */
export const Flag = z.pipe(
  z.pipe(
    z.enum(['true', 'false', '1', '0']),
    z.transform(text => text === 'true' || text === '1'),
  ),
  z.boolean(),
)
export const IdParams = z.object({ id: described(IdText, 'The id of the item that the call is about.') })

/** ISO 8601, UTC. */
export const Timestamp = documented(z.string(), { format: 'date-time' })

/** `updatedAt` of the version that was edited. If omitted, the edit replaces any version. */
export const ExpectedUpdatedAt = z.optional(z.nullable(Timestamp))

/** A time of the wall clock: 'HH:MM'. */
export const LocalTime = z
  .string({ error: 'Choose a time' })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time from 00:00 to 23:59'))

const mondayFirst = { description: 'From 0 (Monday) to 6 (Sunday)', minimum: 0, maximum: 6 }

export const Weekday = documented(z.int(), mondayFirst)

/** Days of the week that are chosen; repeated ones count once. */
export const Weekdays = z
  .array(documented(z.int().check(z.minimum(0), z.maximum(6)), mondayFirst), {
    error: 'Choose at least one day',
  })
  .check(
    z.minLength(1, 'Choose at least one day'),
    z.maxLength(7),
    z.overwrite(days => [...new Set(days)].toSorted((a, b) => a - b)),
  )

/** A day of the calendar: 'YYYY-MM-DD'. */
export const Day = z.iso.date({ error: 'Must be a date, such as 2026-11-21' })

/** A name or code to look something up by: any text that a database can compare. PostgreSQL can't store a NUL. */
export const Key = z.string().check(
  z.maxLength(300, 'At most 300 characters are allowed'),
  z.refine(text => !/\p{Cc}/u.test(text), 'Line breaks and control characters are not allowed'),
)

/** Trims a text, also of characters that no one sees, and drops control characters. */
export const trimmed = () => z.overwrite<string>(text => trimText(withoutControls(text)))

/** Text of several lines: trimmed, without other control characters. */
export const paragraph = (tooLong: string, max: number) =>
  z.string().check(trimmed(), z.maxLength(max, tooLong))

/** One line of text: trimmed, without control characters. Unless it is `required`, it may be empty. */
export const line = (max: number, required?: string) =>
  lineOf(max, required, text => trimText(inOneLine(text)))

/** A street address in one line: also without invisible characters inside, which no map understands. */
export const Address = lineOf(300, 'Address is required', text => withoutInvisible(inOneLine(text)))

/** One line of text, tidied in its own way. */
export function lineOf(max: number, required: string | undefined, tidy: (text: string) => string) {
  return z.string({ ...(required && { error: required }) }).check(
    z.overwrite(tidy),
    ...(required ? [z.minLength(1, required)] : []),
    z.maxLength(max, `At most ${max} characters are allowed`),
    z.refine(text => !/[\n\r]/.test(text), 'Line breaks are not allowed'),
  )
}

/** What to look for in texts. */
export const SearchText = z.string().check(z.overwrite(inOneLine), z.maxLength(200))

/** A name: a line whose blanks are single spaces. */
export const nameLine = (max: number, required: string) => line(max, required).check(z.overwrite(tidyName))

// zod's own, and a domain may have letters of any script.
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}·・-]*\.)+[\p{L}\p{M}]{2,}$/u

export const invalidEmail = 'Please enter a valid email address'
export const Email = z
  .string({ error: invalidEmail })
  .check(
    z.overwrite(tidyEmail),
    z.maxLength(254, invalidEmail),
    z.email({ pattern: emailPattern, error: invalidEmail }),
  )

const passwordTooShort = 'Password must be at least 6 characters'
const passwordTooLong = 'Password must be at most 256 characters'
/** In composed form, so that it is the same password on every keyboard. */
export const newPassword = (tooShort = passwordTooShort) =>
  z
    .string({ error: tooShort })
    .check(z.normalize('NFC'), z.minLength(6, tooShort), z.maxLength(256, passwordTooLong))
/** A password that may be older than that rule: of any form. */
export const currentPassword = (required: string) =>
  givenPassword(required).check(z.refine(text => text.normalize('NFD').length >= 6, required))

/** A password to compare: the limit counts its composed form, whichever way the keyboard wrote it. */
export const givenPassword = (required?: string) =>
  z
    .string({ ...(required && { error: required }) })
    .check(z.refine(text => text.normalize('NFC').length <= 256, passwordTooLong))

export const Role = z.enum(roles)
/** A role as it is sent: the spelling `superuser` is accepted, too. */
export const RoleInput = z.pipe(
  z.string().check(z.refine(text => parseRole(text) !== null, 'Role must be user, admin or super-user')),
  z.transform(text => parseRole(text) ?? 'user'),
)

export const FirstName = nameLine(100, 'First name is required')
export const LastName = nameLine(100, 'Last name is required')

export const Diets = z.array(z.enum(diets))
export const DietsInput = z.pipe(
  z.array(z.enum(diets)).check(z.maxLength(20)),
  z.transform(chosen => diets.filter(diet => chosen.includes(diet))),
)

/** A web address that is safe to link to: http or https, without user name and password. */
export const WebUrl = z.string().check(
  z.overwrite(withScheme),
  z.maxLength(2048, 'The web address is too long'),
  z.url({ protocol: /^https?$/, error: 'Please enter a web address that starts with http:// or https://' }),
  z.refine(
    text => !/^https?:\/\/[^/?#]*@/i.test(text),
    'The web address must not contain a user name or password',
  ),
)

/** A web address as it is entered. What was stored before stays readable. */
export const Website = WebUrl.check(
  z.refine(hasHostName, 'Please check the web address: it has no valid host name'),
)

/** Optional query parameters of the lists that can grow; the total comes in the header X-Total-Count. */
export const SearchQuery = described(
  z.optional(SearchText),
  'Only items that contain this text, in any case.',
)

export const PageQuery = z.object({
  limit: described(
    z.optional(z.pipe(NumberText, z.int().check(z.minimum(1), z.maximum(1000)))),
    'At most this many items.',
  ),
  offset: described(z.optional(NumberText), 'How many items to skip.'),
  search: SearchQuery,
})

/** More query parameters of such a list: the key to sort by, and the direction. */
export const sortQuery = <const Keys extends readonly [string, ...string[]]>(keys: Keys) => ({
  sort: described(z.optional(z.enum(keys)), 'The field to sort by.'),
  order: described(z.optional(z.enum(['asc', 'desc'])), 'The direction of sorting.'),
})

export const NoContent = z.void()
export const Message = z.object({ message: z.string() })
/** A response that is a file: it is sent unchanged, with the media type that the endpoint names in `produces`. */
export const Bytes = documented(z.custom<Uint8Array>(), { type: 'string', format: 'binary' })
/** A response that stays open: server-sent events, which the endpoint lists in `events`. */
export const EventStream = documented(z.custom<never>(), { type: 'string' })

const degrees = (most: number, required: string, outOfRange: string) =>
  z.number({ error: required }).check(z.minimum(-most, outOfRange), z.maximum(most, outOfRange))
export const Latitude = degrees(90, 'Latitude is required', 'Latitude must be from -90 to 90')
export const Longitude = degrees(180, 'Longitude is required', 'Longitude must be from -180 to 180')
