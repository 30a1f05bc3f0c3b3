import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { apiModules } from '#app/contract.ts'
import { MailedTo } from '#features/accounts/contract.ts'
import { AlertForm } from '#features/alerts/contract.ts'
import { MeetingPoint } from '#features/lunches/lunch-fields.ts'
import { RestaurantForm } from '#features/restaurants/contract.ts'
import { settings } from '#features/settings/contract.ts'
import type { Endpoint } from './endpoint.ts'
import { PageQuery } from './fields.ts'

/* What slides, documents and terminals bring along when text is copied from them. */

/** The schemas of all texts in the body of a call, by their paths. */
function textsIn(schema: z.core.$ZodType, path: string): [path: string, text: z.ZodMiniType][] {
  if (schema instanceof z.ZodMiniString) return [[path, schema]]
  if (schema instanceof z.ZodMiniPipe)
    return textsIn(schema.def.in, path).map(([at]) => [at, schema as z.ZodMiniType])
  if (schema instanceof z.ZodMiniObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => textsIn(field, `${path}.${name}`))
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.flatMap(option => textsIn(option, path))
  const { innerType, element } = schema._zod.def as { innerType?: z.core.$ZodType; element?: z.core.$ZodType }
  return [innerType, element].flatMap(inner => (inner ? textsIn(inner, path) : []))
}

const calls = apiModules.flatMap(({ exports }) =>
  Object.entries(exports).filter((entry): entry is [string, Endpoint] => Object(entry[1]).replies),
)
const texts = [
  ...calls.flatMap(([name, { body }]) => (body ? textsIn(body, name) : [])),
  ...Object.entries(settings).map(([key, { schema }]) => [`settings.${key}`, schema] as const),
]

/** Compared as they are, checked by the handler, or made by programs. */
const isExempt = (path: string) =>
  /password|token|department|expected|transports|endpoint|webhook|^undoOsm|^saveSetting\.(key|value)/i.test(
    path,
  )

test('no text of any call keeps a control character [T-21]', () => {
  const inputs = ['A\u0007\v\f\0\x85b', 'a\u0007na@example.org', 'https://a\u0007.example.org', '5\u0007']
  const keeping = texts.flatMap(([path, schema]) =>
    inputs.some(input => /[^\P{Cc}\n]/u.test(String(schema.safeParse(input).data))) ? [path] : [],
  )
  expect(keeping.filter(path => !isExempt(path))).toEqual([])
  expect(texts.length).toBeGreaterThan(100)
})

const { name, address, hours, websiteUrl } = RestaurantForm.shape
test.each<[z.ZodMiniType, string, string]>([
  [
    AlertForm.shape.message,
    '\u0007one\vtwo\fthree\x85four\u2028five\tsix\r\n\x1b[1mseven\0',
    'one\ntwo\nthree\nfour\nfive\tsix\r\n[1mseven',
  ],
  [settings.registration_message.schema, '\vWelcome\f\vall', 'Welcome\n\nall'],
  [name, 'Crane\vGarden\t\f2\x7f', 'Crane Garden 2'],
  [address, '1 Main St\vArden\u0000', '1 Main St Arden'],
  [hours, 'Mon 11-2\vTue 11-3\u0008', 'Mon 11-2; Tue 11-3'],
  [websiteUrl, 'exa\u0000mple.org/a\u0007b', 'https://example.org/ab'],
  [MeetingPoint, '\f', ''],
  [MailedTo.shape.email, 'ana\u0000@example.org\v', 'ana@example.org'],
  [settings.favorites_limit.schema, '5\u00000', '50'],
  [PageQuery.shape.search, 'crane\vgarden\u0000', 'crane garden'],
])('a copied text is tidied: %#', (schema, copied, tidy) => {
  expect(schema.parse(copied)).toBe(tidy)
})
