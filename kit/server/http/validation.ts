import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { invalidRequest } from './errors.ts'

/** Checks a part of a request by its schema in the contract. */
export const requestValidator: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  part => {
    const { data, error } = schema.safeParse(part)
    return error ? { error: invalidRequest(error) } : { value: data }
  }

/**
 * Error messages for problems that the schema itself has no
 * message for: they name the field and say what it should be.
 */
export function setValidationMessages(): void {
  z.config({
    customError: issue => {
      const field = issue.path?.join('.')
      if (!field) return 'A JSON body is required'
      if (issue.code === 'invalid_type' && issue.input === undefined) return `${field} is required`
      if (issue.code === 'invalid_type')
        return `${field} must be ${typeNames[issue.expected] ?? issue.expected}`
      if (issue.code === 'invalid_value') return `${field} must be one of: ${issue.values.join(', ')}`
      if (issue.code === 'too_big') return `${field} must be at most ${issue.maximum}`
      if (issue.code === 'too_small') return `${field} must be at least ${issue.minimum}`
      return `${field} is not valid`
    },
  })
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
