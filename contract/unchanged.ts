import * as z from 'zod/mini'
import { isSame } from '#domain/is-same.ts'

/**
 * The schema of an edit: a field also accepts the value that it has already. What was stored by an import, an earlier
 * version or another rule must not keep anyone from changing the rest.
 */
export function acceptUnchanged<Form extends z.ZodMiniObject>(form: Form, stored: object): Form {
  const before = new Map<string, unknown>(Object.entries(stored))
  const fields = Object.entries(form.shape as Record<string, z.ZodMiniType>)
    .filter(([name]) => before.has(name))
    .map(([name, field]) => [name, orSame(field, before.get(name))])
  return z.extend(form, Object.fromEntries(fields)) as unknown as Form
}

function orSame(field: z.ZodMiniType, stored: unknown): z.ZodMiniType {
  const either = z.pipe(
    z.unknown(),
    z.transform((value: unknown, context) => {
      if (isSame(value, stored)) return value
      const { success, data, error } = field.safeParse(value)
      if (success) return data
      for (const { message, path } of error.issues)
        context.issues.push({ code: 'custom', message, path, input: value })
      return z.NEVER
    }),
  )
  return field.safeParse(undefined).success ? z.optional(either) : either
}
