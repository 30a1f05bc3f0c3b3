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

export const schemaOf = (part: NonNullable<Endpoint['body']>) =>
  z.toJSONSchema(part as never, { io: 'input', unrepresentable: 'any' }) as JsonSchema

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
