import * as z from 'zod/mini'

/** What the API's description says about a schema, in addition to what can be read from the schema itself. */
export const documentation = z.registry<Record<string, unknown>>()

/** Documents a schema with keywords of JSON Schema; they replace those that are made from the schema. */
export function documented<S extends z.ZodMiniType>(schema: S, keywords: Record<string, unknown>): S {
  documentation.add(schema, keywords)
  return schema
}

/** The schema with what it means. It is a copy, since the same schema may mean something else in other places. */
export const described = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  documented(z.clone(schema), { description })
