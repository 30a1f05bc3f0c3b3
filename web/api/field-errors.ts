import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from './call.ts'

/**
 * Puts the server's sentences onto the fields of a form, the first of them into focus. False when none of them belongs
 * to a field: then the message has to be shown elsewhere.
 */
export function putFieldErrors<V extends FieldValues>(
  error: ApiError,
  form: Pick<UseFormReturn<V>, 'setError' | 'getValues'>,
): boolean {
  const known = error.fieldErrors.filter(({ path }) => path in form.getValues())
  known.forEach(({ path, message }, index) => {
    form.setError(path as FieldPath<V>, { type: 'server', message }, { shouldFocus: index === 0 })
  })
  return known.length > 0
}
