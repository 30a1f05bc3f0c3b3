import build from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

/**
 * Writes a reply as JSON that contains only what its schema names; a missing field is an error. Presenters may therefore
 * pass on whole rows; where a row holds secrets, they pick its fields all the same, so that no mistake in a schema reveals
 * one. Each serializer is built when first needed, because most endpoints are never called in a test.
 */
export const replySerializer: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => {
  let write: ReturnType<typeof build> | undefined
  return reply => {
    write ??= build(jsonSchemaOf(schema) as Parameters<typeof build>[0])
    return write(reply)
  }
}

const jsonSchemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A nullable value is written faster this way than as a choice between two schemas.
      const [value, nothing, ...others] = jsonSchema.anyOf ?? []
      if (nothing?.type !== 'null' || others.length > 0) return
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, value, { nullable: true })
    },
  })
