import { flushSync } from 'react-dom'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '#kit/web/api/call.ts'
import { focusFirstInvalid, submittedForm } from '../focus-first-invalid.ts'

/**
 * Shows the server's error messages at the fields of a form and focuses the first of these fields. Returns false if
 * no message belongs to a field; the error must then be shown elsewhere.
 */
export function putFieldErrors<V extends FieldValues>(
  error: ApiError,
  form: Pick<UseFormReturn<V>, 'setError' | 'getValues'>,
): boolean {
  const known = error.fieldErrors.filter(({ path }) => path in form.getValues())
  if (known.length === 0) return false
  flushSync(() => {
    for (const { path, message } of known) form.setError(path as FieldPath<V>, { type: 'server', message })
  })
  focusFirstInvalid(submittedForm())
  return true
}
