import * as z from 'zod/mini'
import { isSame } from '#kit/rules/is-same.ts'

/**
 * The schema of an edit: a field also accepts the value that it has already. What was stored by an import, an earlier
 * version or another rule must not keep anyone from changing the rest.
 */
export function acceptUnchanged<Form extends z.ZodMiniObject>(form: Form, stored: object): Form {
  const before = new Map<string, unknown>(Object.entries(stored))
  const fields = Object.entries(form.shape as Record<string, z.ZodMiniType>)
    .filter(([name]) => before.has(name))
    .map(([name, field]) => [name, orSame(name, field, before.get(name))])
  return z.extend(form, Object.fromEntries(fields)) as unknown as Form
}

function orSame(name: string, field: z.ZodMiniType, stored: unknown): z.ZodMiniType {
  // Messages name the field by its path, which it only has in an object.
  const named = z.object({ [name]: field })
  const either = z.pipe(
    z.unknown(),
    z.transform((value: unknown, context) => {
      if (isSame(value, stored)) return value
      const { success, data, error } = named.safeParse({ [name]: value }, { reportInput: true })
      if (success) return data[name]
      // The input of a check is already tidied: 'Ana@Example.org ' is the stored 'ana@example.org'.
      if (error.issues.some(({ path, input }) => path.length === 1 && isSame(input, stored))) return stored
      for (const { message, path } of error.issues)
        context.issues.push({ code: 'custom', message, path: path.slice(1), input: value })
      return z.NEVER
    }),
  )
  return field.safeParse(undefined).success ? z.optional(either) : either
}
