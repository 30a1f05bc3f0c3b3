import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from './call.ts'

/**
 * Shows the server's error messages at the fields of a form and focuses the first of these fields. Returns false if
 * no message belongs to a field; the error must then be shown elsewhere.
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
