import * as z from 'zod/mini'
import { documentation } from '#kit/contract/documented.ts'

export type Json = Record<string, unknown>
type Schema = z.ZodMiniType

/** A module of the contract: the tag that its calls get, and what it exports. */
export type ApiModule = { name: string | null; description: string; exports: Record<string, unknown> }

/** Every thing that the contract exports is a component, by the name of its export; texts and numbers aren't things. */
function nameSchemas(modules: readonly ApiModule[]): void {
  for (const [name, schema] of modules.flatMap(({ exports }) => Object.entries(exports))) {
    if (!(schema instanceof z.ZodMiniObject || schema instanceof z.ZodMiniDiscriminatedUnion)) continue
    if (!/^[A-Z]/.test(name)) continue
    if (documentation.get(schema)?.id === undefined)
      documentation.add(schema, { ...documentation.get(schema), id: name } as never)
  }
}

/** Turns schemas of the contract into JSON Schema, and collects the components that they refer to. */
export function createSchemas(modules: readonly ApiModule[]) {
  nameSchemas(modules)
  const components = new Map<string, Json>()

  /** What is sent to a client (`output`), or what a client sends (`input`). */
  const describe = (schema: Schema, io: 'input' | 'output'): Json => {
    const json = z.toJSONSchema(schema, {
      metadata: documentation,
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => tidy(jsonSchema as Json, io),
    }) as Json
    const { $defs = {}, $schema: _, ...root } = json as Json & { $defs?: Record<string, Json> }
    const names = nameComponents($defs, io)
    for (const [name, definition] of Object.entries($defs))
      components.set(names.get(name) ?? name, referTo(names, definition) as Json)
    return referTo(names, root) as Json
  }

  /** A form that differs from what is sent under the same name gets a name of its own. */
  const nameComponents = (definitions: Record<string, Json>, io: string): Map<string, string> => {
    const names = new Map(Object.keys(definitions).map(name => [name, name]))
    let renamed: string[]
    do {
      renamed = Object.entries(definitions).flatMap(([name, definition]) => {
        const existing = components.get(name)
        const isTaken = existing && JSON.stringify(existing) !== JSON.stringify(referTo(names, definition))
        return isTaken && names.get(name) === name ? [name] : []
      })
      if (renamed.length > 0 && io === 'output') throw new Error(`Two components are called ${renamed[0]}`)
      for (const name of renamed) names.set(name, `${name}Input`)
    } while (renamed.length > 0)
    return names
  }

  return { describe, components }
}
export type Schemas = ReturnType<typeof createSchemas>

const prefix = '#/$defs/'
function referTo(names: Map<string, string>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => referTo(names, item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    if (key !== '$ref' || typeof inner !== 'string') return [key, referTo(names, inner)]
    const name = inner.slice(prefix.length)
    return [key, `#/components/schemas/${names.get(name) ?? name}`]
  })
  return Object.fromEntries(entries)
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Leaves out what only our own validation needs, and makes room for fields that replies get later. */
function tidy(schema: Json, io: 'input' | 'output'): void {
  const { extraProperties, format, additionalProperties } = schema
  if (extraProperties) {
    schema.properties = { ...(schema.properties as Json), ...(extraProperties as Json) }
    delete schema.extraProperties
    delete schema.additionalProperties
  }
  if (isEmpty(additionalProperties) || (io === 'output' && additionalProperties === false))
    delete schema.additionalProperties
  if (['date', 'date-time', 'email', 'uri'].includes(String(format))) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
