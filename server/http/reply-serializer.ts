import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

/**
 * Writes an answer as JSON with nothing in it but what its schema names, and refuses one of another shape. It does for
 * the plain parts of a schema what zod's encoder does, at a fraction of the cost, which long lists show; whatever isn't
 * plain is left to zod.
 */
export const replySerializer: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => {
  const copy = copierOf(schema)
  return answer => JSON.stringify(copy(answer))
}

type Copy = (value: unknown) => unknown

function copierOf(type: z.core.$ZodType): Copy {
  const schema = type as z.core.$ZodTypes
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
    case 'boolean':
      return value => (typeof value === def.type ? value : refuse(value, def.type))
    case 'number': {
      const { checks = [] } = def
      const isAllowed = (value: unknown) =>
        Number.isFinite(value) && checks.every(check => passes(check, value))
      return value => (isAllowed(value) ? value : refuse(value, 'another number'))
    }
    case 'enum':
      return value => (schema._zod.values?.has(value as string) ? value : refuse(value, 'known value'))
    case 'unknown':
      return value => value
    case 'nullable': {
      const copy = copierOf(def.innerType)
      return value => (value === null ? null : copy(value))
    }
    case 'optional': {
      const copy = copierOf(def.innerType)
      return value => (value === undefined ? undefined : copy(value))
    }
    case 'array': {
      const copy = copierOf(def.element)
      return value => (Array.isArray(value) ? value.map(copy) : refuse(value, 'list'))
    }
    case 'record': {
      const copy = copierOf(def.valueType)
      return value =>
        Object.fromEntries(Object.entries(objectOf(value)).map(([key, part]) => [key, copy(part)]))
    }
    case 'object':
      return objectCopier(def)
    default:
      return value => z.encode(schema as unknown as z.ZodMiniType, value)
  }
}

function objectCopier({ shape, catchall }: z.core.$ZodObjectDef): Copy {
  const parts = Object.entries(shape).map(([key, type]) => ({ key, copy: copierOf(type) }))
  const copyOther = catchall && catchall._zod.def.type !== 'never' ? copierOf(catchall) : null
  // Every copy begins with all its keys: one that gets them one by one is soon a hash table, which is slow to write.
  const blank: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(parts.map(({ key }) => [key, null]))),
  )
  return value => {
    const source = objectOf(value)
    const copied = { ...blank }
    for (const { key, copy } of parts) copied[key] = copy(source[key])
    if (copyOther) for (const key in source) if (!(key in shape)) copied[key] = copyOther(source[key])
    return copied
  }
}

function passes(check: z.core.$ZodCheck<never>, value: unknown): boolean {
  const payload = { value: value as never, issues: [] }
  void check._zod.check(payload)
  return payload.issues.length === 0
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : refuse(value, 'object')
}

// Names types only: the value itself may be what must not get out, or into a log.
function refuse(value: unknown, wanted: string): never {
  throw new TypeError(`An answer has a part of type ${typeof value} where its schema says ${wanted}`)
}
