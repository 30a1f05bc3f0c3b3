import * as z from 'zod/mini'
import type { Endpoint } from '#kit/contract/endpoint.ts'

/* Values made from the contract: what a schema takes, and what it must not take. */

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export const schemaOf = (part: Endpoint['body'] | Endpoint['query']): JsonSchema =>
  part ? (z.toJSONSchema(part as never, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {}

/** The one of several alternatives that says the most, which is the first of these. */
const chosen = (schema: JsonSchema): JsonSchema => {
  const first = (schema.anyOf ?? schema.oneOf)?.[0]
  return first ? chosen(first) : schema
}

/** The fields of an object that an example has: those that are required, or if none is, the first one. */
function fieldsOf(schema: JsonSchema): [name: string, schema: JsonSchema][] {
  const { properties = {}, required = [] } = chosen(schema)
  const all = Object.entries(properties)
  const needed = all.filter(([name]) => required.includes(name))
  return needed.length > 0 ? needed : all.slice(0, 1)
}

/** A value that the schema accepts; `known` makes the values of fields by name, whose meaning no schema tells. */
export async function exampleOf(
  schema: JsonSchema,
  known: Record<string, () => unknown> = {},
): Promise<unknown> {
  const { type, items, minItems = 0, ...one } = chosen(schema)
  if (one.const !== undefined) return one.const
  if (one.enum) return one.enum[0]
  if (type === 'object') {
    const example: Record<string, unknown> = {}
    for (const [name, inner] of fieldsOf(schema))
      example[name] = known[name] ? await known[name]() : await exampleOf(inner, known)
    return example
  }
  if (type === 'array') return minItems > 0 ? [await exampleOf(items ?? {}, known)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(one.minimum ?? 1, 1)
  return 'Sample'
}

/**
 * A value that a field must not take: where it is, what is wrong with it, and the whole that holds it. `isMaybe`: no schema
 * tells whether the field takes it.
 */
export type Wrong = { path: (string | number)[]; kind: string; value: unknown; isMaybe?: true }

/** Every way in which a value can break this schema, as JSON or, in an address or a form with a file, as text. */
export async function wrongValues(schema: JsonSchema, way: 'json' | 'text' = 'json'): Promise<Wrong[]> {
  const all = schema.anyOf ?? schema.oneOf ?? [schema]
  const one = chosen(schema)
  const types = all.flatMap(({ type }) => type ?? [])
  const wrong = wrongScalars(one)
    .filter(([, value]) => way === 'json' || typeof value === 'string')
    .map(([kind, value]): Wrong => ({ path: [], kind, value }))
  if (way === 'json' && types.length > 0) {
    if (!types.includes('null')) wrong.push({ path: [], kind: 'null', value: null })
    const strange = types.includes('string') ? (types.includes('number') ? {} : 7) : 'text'
    wrong.push({ path: [], kind: 'another type', value: strange })
  }
  if (one.type === 'array')
    for (const { path, value, ...rest } of await wrongValues(one.items ?? {}, way))
      wrong.push({ ...rest, path: [0, ...path], value: [value] })
  if (one.type === 'object') {
    const example = (await exampleOf(one)) as Record<string, unknown>
    for (const [name, inner] of Object.entries(one.properties ?? {})) {
      const isRequired = one.required?.includes(name)
      if (isRequired) wrong.push({ path: [name], kind: 'missing', value: { ...example, [name]: undefined } })
      const maybe = wrongMaybe(name, inner).map(
        ([kind, value]): Wrong => ({ path: [], kind, value, isMaybe: true }),
      )
      // What may be left out may be null.
      for (const { path, value, ...rest } of [...(await wrongValues(inner, way)), ...maybe])
        if (isRequired || rest.kind !== 'null' || path.length > 0)
          wrong.push({ ...rest, path: [name, ...path], value: { ...example, [name]: value } })
    }
  }
  return wrong
}

function wrongScalars({ type, items, ...one }: JsonSchema): [kind: string, value: unknown][] {
  const wrong: [string, unknown][] = []
  const smallest = one.minimum ?? (one.exclusiveMinimum === undefined ? undefined : one.exclusiveMinimum + 1)
  if (one.enum) wrong.push(['not in the list', 'unknown'])
  if (one.minLength) wrong.push(['empty', ''], ['blank', ' '])
  if (one.maxLength) wrong.push([`longer than ${one.maxLength}`, 'x'.repeat(one.maxLength + 1)])
  if (one.format === 'email') wrong.push(['no address', 'nobody'])
  if (one.format?.startsWith('date')) wrong.push(['no date', '2026-02-30'])
  else if (one.pattern) wrong.push(['another form', '?!'])
  if (type === 'integer') wrong.push(['a fraction', 1.5])
  if (type === 'integer' || type === 'number') wrong.push(['digits as text', '3'])
  if (smallest !== undefined && smallest > -1000) wrong.push([`less than ${smallest}`, smallest - 1])
  if (one.maximum !== undefined && one.maximum < 2 ** 40)
    wrong.push([`more than ${one.maximum}`, one.maximum + 1])
  if (one.minItems) wrong.push(['an empty list', []])
  if (one.maxItems)
    wrong.push([`more than ${one.maxItems} of them`, Array.from({ length: one.maxItems + 1 }, () => ({}))])
  return wrong
}

function wrongMaybe(name: string, schema: JsonSchema): [kind: string, value: string][] {
  const { type, format, pattern, maxLength, enum: values } = chosen(schema)
  const maybe: [string, string][] = []
  if (type !== 'string' || format || values) return maybe
  if (pattern?.startsWith('^\\d')) maybe.push(['zero', '0'])
  if (maxLength && !pattern) maybe.push(['two lines', 'two\nlines'])
  if (name === 'campusCode' || name === 'department') maybe.push(['unknown', 'nowhere'])
  return maybe
}
